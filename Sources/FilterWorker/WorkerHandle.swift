import Foundation

/// A worker that runs, or is going to: told to end from any thread.
public final class WorkerHandle: @unchecked Sendable {
    // @unchecked: both are touched under the lock only.
    private let lock = NSLock()
    private var process: pid_t?
    private var isOver = false

    public init() {}

    public var isCancelled: Bool { lock.withLock { isOver } }

    /// Kills the worker, and lets none begin.
    public func cancel() {
        lock.withLock {
            isOver = true
            if let process { kill(process, SIGKILL) }
        }
    }

    /// Kills it for what it did, which is no cancellation.
    func end() { lock.withLock { if let process { kill(process, SIGKILL) } } }

    func note(_ process: pid_t) {
        lock.withLock {
            self.process = process
            if isOver { kill(process, SIGKILL) }
        }
    }

    /// Waits for its end, after which its number may be another's.
    ///
    /// - Returns: the exit status, or the signal that ended it.
    func wait() -> WorkerEnd {
        guard let process = lock.withLock({ process }) else { return .status(-1) }
        var status: Int32 = 0
        var info = siginfo_t()
        // It stays a zombie until it is forgotten here.
        while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        lock.withLock { self.process = nil }
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? .status((status >> 8) & 0xFF) : .signal(signal)
    }
}

/// How a worker ended.
enum WorkerEnd: Sendable, Hashable {
    case status(Int32)
    case signal(Int32)
}
