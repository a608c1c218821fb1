import Foundation

/// Writes down what happens while one request is sent, and tells the observer as it happens.
///
/// Called by one task at a time: first by the one that sends, then by the one that reads the body. Anyone may read ``exchange``.
final class SendRecorder: Sendable {
    private struct State {
        var exchange: Exchange
        var isPrepared = false
        var isRunning = false
        var isFinished = false
        /// Of the current hop, as it was handed to the transport.
        var hopRequest: SentRequest?
        var progress = ProgressGate()

        /// Whether one was running.
        mutating func endAttempt(_ outcome: Attempt.Outcome, retry: Attempt.Retry?, at now: Duration) -> Bool {
            exchange.hopEnded(at: now)
            guard isRunning else { return false }
            isRunning = false
            exchange.withAttempt { attempt in
                attempt.outcome = outcome
                attempt.retry = retry
            }
            return true
        }

        /// Whether an attempt was running; nil when the exchange was over before.
        mutating func finish(_ outcome: Attempt.Outcome, at now: Duration) -> Bool? {
            guard !isFinished else { return nil }
            isFinished = true
            let wasRunning = endAttempt(outcome, retry: nil, at: now)
            exchange.finish(outcome, after: now, wasRunning: wasRunning)
            return wasRunning
        }
    }

    private let clock: ClientClock
    private let startedAt: Duration
    private let observer: ExchangeObserver?
    private let state: Locked<State>

    init(request: WireRequest, clock: ClientClock, observer: ExchangeObserver?) {
        self.clock = clock
        self.observer = observer
        startedAt = clock.uptime()
        state = Locked(State(exchange: Exchange(request: SentRequest(request), startedAt: clock.now())))
    }

    var exchange: Exchange { state.withLock { $0.exchange } }
    var isFinished: Bool { state.withLock { $0.isFinished } }
    /// Of the current hop.
    var connection: ConnectionFacts? { state.withLock { $0.exchange.readHop { $0.connection } } }
    var elapsed: Duration { clock.uptime() - startedAt }

    private func emit(_ event: @autoclosure () -> ExchangeEvent) {
        if let observer { observer(event()) }
    }

    // MARK: Attempts

    func attemptStarted(_ request: SentRequest) {
        let now = elapsed
        let (number, isFirst) = state.withLock { state in
            let isFirst = !state.isPrepared
            if isFirst { state.exchange.request = request }
            state.isPrepared = true
            state.isRunning = true
            let number = state.exchange.attempts.count + 1
            state.exchange.attempts.append(Attempt(number: number, startedAfter: now, request: request))
            return (number, isFirst)
        }
        if isFirst { emit(.prepared(request)) }
        emit(.attemptStarted(number: number, request))
    }

    /// The attempt is over, and another one follows after the wait.
    func retrying(_ retry: Attempt.Retry, after outcome: Attempt.Outcome) {
        let now = elapsed
        let attempt = state.withLock { state in
            state.endAttempt(outcome, retry: retry, at: now) ? state.exchange.attempts.last : nil
        }
        guard let attempt else { return }
        emit(.attemptFinished(attempt))
        emit(.retrying(retry, next: attempt.number + 1))
    }

    /// The last attempt is over, and with it the exchange. Only the first call counts.
    func finish(_ outcome: Attempt.Outcome) {
        let now = elapsed
        guard let wasRunning = state.withLock({ $0.finish(outcome, at: now) }), observer != nil else { return }
        let exchange = self.exchange
        if wasRunning, let attempt = exchange.attempts.last { emit(.attemptFinished(attempt)) }
        emit(.finished(exchange))
    }

    // MARK: Hops

    func hopStarted(_ request: SentRequest) {
        let now = elapsed
        state.withLock { state in
            state.progress = ProgressGate()
            state.hopRequest = request
            state.exchange.withAttempt { $0.hops.append(Hop(startedAfter: now, request: request)) }
        }
    }

    func connected(_ facts: ConnectionFacts) {
        state.withLock { $0.exchange.withHop { $0.connection = facts } }
        emit(.connected(facts))
    }

    func uploaded(_ bytes: Int64) {
        emit(
            .uploadProgress(
                bytes: bytes, of: state.withLock { $0.exchange.readHop { $0.request.bodyLength } }))
    }

    func headArrived(_ head: ResponseHead) {
        state.withLock { $0.exchange.withHop { $0.response = head } }
    }

    /// The head is the attempt's answer, not a redirect on the way to it.
    func answered(_ head: ResponseHead) { emit(.responseHead(head)) }

    func redirected(to url: String) {
        hopEnded()
        guard observer != nil, let hop = state.withLock({ $0.exchange.attempts.last?.hops.last }) else { return }
        emit(.redirected(hop, to: url))
    }

    /// The transport repeats the request: a hop of its own.
    func resending(after end: HopEnd) {
        state.withLock { $0.exchange.withHop { $0.take(end) } }
        hopEnded()
        // What the hop really sent, which may be without its body, is not what the next one is asked to send.
        let (hop, request) = state.withLock { ($0.exchange.attempts.last?.hops.last, $0.hopRequest) }
        guard let hop, let request else { return }
        emit(.resending(hop))
        hopStarted(request)
    }

    func received(_ count: Int) -> Int64 {
        let now = observer == nil ? .zero : elapsed
        let (total, isDue) = state.withLock { state in
            let total = state.exchange.addBodyBytes(count)
            return (total, observer != nil && state.progress.opens(at: total, now))
        }
        if isDue { emit(.downloadProgress(bytes: total, of: contentLength)) }
        return total
    }

    func completed(_ summary: TransferSummary) {
        let unreported = state.withLock { state in
            state.exchange.withHop { $0.take(summary) }
            return state.progress.unreported
        }
        if observer != nil, let unreported { emit(.downloadProgress(bytes: unreported, of: contentLength)) }
    }

    func failed(_ error: TransferError) {
        state.withLock { $0.exchange.withHop { $0.take(error) } }
    }

    private func hopEnded() {
        let now = elapsed
        state.withLock { $0.exchange.hopEnded(at: now) }
    }

    private var contentLength: Int64? {
        state.withLock { $0.exchange.readHop { $0.response?.contentLength } }
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

    /// The last bytes, if no event told of them.
    var unreported: Int64? { bytesSeen > bytesReported ? bytesSeen : nil }
}
