import Foundation

/// A line that a person types or pastes at the terminal.
enum TerminalLine {
    /// Whether there is a person to ask.
    static var isThere: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// - Throws: `CancellationError` when the task is cancelled, or at the end of the input.
    static func read() async throws -> String {
        let end = CancelFlag()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<String, any Error>) in
                Thread { continuation.resume(with: Result { try line(unless: end) }) }.start()
            }
        } onCancel: {
            end.set()
        }
    }

    /// An address with a token in it is long: longer than what a terminal takes in a line is refused by the terminal itself.
    private static func line(unless end: CancelFlag) throws -> String {
        var bytes: [UInt8] = []
        while !end.isSet {
            var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            guard poll(&input, 1, 100) > 0 else { continue }
            var byte: UInt8 = 0
            guard Foundation.read(STDIN_FILENO, &byte, 1) == 1 else { break }
            if byte == 0x0A { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        throw CancellationError()
    }

    private final class CancelFlag: @unchecked Sendable {
        // @unchecked: all access goes through the lock.
        private let lock = NSLock()
        private var stored = false
        var isSet: Bool { lock.withLock { stored } }

        func set() { lock.withLock { stored = true } }
    }
}
