import Foundation
import HTTPArchive
import MicroClient

/// One hop while it is recorded, and after.
final class RecordedHop: Sendable {
    fileprivate struct State {
        var hop: Hop
        var requestBody: KeptBody
        var responseBody: KeptBody
        var attempt: Int?
        var retry: Attempt.Retry?
        var isOver = false
    }

    private let startedAt: Date
    private let start: Duration
    private let clock: ClientClock
    private let state: Locked<State>

    /// - Parameter maximumBodyBytes: of each body.
    init(_ request: SentRequest, maximumBodyBytes: Int, clock: ClientClock) {
        startedAt = clock.now()
        start = clock.uptime()
        self.clock = clock
        let body = KeptBody(maximum: maximumBodyBytes)
        state = Locked(
            State(hop: Hop(startedAfter: .zero, request: request), requestBody: body, responseBody: body))
    }

    func setAttempt(_ number: Int) { state.withLock { $0.attempt = number } }
    func setRetry(_ retry: Attempt.Retry) { state.withLock { $0.retry = retry } }

    // MARK: The request's body

    func uploadStarts() { state.withLock { $0.requestBody.restart() } }

    /// - Parameter length: of the whole body, where the chunk is its beginning and no other follows.
    func uploads(_ chunk: Data, of length: Int64? = nil) {
        state.withLock { state in
            state.requestBody.append(chunk)
            if let length { state.requestBody.hasLength(length) }
        }
    }

    // MARK: Events

    func take(_ event: TransferEvent) {
        let elapsed = clock.uptime() - start
        state.withLock { state in
            switch event {
            case .connected(let facts): state.hop.connection = facts
            case .head(let head): state.hop.response = head
            case .body(let chunk):
                state.responseBody.append(chunk)
                state.hop.bodyBytes += Int64(chunk.count)
            case .completed(let summary): state.complete(summary, after: elapsed)
            case .uploaded, .informational, .resending: break
            }
        }
    }

    /// The transport sends the request once more: this hop is over.
    func resent(_ end: HopEnd) {
        let elapsed = clock.uptime() - start
        state.withLock { state in
            state.complete(end.summary, after: elapsed)
            switch end.reason {
            case .challenge(let head): state.hop.response = head
            case .connectionLost(let error): state.hop.take(error)
            }
        }
    }

    func fail(_ error: any Error) {
        let elapsed = clock.uptime() - start
        state.withLock { state in
            guard !state.isOver else { return }
            state.isOver = true
            state.hop.take(error)
            state.hop.timings.total = state.hop.timings.total ?? elapsed
        }
    }

    /// Nobody reads on. With a head the reader had its answer; without one it has given up.
    func leave() {
        let elapsed = clock.uptime() - start
        state.withLock { state in
            guard !state.isOver else { return }
            state.isOver = true
            if state.hop.response == nil {
                state.hop.failure = .cancelled
            } else if !state.hop.hasWholeBody {
                state.responseBody.cutOff()
            }
            state.hop.timings.total = state.hop.timings.total ?? elapsed
        }
    }

    /// A body that cannot be looked into for secrets is not kept.
    func omitResponseBody() { state.withLock { $0.responseBody.omit() } }
    func omitRequestBody() { state.withLock { $0.requestBody.omit() } }

    // MARK: The entry

    /// Nil while the hop runs.
    var entry: HAR.Entry? {
        let state = state.withLock { $0 }
        guard state.isOver else { return nil }
        var entry = HAR.Entry(state.hop, startedAt: startedAt, bodies: state.bodies)
        entry.attempt = state.attempt
        entry.retry = state.retry
        if state.responseBody.isOmitted { entry.response.content.comment = KeptBody.omission }
        return entry
    }
}

extension RecordedHop.State {
    fileprivate mutating func complete(_ summary: TransferSummary, after elapsed: Duration) {
        isOver = true
        hop.timings = summary.timings
        hop.timings.total = hop.timings.total ?? elapsed
        if summary.connection != ConnectionFacts() { hop.connection = summary.connection }
        hop.trailers = summary.trailers
        hop.bodyBytesOnWire = summary.bodyBytesOnWire
        if let sent = summary.requestHeadersSent { hop.request.headers = sent }
    }

    fileprivate var bodies: HAR.Bodies { HAR.Bodies(request: requestBody.body, response: responseBody.body) }
}

extension Hop {
    /// Whether no more can follow what was received.
    fileprivate var hasWholeBody: Bool {
        guard let head = response else { return false }
        if request.method == .head || [204, 304].contains(head.status) { return true }
        return head.headers["Content-Length"] == "\(bodyBytes)" && !head.headers.contains(named: "Content-Encoding")
    }

    fileprivate mutating func take(_ error: any Error) {
        guard let error = error as? TransferError else {
            failure =
                error is CancellationError || Task.isCancelled
                ? .cancelled : AttemptFailure(stage: .receive, code: .other, message: error.localizedDescription)
            return
        }
        if let timings = error.timings { self.timings = timings }
        connection = error.connection ?? connection
        failure = AttemptFailure(stage: error.stage, code: error.code, message: error.message)
    }
}
