import Foundation

/// What is known of a send so far, kept as it came in, in few and flat pieces: an ``Exchange`` is made of it when somebody asks.
struct RunningExchange {
    /// As prepared for the first attempt; nil before.
    private var prepared: Exchange.SentRequest?
    /// But for the last one.
    private var attempts: [Exchange.Attempt] = []
    /// The last one, until another one follows; nil between attempts.
    private var attempt: RunningAttempt?
    private var duration: Duration?
    /// The attempt's last one.
    var hop = CurrentHop()

    var isFinished: Bool { duration != nil }

    // MARK: Attempts

    /// - Returns: its number.
    mutating func attemptStarted(_ request: Exchange.SentRequest, at now: Duration) -> Int {
        attempt = RunningAttempt(startedAfter: now, request: prepared == nil ? nil : request)
        prepared = prepared ?? request
        return attempts.count + 1
    }

    /// Another attempt follows.
    ///
    /// - Returns: the one that is over; nil when none was running.
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

    /// - Returns: whether an attempt was running; nil when the exchange was over before.
    mutating func finish(_ outcome: Exchange.Attempt.Outcome, at now: Duration) -> Bool? {
        guard duration == nil else { return nil }
        duration = now
        if endAttempt(outcome, at: now) { return true }
        // A send that ends before, or between, attempts (an interceptor failed, a wait was cancelled) still says how: as an attempt
        // without hops.
        attempt = RunningAttempt(startedAfter: now, outcome: outcome)
        return false
    }

    /// False: none was running.
    private mutating func endAttempt(_ outcome: Exchange.Attempt.Outcome, at now: Duration) -> Bool {
        guard attempt != nil else { return false }
        hop.end(at: now)
        attempt?.outcome = outcome
        return true
    }

    // MARK: Hops

    /// - Parameter request: nil when it is the attempt's.
    mutating func hopStarted(_ request: Exchange.SentRequest?, at now: Duration) {
        if let ended = lastHop { attempt?.hops.append(ended) }
        hop = CurrentHop(startedAfter: now, request: request)
    }

    /// The transport asks the same once more, by itself.
    ///
    /// - Returns: the hop that is over; nil without one.
    mutating func hopRepeated(after end: Exchange.Hop.End, at now: Duration) -> Exchange.Hop? {
        guard var ended = lastHop else { return nil }
        ended.take(end)
        ended.timings.total = ended.timings.total ?? now - ended.startedAfter
        attempt?.hops.append(ended)
        hop = CurrentHop(startedAfter: now, request: hop.request)
        return ended
    }

    // MARK: As values

    /// - Parameter given: what was to be sent, for when nothing was prepared.
    func exchange(of given: @autoclosure () -> Exchange.SentRequest, startedAt: Date) -> Exchange {
        let request = prepared ?? given()
        var exchange = Exchange(request: request, startedAt: startedAt, attempts: attempts, duration: duration)
        if let last = lastAttempt(of: request) { exchange.attempts.append(last) }
        return exchange
    }

    /// As it stands; nil between attempts.
    private var lastAttempt: Exchange.Attempt? { prepared.flatMap(lastAttempt(of:)) }

    private func lastAttempt(of request: Exchange.SentRequest) -> Exchange.Attempt? {
        guard let attempt else { return nil }
        return Exchange.Attempt(
            number: attempts.count + 1, startedAfter: attempt.startedAfter, request: attempt.request ?? request,
            hops: lastHop.map { attempt.hops + [$0] } ?? attempt.hops, outcome: attempt.outcome)
    }

    /// As it stands; nil before the first one of an attempt.
    var lastHop: Exchange.Hop? {
        guard let attempt, let request = hop.request ?? attempt.request ?? prepared else { return nil }
        return Exchange.Hop(hop, request: request)
    }
}

/// An attempt without its current hop.
private struct RunningAttempt {
    var startedAfter: Duration
    /// Nil when it is that of the first attempt.
    var request: Exchange.SentRequest?
    /// Those that are over.
    var hops: [Exchange.Hop] = []
    var outcome = Exchange.Attempt.Outcome.running
}
