import Testing

@testable import BodyView

@Suite struct BrokenJSONTests {
    typealias Row = (id: String, source: String, offset: Int, line: Int, column: Int, reason: String)
    static let rows: [Row] = [
        ("empty", " \n", 2, 2, 1, "the body ends before a value"),
        ("missing comma", "[1 2]", 3, 1, 4, "expected `,` or `]`, found `2`"),
        ("missing comma in object", "{\"a\": 1\n\"b\": 2}", 8, 2, 1, "expected `,` or `}`, found `\"`"),
        ("trailing comma", "[1,]", 3, 1, 4, "expected a value, found `]`"),
        ("trailing comma in object", "{\"a\":1,}", 7, 1, 8, "expected a name in quotes, found `}`"),
        ("wrong bracket", "[}", 1, 1, 2, "expected a value or `]`, found `}`"),
        ("name without quotes", "{a: 1}", 1, 1, 2, "expected a name in quotes or `}`, found `a`"),
        ("single quotes", "['a']", 1, 1, 2, "expected a value or `]`, found `'`"),
        ("missing colon", "{\"a\" 1}", 5, 1, 6, "expected `:`, found `1`"),
        ("missing value", "{\"a\":}", 5, 1, 6, "expected a value, found `}`"),
        ("second value", "{} {}", 3, 1, 4, "expected nothing after the value, found `{`"),
        ("closing too much", "[]]", 2, 1, 3, "expected nothing after the value, found `]`"),
        ("literal", "[tru]", 4, 1, 5, "expected `true`, found `]`"),
        ("capital literal", "True", 0, 1, 1, "expected a value, found `T`"),
        ("leading zero", "[01]", 2, 1, 3, "a number must not start with a zero"),
        ("minus alone", "[-]", 2, 1, 3, "expected a digit, found `]`"),
        ("point at the end", "[1.]", 3, 1, 4, "expected a digit, found `]`"),
        ("plus", "+1", 0, 1, 1, "expected a value, found `+`"),
        ("exponent", "1e+x", 3, 1, 4, "expected a digit, found `x`"),
        ("number then letters", "12ab", 2, 1, 3, "expected nothing after the value, found `a`"),
        ("line break in string", "[\"é\n\"]", 4, 1, 4, "byte 0x0A must be escaped in a string"),
        ("wrong escape", #"["\x"]"#, 3, 1, 4, #"expected one of `"\/bfnrtu` after `\`, found `x`"#),
        ("short escape", #"["\u12"]"#, 6, 1, 7, #"expected four hexadecimal digits after `\u`, found `"`"#),
        ("ends in string", "[\"ab", 4, 1, 5, "the body ends inside a string"),
        ("ends in literal", "[nul", 4, 1, 5, "the body ends inside `null`"),
        ("ends in number", "-", 1, 1, 2, "the body ends inside a number"),
        ("ends in array", "[1", 2, 1, 3, "the body ends inside an array"),
        ("ends in object", "{\"a\": [1], ", 11, 1, 12, "the body ends inside an object"),
        ("comment", "[1, // one\n2]", 4, 1, 5, "expected a value, found `/`"),
        ("byte that is no ASCII", "[é]", 1, 1, 2, "expected a value or `]`, found byte 0xC3"),
    ]

    @Test("names the place and the reason of a fault", arguments: rows)
    func fault(row: Row) {
        let expected = BodyFault(offsetInBytes: row.offset, line: row.line, column: row.column, reason: row.reason)
        #expect(document(row.source, .json).index.fault == expected)
    }

    @Test("shows what is valid, then the fault, then the rest as it is")
    func shown() {
        let document = document("{\"a\": 1,\n \"b\" 2,\n \"c\": [3]}\n", .json)
        #expect(
            document.text == """
                {
                  "a": 1,
                  "b"
                line 2, column 6: expected `:`, found `2`
                2,
                 "c": [3]}
                """)
        #expect(document.allLines.map(\.number) == [1, 2, 3, 4, 5, 6])
        #expect(document.allLines[3].runs.map(\.token) == [.error])
    }

    @Test("lays out the lines of a long rest alone as it does among all")
    func longRest() {
        let rest = (0..<9000).map { "rest \($0)" }.joined(separator: "\n")
        let document = document("[1,\n;\(rest)", .json)
        let all = document.allLines
        #expect(all.count == 9003)
        #expect(document.lines(8000..<8010, columns: 0..<99) == Array(all[8000..<8010]))
    }

    @Test("refuses to nest deeper than the limit")
    func tooDeep() {
        let bytes = [UInt8](repeating: UInt8(ascii: "["), count: Nesting.maximumDepth + 2)
        let document = document(bytes, .json)
        #expect(document.index.fault?.offsetInBytes == Nesting.maximumDepth)
    }
}
