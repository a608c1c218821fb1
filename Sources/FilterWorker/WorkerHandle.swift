import Foundation
package import Spawning

/// A worker that runs, or is going to; any thread can end it.
public final class WorkerHandle: @unchecked Sendable {
    // @unchecked: both are touched under the lock only.
    private let lock = NSLock()
    private var process: ChildProcess?
    private var isOver = false
    private var alsoCancelled: [() -> Void] = []

    public init() {}

    public var isCancelled: Bool { lock.withLock { isOver } }

    /// Kills the worker, and lets none begin.
    public func cancel() {
        let others: [() -> Void] = lock.withLock {
            isOver = true
            process?.kill()
            return alsoCancelled
        }
        for other in others { other() }
    }

    /// Does something for the worker that is cancelled with it.
    public func cancelling<Value>(with cancel: @escaping () -> Void, _ body: () throws -> Value) rethrows -> Value {
        lock.withLock { alsoCancelled.append(cancel) }
        if isCancelled { cancel() }
        defer { lock.withLock { _ = alsoCancelled.removeLast() } }
        return try body()
    }

    /// Kills the process because of what it did, which is no cancellation.
    package func end() { lock.withLock { process?.kill() } }

    /// Forgets the process, which lives on.
    package func forget() { lock.withLock { process = nil } }

    package func note(_ process: ChildProcess) {
        lock.withLock {
            self.process = process
            if isOver { process.kill() }
        }
    }

    /// Waits for its end, after which its number may be another's.
    ///
    /// - Returns: the exit status, or the signal that ended it.
    package func wait() -> ChildProcess.End {
        guard let process = lock.withLock({ process }) else { return .status(-1) }
        // It stays a zombie until it is forgotten here.
        process.waitUntilOver()
        lock.withLock { self.process = nil }
        return process.waitForEnd()
    }
}
