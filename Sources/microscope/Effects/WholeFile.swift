import Foundation

/// A file on its way into being: whole or not at all, and never over one that nobody meant.
struct WholeFile {
    private let target: URL
    private let mode: mode_t

    /// - Parameter mode: before the process's mask is taken off.
    init(_ target: URL, mode: mode_t) {
        self.target = target
        self.mode = mode
    }

    /// Whether a directory has the name, which no file replaces.
    var isDirectory: Bool {
        var isDirectory: ObjCBool = false
        return FileManager.default.fileExists(atPath: target.path, isDirectory: &isDirectory) && isDirectory.boolValue
    }

    /// Where the beginning of what did not become whole is kept.
    var part: URL { target.appendingPathExtension("part") }

    /// - Parameter body: Writes, and returns whether that is all of it. The beginning of something replaces an earlier ``part``.
    /// - Returns: false when there is one already, and it is not to be replaced.
    func write(replaces: Bool, _ body: (FileHandle) throws -> Bool) throws -> Bool {
        let beside = target.deletingLastPathComponent().appendingPathComponent(".microscope-\(UUID().uuidString)")
        let descriptor = open(beside.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        defer { unlink(beside.path) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let isWhole = try body(handle)
        let isEmpty = try handle.offset() == 0
        try handle.synchronize()
        try handle.close()
        guard isWhole else { return try isEmpty || WholeFile(part, mode: mode).put(beside, replaces: true) }
        return try put(beside, replaces: replaces)
    }

    /// Without asking first whether it is there, another program cannot come in between.
    private func put(_ written: URL, replaces: Bool) throws -> Bool {
        if replaces {
            var status = stat()
            if lstat(target.path, &status) == 0, ![S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT) {
                throw POSIXError(.ENODEV)
            }
            guard rename(written.path, target.path) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
            return true
        }
        if link(written.path, target.path) == 0 { return true }
        if errno == EEXIST { return false }
        // File systems without hard links.
        guard [EPERM, ENOTSUP, EMLINK].contains(errno), access(target.path, F_OK) != 0,
            rename(written.path, target.path) == 0
        else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
        return true
    }

    /// What a person typed: `~` is the home; what has no directory lies in the current one.
    static func typed(_ path: String, _ environment: [String: String]) -> URL {
        guard path == "~" || path.hasPrefix("~/"), let home = environment["HOME"], !home.isEmpty else {
            return URL(fileURLWithPath: path).standardizedFileURL
        }
        return URL(fileURLWithPath: home + path.dropFirst(1)).standardizedFileURL
    }
}
