import Foundation
import HTTPArchive
import MicroClient

/// One hop, during and after its recording.
final class RecordedHop: Sendable {
    fileprivate struct State {
        var hop: Exchange.Hop
        var requestBody: RecordedBody
        var responseBody: RecordedBody
        var attempt: Int?
        var retry: Exchange.Attempt.Retry?
        var isOver = false
    }

    private let startedAt: Date
    private let start: Duration
    private let clock: ClientClock
    private let state: Locked<State>

    /// - Parameter maximumBodyBytes: The largest size that is kept of each body, in bytes.
    init(_ request: Exchange.SentRequest, maximumBodyBytes: Int, clock: ClientClock) {
        startedAt = clock.now()
        start = clock.uptime()
        self.clock = clock
        let body = RecordedBody(maximum: maximumBodyBytes)
        state = Locked(
            State(hop: Exchange.Hop(startedAfter: .zero, request: request), requestBody: body, responseBody: body))
    }

    func setAttempt(_ number: Int) { state.withLock { $0.attempt = number } }
    func setRetry(_ retry: Exchange.Attempt.Retry) { state.withLock { $0.retry = retry } }

    // MARK: The request's body

    func uploadStarts() { state.withLock { $0.requestBody.restart() } }

    /// - Parameter length: The length of the whole body, if the chunk is its beginning and no other follows.
    func uploads(_ chunk: Data, of length: Int64? = nil) {
        state.withLock { state in
            state.requestBody.append(chunk)
            if let length { state.requestBody.hasLength(length) }
        }
    }

    // MARK: Events

    func take(_ event: Transfer.Event) {
        let elapsed = clock.uptime() - start
        state.withLock { state in
            switch event {
            case .connected(let facts): state.hop.connection = facts
            case .head(let head): state.hop.response = head
            case .body(let chunk):
                state.responseBody.append(chunk)
                state.hop.bodyBytes += Int64(chunk.count)
            case .completed(let summary):
                state.hop.take(summary)
                state.end(after: elapsed)
            case .uploaded, .informational, .resending: break
            }
        }
    }

    /// Records that the transport sends the request again: this hop is over.
    func resent(_ end: Exchange.Hop.End) {
        let elapsed = clock.uptime() - start
        state.withLock { state in
            state.hop.take(end)
            // It may have been sent without its body.
            if state.hop.request.bodyLength == 0 { state.requestBody.restart() }
            state.end(after: elapsed)
        }
    }

    func fail(_ error: any Error) {
        let elapsed = clock.uptime() - start
        state.withLock { state in
            guard !state.isOver else { return }
            state.hop.fail(error)
            state.end(after: elapsed)
        }
    }

    /// Records that reading stopped. With a head the reader had its response; without one the hop counts as cancelled.
    func leave() {
        let elapsed = clock.uptime() - start
        state.withLock { state in
            guard !state.isOver else { return }
            if state.hop.response == nil {
                state.hop.failure = .cancelled
            } else if !state.hop.hasWholeBody {
                state.responseBody.cutOff()
            }
            state.end(after: elapsed)
        }
    }

    /// Drops a body that cannot be searched for secrets.
    func omitResponseBody() { state.withLock { $0.responseBody.omit() } }
    func omitRequestBody() { state.withLock { $0.requestBody.omit() } }

    // MARK: The entry

    /// The entry of the archive; nil while the hop runs.
    var entry: HAR.Entry? {
        let state = state.withLock { $0 }
        guard state.isOver else { return nil }
        var entry = HAR.Entry(state.hop, startedAt: startedAt, bodies: state.bodies)
        entry.attempt = state.attempt
        entry.retry = state.retry
        if state.responseBody.isOmitted { entry.response.content.comment = RecordedBody.omission }
        return entry
    }
}

extension RecordedHop.State {
    /// - Parameter elapsed: The duration, used if the transport measures none.
    fileprivate mutating func end(after elapsed: Duration) {
        isOver = true
        hop.timings.total = hop.timings.total ?? elapsed
    }

    fileprivate var bodies: HAR.Bodies { HAR.Bodies(request: requestBody.body, response: responseBody.body) }
}

extension Exchange.Hop {
    /// Whether the received body is known to be complete.
    fileprivate var hasWholeBody: Bool {
        guard let head = response else { return false }
        if request.method == .head || [204, 304].contains(head.status) { return true }
        return head.headers["Content-Length"] == "\(bodyBytes)" && !head.headers.contains(named: "Content-Encoding")
    }

    fileprivate mutating func fail(_ error: any Error) {
        if let error = error as? TransferError { return take(error) }
        failure =
            error is CancellationError || Task.isCancelled
            ? .cancelled : Exchange.Failure(stage: .receive, code: .other, message: error.localizedDescription)
    }
}
