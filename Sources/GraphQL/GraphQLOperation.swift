/// An operation of a GraphQL query.
public struct GraphQLOperation: Sendable, Hashable {
    /// Nil where it has none.
    public var name: String?
    /// 0-based line on which it begins.
    public var line: Int

    /// The operations of a query, in their order; fragments are none. What is no GraphQL gives what can be seen of it.
    public static func all(in query: String) -> [GraphQLOperation] {
        let bytes = Array(query.utf8)
        var found: [GraphQLOperation] = []
        // The words since the last selection: "query", "GetUser".
        var words: [GraphQLToken] = []
        var depth = 0
        for token in GraphQLLexer(bytes).tokens {
            switch token.kind {
            case .name where depth == 0, .hole where depth == 0: words.append(token)
            case .sign(let sign) where "{([".utf8.contains(sign):
                if depth == 0, sign == UInt8(ascii: "{") {
                    let names = words.map { String(decoding: bytes[$0.range], as: UTF8.self) }
                    if [nil, "query", "mutation", "subscription"].contains(names.first) {
                        let start = (words.first ?? token).range.lowerBound
                        let line = lineEnds(in: bytes[..<start])
                        found.append(GraphQLOperation(name: names.dropFirst().first, line: line))
                    }
                    words = []
                }
                depth += 1
            case .sign(let sign) where "})]".utf8.contains(sign): depth = max(0, depth - 1)
            default: break
            }
        }
        return found
    }

    /// LF, CR LF and CR alone end a line.
    private static func lineEnds(in bytes: ArraySlice<UInt8>) -> Int {
        bytes.indices.count { place in
            bytes[place] == 0x0A
                || bytes[place] == 0x0D && (place + 1 == bytes.endIndex || bytes[place + 1] != 0x0A)
        }
    }
}
