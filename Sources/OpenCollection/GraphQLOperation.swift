/// An operation of a GraphQL query.
public struct GraphQLOperation: Sendable, Hashable {
    /// The name of the operation; nil if it has none.
    public var name: String?
    /// The line on which it begins, 0-based.
    public var line: Int

    /// The operations of a query, in their order; fragments are not among them. A text that is not GraphQL gives as much as can be read.
    public static func all(in query: String) -> [GraphQLOperation] {
        var reader = OperationReader(Array(query.utf8))
        return reader.operations()
    }
}

extension RequestBody {
    /// Chooses the operation that begins last before a line, else the first; none where the query has only one.
    ///
    /// - Parameter line: 0-based.
    public mutating func chooseOperation(atLine line: Int) {
        let operations = kind == .graphQL ? GraphQLOperation.all(in: text) : []
        let chosen = operations.last { $0.line <= line } ?? operations.first
        operationName = operations.count > 1 ? chosen?.name : nil
    }
}

/// Reads what is outside of all brackets.
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

    /// Whether a selection after such a word is an operation; one without a word is a query.
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
