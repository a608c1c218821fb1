import Foundation
import MicroClient

extension HAR {
    /// Returns the entries of one send, one for each hop of each attempt, with its secrets (see ``redacted(_:)``).
    ///
    /// "_attempt" of an entry is the number of its attempt; the last entry of an attempt that was repeated has "_retry": the reason, the
    /// wait in milliseconds, and whether the server asked for it. An attempt that failed before its first hop is an entry without response.
    /// - Parameters:
    ///   - exchange: The exchange; it may be running or have failed.
    ///   - bodies: Returns the kept bodies of a hop; called with the number of its attempt, from 1, and that of the hop within the attempt,
    ///     from 0.
    public static func entries(
        of exchange: Exchange, bodies: (_ attempt: Int, _ hop: Int) -> Bodies = { _, _ in Bodies() }
    ) -> [Entry] {
        var entries = exchange.attempts.flatMap { attempt in
            attempt.entries(startOfExchange: exchange.startedAt) { bodies(attempt.number, $0) }
        }
        // So that the times of the entries, with the waits between them, add up to the total time.
        if let share = exchange.clientShare, share > .zero, !entries.isEmpty {
            entries[0].timings.blocked = share.milliseconds
            entries[0].time = entries[0].timings.sum
        }
        return entries
    }

    /// Returns the entries of one send when only the body of the last response was kept.
    public static func entries(of exchange: Exchange, responseBody: Data) -> [Entry] {
        let lastAttempt = exchange.attempts.last
        return entries(of: exchange) { attempt, hop in
            let isLast = attempt == lastAttempt?.number && hop == (lastAttempt?.hops.count ?? 0) - 1
            return Bodies(response: isLast ? Body(responseBody) : nil)
        }
    }
}

extension Exchange.Attempt {
    fileprivate func entries(startOfExchange: Date, bodies: (Int) -> HAR.Bodies) -> [HAR.Entry] {
        var entries = hops.enumerated().map { index, hop in
            HAR.Entry(
                hop, startedAt: startOfExchange.addingTimeInterval(hop.startedAfter.seconds), bodies: bodies(index))
        }
        if entries.isEmpty { entries.append(unsentEntry(startOfExchange)) }
        for index in entries.indices { entries[index].attempt = number }
        if let retry { entries[entries.count - 1].retry = retry }
        return entries
    }

    private func unsentEntry(_ startOfExchange: Date) -> HAR.Entry {
        var hop = Exchange.Hop(startedAfter: startedAfter, request: request)
        switch outcome {
        case .failure(let failure): hop.failure = failure
        case .cancelled: hop.failure = .cancelled
        case .running, .response: break
        }
        return HAR.Entry(hop, startedAt: startOfExchange.addingTimeInterval(startedAfter.seconds))
    }
}

extension Exchange.Failure {
    /// The failure of a hop whose response was no longer waited for; its code is "cancelled".
    public static let cancelled = Exchange.Failure(stage: .receive, code: "cancelled", message: "cancelled")
}

extension HAR.Entry {
    /// The number of its attempt within a send, from 1, written as "_attempt"; nil when that is not known.
    public var attempt: Int? {
        get { other["_attempt"]?.double.flatMap { Int(exactly: $0) } }
        set { other["_attempt"] = newValue.map(HAR.JSON.number) }
    }

    /// The reason why the attempt was repeated after this entry, and the wait, written as "_retry"; nil when it was not repeated.
    public var retry: Exchange.Attempt.Retry? {
        get {
            guard case .object(let retry)? = other["_retry"] else { return nil }
            return Exchange.Attempt.Retry(
                reason: retry["reason"]?.text ?? "", wait: .milliseconds(retry["wait"]?.double ?? 0),
                source: retry["source"] == "Retry-After" ? .retryAfter : .backoff)
        }
        set {
            other["_retry"] = newValue.map { retry in
                .object([
                    "reason": .string(retry.reason), "wait": .number(retry.wait.milliseconds),
                    "source": retry.source == .retryAfter ? "Retry-After" : "backoff",
                ])
            }
        }
    }
}

extension Duration {
    /// The duration in seconds.
    var seconds: TimeInterval { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
