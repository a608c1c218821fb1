import BodyStore
import Foundation

/// Copies a body to where it is written while it grows, on a thread of its own.
final class BodyPrinter: @unchecked Sendable {
    // @unchecked: `state` is touched under the lock only; `output` by the copying thread only.
    private let output: BodyOutput
    private let lock = NSLock()
    private var state = State()
    private let onChange: @Sendable () -> Void

    private struct State {
        var isCopying = false
        var isAbandoned = false
        var failure: StandardStreams.WriteError?
    }

    /// - Parameter onChange: Called on the copying thread when it ends.
    init(_ output: BodyOutput, onChange: @escaping @Sendable () -> Void) {
        self.output = output
        self.onChange = onChange
    }

    /// Starts to copy, and returns at once. Called once.
    func start(_ store: BodyStore, contentType: String?) {
        lock.withLock { state.isCopying = true }
        output.contentType = contentType
        let thread = Thread { [self] in
            do throws(StandardStreams.WriteError) {
                try copy(store)
                end(nil)
            } catch {
                end(error)
            }
        }
        thread.name = "BodyPrinter"
        thread.start()
    }

    /// Stops waiting for the rest; without effect if everything is written.
    func abandon() { lock.withLock { if state.isCopying { state.isAbandoned = true } } }

    /// Whether nothing more is going to be written, or nobody waits for it.
    var isDone: Bool { lock.withLock { !state.isCopying || state.isAbandoned } }
    var isAbandoned: Bool { lock.withLock { state.isAbandoned } }
    /// The reason that the output takes no more; nil while it does.
    var failure: StandardStreams.WriteError? { lock.withLock { state.failure } }

    private func end(_ failure: StandardStreams.WriteError?) {
        lock.withLock {
            state.failure = failure
            state.isCopying = false
        }
        onChange()
    }

    /// Copies what comes. Sleeps while there is nothing new; the end of the send, cancelled or not, wakes it.
    private func copy(_ store: BodyStore) throws(StandardStreams.WriteError) {
        var written = 0
        while !isAbandoned {
            let isWhole = store.isFinished
            let end = min(store.count, written + 256 << 10)
            if end > written {
                try write(store, written..<end)
                written = end
            } else if isWhole {
                return try output.finish()
            } else {
                store.wait(forMoreThan: written)
            }
        }
    }

    private func write(_ store: BodyStore, _ range: Range<Int>) throws(StandardStreams.WriteError) {
        var failure: StandardStreams.WriteError?
        store.withBytes(in: range) { bytes in
            do throws(StandardStreams.WriteError) { try output.write(bytes) } catch { failure = error }
        }
        if let failure { throw failure }
    }
}
