import Foundation
import MicroClient

/// A line that the user types or pastes at the terminal.
enum TypedLine {
    /// Whether there is a user to ask.
    static var isThere: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// - Throws: `CancellationError` when the task is cancelled, or at the end of the input.
    static func read() async throws -> String {
        let isCancelled = Locked(false)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<String, any Error>) in
                Thread { continuation.resume(with: Result { try line(unless: isCancelled) }) }.start()
            }
        } onCancel: {
            isCancelled.withLock { $0 = true }
        }
    }

    /// Reads a line. An address with a token in it is long: the terminal itself refuses one that is longer than it takes in a line.
    private static func line(unless isCancelled: Locked<Bool>) throws -> String {
        var bytes: [UInt8] = []
        while !isCancelled.withLock({ $0 }) {
            var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            guard poll(&input, 1, 100) > 0 else { continue }
            var byte: UInt8 = 0
            guard Foundation.read(STDIN_FILENO, &byte, 1) == 1 else { break }
            if byte == 0x0A { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        throw CancellationError()
    }
}
