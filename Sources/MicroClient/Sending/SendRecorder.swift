import Foundation

/// Records what happens while one request is sent, and notifies the observer as it happens.
///
/// Called by one task at a time: first by the sending task, then by the one that reads the body. Any task may read ``exchange``.
final class SendRecorder: Sendable {
    private struct State {
        var exchange = RunningExchange()
        var progress = ProgressGate()
    }

    /// The request as the caller gave it.
    let request: WireRequest
    private let defaults: SendDefaults
    private let startedAt: Date
    private let start: Duration
    private let observer: Exchange.Observer?
    private let state = Locked(State())

    init(_ request: WireRequest, by defaults: SendDefaults, observer: Exchange.Observer?) {
        self.request = request
        self.defaults = defaults
        self.observer = observer
        startedAt = defaults.clock.now()
        start = defaults.clock.uptime()
    }

    var exchange: Exchange {
        state.withLock { $0.exchange.exchange(of: Exchange.SentRequest(request), startedAt: startedAt) }
    }
    var isFinished: Bool { state.withLock { $0.exchange.isFinished } }
    /// The connection of the current hop; nil if it is not known.
    var connection: ConnectionFacts? { state.withLock { $0.exchange.hop.connection } }
    var elapsed: Duration { defaults.clock.uptime() - start }

    // MARK: Attempts

    func attemptStarted(_ request: Exchange.SentRequest) {
        let now = elapsed
        let number = state.withLock { $0.exchange.attemptStarted(request, at: now) }
        guard let observer else { return }
        if number == 1 { observer(.prepared(request)) }
        observer(.attemptStarted(number: number, request))
    }

    /// Records that the attempt is over and another one follows after the wait.
    func retrying(_ retry: Exchange.Attempt.Retry, after outcome: Exchange.Attempt.Outcome) {
        let now = elapsed
        let attempt = state.withLock { $0.exchange.attemptEnded(outcome, retry: retry, at: now) }
        guard let attempt, let observer else { return }
        observer(.attemptFinished(attempt))
        observer(.retrying(retry, next: attempt.number + 1))
    }

    /// Records that the last attempt is over, and with it the exchange. Only the first call counts.
    func finish(_ outcome: Exchange.Attempt.Outcome) {
        let now = elapsed
        guard let wasRunning = state.withLock({ $0.exchange.finish(outcome, at: now) }), let observer else { return }
        let exchange = self.exchange
        if wasRunning, let attempt = exchange.attempts.last { observer(.attemptFinished(attempt)) }
        observer(.finished(exchange))
    }

    // MARK: Hops

    /// - Parameter request: The request as it is handed to the transport; nil when it is the attempt's.
    func hopStarted(_ request: Exchange.SentRequest?) {
        let now = elapsed
        state.withLock { state in
            state.progress = ProgressGate()
            state.exchange.hopStarted(request, at: now)
        }
    }

    func connected(_ facts: ConnectionFacts) {
        state.withLock { $0.exchange.hop.connection = facts }
        observer?(.connected(facts))
    }

    func uploaded(_ bytes: Int64) {
        guard let observer else { return }
        let hop = state.withLock { $0.exchange.lastHop }
        observer(.uploadProgress(bytes: bytes, of: hop?.request.bodyLength))
    }

    func headArrived(_ head: ResponseHead) { state.withLock { $0.exchange.hop.response = head } }

    /// Reports the head as the attempt's response, not a redirect on the way to it.
    func received(_ head: ResponseHead) { observer?(.responseHead(head)) }

    func redirected(to url: String) {
        let now = elapsed
        let hop = state.withLock { state in
            state.exchange.hop.end(at: now)
            return observer == nil ? nil : state.exchange.lastHop
        }
        if let hop { observer?(.redirected(hop, to: url)) }
    }

    /// Records that the transport repeats the request, which is a hop of its own. No head has arrived, so no progress was reported yet.
    func resending(after end: Exchange.Hop.End) {
        let now = elapsed
        let hop = state.withLock { $0.exchange.hopRepeated(after: end, at: now) }
        if let hop { observer?(.resending(hop)) }
    }

    func received(_ count: Int) -> Int64 {
        let now = observer == nil ? .zero : elapsed
        let (total, isDue) = state.withLock { state in
            state.exchange.hop.bodyBytes += Int64(count)
            let total = state.exchange.hop.bodyBytes
            return (total, observer != nil && state.progress.opens(at: total, now))
        }
        if isDue { observer?(.downloadProgress(bytes: total, of: contentLength)) }
        return total
    }

    func completed(_ summary: Transfer.Summary) {
        let unreported = state.withLock { state in
            state.exchange.hop.summary = summary
            return state.progress.unreported
        }
        if let observer, let unreported { observer(.downloadProgress(bytes: unreported, of: contentLength)) }
    }

    func failed(_ error: TransferError) { state.withLock { $0.exchange.hop.error = error } }

    /// The length of the body in bytes; nil when unknown, and for an encoded body: its length does not match the decoded bytes that are counted.
    private var contentLength: Int64? {
        guard let head = state.withLock({ $0.exchange.hop.response }), head.headers["Content-Encoding"] == nil else {
            return nil
        }
        return head.contentLength
    }
}

/// Lets progress through when enough bytes or enough time have passed, so that observing does not slow a transfer down.
struct ProgressGate {
    static let bytes: Int64 = 64 * 1024
    static let interval = Duration.milliseconds(50)

    private var bytesSeen: Int64 = 0
    private var bytesReported: Int64 = 0
    private var reportedAt: Duration?

    /// Whether progress at `bytes` is worth an event.
    mutating func opens(at bytes: Int64, _ now: Duration) -> Bool {
        bytesSeen = bytes
        if let reportedAt, bytes - bytesReported < Self.bytes, now - reportedAt < Self.interval { return false }
        bytesReported = bytes
        reportedAt = now
        return true
    }

    /// The bytes up to now, if no event has reported them.
    var unreported: Int64? { bytesSeen > bytesReported ? bytesSeen : nil }
}
