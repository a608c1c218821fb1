public import Foundation

/// A program that runs. Its number is another's once its end was waited for: whoever kills from another thread holds a lock.
public struct ChildProcess: Sendable, Hashable {
    /// How one ended.
    public enum End: Sendable, Hashable {
        case status(Int32)
        case signal(Int32)

        /// As a shell tells it: the exit status; 128 and the number of the signal that ended it.
        public var shellStatus: Int32 {
            switch self {
            case .status(let status): status
            case .signal(let number): 128 + number
            }
        }

        /// - Parameter status: of `waitpid`, as `WIFEXITED` and its like have it, which Swift does not import.
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

    /// Ends it at once; with all that it started, where it has a group of its own.
    public func kill() { _ = Foundation.kill(group == .own ? -id : id, SIGKILL) }

    /// Blocks the thread until it has ended, and leaves it to be waited for: its number stays its own.
    public func waitUntilOver() {
        var info = siginfo_t()
        while waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    }

    /// Blocks the thread until it has ended. After that there is nothing to be waited for or killed.
    public func waitForEnd() -> End {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        return End(waitStatus: status)
    }

    /// Like ``waitForEnd()``, and kills it when it has not ended by a moment.
    ///
    /// `waitpid` knows no deadline: it is asked every two milliseconds. For one whose pipes have ended already, which nearly always is over.
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
