import Foundation

/// An open directory: operations in it apply to it, even if its path changes, and no link below it is followed.
///
/// Every write and removal in a collection starts here, since a checkout may replace a folder by a link at any time.
/// - Source: POSIX `openat` and its relatives.
package final class OpenDirectory: Sendable {
    package let descriptor: Int32
    /// The path by which it was opened, for messages.
    package let path: String

    /// Opens a directory that the user named, or one of the program's own; links in its path are followed.
    package init(_ path: String) throws(FileError) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError("open", path: path) }
    }

    /// Opens a directory in another one.
    ///
    /// - Throws: ``FileError``, also if it is a link.
    package init(_ place: FilePlace) throws(FileError) {
        path = place.path
        descriptor = openat(
            place.directory.descriptor, place.name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor < 0 else { return }
        let code = errno
        throw place.linkTarget.map { FileError(folderLink: place, to: $0) } ?? FileError("openat", place, code: code)
    }

    deinit { close(descriptor) }

    /// Waits until no other instance has locked it. The lock ends with ``unlock()``, or with the process; if the file system has no
    /// locks, it does nothing.
    package func lock() { while flock(descriptor, LOCK_EX) != 0, errno == EINTR {} }

    package func unlock() { flock(descriptor, LOCK_UN) }

    /// Makes new names in it survive a power cut, too; nothing fails if the file system cannot promise that.
    package func synchronize() { fsync(descriptor) }

    /// Returns all names in it, in the order of their bytes.
    ///
    /// - Throws: ``FileError`` if it cannot be read.
    package func names() throws(FileError) -> [String] {
        // A second descriptor is used, since reading moves its position.
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0, let stream = fdopendir(copy) else { throw FileError("fdopendir", path: path) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = DirectoryEntry.name(of: entry)
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
