import Foundation
import TestSupport
import Testing

@testable import OpenCollection

/// Compares what is read of a file's first lines with what the parser reads of the whole file. `MICROSCOPE_FUZZ_TIMES` says how many times more,
/// `MICROSCOPE_FUZZ_SEED` which.
@Suite("Heads of hostile files", .timeLimit(.minutes(60)))
struct RequestHeadFuzzTests {
    private static let values = [
        "a", "Get user", "GET", "http", "1", "007", "1.0", "0x1F", "1e3", "12 monkeys", "+1", ".5", "true", "True",
        "no",
        "null", "~", "", "\"q\"", "'q'", "\"a\\tb\"", "'it''s'", "\"\"", "''", "\"open", "'open", "a: b", "a:", "a #c",
        "a# c", "#c", "\"q\" # c", "|", "|-\n    x", ">\n    x\n    name: y", "&x a", "*x", "!!str 1", "!!int a", "[a]",
        "{a: b}", "[a,\nb]", "{a: b,\nname: c}", "- a", "? a", "@a", "`a", "%a", "a\tb", "a\t", "a\u{85}b", "a\u{2028}",
        "\u{FEFF}a", "é", "😀 x", "a\u{0}", "a\rb", "http://h:80/a?b=c#d", "{{host}}/a", "\"{{host}}/a\"", "/a",
        "a\n    b",
        "a\n  b", "a\nb", "\n    a", "\n  a", "\"a\n    b\"", "\"a\ninfo:\nb\"", "-", "--- a", "...", "a, b", "a]",
        "a'b\"c",
        "a\\b",
    ]
    private static let lines = [
        "", " ", "    ", "\t", "# c", "  # c", "      # c", "---", "...", "%YAML 1.2", "info:", "http:", "  name: x",
        "  x: y", "    x", "x: y", "\"info\": {name: z}", "? info", "<<: {info: 1}", "  tags:",
        "  tags:\n    - a\n    - b",
        "  tags:\n  - a", "  tags: []", "  - a", "    - a", "docs: |\n  info:\n    name: no",
        "a: \"\ninfo:\n  name: no\"",
    ]

    private static func text(using random: inout SeededGenerator) -> String {
        func value(_ usual: String) -> String {
            Int.random(in: 0..<3, using: &random) > 0 ? usual : values.randomElement(using: &random) ?? usual
        }
        var info = ["  name: \(value("Get user"))", "  type: \(value("http"))", "  seq: \(value("4"))"]
        if Bool.random(using: &random) { info.append("  tags:\n    - \(value("a"))\n    - b") }
        if Bool.random(using: &random) { info.shuffle(using: &random) }
        var http = ["  method: \(value("POST"))", "  url: \(value("\"{{host}}/a\""))"]
        if Bool.random(using: &random) { http.shuffle(using: &random) }
        if Bool.random(using: &random) { http.append("  headers:\n    - name: A\n      value: \(value("b"))") }
        var lines = ["info:"] + info + ["", "http:"] + http + ["settings:", "  timeout: 0"]
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            let place = Int.random(in: 0...lines.count, using: &random)
            if Bool.random(using: &random), place < lines.count {
                lines.remove(at: place)
            } else {
                lines.insert(Self.lines.randomElement(using: &random) ?? "", at: place)
            }
        }
        return lines.joined(separator: Int.random(in: 0..<4, using: &random) == 0 ? "\r\n" : "\n")
    }

    /// A character taken out or put in: indentation, quotes and line ends go wrong one by one.
    private static func damaged(_ text: String, using random: inout SeededGenerator) -> String {
        var scalars = Array(text.unicodeScalars)
        let place = Int.random(in: 0..<scalars.count, using: &random)
        if Bool.random(using: &random) {
            scalars.remove(at: place)
        } else {
            scalars.insert(
                [" ", "\n", "\"", "'", "#", ":", "-", "\t", "\r", "&"].randomElement(using: &random) ?? " ", at: place)
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Returns what is wrong with the head that was read; nil if nothing is.
    private static func fault(_ text: String) -> String? {
        guard let head = CollectionItem.readHead(of: Array(text.utf8)[...], path: "dir/a.yml") else { return nil }
        let whole = CollectionItem.read(text: text, path: "dir/a.yml")
        // A file that cannot be read says so when it is opened.
        if case .broken = whole.kind { return nil }
        guard whole.name == head.name else { return "the name is \(head.name), the parser's \(whole.name)" }
        guard whole.unopened.kind.requestHead == head.kind.requestHead else {
            return "\(head.kind), the parser's \(whole.unopened.kind)"
        }
        return nil
    }

    @Test("a head that is read alone is the one that the parser finds")
    func agrees() {
        var readAlone = 0
        let count = LongRun.inputs(orJust: 2_000)
        for number in 0..<count {
            let seed = LongRun.seed &+ UInt64(number)
            var random = SeededGenerator(seed: seed)
            var text = Self.text(using: &random)
            if number.isMultiple(of: 2) { text = Self.damaged(text, using: &random) }
            let fault = Self.fault(text)
            #expect(fault == nil, "seed \(seed): \(fault ?? "")\n\(text)")
            if HeadScanner.head(of: Array(text.utf8)[...]) != nil { readAlone += 1 }
        }
        #expect(readAlone > count / 50, "of \(count) heads only \(readAlone) were read alone")
    }

    @Test("every request of the demo collection has a head that is read alone, and it is the parser's")
    func demo() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Collections/Demo")
        let files = try #require(FileManager.default.enumerator(atPath: root.path)).compactMap { $0 as? String }
        var requests = 0
        for file in files where file.hasSuffix(".yml") {
            let text = try String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)
            guard case .request = CollectionItem.read(text: text, path: "a.yml").kind else { continue }
            requests += 1
            #expect(HeadScanner.head(of: Array(text.utf8)[...]) != nil, "\(file)")
            #expect(Self.fault(text) == nil, "\(file)")
        }
        #expect(requests > 20)
    }
}
