import Testing
import YAMLTree

@Suite("Keys and items come, go and move with their own lines")
struct YAMLEditCollectionTests {
    static let habits: [EditCase] = [
        EditCase(
            "wide dashes", "-   a: 1\n    b: 2\n", .insertItem(inSequence: [], at: 1, ["c": ["d": 3]]),
            "-   a: 1\n    b: 2\n-   c:\n      d: 3\n"),
        EditCase(
            "wide dashes before scalars", "-  a\n- b\n", .insertItem(inSequence: [], at: 1, "c"), "-  a\n-  c\n- b\n"),
        EditCase("an empty item has no gap", "-\n", .insertItem(inSequence: [], at: 1, "c"), "-\n- c\n"),
        EditCase(
            "an item below its dash", "-\n  a: 1\n", .insertItem(inSequence: [], at: 1, ["b": 2]), "-\n  a: 1\n- b: 2\n"
        ),
        EditCase(
            "mappings in JSON", "[{\"a\": 1}]\n", .insertItem(inSequence: [], at: 1, ["b": "x"]),
            "[{\"a\": 1}, {\"b\": \"x\"}]\n"),
        EditCase(
            "mappings with plain keys", "[{a: \"1\"}]\n", .insertItem(inSequence: [], at: 1, ["b": "x"]),
            "[{a: \"1\"}, {b: x}]\n"),
    ]

    @Test("what is added is spaced and quoted as what is there", arguments: habits)
    func fits(change: EditCase) throws { try change.check() }

    static let keys: [EditCase] = [
        EditCase("at the end", "a: 1\nb: 2\n", .setKey(inMapping: [], key: "c", 3), "a: 1\nb: 2\nc: 3\n"),
        EditCase(
            "behind a key", "a: 1 # x\nc: 2\n", .setKey(inMapping: [], key: "b", 3, after: ["a"]),
            "a: 1 # x\nb: 3\nc: 2\n"),
        EditCase(
            "behind the lowest of several", "b: 1\na: 2\nd: 3\n",
            .setKey(inMapping: [], key: "c", 0, after: ["a", "b", "z"]),
            "b: 1\na: 2\nc: 0\nd: 3\n"),
        EditCase("existing key", "a: 1\nb: \"2\"\n", .setKey(inMapping: [], key: "b", "3"), "a: 1\nb: \"3\"\n"),
        EditCase(
            "nested", "a:\n  b: 1\nc: 2\n", .setKey(inMapping: ["a"], key: "d", true), "a:\n  b: 1\n  d: true\nc: 2\n"),
        EditCase(
            "behind a block scalar", "a: |\n  x\n\nb: 1\n", .setKey(inMapping: [], key: "c", 1, after: ["a"]),
            "a: |\n  x\n\nc: 1\n\nb: 1\n"),
        EditCase(
            "behind kept lines", "a: |+\n  x\n\nb: 1\n", .setKey(inMapping: [], key: "c", 1, after: ["a"]),
            "a: |+\n  x\n\nc: 1\nb: 1\n"),
        EditCase(
            "behind a nested value and its deeper comment", "a:\n  b: 1\n  # x\nc: 2\n",
            .setKey(inMapping: [], key: "d", 1, after: ["a"]), "a:\n  b: 1\n  # x\nd: 1\nc: 2\n"),
        EditCase("at the end without line break", "a: 1", .setKey(inMapping: [], key: "b", 2), "a: 1\nb: 2"),
        EditCase(
            "block at the end without line break", "a: |\n  x", .setKey(inMapping: [], key: "b", 2), "a: |\n  x\nb: 2"),
        EditCase(
            "in an item", "- name: x\n- name: y\n", .setKey(inMapping: [0], key: "on", true),
            "- name: x\n  \"on\": true\n- name: y\n"),
        EditCase(
            "in an empty mapping", "a: {} # c\nb: 1\n", .setKey(inMapping: ["a"], key: "k", 1), "a: # c\n  k: 1\nb: 1\n"
        ),
        EditCase("in nothing", "a:\nb: 1\n", .setKey(inMapping: ["a"], key: "k", 1), "a:\n  k: 1\nb: 1\n"),
        EditCase("in null", "a: null # c\n", .setKey(inMapping: ["a"], key: "k", 1), "a: # c\n  k: 1\n"),
        EditCase("in an empty file", "", .setKey(inMapping: [], key: "k", 1), "k: 1\n"),
        EditCase("in a file of comments", "# c\n", .setKey(inMapping: [], key: "k", 1), "# c\nk: 1\n"),
        EditCase("in an empty flow mapping at the root", "{}\n", .setKey(inMapping: [], key: "k", 1), "k: 1\n"),
        EditCase("in an explicit empty document", "---\n", .setKey(inMapping: [], key: "k", 1), "---\nk: 1\n"),
        EditCase(
            "in a flow mapping", "a: {b: 1} # c\n", .setKey(inMapping: ["a"], key: "c", "x"), "a: {b: 1, c: x} # c\n"),
        EditCase(
            "inside a flow mapping", "a: {b: 1, d: 2}\n", .setKey(inMapping: ["a"], key: "c", 0, after: ["b"]),
            "a: {b: 1, c: 0, d: 2}\n"),
        EditCase("in an empty mapping in flow", "[{}]\n", .setKey(inMapping: [0], key: "c", 0), "[{c: 0}]\n"),
        EditCase("in JSON", "{\"a\": 1}\n", .setKey(inMapping: [], key: "b", "x"), "{\"a\": 1, \"b\": \"x\"}\n"),
        EditCase(
            "in JSON over lines", "{\n  \"a\": 1,\n  \"b\": 2\n}\n", .setKey(inMapping: [], key: "c", 3),
            "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}\n"),
        EditCase(
            "flow over lines with a trailing comma", "a: {\n  b: 1, # x\n}\n", .setKey(inMapping: ["a"], key: "c", 2),
            "a: {\n  b: 1, # x\n  c: 2,\n}\n"),
        EditCase(
            "where entries are spaced", "a: 1\n\nb: 2\n\nc: 3\n", .setKey(inMapping: [], key: "d", 4, after: ["b"]),
            "a: 1\n\nb: 2\n\nd: 4\n\nc: 3\n"),
        EditCase(
            "a mapping as value", "a: 1\n", .setKey(inMapping: [], key: "b", ["c": ["d", ["e": 1, "f": 2]]]),
            "a: 1\nb:\n  c:\n    - d\n    - e: 1\n      f: 2\n"),
        EditCase("a key that needs quotes", "a: 1\n", .setKey(inMapping: [], key: "b: c", 1), "a: 1\n\"b: c\": 1\n"),
        EditCase(
            "text as value", "a: 1\n\nb: 1\n", .setKey(inMapping: [], key: "t", "x\ny\n", after: ["a"]),
            "a: 1\n\nt: |\n  x\n  y\n\nb: 1\n"),
    ]

