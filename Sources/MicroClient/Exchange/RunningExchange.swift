import Foundation

/// The facts of a send so far, kept as they arrived, in few and flat pieces; an ``Exchange`` is created from them on demand.
struct RunningExchange {
    /// The request as prepared for the first attempt; nil before.
    private var prepared: Exchange.SentRequest?
    /// The attempts without the last one.
    private var attempts: [Exchange.Attempt] = []
    /// The last attempt, until another one follows; nil between attempts.
    private var attempt: RunningAttempt?
    private var duration: Duration?
    /// The last hop of the attempt.
    var hop = CurrentHop()

    var isFinished: Bool { duration != nil }

    // MARK: Attempts

    /// - Returns: The number of the attempt.
    mutating func attemptStarted(_ request: Exchange.SentRequest, at now: Duration) -> Int {
        attempt = RunningAttempt(startedAfter: now, request: prepared == nil ? nil : request)
        prepared = prepared ?? request
        return attempts.count + 1
    }

    /// Records that the attempt is over and another one follows.
    ///
    /// - Returns: The attempt that is over; nil when none was running.
    mutating func attemptEnded(_ outcome: Exchange.Attempt.Outcome, retry: Exchange.Attempt.Retry, at now: Duration)
        -> Exchange.Attempt?
    {
        guard endAttempt(outcome, at: now), var ended = lastAttempt else { return nil }
        ended.retry = retry
        attempts.append(ended)
        attempt = nil
        hop = CurrentHop()
        return ended
    }

    /// - Returns: Whether an attempt was running; nil when the exchange was over before.
    mutating func finish(_ outcome: Exchange.Attempt.Outcome, at now: Duration) -> Bool? {
        guard duration == nil else { return nil }
        duration = now
        if endAttempt(outcome, at: now) { return true }
        // A send that ends before, or between, attempts (an interceptor failed, a wait was cancelled) still reports how: as an attempt
        // without hops.
        attempt = RunningAttempt(startedAfter: now, outcome: outcome)
        return false
    }

    /// Returns false when no attempt was running.
    private mutating func endAttempt(_ outcome: Exchange.Attempt.Outcome, at now: Duration) -> Bool {
        guard attempt != nil else { return false }
        hop.end(at: now)
        attempt?.outcome = outcome
        return true
    }

    // MARK: Hops

    /// - Parameter request: The request; nil when it is the attempt's.
    mutating func hopStarted(_ request: Exchange.SentRequest?, at now: Duration) {
        if let ended = lastHop { attempt?.hops.append(ended) }
        hop = CurrentHop(startedAfter: now, request: request)
    }

    /// Records that the transport repeats the request by itself.
    ///
    /// - Returns: The hop that is over; nil if there was none.
    mutating func hopRepeated(after end: Exchange.Hop.End, at now: Duration) -> Exchange.Hop? {
        guard var ended = lastHop else { return nil }
        ended.take(end)
        ended.timings.total = ended.timings.total ?? now - ended.startedAfter
        attempt?.hops.append(ended)
        hop = CurrentHop(startedAfter: now, request: hop.request)
        return ended
    }

    // MARK: As values

    /// - Parameter given: The request to be sent, used when nothing was prepared.
    func exchange(of given: @autoclosure () -> Exchange.SentRequest, startedAt: Date) -> Exchange {
        let request = prepared ?? given()
        var exchange = Exchange(request: request, startedAt: startedAt, attempts: attempts, duration: duration)
        if let last = lastAttempt(of: request) { exchange.attempts.append(last) }
        return exchange
    }

    /// The last attempt as it is now; nil between attempts.
    private var lastAttempt: Exchange.Attempt? { prepared.flatMap(lastAttempt(of:)) }

    private func lastAttempt(of request: Exchange.SentRequest) -> Exchange.Attempt? {
        guard let attempt else { return nil }
        return Exchange.Attempt(
            number: attempts.count + 1, startedAfter: attempt.startedAfter, request: attempt.request ?? request,
            hops: lastHop.map { attempt.hops + [$0] } ?? attempt.hops, outcome: attempt.outcome)
    }

    /// The last hop as it is now; nil before the first one of an attempt.
    var lastHop: Exchange.Hop? {
        guard let attempt, let request = hop.request ?? attempt.request ?? prepared else { return nil }
        return Exchange.Hop(hop, request: request)
    }
}

/// An attempt without its current hop.
private struct RunningAttempt {
    var startedAfter: Duration
    /// The request; nil when it is that of the first attempt.
    var request: Exchange.SentRequest?
    /// The hops that are over.
    var hops: [Exchange.Hop] = []
    var outcome = Exchange.Attempt.Outcome.running
}
