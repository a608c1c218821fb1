import Foundation

/// A file that is written beside the one that it replaces when it is complete; otherwise it is removed.
///
/// The library uses it to save bodies, the program for collections, the history and its own files: this module is below them all, since the library
/// imports nothing of the program.
///
/// Its name begins with a dot and does not end in `.yml`, so that it is not taken for a part of a collection. The writer holds a
/// lock on it until it is in its place; a killed process loses its locks. So a file with such a name and no lock is a leftover of a
/// killed process, and the next save in that directory removes it.
///
/// It is `@unchecked Sendable` since one task at a time writes it: no part of it is shared meanwhile.
package final class NewFile: @unchecked Sendable {
    /// The place of the file while it is written.
    package let place: FilePlace
    /// The descriptor, open for writing while this exists.
    package let descriptor: Int32
    private let target: FilePlace
    private let replaces: Bool
    /// The mode that it gets in its place; nil keeps its current one.
    private let mode: mode_t?
    /// Whether an incomplete file stays, to be continued later.
    private let isKept: Bool
    private var isInPlace = false
    package private(set) var byteCount: Int64 = 0

    package static let namePrefix = ".microscope-"
    static let randomLength = 6

    /// - Parameters:
    ///   - mode: The mode of a new file, less what the process's umask forbids.
    ///   - replaces: Whether it replaces an existing file.
    ///   - keepsMode: Whether it gets the mode of the file that it replaces.
    /// - Throws: ``FileError`` if no file can be created there, or the name belongs to something other than a file.
    package init(
        for target: FilePlace, mode: mode_t = 0o600, replaces: Bool = true, keepsMode: Bool = true
    ) throws(FileError) {
        let old = replaces ? target.status : nil
        if let old { try Self.requireFile(old, target) }
        (place, descriptor) = try Self.make(beside: target, mode: old == nil || !keepsMode ? mode : 0o600)
        (self.target, self.replaces) = (target, replaces)
        self.mode = keepsMode ? old.map { $0.st_mode & 0o7777 } : nil
        isKept = false
    }

    /// Continues a file that an earlier one has left under a known name; it stays there again if it is not completed.
    ///
    /// - Throws: ``FileError`` if it cannot be written, or another process writes it.
    package init(resuming place: FilePlace, for target: FilePlace) throws(FileError) {
        let old = target.status
        if let old { try Self.requireFile(old, target) }
        (self.place, self.target, replaces) = (place, target, true)
        mode = old.map { $0.st_mode & 0o7777 }
        isKept = true
        descriptor = try place.open(O_WRONLY | O_CREAT, mode: 0o666)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw FileError("flock", place) }
        byteCount = Int64(lseek(descriptor, 0, SEEK_END))
    }

    deinit {
        if !isInPlace, !isKept { _ = place.remove() }
        close(descriptor)
    }

    private static func make(beside target: FilePlace, mode: mode_t) throws(FileError) -> (FilePlace, Int32) {
        while true {
            var descriptor: Int32 = -1
            let place = try target.makeBeside { place in
                let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
                descriptor = openat(place.directory.descriptor, place.name, flags, mode)
                return descriptor >= 0 ? 0 : errno
            }
            // If the file system has no locks, leftovers are never removed either.
            flock(descriptor, LOCK_EX | LOCK_NB)
            if isNamed(descriptor) { return (place, descriptor) }
            // Another process removed it before it was locked.
            close(descriptor)
        }
    }

    private static func isNamed(_ descriptor: Int32) -> Bool {
        var info = stat()
        return fstat(descriptor, &info) == 0 && info.st_nlink > 0
    }

    private static func requireFile(_ status: stat, _ place: FilePlace) throws(FileError) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: return
        case S_IFDIR: throw FileError("open", place, code: EISDIR)
        case S_IFLNK: throw FileError("open", place, code: ELOOP)
        default: throw FileError("open", place, code: ENODEV)
        }
    }

    package func write(_ bytes: some ContiguousBytes) throws(FileError) {
        let code = bytes.withUnsafeBytes { all in
            var rest = all[...]
            while !rest.isEmpty {
                let count = Foundation.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return count < 0 ? errno : EIO }
                rest = rest.dropFirst(count)
                byteCount += Int64(count)
            }
            return 0
        }
        guard code == 0 else { throw FileError("write", target, code: code) }
    }

    /// Discards what was written.
    package func restart() throws(FileError) {
        guard byteCount > 0 else { return }
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw FileError("ftruncate", target)
        }
        byteCount = 0
    }

    /// Puts the file in its place, in one step.
    ///
    /// - Parameters:
    ///   - other: A place for an incomplete file, in the same directory; an earlier file there is replaced.
    ///   - isDurable: Whether this waits for the disk, so that a power cut leaves the old content or the new, never a mixture.
    /// - Throws: ``FileError``, with the code `EEXIST` if it must not replace a file and the name is taken.
    package func put(at other: FilePlace? = nil, isDurable: Bool = true) throws(FileError) {
        let target = other ?? target
        if let mode, fchmod(descriptor, mode) != 0 { throw FileError("fchmod", target) }
        if isDurable, fsync(descriptor) != 0 { throw FileError("fsync", target) }
        if replaces || other != nil {
            if let old = target.status { try Self.requireFile(old, target) }
            let code = place.rename(to: target)
            guard code == 0 else { throw FileError("rename", target, code: code) }
        } else {
            try link(to: target)
        }
        isInPlace = true
        guard isDurable else { return }
        target.directory.synchronize()
        Self.removeLeftovers(target.directory)
    }

    /// Links the file into its place. Unlike a rename, a link never replaces a file: no other program can come in between.
    private func link(to target: FilePlace) throws(FileError) {
        var code = place.link(to: target)
        // Some file systems have no hard links.
        if [EPERM, ENOTSUP, EMLINK].contains(code), target.kind == nil {
            code = place.rename(to: target)
        } else if code == 0 {
            _ = place.remove()
        }
        guard code == 0 else { throw FileError("link", target, code: code) }
    }

    // MARK: - Leftovers

    /// Removes unfinished files in a directory that no process writes any more.
    package static func removeLeftovers(_ directory: OpenDirectory) {
        for name in (try? directory.names()) ?? [] where isOurs(name) {
            let place = FilePlace(in: directory, name)
            guard let descriptor = try? place.open(O_RDWR) else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { _ = place.remove() }
            close(descriptor)
        }
    }

    private static func isOurs(_ name: String) -> Bool {
        name.hasPrefix(namePrefix) && name.utf8.count == namePrefix.utf8.count + randomLength
    }
}
