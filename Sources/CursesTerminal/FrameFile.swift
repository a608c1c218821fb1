internal import CTerminalGuard
import Foundation

/// The file that curses writes to: nameless, and emptied after each frame.
///
/// So a frame reaches the terminal in one write, its size is known, and curses never touches the terminal's modes.
final class FrameFile {
    let stream: UnsafeMutablePointer<FILE>
    private let descriptor: Int32

    init() throws(TerminalError) {
        descriptor = nameless_file()
        guard descriptor >= 0 else { throw .system("memfd_create") }
        guard let stream = fdopen(descriptor, "r+") else {
            let error = TerminalError.system("fdopen")
            close(descriptor)
            throw error
        }
        self.stream = stream
    }

    deinit { fclose(stream) }

    /// Returns the bytes since the last call.
    func take() -> [UInt8] {
        fflush(stream)
        let count = Int(lseek(descriptor, 0, SEEK_END))
        guard count > 0 else { return [] }
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = max(0, pread(descriptor, buffer.baseAddress, count, 0))
        }
        ftruncate(descriptor, 0)
        lseek(descriptor, 0, SEEK_SET)
        return bytes
    }
}

extension TerminalError {
    /// Returns the failure of the C function called just now.
    static func system(_ operation: String) -> TerminalError {
        let code = errno
        return TerminalError(
            code: .system, operation: operation, message: "\(operation): \(String(cString: strerror(code)))",
            systemError: code)
    }
}
