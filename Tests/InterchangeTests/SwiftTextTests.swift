import OpenCollection
import Testing

@testable import Interchange

/// Names, literals and layout.
@Suite struct SwiftTextTests {
    @Test(
        "a key becomes a property",
        arguments: [
            ("name", "name"), ("user_name", "userName"), ("Content-Type", "contentType"), ("ID", "id"),
            ("URLPath", "urlPath"), ("userID", "userID"), ("2fa", "_2fa"), ("+1", "plus1"), ("-1", "minus1"),
            ("$ref", "ref"),
            ("", "value"), ("🎉", "value"), ("größe", "größe"), ("日本", "日本"), ("self", "selfValue"), ("class", "class"),
            ("hash_value", "hashValueValue"), ("a\"b\\c\n", "aBC"), ("ßa", "ßa"),
        ] as [(String, String)])
    func property(key: String, name: String) { #expect(SwiftName.property(key) == name) }

    @Test(
        "of several, one",
        arguments: [
            ("users", "user"), ("addresses", "address"), ("categories", "category"), ("boxes", "box"), ("status", nil),
            ("class", nil), ("news", nil), ("data", nil), ("is", nil),
        ] as [(String, String?)])
    func singular(several: String, one: String?) { #expect(SwiftName.singular(several) == one) }

    @Test(
        "a text in quotes shows what it holds, and means it",
        arguments: [
            ("a\"b\\c", #""a\"b\\c""#), ("\n\r\t\u{0}\u{1B}", #""\n\r\t\u{0}\u{1B}""#), ("\\(x)", #""\\(x)""#),
            ("\u{202E}\u{200B}\u{A0}", #""\u{202E}\u{200B}\u{A0}""#), ("ü🎉", "\"ü🎉\""),
        ] as [(String, String)])
    func literal(text: String, literal: String) { #expect(SwiftLiteral.string(text) == literal) }

    @Test("a text of several lines keeps them, and what its end would lose")
    func lines() {
        let lines = SwiftLiteral.lines([.text("{\n \"a\": \"\"\"\" \n"), .hole("b"), .text("}")])
        #expect(lines == ["\"\"\"", "{", #" "a": ""\""\u{20}"#, #"\(b)}"#, "\"\"\""])
    }

    @Test("what is too long for a line stands one below the other")
    func layout() {
        var lines = SwiftLines()
        let long = SwiftExpression.text(String(repeating: "x", count: 60))
        lines.add(
            "let a = ",
            .call("f", [.init("one:", long), .init(nil, .call("g", [.init(nil, long), .init(nil, long)]))]))
        #expect(lines.lines.map(\.count).max() ?? 0 <= 120)
        #expect(lines.lines.first == "let a = f(" && lines.lines.last == ")")
        #expect(lines.lines[2] == "    g(")
    }

    @Test("a method without a macro is refused there only, and no method everywhere")
    func refusal() {
        var definition = RequestDefinition()
        definition.method = "purge"
        #expect(SwiftExport.refusal(of: .macros, definition)?.contains("PURGE") == true)
        #expect(SwiftExport.refusal(of: .request, definition) == nil)
        definition.method = "trace"
        #expect(SwiftForm.allCases.allSatisfy { SwiftExport.refusal(of: $0, definition) == nil })
        definition.method = ""
        #expect(SwiftForm.allCases.allSatisfy { SwiftExport.refusal(of: $0, definition) != nil })
    }
}
