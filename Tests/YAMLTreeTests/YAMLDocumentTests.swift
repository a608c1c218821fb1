import Testing
import YAMLTree

@Suite("A document is its text and its tree")
struct YAMLDocumentTests {
    static let trees: [Row<(text: String, outline: String)>] = [
        Row(id: "empty", value: ("", "null")),
        Row(id: "only a comment", value: ("# nothing\n", "null")),
        Row(id: "explicit empty document", value: ("---\n", "null")),
        Row(id: "byte order mark alone", value: ("\u{FEFF}", "null")),
        Row(id: "directive and end", value: ("%YAML 1.2\n---\na: 1\n...\n", "{a: 1}")),
        Row(id: "nested", value: ("a:\n  b:\n    - c: 1\n      d: x\n    - y\n", #"{a: {b: [{c: 1, d: "x"}, "y"]}}"#)),
        Row(id: "indentless", value: ("a:\n- 1\n- 2\nb: 3\n", "{a: [1, 2], b: 3}")),
        Row(id: "flow", value: ("a: {b: [1, x], \"c\": , d}\n", #"{a: {b: [1, "x"], c: null, d: null}}"#)),
        Row(id: "one pair in a flow list", value: ("[a: 1, b]", #"[{a: 1}, "b"]"#)),
        Row(id: "empty values", value: ("a:\nb: # c\nc:\n  -\n  - x\n", #"{a: null, b: null, c: [null, "x"]}"#)),
        Row(id: "alias", value: ("a: &x {b: 1}\nc: *x\n", "{a: {b: 1}, c: {b: 1}}")),
        Row(
            id: "merge keys are ordinary keys", value: ("a: &x {b: 1}\nc:\n  <<: *x\n", "{a: {b: 1}, c: {<<: {b: 1}}}")),
        Row(id: "CRLF block", value: ("a: |\r\n  x\r\n  y\r\nb: 1\r\n", #"{a: "x\ny\n", b: 1}"#)),
        Row(id: "folded", value: ("a: >\n  x\n  y\n\n  z\n", #"{a: "x y\nz\n"}"#)),
        Row(id: "block at the end without line break", value: ("a: |\n  x", #"{a: "x\n"}"#)),
        Row(id: "keep at the end without line break", value: ("a: |+\n  x\n\n", #"{a: "x\n\n"}"#)),
        Row(id: "strip", value: ("a: |-\n  x\n\n", #"{a: "x"}"#)),
        Row(id: "line separator in a block", value: ("a: |\n  x\u{2028}y\nb: 1\n", "{a: \"x\u{2028}y\\n\", b: 1}")),
        Row(id: "next line in plain text", value: ("a: x\u{85}y\nb: \u{2029}\n", "{a: \"x\u{85}y\", b: \"\u{2029}\"}")),
        Row(
            id: "escapes of UTF-16 are one character",
            value: (#"a: "x\ud83d\ude00y\uD83D\uDE00""# + "\n", "{a: \"x\u{1F600}y\u{1F600}\"}")),
        Row(
            id: "escapes of UTF-16 outside of double quotes are text",
            value: (
                #"{a: "\ud83d\ude00", b: \ud83d\ude00, c: '\uD83D\uDE00', d: "\\ud83d\\ude00", e: "\uE000\uE001"}"#,
                "{a: \"\u{1F600}\", b: \"\\ud83d\\ude00\", c: \"\\uD83D\\uDE00\", d: \"\\ud83d\\ude00\", e: \"\u{E000}\u{E001}\"}"
            )),
        Row(id: "quoted keys", value: ("\"a b\": 1\n'c': 2\n", "{a b: 1, c: 2}")),
        Row(id: "number as key", value: ("200: ok\n", #"{200: "ok"}"#)),
        Row(id: "tab after colon", value: ("a:\tb\n", #"{a: "b"}"#)),
    ]

    @Test("text becomes a tree", arguments: trees)
    func tree(row: Row<(text: String, outline: String)>) throws {
        let document = try YAMLDocument(text: row.value.text)
        #expect(document.root.outline == row.value.outline)
        #expect(Array(document.text.utf8) == Array(row.value.text.utf8))
        #expect(document.isEditable)
    }

    @Test("bytes become a tree, and a byte that is no UTF-8 has its place")
    func bytes() throws {
        #expect(try YAMLDocument(bytes: Array("a: é\n".utf8)).root.outline == "{a: \"é\"}")
        let error = #expect(throws: YAMLSyntaxError.self) {
            try YAMLDocument(bytes: Array("a: é\nb: ".utf8) + [0xFF, 0x0A])
        }
        #expect(error?.place == SourcePlace(line: 2, column: 4, offsetInBytes: 9))
    }

    @Test("a path leads to a node, and to nothing where there is none")
    func paths() throws {
        let root = try YAMLDocument(text: "a:\n  - b: 1\n").root
        #expect(root.node(at: ["a", 0, "b"])?.outline == "1")
        #expect(root.node(at: [])?.outline == root.outline)
        #expect(root.node(at: ["a", 1]) == nil)
        #expect(root.node(at: ["a", "b"]) == nil)
        #expect("\(YAMLPath([.key("a"), .index(0), .key("b c")]))" == "a[0].\"b c\"")
    }

    @Test("keys too long for the parser are read, in place, and can only be edited by hand")
    func longKeys() throws {
        let plain = "p" + String(repeating: "k", count: 2_000)
        let quoted = String(repeating: "q: ", count: 500)
        let text = "\(plain): 1 # c\na:\n  - b: 2\n    \"\(quoted)\":\n      c: é\n\(plain)2: [x]\nd: 3\n"
        let document = try YAMLDocument(text: text)
        #expect(document.root[plain]?.outline == "1")
        #expect(
            document.root.node(at: ["a", 0, .key(quoted), "c"])?.place
                == SourcePlace(line: 5, column: 10, offsetInBytes: 3_538))
        #expect(document.root["\(plain)2"]?.written(in: text) == "[x]")
        #expect(document.root["d"]?.place.line == 7)
        #expect(!document.isEditable)
        let error = #expect(throws: YAMLEditError.self) { try document.applying(.setScalar(["d"], to: 4)) }
        #expect(error?.code == .readOnly)
        #expect(error?.reason == "line 1 has a key longer than 1,024 characters, which can only be edited by hand")
    }

    @Test("a long line that is no key is still an error at its place")
    func longLine() {
        let text = "a: " + String(repeating: "x", count: 2_000) + ": y\n"
        let error = #expect(throws: YAMLSyntaxError.self) { try YAMLDocument(text: text) }
        #expect(error?.place.column == 2_004)
    }
}
