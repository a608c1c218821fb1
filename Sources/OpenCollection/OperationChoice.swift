public import GraphQL
import Quoting

/// The operation of a GraphQL query that is sent.
public enum OperationChoice: Sendable, Hashable {
    /// The query has a single one, or none: the server needs no name.
    case unnamed
    case named(String)
    /// The query has several, and none is chosen, or it has none of the chosen name.
    case open(OpenOperation)

    /// - Parameter name: The operation that was chosen; nil: none was.
    public init(of name: String?, in query: String) {
        let operations = GraphQLOperation.all(in: query)
        if let name, !operations.contains(where: { $0.name?.hasSameBytes(as: name) == true }) {
            self = .open(OpenOperation(operations: operations, unknown: name))
        } else if operations.count > 1 {
            self = name.map { .named($0) } ?? .open(OpenOperation(operations: operations))
        } else {
            self = .unnamed
        }
    }

    /// The name that is sent; nil: none is.
    public var name: String? { if case .named(let name) = self { name } else { nil } }
}

/// A choice among the operations of a query that is still to be made.
public struct OpenOperation: Sendable, Hashable {
    public var operations: [GraphQLOperation]
    /// The name that was chosen and that none of them has; nil: none was chosen.
    public var unknown: String?

    /// Says what is wrong, without a full stop: "The query has 2 operations (One, Two), and none is chosen".
    public var words: String {
        let names = operations.map { $0.name ?? "one without a name" }.joined(separator: ", ").shownInLine()
        guard let unknown else { return "The query has \(operations.count) operations (\(names)), and none is chosen" }
        let known = operations.isEmpty ? "it has none" : "it has \(names)"
        return "The query has no operation \(unknown.shownInLine()): \(known)"
    }
}

extension DraftContent {
    /// The operation of its query that has to be chosen before it is sent; nil: it is no query, or clear which.
    public var openOperation: OpenOperation? {
        guard definition.body.kind == .graphQL else { return nil }
        let chosen = definition.body.operationName ?? policies.operation
        guard case .open(let open) = OperationChoice(of: chosen, in: definition.body.text) else { return nil }
        return open
    }
}
