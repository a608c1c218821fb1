import Foundation

/// A file being written beside the one that it replaces, readable by its owner only.
final class ArchiveFile {
    private let target: URL
    private let temporary: URL
    private let handle: FileHandle

    /// - Throws: `CocoaError` when none can be made in the target's directory.
    init(replacing target: URL) throws {
        self.target = target
        temporary = target.deletingLastPathComponent()
            .appendingPathComponent(".\(target.lastPathComponent).\(UUID().uuidString)")
        let descriptor = open(temporary.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.error(errno, target) }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    func write(_ bytes: [UInt8]) throws { try handle.write(contentsOf: bytes) }

    /// Puts the file in the place of the other.
    func finish() throws {
        try handle.synchronize()
        try handle.close()
        var status = stat()
        // A device or a pipe would be gone.
        if lstat(target.path, &status) == 0, ![S_IFREG, S_IFLNK, S_IFDIR].contains(status.st_mode & S_IFMT) {
            throw Self.error(ENODEV, target)
        }
        guard rename(temporary.path, target.path) == 0 else { throw Self.error(errno, target) }
    }

    func discard() { try? FileManager.default.removeItem(at: temporary) }

    private static func error(_ code: Int32, _ url: URL) -> CocoaError {
        let cause = NSError(domain: NSPOSIXErrorDomain, code: Int(code))
        return CocoaError(
            .fileWriteUnknown, userInfo: [NSFilePathErrorKey: url.path, NSUnderlyingErrorKey: cause])
    }
}
