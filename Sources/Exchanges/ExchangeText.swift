public import MicroClient

/// A text of an exchange that may hold secrets.
public enum ExchangeText: Sendable {
    /// The URL of a request.
    case url(String)
    case field(HeaderField, isOurs: Bool)
    /// The reason phrase beside the status.
    case reason(String)
    /// The message of a hop's failure.
    case failure(String)
    /// A part of the raw traffic.
    case wire(Exchange.WireLog.Part)

    /// The text; nil for raw traffic.
    public var text: String? {
        switch self {
        case .url(let text), .reason(let text), .failure(let text): text
        case .field(let field, _): field.value
        case .wire: nil
        }
    }

    public var field: HeaderField? { if case .field(let field, _) = self { field } else { nil } }
}

extension Exchange {
    /// Visits the texts of the request, then of each attempt and its hops, in the order in which they were sent and received.
    public func forEachText(_ visit: (ExchangeText) -> Void) {
        request.forEachText(visit)
        for attempt in attempts {
            attempt.request.forEachText(visit)
            for hop in attempt.hops { hop.forEachText(visit) }
        }
    }

    /// All of these texts, raw traffic excepted.
    public var texts: [ExchangeText] {
        var texts: [ExchangeText] = []
        forEachText { if $0.text != nil { texts.append($0) } }
        return texts
    }

    /// Returns the exchange with its requests, failures and hops changed.
    func mapping(
        _ request: (SentRequest) -> SentRequest, _ failure: (Failure) -> Failure, _ hop: (Hop) -> Hop
    ) -> Exchange {
        var mapped = self
        mapped.request = request(self.request)
        for index in attempts.indices {
            mapped.attempts[index].request = request(attempts[index].request)
            mapped.attempts[index].hops = attempts[index].hops.map { seen in
                var changed = hop(seen)
                changed.request = request(seen.request)
                changed.failure = seen.failure.map(failure)
                return changed
            }
            if case .failure(let reason) = attempts[index].outcome {
                mapped.attempts[index].outcome = .failure(failure(reason))
            }
        }
        return mapped
    }
}

extension Exchange.SentRequest {
    fileprivate func forEachText(_ visit: (ExchangeText) -> Void) {
        visit(.url(url))
        for field in headers { visit(.field(field, isOurs: true)) }
    }
}

extension Exchange.Hop {
    fileprivate func forEachText(_ visit: (ExchangeText) -> Void) {
        request.forEachText(visit)
        for field in Array(response?.headers ?? []) + Array(trailers) { visit(.field(field, isOurs: false)) }
        if let response { visit(.reason(response.reason)) }
        if let failure { visit(.failure(failure.message)) }
        for part in wire?.parts ?? [] { visit(.wire(part)) }
    }
}
