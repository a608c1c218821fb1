import Foundation
import MicroClient

/// A source of an upload's bytes, used on the transport's thread.
protocol UploadReader: AnyObject {
    /// The length in bytes; nil when unknown.
    var length: Int64? { get }
    func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadOutcome
    /// Starts again from the beginning; returns false if that is not possible.
    func rewind() -> Bool
    /// Releases the source, which will not be read any more.
    func close()
}

enum ReadOutcome: Equatable {
    case bytes(Int)
    case end
    /// Nothing now; the reader is woken when there is more.
    case nothingYet
    /// A failure, with its cause.
    case failed(String)
}

final class BytesReader: UploadReader {
    private let data: Data
    private var offset = 0

    init(_ data: Data) { self.data = data }

    var length: Int64? { Int64(data.count) }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadOutcome {
        let count = min(buffer.count, data.count - offset)
        guard count > 0 else { return .end }
        let start = data.startIndex + offset
        data.copyBytes(to: buffer, from: start..<(start + count))
        offset += count
        return .bytes(count)
    }

    func rewind() -> Bool {
        offset = 0
        return true
    }

    func close() {}
}

/// Reads a file up to the length that it had when opened.
final class UploadFileReader: UploadReader {
    private let descriptor: Int32
    private let size: Int64
    private var offset: Int64 = 0

    init(_ url: URL) throws(TransferError) {
        descriptor = open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Self.refusal("open", errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            Foundation.close(descriptor)
            throw Self.refusal("fstat", EINVAL)
        }
        size = Int64(status.st_size)
    }

    deinit { Foundation.close(descriptor) }

    var length: Int64? { size }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadOutcome {
        let wanted = Int(min(Int64(buffer.count), size - offset))
        guard wanted > 0 else { return .end }
        let count = pread(descriptor, buffer.baseAddress, wanted, off_t(offset))
        guard count > 0 else {
            return .failed(count == 0 ? "The file became shorter while it was sent." : "read: \(systemMessage(errno))")
        }
        offset += Int64(count)
        return .bytes(count)
    }

    func rewind() -> Bool {
        offset = 0
        return true
    }

    func close() {}

    private static func refusal(_ operation: String, _ code: Int32) -> TransferError {
        TransferError(
            code: .uploadFailed, stage: .prepare, message: "The body's file cannot be read: \(systemMessage(code)).",
            operation: operation, requestMayHaveBeenSent: false)
    }
}

private func systemMessage(_ code: Int32) -> String { String(cString: strerror(code)) }
