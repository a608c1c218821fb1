/// The layout of a document, so that added parts look like those that are there.
struct LayoutHabits {
    /// Columns that nested block mappings are indented from their parents. Default: 2.
    var step = 2
    /// Whether sequences are in the column of their keys.
    var isIndentless = false

    init(_ root: YAMLNode) {
        var steps: [Int: Int] = [:]
        var indentless = 0
        var indented = 0
        Self.walk(root) { column, child in
            let depth = child.place.column - column
            if child.items != nil {
                if depth == 0 { indentless += 1 } else { indented += 1 }
            }
            if depth > 0 { steps[depth, default: 0] += 1 }
        }
        step = steps.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 2
        isIndentless = indentless > indented
    }

    /// Calls `visit` with the column of a key and the block collection that is its value.
    private static func walk(_ node: YAMLNode, _ visit: (Int, YAMLNode) -> Void) {
        guard node.isBlockCollection else { return }
        for item in node.items ?? [] { walk(item, visit) }
        for entry in node.entries ?? [] {
            if entry.value.isBlockCollection { visit(node.place.column, entry.value) }
            walk(entry.value, visit)
        }
    }
}
