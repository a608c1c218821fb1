import Foundation

/// Writing a file so that a crash at any moment leaves the old content or the new, never a mixture.
enum AtomicFile {
    /// Writes to a new file beside the old one, waits for the disk, and puts it in the old one's place.
    ///
    /// The old file's mode is kept; a new one gets `mode`, less what the process's mask forbids. A symbolic link stays one: what
    /// it points to is replaced.
    /// - Throws: ``FileError``.
    static func write(_ bytes: Data, to url: URL, mode: mode_t = 0o666) throws(FileError) {
        let target = url.resolvingSymlinksInPath()
        let new = try UnfinishedFile(beside: target)
        defer { new.close() }
        do throws(FileError) {
            try new.fill(bytes, mode: Self.mode(of: target) ?? mode & ~Self.mask, target)
            guard rename(new.path, target.path) == 0 else { throw FileError("rename", target) }
        } catch {
            unlink(new.path)
            throw error
        }
        finish(target)
    }

    /// Writes a file that is not there yet: whole, or not at all.
    ///
    /// - Throws: ``FileError``, with the code `EEXIST` when somebody has the name already.
    static func create(_ bytes: Data, at url: URL) throws(FileError) {
        let new = try UnfinishedFile(beside: url)
        defer {
            unlink(new.path)
            new.close()
        }
        try new.fill(bytes, mode: 0o666 & ~mask, url)
        // Unlike a rename, a link never takes the place of a file.
        guard link(new.path, url.path) == 0 else { throw FileError("link", url) }
        finish(url)
    }

    private static func finish(_ target: URL) {
        let directory = target.deletingLastPathComponent()
        syncDirectory(directory)
        UnfinishedFile.sweep(directory)
    }

    private static func mode(of url: URL) -> mode_t? {
        var info = stat()
        return stat(url.path, &info) == 0 ? info.st_mode & 0o7777 : nil
    }

    /// Of the process. The mask can be read only by setting it, for all threads: two that did so at once could leave the wrong one behind, so it
    /// is done once. Nothing in the program changes it.
    private static let mask: mode_t = {
        let mask = umask(0o077)
        umask(mask)
        return mask
    }()

    /// The new name itself must survive a power cut; a file system that cannot promise that is no reason to fail.
    static func syncDirectory(_ directory: URL) {
        let descriptor = open(directory.path, O_RDONLY)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}

/// A file that could not be read or written.
public struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The function that failed: "rename".
    public let operation: String
    public let path: String
    /// `errno`.
    public let code: Int32

    init(_ operation: String, _ url: URL) { self.init(operation, path: url.path) }

    /// - Parameter code: `errno`, unless it was kept from before.
    init(_ operation: String, path: String, code: Int32 = errno) {
        self.code = code
        self.operation = operation
        self.path = path
    }

    /// The system's words for the code.
    public var reason: String {
        code == ENODEV ? "it is a pipe or a device, no file" : String(cString: strerror(code))
    }

    /// "users/get.yml could not be written (rename): Permission denied"
    public var description: String {
        "\(path): \(reason) (\(operation))"
    }
}
