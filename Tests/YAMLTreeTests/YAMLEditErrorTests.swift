import Testing
import YAMLTree

@Suite("A change that cannot be made says why, and nothing changes")
struct YAMLEditErrorTests {
    static let rows: [Row<(text: String, edit: YAMLEdit, code: YAMLEditError.Code, shown: String)>] = [
        row("no such key", "a: 1\n", .setScalar(["b"], to: 1), .notFound, "b: nothing stands there"),
        row("no such parent", "a: 1\n", .setScalar(["a", 0], to: 1), .notFound, "a[0]: nothing stands there"),
        row(
            "collection as scalar", "a: [1]\n", .setScalar(["a"], to: 1), .wrongShape,
            "a: a collection stands here, not a scalar"),
        row("scalar to collection", "a: 1\n", .setScalar(["a"], to: []), .wrongShape, "a: the new value is no scalar"),
        row(
            "key in a scalar", "a: 1\n", .setKey(inMapping: ["a"], key: "b", 1), .wrongShape,
            "a: no mapping stands here"),
        row(
            "item in a mapping", "a: 1\n", .insertItem(inSequence: [], at: 0, 1), .wrongShape,
            "the whole file: no sequence stands here"),
        row(
            "beyond the end", "- 1\n", .insertItem(inSequence: [], at: 2, 1), .outOfRange,
            "the whole file: there is no place 2 among 1 items"),
        row(
            "move beyond the end", "- 1\n", .moveItem(inSequence: [], from: 0, to: 1), .outOfRange,
            "the whole file: there is no item 1 among 1"),
        row("root removed", "a: 1\n", .removeKey([]), .wrongShape, "the whole file: the root cannot be removed"),
        row(
            "through an alias", "a: &x {b: 1}\nc: *x\n", .setScalar(["c", "b"], to: 2), .shared,
            "c: this is '*x': its content stands at the anchor '&x'"),
        row(
            "key added to an alias", "a: &x {b: 1}\nc: *x\n", .setKey(inMapping: ["c"], key: "d", 2), .shared,
            "c: this is '*x': its content stands at the anchor '&x'"),
        row(
            "inside an anchor", "a: &x {b: 1}\nc: *x\n", .setScalar(["a", "b"], to: 2), .shared,
            "a: '*x' elsewhere would change with it"),
        row(
            "anchor removed", "a: &x 1\nb: *x\n", .removeKey(["a"]), .unwritable,
            "a: the change cannot be written without changing something else"),
        row(
            "anchor moved behind its alias", "- &x 1\n- 2\n- *x\n", .moveItem(inSequence: [], from: 0, to: 2),
            .unwritable, "the whole file: the change cannot be written without changing something else"),
        row(
            "tag of an application", "a: !secret x\n", .setScalar(["a"], to: "y"), .unwritable,
            "a: the value has a tag, which might not fit another value"),
        row(
            "explicit key", "? a\n: 1\n? b\n: 2\n", .removeKey(["b"]), .unwritable,
            "the whole file: the key is written with '?', which can only be edited by hand"),
    ]

    static func row(
        _ id: String, _ text: String, _ edit: YAMLEdit, _ code: YAMLEditError.Code, _ shown: String
    ) -> Row<(text: String, edit: YAMLEdit, code: YAMLEditError.Code, shown: String)> {
        Row(id: id, value: (text, edit, code, shown))
    }

    @Test("code, path and reason", arguments: rows)
    func refused(row: Row<(text: String, edit: YAMLEdit, code: YAMLEditError.Code, shown: String)>) throws {
        let document = try YAMLDocument(text: row.value.text)
        let error = #expect(throws: YAMLEditError.self) { try document.applying(row.value.edit) }
        #expect(error?.code == row.value.code)
        #expect(error?.description == row.value.shown)
    }
}
