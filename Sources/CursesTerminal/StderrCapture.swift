internal import CTerminalGuard
import Foundation

/// Keeps standard error aside while the screen is held: what the system or a library prints would tear it.
///
/// After a fatal signal the handler shows it, so that the reason of a trap is not lost.
public final class StderrCapture {
    private let aside: Int32
    private let original: Int32
    private let descriptor: Int32
    private var isCapturing = true

    /// - Parameter descriptor: default: 2.
    /// - Throws: ``TerminalError`` with code ``TerminalError/Code/system``; then nothing is captured.
    public init(descriptor: Int32 = 2) throws(TerminalError) {
        self.descriptor = descriptor
        aside = nameless_file()
        guard aside >= 0 else { throw .system("memfd_create") }
        original = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard original >= 0, dup2(aside, descriptor) >= 0 else {
            let error = TerminalError.system("dup2")
            close(aside)
            if original >= 0 { close(original) }
            throw error
        }
        terminal_guard_keep_errors(aside, original)
    }

    deinit { finish() }

    /// Gives standard error back and writes there what was kept aside. Does nothing the second time.
    public func finish() {
        guard isCapturing else { return }
        isCapturing = false
        terminal_guard_keep_errors(-1, -1)
        fflush(nil)
        dup2(original, descriptor)
        copyOut()
        close(aside)
        close(original)
    }

    private func copyOut() {
        lseek(aside, 0, SEEK_SET)
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(aside, &buffer, buffer.count)
            guard count > 0 else { return }
            var written = 0
            while written < count {
                let step = buffer.withUnsafeBytes { write(descriptor, $0.baseAddress! + written, count - written) }
                guard step > 0 || errno == EINTR else { return }
                written += max(0, step)
            }
        }
    }
}
