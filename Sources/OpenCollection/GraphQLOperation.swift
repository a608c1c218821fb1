import Quoting

/// An operation of a GraphQL query.
public struct GraphQLOperation: Sendable, Hashable {
    /// Nil where it has none.
    public var name: String?
    /// 0-based line on which it begins.
    public var line: Int

    /// The operations of a query, in their order; fragments are none. What is no GraphQL gives what can be seen of it.
    public static func all(in query: String) -> [GraphQLOperation] {
        var reader = OperationReader(Array(query.utf8))
        return reader.operations()
    }
}

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

/// Reads what stands outside of all brackets.
private struct OperationReader {
    private let bytes: [UInt8]
    private var index = 0
    private var line = 0
    private var depth = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func operations() -> [GraphQLOperation] {
        var found: [GraphQLOperation] = []
        // The words since the last selection: "query", "GetUser".
        var words: [String] = []
        var start = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "#"): skipComment()
            case UInt8(ascii: "\""): skipString()
            case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "["):
                if depth == 0, bytes[index] == UInt8(ascii: "{") {
                    if words.isEmpty { start = line }
                    if Self.begins(words.first) {
                        found.append(GraphQLOperation(name: words.dropFirst().first, line: start))
                    }
                    words = []
                }
                depth += 1
                index += 1
            case UInt8(ascii: "}"), UInt8(ascii: ")"), UInt8(ascii: "]"):
                depth = max(0, depth - 1)
                index += 1
            case let byte where depth == 0 && Self.isOfName(byte):
                if words.isEmpty { start = line }
                words.append(name())
            default:
                countLine()
                index += 1
            }
        }
        return found
    }

    /// Whether a selection behind such a word is an operation; one without a word is a query.
    private static func begins(_ word: String?) -> Bool { [nil, "query", "mutation", "subscription"].contains(word) }

    private static func isOfName(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private mutating func name() -> String {
        let start = index
        while index < bytes.count, Self.isOfName(bytes[index]) { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func skipComment() {
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n"), bytes[index] != UInt8(ascii: "\r") { index += 1 }
    }

    /// A string ends with its line at the latest, a block of three quotes with three.
    private mutating func skipString() {
        let quotes = [UInt8](repeating: UInt8(ascii: "\""), count: 3)
        let isBlock = bytes[index...].starts(with: quotes)
        index += isBlock ? 3 : 1
        while index < bytes.count {
            let byte = bytes[index]
            if isBlock, bytes[index...].starts(with: quotes) {
                index += 3
                return
            }
            if !isBlock, byte == UInt8(ascii: "\"") {
                index += 1
                return
            }
            if !isBlock, byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { return }
            countLine()
            index += byte == UInt8(ascii: "\\") ? 2 : 1
        }
    }

    /// LF, CR LF and CR alone end a line.
    private mutating func countLine() {
        let isPair = bytes[index] == UInt8(ascii: "\r") && bytes[(index + 1)...].first == UInt8(ascii: "\n")
        if bytes[index] == UInt8(ascii: "\n") || bytes[index] == UInt8(ascii: "\r") && !isPair { line += 1 }
    }
}
