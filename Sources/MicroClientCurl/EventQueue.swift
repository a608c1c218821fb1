import Foundation
import MicroClient

/// The queue between one transfer's reader and the transport's thread: it holds the request, and the events, delivered in batches and
/// taken one by one.
final class EventQueue: Sendable {
    /// The result of taking from the queue.
    enum Next {
        case event(Transfer.Event)
        /// An event, after which a paused transfer may go on.
        case eventMakingRoom(Transfer.Event)
        case failure(any Error)
        case end
        case nothingYet
    }

    let request: WireRequest
    private let bound: Int
    private let state = Locked(State())

    fileprivate struct State {
        var arrived: [Transfer.Event] = []
        /// The events that the reader takes from, last first: a taken body leaves nothing that holds its bytes.
        var batch: [Transfer.Event] = []
        var queuedBytes = 0
        var ending: Ending?
        var waiting: UnsafeContinuation<Void, Never>?
        var isPaused = false
        var isBegun = false
    }

    fileprivate enum Ending {
        case completed
        case failed(any Error)
        case reported
    }

    init(_ request: WireRequest, bound: Int) {
        self.request = request
        self.bound = bound
    }

    // MARK: The reader's side

    /// Whether this is the first call.
    func begin() -> Bool {
        state.withLock { state in
            defer { state.isBegun = true }
            return !state.isBegun
        }
    }

    /// Whether the end is known: the reader was released, or the transfer is over.
    var isOver: Bool { state.withLock { $0.ending != nil } }

    func take() -> Next { state.withLock { $0.take(bound: bound) } }

    /// Takes an event but not the end, which is left for later.
    func takeArrived() -> Next { state.withLock { $0.takeEvent(bound: bound) ?? .nothingYet } }

    /// Suspends the reader until something is delivered. Returns false if there is something already; the reader is not suspended then.
    ///
    /// - Precondition: Only one reader waits at a time.
    func keep(_ reader: UnsafeContinuation<Void, Never>) -> Bool {
        state.withLock { state in
            precondition(state.waiting == nil, "A transfer has one reader: two tasks wait for its events at once.")
            guard state.arrived.isEmpty, state.ending == nil else { return false }
            state.waiting = reader
            return true
        }
    }

    /// Discards what is queued and ends with an error, unless the transfer has ended. Returns whether it was still running.
    func abandon(with error: @autoclosure () -> any Error) -> Bool {
        let (wasRunning, reader): (Bool, UnsafeContinuation<Void, Never>?) = state.withLock { state in
            guard state.ending == nil else { return (false, nil) }
            state.abandon(with: error())
            return (true, state.waiting.take())
        }
        reader?.resume()
        return wasRunning
    }

    // MARK: The transport's side

    /// Adds events, empties the array, and wakes the reader. Returns true if the reader lags, and the transfer is to be paused until
    /// ``Next/eventMakingRoom(_:)``.
    func deliver(_ events: inout [Transfer.Event], bytes: Int) -> Bool {
        let (lags, reader) = state.withLock { ($0.deliver(&events, bytes: bytes, bound: bound), $0.waiting.take()) }
        reader?.resume()
        return lags
    }

    /// Delivers the last events and the end: with an error, or completed.
    func finish(_ events: inout [Transfer.Event], bytes: Int, error: (any Error)?) {
        let reader = state.withLock { state in
            state.finish(&events, bytes: bytes, error: error)
            return state.waiting.take()
        }
        reader?.resume()
    }
}

extension EventQueue.State {
    mutating func take(bound: Int) -> EventQueue.Next { takeEvent(bound: bound) ?? takeEnding() }

    mutating func takeEvent(bound: Int) -> EventQueue.Next? {
        if batch.isEmpty { refill() }
        guard let event = batch.popLast() else { return nil }
        guard case .body(let bytes) = event else { return .event(event) }
        queuedBytes -= bytes.count
        guard isPaused, queuedBytes <= bound / 2 else { return .event(event) }
        isPaused = false
        return .eventMakingRoom(event)
    }

    private mutating func refill() {
        guard arrived.count > 0 else { return }
        swap(&batch, &arrived)
        batch.reverse()
    }

    private mutating func takeEnding() -> EventQueue.Next {
        switch ending {
        case nil: return .nothingYet
        case .completed, .reported: return .end
        case .failed(let error):
            ending = .reported
            return .failure(error)
        }
    }

    mutating func abandon(with error: any Error) {
        ending = .failed(error)
        arrived = []
        batch = []
        queuedBytes = 0
    }

    /// Returns whether the reader lags.
    mutating func deliver(_ events: inout [Transfer.Event], bytes: Int, bound: Int) -> Bool {
        guard ending == nil else {
            events.removeAll(keepingCapacity: true)
            return false
        }
        append(&events, bytes: bytes)
        // A requested pause remains until the reader has made room, whatever arrives meanwhile.
        isPaused = isPaused || queuedBytes > bound
        return isPaused
    }

    mutating func finish(_ events: inout [Transfer.Event], bytes: Int, error: (any Error)?) {
        guard ending == nil else { return }
        append(&events, bytes: bytes)
        ending = error.map(EventQueue.Ending.failed) ?? .completed
    }

    private mutating func append(_ events: inout [Transfer.Event], bytes: Int) {
        queuedBytes += bytes
        if arrived.isEmpty { swap(&arrived, &events) } else { arrived.append(contentsOf: events) }
        events.removeAll(keepingCapacity: true)
    }
}