    static let removals: [EditCase] = [
        EditCase("first", "a: 1\nb: 2\n", .removeKey(["a"]), "b: 2\n"),
        EditCase("last", "a: 1\nb: 2\n", .removeKey(["b"]), "a: 1\n"),
        EditCase("last without line break", "a: 1\nb: 2", .removeKey(["b"]), "a: 1"),
        EditCase("with its comment", "a: 1\nb: 2 # x\nc: 3\n", .removeKey(["b"]), "a: 1\nc: 3\n"),
        EditCase("with the comment above", "a: 1\n# x\n# y\nb: 2\nc: 3\n", .removeKey(["b"]), "a: 1\nc: 3\n"),
        EditCase(
            "not with a comment further up", "a: 1\n# x\n\nb: 2\nc: 3\n", .removeKey(["b"]), "a: 1\n# x\n\nc: 3\n"),
        EditCase("with the deeper comment below", "a:\n  b: 1\n  # x\n# y\nc: 3\n", .removeKey(["a"]), "# y\nc: 3\n"),
        EditCase("not with the file's comment", "# file\na: 1\nb: 2\n", .removeKey(["a"]), "# file\nb: 2\n"),
        EditCase("no double blank lines", "a: 1\n\nb: 2\n\nc: 3\n", .removeKey(["b"]), "a: 1\n\nc: 3\n"),
        EditCase("no blank line at the end", "a: 1\n\nb: 2\n", .removeKey(["b"]), "a: 1\n"),
        EditCase("no blank line at the beginning", "a: 1\n\nb: 2\n", .removeKey(["a"]), "b: 2\n"),
        EditCase("kept lines above stay", "a: |+\n  x\n\nb: 2\n", .removeKey(["b"]), "a: |+\n  x\n\n"),
        EditCase("a nested value", "a:\n  b:\n    - c\n    - d\n  e: 1\n", .removeKey(["a", "b"]), "a:\n  e: 1\n"),
        EditCase("a block scalar", "a: |\n  x\n\n  y\n\nb: 2\n", .removeKey(["a"]), "b: 2\n"),
        EditCase("the only key", "a: # c\n  b: 1\nc: 2\n", .removeKey(["a", "b"]), "a: {} # c\nc: 2\n"),
        EditCase("the only key of the file", "# c\n\na: 1\n", .removeKey(["a"]), "# c\n\n{}\n"),
        EditCase("on the dash line", "- a: 1 # x\n  b: 2\n- c\n", .removeKey([0, "a"]), "- b: 2\n- c\n"),
        EditCase(
            "on the dash line before a comment", "- a: 1\n  # x\n  b: 2\n", .removeKey([0, "a"]), "- # x\n  b: 2\n"),
        EditCase("the only key on the dash line", "- a: 1 # x\n- c\n", .removeKey([0, "a"]), "- {}\n- c\n"),
        EditCase("item", "a:\n  - 1\n  - 2 # x\n  - 3\n", .removeItem(["a", 1]), "a:\n  - 1\n  - 3\n"),
        EditCase("item with comments between", "- 1\n# x\n- 2\n# y\n- 3\n", .removeItem([1]), "- 1\n# y\n- 3\n"),
        EditCase("indentless item", "a:\n- x\n- y: 1\n  z: 2\nb: 1\n", .removeItem(["a", 1]), "a:\n- x\nb: 1\n"),
        EditCase("the only item", "a:\n  - 1\nb: 2\n", .removeItem(["a", 0]), "a: []\nb: 2\n"),
        EditCase("the only item at the end", "a:\n  - 1", .removeItem(["a", 0]), "a: []"),
        EditCase("the only indentless item", "a: # c\n- 1 # d\nb: 2\n", .removeItem(["a", 0]), "a: [] # c\nb: 2\n"),
        EditCase("first of a list in a list", "- - a\n  - b\n- c\n", .removeItem([0, 0]), "- - b\n- c\n"),
        EditCase("first in flow", "a: [1, 2, 3]\n", .removeItem(["a", 0]), "a: [2, 3]\n"),
        EditCase("last in flow", "a: [1, 2, 3 ] # x\n", .removeItem(["a", 2]), "a: [1, 2 ] # x\n"),
        EditCase("only in flow", "a: [1]\n", .removeItem(["a", 0]), "a: []\n"),
        EditCase("only in flow with a comma", "a: [1,]\n", .removeItem(["a", 0]), "a: []\n"),
        EditCase("key in flow", "{a: 1, b: 2, c: 3}\n", .removeKey(["b"]), "{a: 1, c: 3}\n"),
        EditCase("last in JSON", "{\n  \"a\": 1,\n  \"b\": 2\n}\n", .removeKey(["b"]), "{\n  \"a\": 1\n}\n"),
        EditCase("first in JSON", "{\n  \"a\": 1,\n  \"b\": 2\n}\n", .removeKey(["a"]), "{\n  \"b\": 2\n}\n"),
        EditCase(
            "in flow with comments", "[\n  a, # x\n  b, # y\n  c # z\n]\n", [.removeItem([2]), .removeItem([0])],
            "[\n  b # y\n]\n"),
    ]

