import Foundation
import TestSupport
import Testing

@testable import RequestMacros

/// Requests that nobody would write, and messages that no compiler sends.
@Suite struct ExpansionFuzzTests {
    private static let inputs = LongRun.inputs(orJust: 2_000)
    private static let seed = LongRun.seed

    private static let path = [
        "/", ":", ":id", "?", "#", "=", "a", "\\(", ")", "\\u{e9}", "\\n", "é", "\"", " ", "//", "\\", "{", ".",
    ]
    private static let members = [
        "@Path ", "@Query", "(\"q\")", "@Body ", "var ", "let ", "id", ": ", "Int", "?", " = ", "1", "\n", "{ ", "}",
        "[", "]", ", ", "body",
        "#if A\n", "#else\n", "#endif\n", "static ", "private ", "init", "()", "`in`", "\"", "->", "struct ", "é",
        "headers",
    ]

    @Test("whatever the source, there is an expansion, and what it complains of lies in the source")
    func anything() {
        var random = Numbers(state: Self.seed)
        for _ in 0..<Self.inputs {
            let source =
                "@Get(\"\(random.text(of: Self.path, 8))\") public struct R {\(random.text(of: Self.members, 30))}"
            let request = Expanding(source, fileName: "/a.swift")
            let whole = 0...source.utf8.count
            for diagnostic in request.conformance().diagnostics {
                let spots = [diagnostic.spot] + diagnostic.notes.map(\.spot) + diagnostic.fixIts.map(\.spot)
                #expect(
                    spots.allSatisfy { whole.contains($0.range.lowerBound) && whole.contains($0.range.upperBound) },
                    "\(source)")
            }
            _ = request.members
            _ = RequestExpansion.mark(
                "Path", attribute: MacroSource(source), declaration: MacroSource(source), context: [source])
        }
    }

    @Test("every message is answered, cut anywhere and with any byte changed")
    func messages() {
        var random = Numbers(state: Self.seed)
        let location = #"{"column":1,"fileName":"/a","line":3,"offset":30}"#
        let whole = Array(
            #"{"expandAttachedMacro":{"attributeSyntax":{"location":\#(location),"source":"@Get(\"/:\u00e9\")"},"declSyntax":{"location":\#(location),"source":"struct R{}"},"lexicalContext":[],"macro":{"typeName":"Get"},"macroRole":"extension"}}"#
                .utf8)
        for _ in 0..<Self.inputs {
            var message = Array(whole.prefix(random.number(below: whole.count + 1)))
            if !message.isEmpty { message[random.number(below: message.count)] = UInt8(random.number(below: 256)) }
            #expect(JSON(PluginConversation.answer(to: message)) != nil)
        }
    }
}

/// The same numbers from the same seed.
private struct Numbers {
    var state: UInt64

    mutating func number(below limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(max(limit, 1)))
    }

    mutating func text(of pieces: [String], _ most: Int) -> String {
        (0..<number(below: most)).map { _ in pieces[number(below: pieces.count)] }.joined()
    }
}
