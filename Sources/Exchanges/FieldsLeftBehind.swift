import MicroClient

/// Fields of a request that a redirect to another origin did not take along.
public struct FieldsLeftBehind: Sendable, Hashable {
    /// Names as in the request.
    public let names: [String]
    /// Of the first hop without them; secrets in clear.
    public let url: String
    /// Of the last answer: 401 or 403 may be for want of them.
    public let status: Int?

    /// What is missing of `names` in the last attempt; nil when all of them went along.
    public init?(_ names: [String], in exchange: Exchange) {
        guard let hops = exchange.attempts.last?.hops, let first = hops.first else { return nil }
        let sent = names.filter { first.request.headers.contains(named: $0) }
        for hop in hops.dropFirst() {
            let missing = sent.filter { !hop.request.headers.contains(named: $0) }
            guard missing.isEmpty else {
                (self.names, url, status) = (missing, hop.request.url, hops.last?.response?.status)
                return
            }
        }
        return nil
    }

    /// Whether the answer looks as if it wanted them.
    public var isWanted: Bool { status == 401 || status == 403 }
}
