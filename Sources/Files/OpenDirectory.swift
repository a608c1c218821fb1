import Foundation

/// A directory that is open: what is done in it is done there, whatever becomes of its path, and no link below it is followed.
///
/// Every write and removal in a collection starts here, since a checkout may put a link in the place of a folder at any time.
/// - Source: POSIX `openat` and its relatives.
package final class OpenDirectory: Sendable {
    package let descriptor: Int32
    /// The path by which it was found, for messages.
    package let path: String

    /// Opens a directory that this person named, or one of the program's own; links in its path are followed.
    package init(_ path: String) throws(FileError) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError("open", path: path) }
    }

    /// Opens a directory in another one.
    ///
    /// - Throws: ``FileError``, also when a link has the name.
    package init(_ place: FilePlace) throws(FileError) {
        path = place.path
        descriptor = openat(
            place.directory.descriptor, place.name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor < 0 else { return }
        let code = errno
        throw place.linkTarget.map { FileError(folderLink: place, to: $0) } ?? FileError("openat", place, code: code)
    }

    deinit { close(descriptor) }

    /// Waits until no other instance has locked it. The lock ends with ``unlock()``, or with the process; where the file system knows no
    /// locks there is none.
    package func lock() { while flock(descriptor, LOCK_EX) != 0, errno == EINTR {} }

    package func unlock() { flock(descriptor, LOCK_UN) }

    /// New names in it must survive a power cut, too; a file system that cannot promise that is no reason to fail.
    package func synchronize() { fsync(descriptor) }

    /// The names of all that is in it, in the order of their bytes.
    ///
    /// - Throws: ``FileError`` when it cannot be read.
    package func names() throws(FileError) -> [String] {
        // A descriptor of its own, since reading moves on in it.
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
