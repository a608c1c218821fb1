import Foundation
import MicroClient

/// The events of one transfer between the transport's thread, which delivers them in batches, and the one reader, who takes them singly.
final class EventQueue: @unchecked Sendable {  // Its state is touched under its lock only.
    /// What the reader finds.
    enum Taken {
        case event(TransferEvent)
        /// An event, after which a paused transfer may go on.
        case eventMakingRoom(TransferEvent)
        case failure(any Error)
        case end
        case nothingYet
    }

    private let lock = NSLock()
    private let bound: Int
    private var arrived: [TransferEvent] = []
    /// What the reader is taking from, last first: a taken body leaves nothing behind that holds its bytes.
    private var batch: [TransferEvent] = []
    private var queuedBytes = 0
    private var ending: Ending?
    private var waiting: UnsafeContinuation<Void, Never>?
    private var isPaused = false
    private var isBegun = false

    private enum Ending {
        case completed
        case failed(any Error)
        case reported
    }

    init(bound: Int) { self.bound = bound }

    // MARK: The reader's side

    /// Whether this is the first call.
    func begin() -> Bool {
        lock.lock()
        defer { lock.unlock() }
        defer { isBegun = true }
        return !isBegun
    }

    func take() -> Taken {
        lock.lock()
        defer { lock.unlock() }
        if batch.isEmpty { refill() }
        guard let event = batch.popLast() else { return takeEnding() }
        guard case .body(let bytes) = event else { return .event(event) }
        queuedBytes -= bytes.count
        guard isPaused, queuedBytes <= bound / 2 else { return .event(event) }
        isPaused = false
        return .eventMakingRoom(event)
    }

    private func refill() {
        guard arrived.count > 0 else { return }
        swap(&batch, &arrived)
        batch.reverse()
    }

    private func takeEnding() -> Taken {
        switch ending {
        case nil: return .nothingYet
        case .completed, .reported: return .end
        case .failed(let error):
            ending = .reported
            return .failure(error)
        }
    }

    /// Keeps the reader until something is delivered. False: there is something already, and the reader is not kept.
    ///
    /// - Precondition: one reader at a time.
    func keep(_ reader: UnsafeContinuation<Void, Never>) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        precondition(waiting == nil, "A transfer has one reader: two tasks wait for its events at once.")
        guard arrived.isEmpty, ending == nil else { return false }
        waiting = reader
        return true
    }

    /// Forgets what is queued and ends with an error, unless the transfer has ended. Whether it had still been running.
    func abandon(with error: any Error) -> Bool {
        lock.lock()
        guard ending == nil else {
            lock.unlock()
            return false
        }
        ending = .failed(error)
        arrived = []
        batch = []
        queuedBytes = 0
        let reader = waiting.take()
        lock.unlock()
        reader?.resume()
        return true
    }

    // MARK: The transport's side

    /// Adds events, empties the array, and wakes the reader. True: the reader lags, and the transfer is to be paused until
    /// ``Taken/eventMakingRoom(_:)``.
    func deliver(_ events: inout [TransferEvent], bytes: Int) -> Bool {
        lock.lock()
        guard ending == nil else {
            lock.unlock()
            events.removeAll(keepingCapacity: true)
            return false
        }
        append(&events, bytes: bytes)
        // A pause once asked for holds until the reader has made room, whatever comes meanwhile.
        isPaused = isPaused || queuedBytes > bound
        let lags = isPaused
        let reader = waiting.take()
        lock.unlock()
        reader?.resume()
        return lags
    }

    /// Delivers the last events and the end: with an error, or completed.
    func finish(_ events: inout [TransferEvent], bytes: Int, error: (any Error)?) {
        lock.lock()
        if ending == nil {
            append(&events, bytes: bytes)
            ending = error.map(Ending.failed) ?? .completed
        }
        let reader = waiting.take()
        lock.unlock()
        reader?.resume()
    }

    private func append(_ events: inout [TransferEvent], bytes: Int) {
        queuedBytes += bytes
        if arrived.isEmpty { swap(&arrived, &events) } else { arrived.append(contentsOf: events) }
        events.removeAll(keepingCapacity: true)
    }
}
