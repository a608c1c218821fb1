import YAMLTree

/// A value that is shown in a test's name instead of the whole row.
struct Row<Value: Sendable>: Sendable, CustomStringConvertible {
    let id: String
    let value: Value

    var description: String { id }
}

extension YAMLNode {
    /// The tree without places: `{a: 1, b: ["x", null]}`; strings quoted, keys not.
    var outline: String {
        switch kind {
        case .scalar(let scalar): scalar.outline
        case .mapping(let entries):
            "{"
                + entries.map { "\($0.key.scalar?.text ?? $0.key.outline): \($0.value.outline)" }.joined(
                    separator: ", ") + "}"
        case .sequence(let items): "[" + items.map(\.outline).joined(separator: ", ") + "]"
        }
    }

    /// The piece of `text` that the node's range covers.
    func written(in text: String) -> String {
        String(decoding: Array(text.utf8)[range], as: UTF8.self)
    }
}

extension YAMLScalar {
    fileprivate var outline: String {
        switch resolved {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .int(let value): "\(value)"
        case .float(let value): "\(value)"
        case .string: "\"\(text.replacing("\n", with: "\\n"))\""
        }
    }
}
