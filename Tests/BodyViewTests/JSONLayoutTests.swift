import BodyStore
import Testing

@testable import BodyView

@Suite struct JSONLayoutTests {
    static let layouts: [(id: String, source: String, lines: [String])] = [
        ("scalar", "42", ["42"]),
        ("string alone", "\"a\"", ["\"a\""]),
        ("empty object", "{}", ["{}"]),
        ("empty array with blanks", "[ \n ]", ["[]"]),
        (
            "object", #"{"a":1,"b":[true,null]}"#,
            ["{", "  \"a\": 1,", "  \"b\": [", "    true,", "    null", "  ]", "}"]
        ),
        ("empty containers inside", #"[{},[],{"a":{}}]"#, ["[", "  {},", "  [],", "  {", "    \"a\": {}", "  }", "]"]),
        ("key order and duplicates", #"{"z":1,"a":2,"z":3}"#, ["{", "  \"z\": 1,", "  \"a\": 2,", "  \"z\": 3", "}"]),
        (
            "numbers as sent", "[1.0,1E+2,-0,12345678901234567890]",
            ["[", "  1.0,", "  1E+2,", "  -0,", "  12345678901234567890", "]"]
        ),
        ("escapes as sent", #"["\u00e9\/\n","é"]"#, ["[", #"  "\u00e9\/\n","#, "  \"é\"", "]"]),
        ("blanks around everything", " { \"a\" :\t1 ,\r\n\"b\" : 2 } ", ["{", "  \"a\": 1,", "  \"b\": 2", "}"]),
        ("byte order mark", "\u{FEFF}[1]", ["[", "  1", "]"]),
    ]

    @Test("lays out JSON, a member or element a line", arguments: layouts)
    func layout(id: String, source: String, lines: [String]) {
        #expect(document(source, .json).allLines.map(\.text) == lines)
    }

    @Test("says what each piece of a line means, and where it comes from")
    func tokens() {
        let lines = document(#"{"a": "x", "b": [1, true]}"#, .json).allLines
        #expect(
            lines[1].runs == [
                BodyRun("  ", .plain), BodyRun("\"a\"", .key), BodyRun(":", .punctuation), BodyRun(" ", .plain),
                BodyRun("\"x\"", .string), BodyRun(",", .punctuation),
            ])
        #expect(lines[1].byteRange == 1..<10)
        #expect(lines.map(\.depth) == [0, 1, 1, 2, 2, 1, 0])
        #expect(lines.map(\.number) == [1, 2, 3, 4, 5, 6, 7])
        #expect(lines[4].runs[1] == BodyRun("true", .bool))
    }

    @Test("puts one value after the other in JSON lines")
    func jsonLines() {
        let document = document("{\"a\":1}\n2\n\n[]\n", .jsonLines)
        #expect(document.text == "{\n  \"a\": 1\n}\n2\n[]")
        #expect(document.index.fault == nil)
    }

    @Test("shows bytes of a string that are not UTF-8")
    func invalidBytes() {
        let line = document([0x22, 0x61, 0xC3, 0x62, 0x22], .json).allLines[0]
        #expect(line.runs == [BodyRun("\"a", .string), BodyRun("\u{FFFD}", .invalid), BodyRun("b\"", .string)])
    }

    @Test("leaves lone surrogates and escaped NUL as they were sent")
    func surrogates() {
        let document = document(#"["\ud800","\u0000"]"#, .json)
        #expect(document.index.fault == nil)
        #expect(document.allLines[1].text == #"  "\ud800","#)
    }

    @Test("nests a million levels deep", .timeLimit(.minutes(1)))
    func deep() {
        let depth = 1_000_000
        let bytes =
            [UInt8](repeating: UInt8(ascii: "["), count: depth) + [UInt8](repeating: UInt8(ascii: "]"), count: depth)
        let document = document(bytes, .json)
        #expect(document.index.fault == nil)
        #expect(document.lineCount == 2 * depth - 1)
        let last = document.lines(document.lineCount - 2..<document.lineCount)
        #expect(last.map(\.text) == ["  ]", "]"])
        #expect(document.lines(depth - 1..<depth, columns: 2 * depth - 2..<2 * depth + 9).map(\.text) == ["[]"])
    }

    @Test("shows the front of a very long line, and the lines behind it without reading it")
    func longLine() {
        let long = String(repeating: "x", count: 300_000)
        let document = document("{\"a\": \"\(long)\", \"b\": 1}", .json)
        let lines = document.lines(0..<4, columns: 0..<12)
        #expect(lines.map(\.text) == ["{", "  \"a\": \"xxxx", "  \"b\": 1", "}"])
        #expect(lines.map(\.isCut) == [false, true, false, false])
        let end = document.lines(1..<2, columns: 300_000..<300_020)
        #expect(end.map(\.text) == ["xxxxxxxx\","])
    }

    @Test("gets over a desert of blanks inside a member")
    func spaces() {
        let desert = String(repeating: " ", count: 50_000)
        let document = document("[\(desert)1\(desert),{\"a\"\(desert):\(desert)2},[\(desert)]]", .json)
        let lines = document.allLines
        #expect(lines.count == document.lineCount)
        #expect(lines.first?.text == "[")
        #expect(lines.last?.text == "]")
        #expect(lines[2].text == "  {")
    }
}
