import Foundation
public import MicroClient

/// A request for a token, sent so that another could be.
public struct RecordedTokenRequest: Sendable, Hashable {
    /// "token fetched from http://example.com/token, expires in 3600 s": one line, without secrets.
    public var summary: String
    /// Whether a token came of it.
    public var hasToken: Bool
    /// What went over the wire, with its secrets masked; bodies are left out, as they are made of secrets.
    public var exchange: Exchange

    public init(summary: String, hasToken: Bool, exchange: Exchange) {
        self.summary = summary
        self.hasToken = hasToken
        self.exchange = exchange.withoutSecrets
    }
}

extension Exchange {
    /// Credentials masked by the names of what holds them, and no bodies.
    fileprivate var withoutSecrets: Exchange {
        var masked = self
        masked.request = request.withoutSecrets
        for attempt in masked.attempts.indices {
            masked.attempts[attempt].request = masked.attempts[attempt].request.withoutSecrets
            for hop in masked.attempts[attempt].hops.indices {
                let seen = masked.attempts[attempt].hops[hop]
                masked.attempts[attempt].hops[hop].request = seen.request.withoutSecrets
                masked.attempts[attempt].hops[hop].response?.headers = seen.response?.headers.withoutSecrets ?? []
            }
        }
        return masked
    }
}

extension SentRequest {
    fileprivate var withoutSecrets: SentRequest {
        SentRequest(
            method: method, url: Redaction.url(url), headers: headers.withoutSecrets, bodyLength: bodyLength, body: nil)
    }
}

extension HeaderFields {
    fileprivate var withoutSecrets: HeaderFields {
        HeaderFields(map { HeaderField($0.name, Redaction.value($0.value, of: $0.name)) })
    }
}
