import Foundation

/// A new file beside the one whose place it shall take, while it is written.
///
/// Its name begins with a dot and does not end in `.yml`, so that nobody takes it for a part of a collection. Whoever writes it holds a
/// lock on it until it is in its place; a process that is killed loses its locks. So a name of ours whose lock is free is what a
/// kill left behind, and the next save in that directory takes it away.
struct UnfinishedFile {
    let path: String
    private let descriptor: Int32

    private static let namePrefix = ".microscope-"
    private static let randomLength = 6

    /// - Throws: ``FileError`` when nothing can be made there.
    init(beside target: URL) throws(FileError) {
        let directory = target.deletingLastPathComponent().path
        while true {
            var template = Array(
                "\(directory)/\(Self.namePrefix)\(String(repeating: "X", count: Self.randomLength))".utf8CString)
            let descriptor = mkstemp(&template)
            guard descriptor >= 0 else { throw FileError("mkstemp", target) }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            // Where the file system knows no locks, nothing is ever swept either.
            flock(descriptor, LOCK_EX | LOCK_NB)
            if Self.isNamed(descriptor) {
                path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
                self.descriptor = descriptor
                return
            }
            // Another process swept it away before it was locked.
            Foundation.close(descriptor)
        }
    }

    /// Writes all, and waits for the disk.
    func fill(_ bytes: Data, mode: mode_t, _ target: URL) throws(FileError) {
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

    /// Once it is in its place, or gone.
    func close() { Foundation.close(descriptor) }

    private static func isNamed(_ descriptor: Int32) -> Bool {
        var info = stat()
        return fstat(descriptor, &info) == 0 && info.st_nlink > 0
    }

    // MARK: - What a kill left behind

    /// Takes away unfinished files in a directory that nobody writes any more.
    static func sweep(_ directory: URL) {
        for entry in DirectoryEntry.entries(of: directory.path) where !entry.isDirectory && isOurs(entry.name) {
            let path = "\(directory.path)/\(entry.name)"
            let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
            guard descriptor >= 0 else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
            Foundation.close(descriptor)
        }
    }

    private static func isOurs(_ name: String) -> Bool {
        name.hasPrefix(namePrefix) && name.utf8.count == namePrefix.utf8.count + randomLength
    }
}
