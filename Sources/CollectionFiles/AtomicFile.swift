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
        let directory = target.deletingLastPathComponent()
        var template = Array((directory.path + "/.microscope-XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)
        let temporary = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard descriptor >= 0 else { throw FileError("mkstemp", target) }
        do throws(FileError) {
            try fill(descriptor, bytes, mode: Self.mode(of: target) ?? mode & ~currentMask, target)
            guard rename(temporary, target.path) == 0 else { throw FileError("rename", target) }
        } catch {
            unlink(temporary)
            throw error
        }
        syncDirectory(directory)
    }

    /// Writes a file that is not there yet: whole, or not at all.
    ///
    /// - Throws: ``FileError``, with the code `EEXIST` when somebody has the name already.
    static func create(_ bytes: Data, at url: URL) throws(FileError) {
        let directory = url.deletingLastPathComponent()
        var template = Array((directory.path + "/.microscope-XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)
        let temporary = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard descriptor >= 0 else { throw FileError("mkstemp", url) }
        defer { unlink(temporary) }
        try fill(descriptor, bytes, mode: 0o666 & ~currentMask, url)
        // Unlike a rename, a link never takes the place of a file.
        guard link(temporary, url.path) == 0 else { throw FileError("link", url) }
        syncDirectory(directory)
    }

    private static func fill(_ descriptor: Int32, _ bytes: Data, mode: mode_t, _ target: URL) throws(FileError) {
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw FileError("write", target) }
            rest = rest.dropFirst(count)
        }
        guard fchmod(descriptor, mode) == 0 else { throw FileError("fchmod", target) }
        guard fsync(descriptor) == 0 else { throw FileError("fsync", target) }
    }

    private static func mode(of url: URL) -> mode_t? {
        var info = stat()
        return stat(url.path, &info) == 0 ? info.st_mode & 0o7777 : nil
    }

    /// The mask can be read only by setting it.
    private static var currentMask: mode_t {
        let mask = umask(0o077)
        umask(mask)
        return mask
    }

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
    var reason: String { String(cString: strerror(code)) }

    /// "users/get.yml could not be written (rename): Permission denied"
    public var description: String {
        "\(path): \(reason) (\(operation))"
    }
}
