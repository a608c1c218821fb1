import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One hop over a real session. Dropping it cancels the task, and so closes the connection.
final class URLSessionHop: Sendable {
    private let session: StreamingSession
    private let request: WireRequest
    private let events = URLSessionEvents()
    private let received = Locked<Int64>(0)

    init(session: StreamingSession, request: WireRequest) {
        self.session = session
        self.request = request
    }

    deinit { events.cancel() }

    func next() async throws -> Transfer.Event? {
        do {
            if !events.isStarted { try await start() }
            let event = try await events.next()
            if case .body(let data)? = event { try count(data) }
            return event
        } catch {
            throw TransferError.of(error, request: request)
        }
    }

    private func start() async throws {
        try request.checkFoundationOptions()
        let foundation = try await request.foundationRequestAlone()
        session.start(foundation, file: try request.fileToUpload(), events)
    }

    private func count(_ data: Data) throws {
        guard let limit = request.options.limits.bodyBytes else { return }
        let total = received.withLock { total in
            total += Int64(data.count)
            return total
        }
        guard total > limit else { return }
        events.cancel()
        throw TransferError.bodyTooLarge(Int(clamping: limit))
    }
}

/// Holds what a task delivers until it is pulled, and suspends the task while too much is waiting (not on Linux).
final class URLSessionEvents: Sendable {
    fileprivate typealias Waiting = CheckedContinuation<Transfer.Event?, any Error>

    fileprivate struct State {
        var task: URLSessionDataTask?
        var events: [Transfer.Event] = []
        var bytesWaiting = 0
        var isHeld = false
        var end: Result<Void, any Error>?
        var waiting: Waiting?
    }

    #if canImport(FoundationNetworking)
        /// Foundation on Linux sends the request of a suspended task again when it is resumed, and delivers again what it had delivered:
        /// so it is not suspended, and what the reader has not taken yet waits in memory.
        private static let mostBytesWaiting = Int.max
    #else
        private static let mostBytesWaiting = 1 << 20
    #endif
    private let state = Locked(State())

    var isStarted: Bool { state.withLock { $0.task != nil } }

    func start(_ task: URLSessionDataTask) {
        state.withLock { $0.task = task }
        task.resume()
    }

    func cancel() { state.withLock { $0.task }?.cancel() }

    func next() async throws -> Transfer.Event? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let ready = state.withLock { state -> Result<Transfer.Event?, any Error>? in
                    let ready = state.take()
                    if ready == nil { state.waiting = continuation }
                    return ready
                }
                if let ready { continuation.resume(with: ready) }
            }
        } onCancel: {
            cancel()
        }
    }

    func put(_ events: [Transfer.Event], end: Result<Void, any Error>? = nil) {
        let (waiting, ready) = state.withLock { state -> (Waiting?, Result<Transfer.Event?, any Error>?) in
            state.put(events, end: end, limit: Self.mostBytesWaiting)
            guard state.waiting != nil, let ready = state.take() else { return (nil, nil) }
            defer { state.waiting = nil }
            return (state.waiting, ready)
        }
        if let ready { waiting?.resume(with: ready) }
    }
}

extension URLSessionEvents.State {
    /// Returns the next event or the end; nil when there is neither yet.
    fileprivate mutating func take() -> Result<Transfer.Event?, any Error>? {
        guard !events.isEmpty else { return end.map { $0.map { nil } } }
        let event = events.removeFirst()
        if case .body(let data) = event { bytesWaiting -= data.count }
        if isHeld, events.isEmpty {
            isHeld = false
            task?.resume()
        }
        return .success(event)
    }

    fileprivate mutating func put(_ new: [Transfer.Event], end: Result<Void, any Error>?, limit: Int) {
        events += new
        for case .body(let data) in new { bytesWaiting += data.count }
        if self.end == nil { self.end = end }
        #if !canImport(FoundationNetworking)
            // On Linux a suspended task closes its connection, and starts its request again when it is resumed.
            if bytesWaiting > limit, !isHeld, self.end == nil {
                isHeld = true
                task?.suspend()
            }
        #endif
    }
}