    static let insertions: [EditCase] = [
        EditCase("append", "a:\n  - 1\nb: 2\n", .insertItem(inSequence: ["a"], at: 1, 2), "a:\n  - 1\n  - 2\nb: 2\n"),
        EditCase("first", "a:\n  # x\n  - 1\n", .insertItem(inSequence: ["a"], at: 0, 0), "a:\n  - 0\n  # x\n  - 1\n"),
        EditCase("between", "- 1 # x\n# y\n- 3\n", .insertItem(inSequence: [], at: 1, 2), "- 1 # x\n- 2\n# y\n- 3\n"),
        EditCase(
            "indentless", "a:\n- 1\nb: 2\n", .insertItem(inSequence: ["a"], at: 1, ["c": 1, "d": 2]),
            "a:\n- 1\n- c: 1\n  d: 2\nb: 2\n"),
        EditCase("at the end without line break", "- 1", .insertItem(inSequence: [], at: 1, 2), "- 1\n- 2"),
        EditCase(
            "in an empty list", "a: [] # c\nb: 1\n", .insertItem(inSequence: ["a"], at: 0, ["k": 1]),
            "a: # c\n  - k: 1\nb: 1\n"),
        EditCase("in nothing", "a:\nb: 1\n", .insertItem(inSequence: ["a"], at: 0, 1), "a:\n  - 1\nb: 1\n"),
        EditCase("in an empty file", "", .insertItem(inSequence: [], at: 0, 1), "- 1\n"),
        EditCase(
            "first of a list in a list", "- - b\n  - c\n", .insertItem(inSequence: [0], at: 0, "a"),
            "- - a\n  - b\n  - c\n"),
        EditCase("in flow", "a: [1, 3]\n", .insertItem(inSequence: ["a"], at: 1, 2), "a: [1, 2, 3]\n"),
        EditCase("at the end of flow", "a: [1] # x\n", .insertItem(inSequence: ["a"], at: 1, 2), "a: [1, 2] # x\n"),
        EditCase(
            "in flow over lines", "a: [\n  1, # x\n  2 # y\n]\n", .insertItem(inSequence: ["a"], at: 2, 3),
            "a: [\n  1, # x\n  2, # y\n  3\n]\n"),
        EditCase(
            "a row of a table", "- name: a\n  value: b\n",
            .insertItem(inSequence: [], at: 1, ["name": "c", "value": ""]),
            "- name: a\n  value: b\n- name: c\n  value: \"\"\n"),
    ]

