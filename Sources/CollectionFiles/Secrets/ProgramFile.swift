import Foundation

/// A program that is open: the program that was checked is the one that starts, whatever has its name by then.
final class ProgramFile: Sendable {
    let descriptor: Int32

    /// - Returns: The program; nil if it cannot be opened, or is no file.
    init?(_ file: URL) {
        descriptor = open(file.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        var info = stat()
        guard descriptor >= 0, fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// The hash of its content, as ``CommandFiles`` has it; nil when it cannot be read.
    var hash: String? {
        var info = stat()
        var bytes = [UInt8]()
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = pread(descriptor, &piece, piece.count, off_t(bytes.count))
            if count < 0 && errno == EINTR { continue }
            guard count >= 0, bytes.count <= Self.longest else { return nil }
            if count == 0 { break }
            bytes += piece[..<count]
        }
        guard fstat(descriptor, &info) == 0 else { return nil }
        return try? CommandFiles.hash(bytes, info.st_mode & S_IXUSR != 0 ? "x" : "-")
    }

    private static let longest = 256 << 20
}
