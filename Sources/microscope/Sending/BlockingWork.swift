import FilterWorker
import Foundation

/// Work that blocks, away from the threads that tasks share.
enum BlockingWork {
    /// Returns the result of the work. A cancelled task does not wait for its end.
    ///
    /// - Parameter onCancel: Ends what the work waits for.
    /// - Throws: The error of the work; `CancellationError`.
    static func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value, onCancel: @escaping @Sendable () -> Void = {}
    ) async throws -> Value {
        let first = FirstResult<Value>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                first.wait(with: continuation)
                Thread { first.give(Result { try work() }) }.start()
            }
        } onCancel: {
            first.give(.failure(CancellationError()))
            onCancel()
        }
    }

    /// Returns the result of work with scripts, which are ended at once when the task is cancelled.
    static func run<Value: Sendable>(
        endingScripts work: @escaping @Sendable (WorkerHandle) throws -> Value
    ) async throws -> Value {
        let worker = WorkerHandle()
        return try await run {
            try work(worker)
        } onCancel: {
            worker.cancel()
        }
    }

    /// The first result of two: the work's end, or the cancellation.
    private final class FirstResult<Value: Sendable>: @unchecked Sendable {
        // @unchecked: both are touched under the lock only.
        private let lock = NSLock()
        private var given: Result<Value, any Error>?
        private var waiting: CheckedContinuation<Value, any Error>?

        func wait(with continuation: CheckedContinuation<Value, any Error>) {
            let early = lock.withLock {
                if given == nil { waiting = continuation }
                return given
            }
            if let early { continuation.resume(with: early) }
        }

        func give(_ result: Result<Value, any Error>) {
            let continuation = lock.withLock {
                guard given == nil else { return nil as CheckedContinuation<Value, any Error>? }
                given = result
                defer { waiting = nil }
                return waiting
            }
            continuation?.resume(with: result)
        }
    }
}
