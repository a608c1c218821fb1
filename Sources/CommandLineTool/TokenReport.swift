import Exchanges
public import Foundation
import MicroClient
public import OpenCollection

/// The output of `token` about tokens, without the tokens themselves.
public struct TokenReport {
    public struct Entry {
        public var key: TokenKey
        /// The token; nil if there is none.
        public var token: OAuth2Token?

        public init(_ key: TokenKey, _ token: OAuth2Token?) {
            self.key = key
            self.token = token
        }
    }

    private let entries: [Entry]
    private let now: Date
    private let secondsFromGMT: Int

    /// - Parameter secondsFromGMT: The offset of the user's time zone from GMT, in seconds.
    public init(_ entries: [Entry], now: Date, secondsFromGMT: Int) {
        self.entries = entries
        self.now = now
        self.secondsFromGMT = secondsFromGMT
    }

    /// The status, which is success if all tokens are valid.
    public var status: ExitStatus {
        entries.allSatisfy { $0.token?.isFresh(at: now) == true } ? .success : .found
    }

    /// Returns a line for each token, safe for a terminal; empty if there are none.
    public func text(showsNonASCII: Bool) -> String {
        entries.map { TerminalText.line(line(of: $0), showsNonASCII: showsNonASCII) + "\n" }.joined()
    }

    private func line(of entry: Entry) -> String {
        let name = entry.key.credentialsID.isEmpty ? "" : "\(entry.key.credentialsID), "
        let owner = entry.key.username.isEmpty ? "" : " for \(entry.key.username)"
        let place =
            "\(entry.key.environment ?? "no environment"): \(name)\(entry.key.clientID)\(owner) at \(Redaction.url(entry.key.url))"
        guard let token = entry.token else { return "\(place): none" }
        let scope = (token.text("scope") ?? (entry.key.scope.isEmpty ? nil : entry.key.scope)).map { "scope \($0)" }
        let flow = entry.key.flow?.replacing("_", with: " ")
        let audience = entry.audience.map { "audience \($0)" }
        let facts = [
            status(of: token), flow, scope, audience, "received \(moment(token.receivedAt))",
        ]
        return "\(place): \(facts.compactMap { $0 }.joined(separator: ", "))"
    }

    private func status(of token: OAuth2Token) -> String {
        guard let end = token.expiresAt else { return "valid, expiry unknown" }
        let left = end.timeIntervalSince(now)
        if token.isFresh(at: now) { return "valid until \(moment(end)) (in \(Wording.span(left)))" }
        return left > 0 ? "expires now" : "expired \(moment(end)) (\(Wording.span(-left)) ago)"
    }

    private func moment(_ date: Date) -> String {
        Wording.moment(date, now: now, secondsFromGMT: secondsFromGMT)
    }

    // MARK: JSON

    /// Writes an object with the tokens; times are in UTC, what is unknown is null.
    public func writeJSON(to sink: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {
        try JSONWriter.object(to: sink) { writer in
            try writer.array("tokens", entries) { try write($0, to: writer) }
        }
    }

    private func write(_ entry: Entry, to writer: JSONWriter) throws {
        let token = entry.token
        let state = token.map { $0.isFresh(at: now) ? "good" : "expired" } ?? "none"
        let texts: [(String, String?)] = [
            ("environment", entry.key.environment), ("id", entry.key.credentialsID.nilIfEmpty),
            ("url", Redaction.url(entry.key.url)),
            ("flow", entry.key.flow), ("audience", entry.audience),
            ("client", entry.key.clientID), ("user", entry.key.username.nilIfEmpty), ("state", state),
            ("scope", token?.text("scope") ?? entry.key.scope.nilIfEmpty),
            ("received", token.map { Self.time($0.receivedAt) }), ("expires", token?.expiresAt.map(Self.time)),
        ]
        try writer.object {
            for (key, text) in texts {
                try writer.member(key, text)
            }
            try writer.member("refreshes", json: token?.refreshToken != nil ? "true" : "false")
        }
    }

    private static func time(_ date: Date) -> String { date.formatted(.iso8601) }
}

extension TokenReport.Entry {
    /// The servers that the token is for; nil if nothing is said.
    fileprivate var audience: String? { key.audiences?.joined(separator: " ") }
}

extension String {
    fileprivate var nilIfEmpty: String? { isEmpty ? nil : self }
}
