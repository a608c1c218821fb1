import Testing
import YAMLTree

@Suite("A node knows its bytes and its place")
struct YAMLNodeRangeTests {
    struct Case: Sendable {
        let text: String
        let path: YAMLPath
        let written: String
        let line: Int
        let column: Int
    }

    static let rows: [Row<Case>] = [
        row("plain", "a: xy # c\n", ["a"], "xy", 1, 4),
        row("quoted", "a: 'x y' # c\n", ["a"], "'x y'", 1, 4),
        row("after characters of several bytes", "é: ü\nß: \"ö\" # c\n", ["ß"], "\"ö\"", 2, 4),
        row("after a byte order mark", "\u{FEFF}a: x\n", ["a"], "x", 1, 4),
        row("after a mark and characters of several bytes", "\u{FEFF}é: €\nb: x\n", ["b"], "x", 2, 4),
        row("after CRLF", "a: é\r\nb: x\r\nc: y\r\n", ["c"], "y", 3, 4),
        row("after a line separator", "a: x\u{2028}y\nb: z\n", ["b"], "z", 2, 4),
        row("empty value", "a:\nb: 1\n", ["a"], "", 1, 3),
        row("empty value before a comment", "a: # c\nb: 1\n", ["a"], "", 1, 3),
        row("empty item", "- x\n-\n- y\n", [1], "", 2, 2),
        row("empty value of an explicit key", "? a\n? b\n", ["a"], "", 1, 4),
        row("value without colon in a flow mapping", "{a , b}\n", ["a"], "", 1, 3),
        row("mapping ends before a trailing comment", "a:\n  b: 1 # c\n  # d\n\n# e\nc: 2\n", ["a"], "b: 1", 2, 3),
        row("sequence ends with its last item", "a:\n  - b\n  - c\n# d\n", ["a"], "- b\n  - c", 2, 3),
        row("indentless sequence", "a:\n- b\n- c: 1\nd: 2\n", ["a"], "- b\n- c: 1", 2, 1),
        row("flow mapping", "a: { b: 1, c: [2] } # c\n", ["a"], "{ b: 1, c: [2] }", 1, 4),
        row("flow sequence over lines", "a: [\n  1,\n  2\n]\nb: 1\n", ["a"], "[\n  1,\n  2\n]", 1, 4),
        row("pair without braces", "[a: 1, b]\n", [0], "a: 1", 1, 2),
        row("literal", "a: |\n  x\n  y\n\n\nb: 1\n", ["a"], "|\n  x\n  y", 1, 4),
        row("literal with kept lines", "a: |+\n  x\n\n\nb: 1\n", ["a"], "|+\n  x\n\n", 1, 4),
        row("literal with a comment in its header", "a: |- # c\n  x\nb: 1\n", ["a"], "|- # c\n  x", 1, 4),
        row("literal with spaces in its last line", "a: |\n  x\n    \n\nb: 1\n", ["a"], "|\n  x\n    ", 1, 4),
        row("literal without content", "a: | # c\nb: 1\n", ["a"], "|", 1, 4),
        row("literal with an indentation digit", "a: |2\n    x\n  y\n\nb: 1\n", ["a"], "|2\n    x\n  y", 1, 4),
        row("literal at the end", "a: |\n  x", ["a"], "|\n  x", 1, 4),
        row("CRLF literal", "a: |\r\n  x\r\n\r\nb: 1\r\n", ["a"], "|\r\n  x", 1, 4),
        row("alias", "a: &x 1\nb: *x\n", ["b"], "*x", 2, 4),
        row("anchored scalar", "a: &x 'y'\n", ["a"], "'y'", 1, 7),
        row("tagged scalar", "- !!str   5\n", [0], "5", 1, 11),
        row("anchored mapping", "a: &x # c\n  b: 1\n", ["a"], "b: 1", 2, 3),
        row("anchored flow", "a: &x !t [1]\n", ["a"], "[1]", 1, 10),
        row("anchored nothing", "a: &x\nb: 1\n", ["a"], "", 1, 6),
        row("plain over two lines", "a: b\n  c\nd: 1\n", ["a"], "b\n  c", 1, 4),
        row("value on the next line", "a:\n  b\n", ["a"], "b", 2, 3),
    ]

    static func row(
        _ id: String, _ text: String, _ path: YAMLPath, _ written: String, _ line: Int, _ column: Int
    ) -> Row<Case> {
        Row(id: id, value: Case(text: text, path: path, written: written, line: line, column: column))
    }

    @Test("the range covers the content, the place is its beginning", arguments: rows)
    func range(row: Row<Case>) throws {
        let node = try #require(try YAMLDocument(text: row.value.text).root.node(at: row.value.path))
        #expect(node.written(in: row.value.text) == row.value.written)
        #expect(node.place.line == row.value.line)
        #expect(node.place.column == row.value.column)
        #expect(node.place.offsetInBytes == node.range.lowerBound)
    }
}
