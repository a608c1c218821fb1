import Foundation

/// A new file beside the one whose place it shall take, while it is written.
///
/// Its name begins with a dot and does not end in `.yml`, so that nobody takes it for a part of a collection. Whoever writes it holds a
/// lock on it until it is in its place; a process that is killed loses its locks. So a name of ours whose lock is free is what a
/// kill left behind, and the next save in that directory takes it away.
struct UnfinishedFile {
    let place: FilePlace
    private let descriptor: Int32

    static let namePrefix = ".microscope-"
    static let randomLength = 6

    /// - Throws: ``FileError`` when nothing can be made there.
    init(beside target: FilePlace) throws(FileError) {
        while true {
            var descriptor: Int32 = -1
            let place = try target.makeBeside { place in
                descriptor = openat(
                    place.directory.descriptor, place.name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
                return descriptor >= 0 ? 0 : errno
            }
            // Where the file system knows no locks, nothing is ever swept either.
            flock(descriptor, LOCK_EX | LOCK_NB)
            if Self.isNamed(descriptor) {
                self.place = place
                self.descriptor = descriptor
                return
            }
            // Another process swept it away before it was locked.
            Foundation.close(descriptor)
        }
    }

    /// Writes all, and waits for the disk.
    func fill(_ bytes: Data, mode: mode_t) throws(FileError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw FileError("write", place) }
            rest = rest.dropFirst(count)
        }
        guard fchmod(descriptor, mode) == 0 else { throw FileError("fchmod", place) }
        guard fsync(descriptor) == 0 else { throw FileError("fsync", place) }
    }

    /// Once it is in its place, or gone.
    func close() { Foundation.close(descriptor) }

    private static func isNamed(_ descriptor: Int32) -> Bool {
        var info = stat()
        return fstat(descriptor, &info) == 0 && info.st_nlink > 0
    }

    // MARK: - What a kill left behind

    /// Takes away unfinished files in a directory that nobody writes any more.
    static func sweep(_ directory: OpenDirectory) {
        for name in (try? directory.names()) ?? [] where isOurs(name) {
            let place = FilePlace(in: directory, name)
            guard let descriptor = try? place.open(O_RDWR) else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { _ = place.remove() }
            Foundation.close(descriptor)
        }
    }

    private static func isOurs(_ name: String) -> Bool {
        name.hasPrefix(namePrefix) && name.utf8.count == namePrefix.utf8.count + randomLength
    }
}
