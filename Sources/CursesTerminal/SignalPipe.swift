internal import CTerminalGuard
import Foundation

/// Signals as bytes in a pipe, so that a loop can wait for them beside everything else.
///
/// One at a time in a process. Signals that come while it lives have no other effect: the loop decides.
public final class SignalPipe {
    /// Readable when a signal has come.
    public let fileDescriptor: Int32
    private let writeEnd: Int32
    private let signals: [Int32]

    /// - Throws: ``TerminalError`` with code ``TerminalError/Code/system`` when there is no pipe or no such signal.
    public init(_ signals: [Int32]) throws(TerminalError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .system("pipe") }
        (fileDescriptor, writeEnd) = (ends[0], ends[1])
        self.signals = signals
        for end in ends {
            _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        for signal in signals where signal_pipe_watch(signal, writeEnd) != 0 { throw .system("sigaction") }
    }

    deinit {
        signals.forEach(signal_pipe_unwatch)
        close(fileDescriptor)
        close(writeEnd)
    }

    /// Returns the signals since the last call, in their order; never waits.
    public func read() -> [Int32] {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = Foundation.read(fileDescriptor, &bytes, bytes.count)
        return bytes.prefix(max(0, count)).map(Int32.init)
    }
}
