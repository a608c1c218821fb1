import Testing
import YAMLTree

@Suite("Setting a value changes the value alone")
struct YAMLEditScalarTests {
    static let cases: [EditCase] = [
        EditCase("plain", "a: 1 # c\nb: 2\n", .setScalar(["a"], to: 5), "a: 5 # c\nb: 2\n"),
        EditCase("plain string", "a: x\n", .setScalar(["a"], to: "y z"), "a: y z\n"),
        EditCase("string that looks like a number", "a: x\n", .setScalar(["a"], to: "5"), "a: \"5\"\n"),
        EditCase("string that YAML 1.1 takes for true", "a: x\n", .setScalar(["a"], to: "yes"), "a: \"yes\"\n"),
        EditCase("string with double quotes", "a: x\n", .setScalar(["a"], to: "{\"b\": 1}"), "a: '{\"b\": 1}'\n"),
        EditCase("double quotes stay", "a: \"x\" # c\n", .setScalar(["a"], to: "y"), "a: \"y\" # c\n"),
        EditCase("single quotes stay", "a: 'x'\n", .setScalar(["a"], to: "it's"), "a: 'it''s'\n"),
        EditCase("single quotes cannot hold a bell", "a: 'x'\n", .setScalar(["a"], to: "\u{7}"), "a: \"\\x07\"\n"),
        EditCase("a number over quotes", "a: \"x\"\n", .setScalar(["a"], to: 1), "a: 1\n"),
        EditCase("escapes", "a: \"x\"\n", .setScalar(["a"], to: "\\ \"\n\t€"), "a: \"\\\\ \\\"\\n\\t€\"\n"),
        EditCase("null", "a: x\n", .setScalar(["a"], to: nil), "a: null\n"),
        EditCase("float", "a: x\n", .setScalar(["a"], to: 1e30), "a: 1.0e+30\n"),
        EditCase("empty value", "a:\nb: 1\n", .setScalar(["a"], to: "x"), "a: x\nb: 1\n"),
        EditCase("empty value before a comment", "a: # c\nb: 1\n", .setScalar(["a"], to: "x"), "a: x # c\nb: 1\n"),
        EditCase("empty value with a space behind", "a: \nb: 1\n", .setScalar(["a"], to: "x"), "a: x\nb: 1\n"),
        EditCase("empty value at the end", "b: 1\na:", .setScalar(["a"], to: "x"), "b: 1\na: x"),
        EditCase("empty item", "-\n- 2\n", .setScalar([0], to: 1), "- 1\n- 2\n"),
        EditCase("at the end without line break", "a: 1", .setScalar(["a"], to: 2), "a: 2"),
        EditCase("quoted key", "\"a b\": 1\n", .setScalar(["a b"], to: 2), "\"a b\": 2\n"),
        EditCase("empty text", "a: x\n", .setScalar(["a"], to: ""), "a: \"\"\n"),
        EditCase(
            "in a flow mapping", "a: {b: 1, c: 2}\n", .setScalar(["a", "b"], to: "x, y"), "a: {b: \"x, y\", c: 2}\n"),
        EditCase("in a flow sequence", "a: [1, 2]\n", .setScalar(["a", 1], to: "x"), "a: [1, x]\n"),
        EditCase("empty in a flow mapping", "a: {b: , c: }\n", .setScalar(["a", "b"], to: 1), "a: {b: 1, c: }\n"),
        EditCase("no colon in a flow mapping", "a: {b, c}\n", .setScalar(["a", "b"], to: 1), "a: {b: 1, c}\n"),
        EditCase("in JSON", "{\"a\":\"x\"}", .setScalar(["a"], to: "w"), "{\"a\":\"w\"}"),
        EditCase("a string over a number in JSON", "{\"a\":1}", .setScalar(["a"], to: "w"), "{\"a\":\"w\"}"),
        EditCase(
            "deeply nested", "a:\n  - b:\n      - c: 1 # x\n        d: 2\n", .setScalar(["a", 0, "b", 0, "c"], to: 3),
            "a:\n  - b:\n      - c: 3 # x\n        d: 2\n"),
        EditCase(
            "item on the dash line", "- name: x\n  value: y\n", .setScalar([0, "name"], to: "z"),
            "- name: z\n  value: y\n"),
        EditCase("plain over two lines", "a: b\n  c # d\ne: 1\n", .setScalar(["a"], to: "x"), "a: x # d\ne: 1\n"),
        EditCase("value on the next line", "a:\n  b # c\nd: 1\n", .setScalar(["a"], to: "x"), "a:\n  x # c\nd: 1\n"),
        EditCase("tab after the colon", "a:\tx\t# c\n", .setScalar(["a"], to: "w"), "a:\tw\t# c\n"),
        EditCase("anchor without alias stays", "a: &x 1\n", .setScalar(["a"], to: 2), "a: &x 2\n"),
        EditCase("tag of YAML's own goes", "a: !!str 5\n", .setScalar(["a"], to: "x"), "a: x\n"),
        EditCase(
            "a tag behind characters of several bytes", "é: !!str 5\nb: 1\n", .setScalar(["é"], to: "x"), "é: x\nb: 1\n"
        ),
        EditCase("an alias becomes a value", "a: &x 1\nb: *x # c\n", .setScalar(["b"], to: 2), "a: &x 1\nb: 2 # c\n"),
        EditCase("the whole document", "x # c\n", .setScalar([], to: "w"), "w # c\n"),
        EditCase(
            "other lines with characters of YAML 1.1", "a: x\u{2028}\nb: 1\n", .setScalar(["b"], to: 2),
            "a: x\u{2028}\nb: 2\n"),
    ]

