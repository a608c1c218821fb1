import Foundation
package import Spawning

/// A worker that runs, or is going to: told to end from any thread.
public final class WorkerHandle: @unchecked Sendable {
    // @unchecked: both are touched under the lock only.
    private let lock = NSLock()
    private var process: ChildProcess?
    private var isOver = false

    public init() {}

    public var isCancelled: Bool { lock.withLock { isOver } }

    /// Kills the worker, and lets none begin.
    public func cancel() {
        lock.withLock {
            isOver = true
            process?.kill()
        }
    }

    /// Kills it for what it did, which is no cancellation.
    package func end() { lock.withLock { process?.kill() } }

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
