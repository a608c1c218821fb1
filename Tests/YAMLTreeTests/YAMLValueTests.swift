import Testing
import YAMLTree

@Suite("A value becomes the text of a new file")
struct YAMLValueTests {
    @Test("a request file is written as other tools write it")
    func request() {
        let file: YAMLValue = [
            "info": ["name": "Get user", "type": "http", "seq": 1],
            "http": [
                "method": "GET", "url": "{{host}}/users/:id?page=1",
                "params": [
                    ["name": "page", "value": "1", "type": "query"], ["name": "id", "value": "", "type": "path"],
                ],
                "body": ["type": "json", "data": "{\n  \"a\": 1\n}"],
                "auth": "inherit",
            ],
            "settings": ["encodeUrl": true, "timeout": 0],
        ]
        #expect(
            file.emitted(blankLineBefore: ["info", "http", "settings"]) == """
                info:
                  name: Get user
                  type: http
                  seq: 1

                http:
                  method: GET
                  url: "{{host}}/users/:id?page=1"
                  params:
                    - name: page
                      value: "1"
                      type: query
                    - name: id
                      value: ""
                      type: path
                  body:
                    type: json
                    data: |-
                      {
                        "a": 1
                      }
                  auth: inherit

                settings:
                  encodeUrl: true
                  timeout: 0

                """)
    }

    @Test("no blank line follows a value that would take it in")
    func keptLines() {
        let file: YAMLValue = ["a": "x\n\n", "b": 1]
        #expect(file.emitted(blankLineBefore: ["b"]) == "a: |+\n  x\n\nb: 1\n")
    }

    static let strings: [Row<(text: String, written: String)>] = [
        Row(id: "word", value: ("word", "word")),
        Row(id: "version", value: ("1.0.0", "1.0.0")),
        Row(id: "address", value: ("https://a.b/c?d=e#f", "https://a.b/c?d=e#f")),
        Row(id: "path parameter", value: (":id", ":id")),
        Row(id: "variable inside", value: ("Bearer {{token}}", "Bearer {{token}}")),
        Row(id: "variable in front", value: ("{{a}}", "\"{{a}}\"")),
        Row(id: "empty", value: ("", "\"\"")),
        Row(id: "number", value: ("42", "\"42\"")),
        Row(id: "old octal", value: ("0777", "\"0777\"")),
        Row(id: "underscores", value: ("1_000", "\"1_000\"")),
        Row(id: "base 60", value: ("12:30", "\"12:30\"")),
        Row(id: "binary", value: ("0b11", "\"0b11\"")),
        Row(id: "date", value: ("2024-01-31", "\"2024-01-31\"")),
        Row(id: "time", value: ("2024-01-31T10:00:00Z", "\"2024-01-31T10:00:00Z\"")),
        Row(id: "no date", value: ("2024-01-31-b", "2024-01-31-b")),
        Row(id: "on", value: ("on", "\"on\"")),
        Row(id: "No", value: ("No", "\"No\"")),
        Row(id: "y", value: ("y", "\"y\"")),
        Row(id: "null", value: ("null", "\"null\"")),
        Row(id: "tilde", value: ("~", "\"~\"")),
        Row(id: "merge", value: ("<<", "\"<<\"")),
        Row(id: "infinity", value: ("-.inf", "\"-.inf\"")),
        Row(id: "colon and space", value: ("a: b", "\"a: b\"")),
        Row(id: "colon at the end", value: ("a:", "\"a:\"")),
        Row(id: "space and hash", value: ("a #b", "\"a #b\"")),
        Row(id: "hash inside", value: ("a#b", "a#b")),
        Row(id: "space in front", value: (" a", "\" a\"")),
        Row(id: "dash", value: ("-", "\"-\"")),
        Row(id: "dashed word", value: ("-a", "-a")),
        Row(id: "document marker", value: ("---", "\"---\"")),
        Row(id: "double quotes", value: ("\"a\"", "'\"a\"'")),
        Row(id: "both quotes", value: ("\"a'", "\"\\\"a'\"")),
        Row(id: "double quotes inside", value: ("a\"b", "a\"b")),
        Row(id: "star", value: ("*", "\"*\"")),
        Row(id: "tab", value: ("a\tb", "\"a\\tb\"")),
        Row(id: "byte order mark", value: ("\u{FEFF}a", "\"\\uFEFFa\"")),
        Row(id: "line separator", value: ("a\u{2028}b", "\"a\\u2028b\"")),
        Row(id: "emoji", value: ("é 🦊", "é 🦊")),
        Row(id: "two lines", value: ("a\nb", "|-\n  a\n  b")),
        Row(id: "line break alone", value: ("\n", "\"\\n\"")),
        Row(id: "begins with a line break", value: ("\na\n", "|\n\n  a")),
        Row(id: "begins with a tab", value: ("\ta\nb", "|2-\n  \ta\n  b")),
    ]

    @Test("a string is plain where every reader agrees, else quoted or a block", arguments: strings)
    func string(row: Row<(text: String, written: String)>) throws {
        let file: YAMLValue = ["k": .string(row.value.text)]
        #expect(file.emitted() == "k: \(row.value.written)\n")
        #expect(try YAMLDocument(text: file.emitted()).root.value == file)
    }

    @Test("scalars and empty collections stand alone")
    func roots() {
        #expect(YAMLValue.null.emitted() == "null\n")
        #expect(YAMLValue.mapping(YAMLMapping()).emitted() == "{}\n")
        #expect(YAMLValue.sequence([[], [:], [1.0]]).emitted() == "- []\n- {}\n- - 1.0\n")
        #expect(YAMLValue.string("a\nb\n").emitted() == "|\n  a\n  b\n")
    }

    @Test("a very long key is written so that it can be read")
    func longKey() throws {
        let file: YAMLValue = .mapping(YAMLMapping([(String(repeating: "k", count: 2_000), ["a": 1]), ("b", 2)]))
        #expect(try YAMLDocument(text: file.emitted()).root.value == file)
    }

    @Test("a mapping is read and changed by key")
    func mapping() {
        var mapping: YAMLMapping = ["a": 1, "b": 2]
        mapping["a"] = 3
        mapping["c"] = "x"
        mapping["b"] = nil
        #expect(mapping == ["a": 3, "c": "x"])
    }
}
