import DeclarationScanner
import Testing

@Suite struct LiteralTests {
    private func literal(_ source: String) -> Literal { SourceScanner(source).literal(in: 0..<source.utf8.count) }

    @Test(
        "a literal says its text",
        arguments: [
            ("\"/users/:id\"", "/users/:id"), ("\"\"", ""), ("#\"a\\n\"b\"#", "a\\n\"b"),
            ("\"a\\n\\t\\\\\\\"\\u{e9}\"", "a\n\t\\\"é"),
            ("#\"\\#n\"#", "\n"), ("\"日本\"", "日本"), ("\"\\u{zz}\"", "\u{FFFD}"), (" \"a\" /* b */ ", "a"),
        ])
    func text(source: String, expected: String) throws {
        guard case .text(let plain) = literal(source) else {
            Issue.record("\(source) is no literal")
            return
        }
        #expect(plain.text == expected)
    }

    @Test("every byte of the text knows where it stands in the source")
    func places() {
        let source = "\"a\\u{e9}b\""
        guard case .text(let plain) = literal(source) else {
            Issue.record("no literal")
            return
        }
        #expect(plain.offsets == [1, 2, 2, 8])
        #expect(plain.source(of: 1..<3) == 2..<8 && plain.source(of: 3..<4) == 8..<9)
        #expect(plain.source(of: 4..<4) == 9..<10)
    }

    @Test("what is no plain literal is told apart")
    func others() {
        #expect(literal("\"/users/\\(id)\"") == .interpolated(8..<10))
        #expect(literal("#\"\\(id)\"#") != .other)
        for source in ["path", "\"a\" + \"b\"", "\"\"\"\n  a\n  \"\"\"", "/a/", "", "1"] {
            #expect(literal(source) == .other, "\(source)")
        }
    }
}
