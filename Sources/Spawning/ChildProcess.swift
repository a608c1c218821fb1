public import Foundation

/// A running program. Its id may be reused once its end was waited for: a caller that kills from another thread needs a lock.
public struct ChildProcess: Sendable, Hashable {
    /// The way in which a process ended.
    public enum End: Sendable, Hashable {
        case status(Int32)
        case signal(Int32)

        /// The status as a shell reports it: the exit status, or 128 and the number of the signal that ended the process.
        public var shellStatus: Int32 {
            switch self {
            case .status(let status): status
            case .signal(let number): 128 + number
            }
        }

        /// - Parameter status: The status of `waitpid`, decoded like `WIFEXITED` and its relatives, which Swift does not import.
        init(waitStatus status: Int32) {
            let number = status & 0x7F
            self = number == 0 ? .status((status >> 8) & 0xFF) : .signal(number)
        }
    }

    public let id: pid_t
    private let group: ChildProgram.Group

    init(id: pid_t, group: ChildProgram.Group) {
        self.id = id
        self.group = group
    }

    /// Kills it at once; with all its child processes if it has its own group.
    public func kill() { _ = Foundation.kill(group == .own ? -id : id, SIGKILL) }

    /// Blocks the thread until it has ended, without reaping it: its id stays its own.
    public func waitUntilOver() {
        var info = siginfo_t()
        while waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    }

    /// Blocks the thread until it has ended. After that it must not be waited for or killed.
    public func waitForEnd() -> End {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        return End(waitStatus: status)
    }

    /// Waits like ``waitForEnd()``, and kills it if it has not ended by a deadline.
    ///
    /// `waitpid` has no timeout, so it is called every two milliseconds. It is meant for a process whose pipes have ended: nearly always it has
    /// ended, too.
    public func waitForEnd(until deadline: Date) -> End {
        var status: Int32 = 0
        while true {
            let ended = waitpid(id, &status, WNOHANG)
            if ended == id || ended < 0 && errno != EINTR { return End(waitStatus: status) }
            if deadline.timeIntervalSinceNow <= 0 { kill() }
            usleep(2000)
        }
    }
}
