import Testing
import YAMLTree

@Suite("A text that is no YAML is explained")
struct YAMLSyntaxErrorTests {
    static let rows: [Row<(text: String, shown: String)>] = [
        Row(
            id: "colon in plain text",
            value: (
                "a: b: c\n",
                "f.yml:1:5: a ':' stands where no key can be; expected a value, with quotes around it if it holds ': '\na: b: c\n    ^"
            )),
        Row(
            id: "wrong indentation",
            value: (
                "a:\n  b: 1\n c: 2\n",
                "f.yml:3:2: unexpected text; expected a key in line with those of the mapping that begins on line 1\n c: 2\n ^"
            )),
        Row(
            id: "no colon",
            value: (
                "a: 1\nbcd\ne: 2\n",
                "f.yml:2:1: a key without a ':' after it; expected 'key: value' on one line\nbcd\n^"
            )),
        Row(
            id: "no closing quote",
            value: (
                "a: \"x\nb: 1\n", "f.yml:1:4: this quoted text has no end; expected a closing quote\na: \"x\n   ^"
            )),
        Row(
            id: "no closing bracket",
            value: (
                "a: [1, 2\nb: 3\n",
                "f.yml:2:2: expected ',' or ']' in the list that begins on line 1\nb: 3\n ^"
            )),
        Row(
            id: "tab as indentation",
            value: ("a:\n\t- b\n", "f.yml:2:1: a tab used as indentation; expected spaces\n\t- b\n^")),
        Row(
            id: "reserved character",
            value: ("é: @x\n", "f.yml:1:4: a value cannot begin with '@'; expected quotes around it\né: @x\n   ^")),
        Row(
            id: "control character",
            value: (
                "\u{FEFF}a: é\u{1}\n",
                "f.yml:1:5: the control character U+0001; expected an escape in double quotes\na: é\u{1}\n    ^"
            )),
        Row(
            id: "duplicate key",
            value: (
                "a: 1\nb:\n  c: 1\n  \"c\": 2\n",
                "f.yml:4:3: the key 'c' stands here for the second time; expected it once, as on line 3\n  \"c\": 2\n  ^"
            )),
        Row(
            id: "unknown alias",
            value: ("a: *x\n", "f.yml:1:4: no anchor '&x' stands above this alias\na: *x\n   ^")),
        Row(
            id: "alias inside its anchor",
            value: (
                "a: &x [*x]\n",
                "f.yml:1:8: the alias '*x' stands inside the value that it names\na: &x [*x]\n       ^"
            )),
        Row(
            id: "second document",
            value: (
                "a: 1\n---\nb: 1\n",
                "f.yml:2:1: a second document begins here; expected one document in a file\n---\n^"
            )),
        Row(
            id: "wrong tag",
            value: (
                "a: !!int x\n", "f.yml:1:4: the value is not of its tag's type; expected int\na: !!int x\n   ^"
            )),
        Row(
            id: "two tags",
            value: (
                "a: {! !str b: c}\n",
                "f.yml:1:7: expected ',' or '}' in the mapping that begins on line 1\na: {! !str b: c}\n      ^"
            )),
        Row(
            id: "half of a surrogate pair",
            value: (
                "a: 1\nb: \"\\ud83d \\ude00\"",
                "f.yml:2:7: an escape that is no character; expected both halves of a surrogate pair, such as \\ud83d\\ude00\nb: \"\\ud83d \\ude00\"\n      ^"
            )),
        Row(
            id: "unknown escape",
            value: (
                #"a: "\q""#,
                "f.yml:1:5: an unknown escape; expected one of those of YAML, such as \\n or \\\\, or single quotes\na: \"\\q\"\n    ^"
            )),
    ]

    @Test("file, line, column, what and what was expected, line and caret", arguments: rows)
    func rendered(row: Row<(text: String, shown: String)>) {
        let error = #expect(throws: YAMLSyntaxError.self) { try YAMLDocument(text: row.value.text) }
        #expect(error?.rendered(file: "f.yml") == row.value.shown)
    }

    @Test("of a long line only the surroundings of the place are shown")
    func longLine() {
        let text = "a: " + String(repeating: "x", count: 500) + ": " + String(repeating: "y", count: 500)
        let error = #expect(throws: YAMLSyntaxError.self) { try YAMLDocument(text: text) }
        let lines = error?.rendered(file: "f").split(separator: "\n") ?? []
        #expect(lines.count == 3)
        #expect(lines[1].count == 122)
        #expect(Array(lines[1])[lines[2].count - 1] == ":")
    }

    @Test("nesting without end and aliases of aliases are refused, not followed")
    func bounded() {
        let deep = String(repeating: "[", count: 100_000)
        #expect(throws: YAMLSyntaxError.self) { try YAMLDocument(text: deep) }
        let laughs = (1...12).reduce("a0: &a0 [x,x,x,x,x,x,x,x,x]\n") { text, level in
            text + "a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ",")
                + "]\n"
        }
        #expect(throws: YAMLSyntaxError.self) { try YAMLDocument(text: laughs) }
    }

    @Test("a large document may have an alias at its end: only what aliases repeat is limited for them")
    func lateAlias() throws {
        let head = "a: &a [x, y]\nb: [\(String(repeating: "x,", count: 120_000))]\n"
        #expect(try YAMLDocument(text: head + "c: *a\n").root["c"]?.items?.count == 2)
        let many = head.replacing("b:", with: "b: &b") + "c: *b\n"
        let error = #expect(throws: YAMLSyntaxError.self) { try YAMLDocument(text: many) }
        #expect(error?.message == "aliases make this file larger than 100000 values")
    }

    @Test("a document that another program wrote may be larger than one of a collection")
    func largeDocument() throws {
        let text = "[\(String(repeating: "x,", count: 500_001))]"
        #expect(try YAMLDocument(textWithRepeatedKeys: text).root.items?.count == 500_001)
        let error = #expect(throws: YAMLSyntaxError.self) { try YAMLDocument(text: text) }
        #expect(error?.message == "more than 500000 keys and values; split the file")
    }
}
