import MicroClient

/// Fields of a request that a redirect to another origin did not take along.
public struct StrippedCredentials: Sendable, Hashable {
    /// The names, spelled as in the request.
    public let names: [String]
    /// The URL of the first hop without them; secrets in clear.
    public let url: String
    /// The status of the last response: 401 or 403 may be due to the missing fields.
    public let status: Int?

    /// Creates the list of those `names` that are missing in the last attempt; nil if all of them were sent on.
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

    /// Whether the response's status suggests that the fields are needed.
    public var isWanted: Bool { status == 401 || status == 403 }
}