    static let blocks: [EditCase] = [
        EditCase("literal", "a: | # c\n  x\nb: 1\n", .setScalar(["a"], to: "y\nz\n"), "a: | # c\n  y\n  z\nb: 1\n"),
        EditCase(
            "literal keeps its indentation", "a: |\n      x\nb: 1\n", .setScalar(["a"], to: "y\n"),
            "a: |\n      y\nb: 1\n"),
        EditCase("strip", "a: |-\n  x\n\nb: 1\n", .setScalar(["a"], to: "y"), "a: |-\n  y\n\nb: 1\n"),
        EditCase("clip becomes strip", "a: |\n  x\n\nb: 1\n", .setScalar(["a"], to: "y"), "a: |-\n  y\n\nb: 1\n"),
        EditCase(
            "clip becomes keep", "a: |\n  x\n\nb: 1\n", .setScalar(["a"], to: "y\n\n\n"), "a: |+\n  y\n\n\nb: 1\n"),
        EditCase("keep stays", "a: |+\n  x\n\nb: 1\n", .setScalar(["a"], to: "y\n"), "a: |+\n  y\nb: 1\n"),
        EditCase("keep becomes strip", "a: |+\n  x\n\nb: 1\n", .setScalar(["a"], to: "y"), "a: |-\n  y\nb: 1\n"),
        EditCase("digit stays", "a: |2\n    x\nb: 1\n", .setScalar(["a"], to: "y\n"), "a: |2\n  y\nb: 1\n"),
        EditCase(
            "digit where the text begins with a space", "a: |\n  x\n", .setScalar(["a"], to: " y\nz\n"),
            "a: |2\n   y\n  z\n"),
        EditCase("blank lines inside", "a: |\n  x\n", .setScalar(["a"], to: "x\n\n  y\n"), "a: |\n  x\n\n    y\n"),
        EditCase(
            "folded stays folded", "a: >-\n  x\n  y\nb: 1\n", .setScalar(["a"], to: "x y\nz"),
            "a: >-\n  x y\n\n  z\nb: 1\n"),
        EditCase(
            "folded cannot hold deeper lines", "a: >\n  x\n", .setScalar(["a"], to: "x\n  y\n"), "a: |\n  x\n    y\n"),
        EditCase("empty text over a block", "a: |\n  x\n  y\nb: 1\n", .setScalar(["a"], to: ""), "a: \"\"\nb: 1\n"),
        EditCase("a number over a block", "a: | # c\n  x\n  y\nb: 1\n", .setScalar(["a"], to: 1), "a: 1 # c\nb: 1\n"),
        EditCase("at the end without line break", "a: |\n  x", .setScalar(["a"], to: "y\n"), "a: |\n  y"),
        EditCase("keep at the end without line break", "a: |\n  x", .setScalar(["a"], to: "y\n\n"), "a: |+\n  y\n\n"),
        EditCase("block in an item", "- |\n  x\n- y\n", .setScalar([0], to: "z\n"), "- |\n  z\n- y\n"),
        EditCase("block without content", "a: | # c\nb: 1\n", .setScalar(["a"], to: "x\n"), "a: | # c\n  x\nb: 1\n"),
        EditCase(
            "plain becomes a block", "a: x # c\nb: 1\n", .setScalar(["a"], to: "x\ny\n"), "a: | # c\n  x\n  y\nb: 1\n"),
        EditCase("empty becomes a block", "a:\nb: 1\n", .setScalar(["a"], to: "x\ny"), "a: |-\n  x\n  y\nb: 1\n"),
        EditCase(
            "item becomes a block", "a:\n  - x\n  - y\n", .setScalar(["a", 0], to: "x\ny"),
            "a:\n  - |-\n    x\n    y\n  - y\n"),
        EditCase(
            "lines of spaces below do not join", "a: x\n      \nb: 1\n", .setScalar(["a"], to: "x\ny\n"),
            "a: |\n  x\n  y\n\nb: 1\n"),
        EditCase("carriage return needs quotes", "a: x\n", .setScalar(["a"], to: "x\r\ny"), "a: \"x\\r\\ny\"\n"),
        EditCase("last line of blanks needs quotes", "a: x\n", .setScalar(["a"], to: "x\n "), "a: \"x\\n \"\n"),
        EditCase("in flow, line breaks are escaped", "a: [x]\n", .setScalar(["a", 0], to: "x\ny"), "a: [\"x\\ny\"]\n"),
    ]

