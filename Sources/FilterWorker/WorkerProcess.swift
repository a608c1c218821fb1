internal import CJQ
import Foundation

/// The start of every worker, before it has read any of its input.
package enum WorkerProcess {
    /// - Parameter endsWithParent: Whether it ends with the thread that started it.
    package static func begin(endsWithParent: Bool = true) {
        signal(SIGPIPE, SIG_IGN)
        // Libraries do not check every pointer that they get when memory is exhausted. The waiting process reports the result; the backtrace that
        // Swift's runtime would make of it takes another process, and time.
        for number in [SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGTRAP, SIGFPE] { signal(number, SIG_DFL) }
        if endsWithParent { _ = microscope_end_with_parent() }
    }

    /// Ends this process as soon as nothing can write to its input any more, whatever it does.
    package static func endWithInput(status: Int32) {
        Thread {
            // Without requested events it is only notified of the end.
            var input = pollfd(fd: STDIN_FILENO, events: 0, revents: 0)
            while poll(&input, 1, -1) <= 0 {}
            _exit(status)
        }.start()
    }
}

extension WorkerLimits {
    /// - Parameter arguments: The worker's arguments: bytes of memory, seconds of processor time.
    init?(_ arguments: [String]) {
        self.init()
        guard arguments.count == 2, let memory = Int(arguments[0]), let seconds = Int(arguments[1]) else { return nil }
        (self.memory, processorSeconds) = (memory, seconds)
    }
}

/// Standard input: an order, then the body.
struct WorkerInput {
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)

    func readOrder() -> String? {
        var digits = ""
        while let byte = readBytes(1)?.first, byte != 0x0A { digits.unicodeScalars.append(Unicode.Scalar(byte)) }
        return Int(digits).flatMap { readBytes($0) }.map { String(decoding: $0, as: UTF8.self) }
    }

    private func readBytes(_ count: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let read = read(STDIN_FILENO, buffer.baseAddress, min(buffer.count, count - bytes.count))
            guard read > 0 else { return nil }
            bytes += buffer[..<read]
        }
        return bytes
    }

    /// Returns the next bytes of the body, valid until the next are read; empty at its end, nil when it breaks off.
    func readPiece() -> UnsafeRawBufferPointer? {
        let count = read(STDIN_FILENO, buffer.baseAddress, buffer.count)
        return count < 0 ? nil : UnsafeRawBufferPointer(start: buffer.baseAddress, count: count)
    }

    func readAll() -> [UInt8]? {
        var bytes: [UInt8] = []
        while let piece = readPiece() {
            if piece.isEmpty { return bytes }
            bytes += piece
        }
        return nil
    }
}

/// Standard output, in pieces worth its while.
struct WorkerOutput {
    private var pending: [UInt8] = []
    private static let pieceSize = 64 << 10

    /// Writes a line; false if nobody reads any more.
    mutating func writeLine(_ bytes: UnsafeRawBufferPointer) -> Bool {
        pending.append(contentsOf: bytes)
        pending.append(0x0A)
        return pending.count < Self.pieceSize || flush()
    }

    /// Writes bytes like ``writeLine(_:)``, without the line's end.
    mutating func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        pending.append(contentsOf: bytes)
        return pending.count < Self.pieceSize || flush()
    }

    mutating func flush() -> Bool {
        defer { pending.removeAll(keepingCapacity: true) }
        return pending.withUnsafeBytes { bytes in
            var start = 0
            while start < bytes.count {
                let written = Foundation.write(
                    STDOUT_FILENO, bytes.baseAddress.map { $0 + start }, bytes.count - start)
                guard written > 0 || errno == EINTR else { return false }
                start += max(0, written)
            }
            return true
        }
    }
}