    static let moves: [EditCase] = [
        EditCase("down", "- 1\n- 2\n- 3\n", .moveItem(inSequence: [], from: 0, to: 2), "- 2\n- 3\n- 1\n"),
        EditCase(
            "up with comments", "- 1 # a\n# x\n- 2 # b\n- 3\n", .moveItem(inSequence: [], from: 1, to: 0),
            "# x\n- 2 # b\n- 1 # a\n- 3\n"),
        EditCase(
            "at the end without line break", "a:\n  - 1\n  - b: 2\n    c: 3",
            .moveItem(inSequence: ["a"], from: 1, to: 0), "a:\n  - b: 2\n    c: 3\n  - 1"),
        EditCase(
            "list in a list", "- - a\n  - b\n- c\n", .moveItem(inSequence: [0], from: 1, to: 0), "- - b\n  - a\n- c\n"),
        EditCase("in flow", "[a, 'b', {c: 1}]\n", .moveItem(inSequence: [], from: 2, to: 0), "[{c: 1}, a, 'b']\n"),
        EditCase(
            "equal items with their comments", "- 1 # a\n- 1 # b\n", .moveItem(inSequence: [], from: 0, to: 1),
            "- 1 # b\n- 1 # a\n"),
        EditCase(
            "blank lines stay", "- 1\n\n- 2\n- 3\n", .moveItem(inSequence: [], from: 2, to: 0), "- 3\n\n- 1\n- 2\n"),
        EditCase(
            "block scalars", "- |\n  x\n- |-\n  y\n", .moveItem(inSequence: [], from: 0, to: 1), "- |-\n  y\n- |\n  x\n"
        ),
    ]

    @Test("a key is added", arguments: keys)
    func key(row: EditCase) throws { try row.check() }

    @Test("an entry is removed", arguments: removals)
    func removal(row: EditCase) throws { try row.check() }

    @Test("an item is inserted", arguments: insertions)
    func insertion(row: EditCase) throws { try row.check() }

    @Test("an item is moved", arguments: moves)
    func move(row: EditCase) throws { try row.check() }

    static let renamings: [EditCase] = [
        EditCase("plain", "a: 1 # x\nb: 2\n", .renameKey(["a"], to: "c"), "c: 1 # x\nb: 2\n"),
        EditCase("keeps its quotes", "'a b': 1\n", .renameKey(["a b"], to: "it's"), "'it''s': 1\n"),
        EditCase(
            "takes quotes where it needs them", "a:\n  b: 1\n", .renameKey(["a"], to: "a: b"), "\"a: b\":\n  b: 1\n"),
        EditCase("between brackets", "{a: 1, b: 2}\n", .renameKey(["b"], to: "c, d"), "{a: 1, \"c, d\": 2}\n"),
        EditCase("to what it is", "a: 1\n", .renameKey(["a"], to: "a"), "a: 1\n"),
    ]

    @Test("a key takes another text and nothing else changes", arguments: renamings)
    func renames(change: EditCase) throws { try change.check() }

    static let copies: [EditCase] = [
        EditCase(
            "deeper, with its comments",
            "a:\n  # above\n  - x: 1 # one\n    y: |\n      z\n    # below\nb:\n  c:\n    - d: 2\n",
            .copyItem(["a", 0], inSequence: ["b", "c"], at: 1),
            "a:\n  # above\n  - x: 1 # one\n    y: |\n      z\n    # below\nb:\n  c:\n    - d: 2\n    # above\n    - x: 1 # one\n"
                + "      y: |\n        z\n      # below\n"),
        EditCase(
            "further out, before the first", "- - 'a' # x\n  - b\n- c\n", .copyItem([0, 1], inSequence: [], at: 0),
            "- b\n- - 'a' # x\n  - b\n- c\n"),
        EditCase(
            "into brackets it is written anew", "- a: 1 # x\n- [b]\n", .copyItem([0], inSequence: [1], at: 1),
            "- a: 1 # x\n- [b, {a: 1}]\n"),
        EditCase(
            "into an empty list", "- a: 'x'\n- []\n", .copyItem([0], inSequence: [1], at: 0), "- a: 'x'\n- - a: x\n"),
    ]

    @Test("an item is copied into another sequence as it is written", arguments: copies)
    func copying(change: EditCase) throws { try change.check() }

    @Test("a key that is there already is not given twice")
    func doubleKey() throws {
        let error = #expect(throws: YAMLEditError.self) {
            try YAMLDocument(text: "a: 1\nb: 2\n").applying(.renameKey(["a"], to: "b"))
        }
        #expect(error?.description == "a: there is a key b already")
    }
}