    static let shapes: [EditCase] = [
        EditCase(
            "scalar to mapping", "a: x # c\nb: 1\n", .setValue(["a"], ["k": 1, "l": ["m"]]),
            "a: # c\n  k: 1\n  l:\n    - m\nb: 1\n"),
        EditCase("mapping to scalar", "a: # c\n  k: 1\n  # d\nb: 1\n", .setValue(["a"], "x"), "a: x # c\nb: 1\n"),
        EditCase(
            "mapping to mapping keeps its column", "a:\n    k: 1\nb: 1\n", .setValue(["a"], ["l": 2]),
            "a:\n    l: 2\nb: 1\n"),
        EditCase("sequence to scalar", "a:\n- x\n- y\nb: 1\n", .setValue(["a"], "auto"), "a: auto\nb: 1\n"),
        EditCase("indentless sequences stay so", "a:\n- x\nb: 1\n", .setValue(["b"], ["w"]), "a:\n- x\nb:\n- w\n"),
        EditCase(
            "steps of four stay so", "a:\n    b: 1\nc: 1\n", .setValue(["c"], ["d": 1]), "a:\n    b: 1\nc:\n    d: 1\n"),
        EditCase("item to mapping", "- x # c\n- y\n", .setValue([0], ["a": 1, "b": 2]), "- a: 1 # c\n  b: 2\n- y\n"),
        EditCase("item mapping to scalar", "- a: 1 # c\n  b: 2\n- y\n", .setValue([0], "x"), "- x\n- y\n"),
        EditCase(
            "item with a wide gap", "-   a: 1\n    b: 2\n", .setValue([0], ["c": 1, "d": 2]), "-   c: 1\n    d: 2\n"),
        EditCase("flow to block", "a: [x]\nb: 1\n", .setValue(["a"], ["v", "w"]), "a:\n  - v\n  - w\nb: 1\n"),
        EditCase("inside flow stays flow", "a: {b: 1}\n", .setValue(["a", "b"], ["c": ["d"]]), "a: {b: {c: [d]}}\n"),
        EditCase("anchored item", "- &x y\n", .setValue([0], ["a": 1]), "- &x\n  a: 1\n"),
        EditCase("to an empty list", "a:\n  - x\nb: 1\n", .setValue(["a"], []), "a: []\nb: 1\n"),
        EditCase("the root", "# c\na: 1\nb: 2 # d\n# e\n", .setValue([], ["x": 1]), "# c\nx: 1\n# e\n"),
        EditCase("an empty file", "", .setValue([], ["x": 1]), "x: 1\n"),
        EditCase("block to mapping", "a: |\n  x\n\nb: 1\n", .setValue(["a"], ["k": 1]), "a:\n  k: 1\n\nb: 1\n"),
    ]

    @Test("a scalar is replaced in its style", arguments: cases)
    func scalar(row: EditCase) throws { try row.check() }

    @Test("a block scalar keeps header and indentation", arguments: blocks)
    func block(row: EditCase) throws { try row.check() }

    @Test("a value of one shape is replaced by one of another", arguments: shapes)
    func shape(row: EditCase) throws { try row.check() }

    @Test("a value that is already there leaves the text alone")
    func unchanged() throws {
        let document = try YAMLDocument(text: "a: 0x10\nb:   'x'\nc: {d: 1.50}\n")
        let edits: [YAMLEdit] = [
            .setScalar(["a"], to: 16), .setScalar(["b"], to: "x"), .setValue(["c"], ["d": 1.5]),
        ]
        #expect(try document.applying(edits).text == document.text)
    }
}
