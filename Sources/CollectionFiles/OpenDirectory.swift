import Foundation
import OpenCollection

/// A directory that is open: what is done in it is done there, whatever becomes of its path, and no link below it is followed.
///
/// Every write and removal in a collection starts here, since a checkout may put a link in the place of a folder at any time.
/// - Source: POSIX `openat` and its relatives.
final class OpenDirectory: Sendable {
    let descriptor: Int32
    /// The path by which it was found, for messages.
    let path: String

    /// Opens a directory that this person named, or one of the program's own; links in its path are followed.
    init(_ path: String) throws(FileError) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError("open", path: path) }
    }

    /// Opens a directory in another one.
    ///
    /// - Throws: ``FileError``, also when a link has the name.
    init(_ place: FilePlace) throws(FileError) {
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
    func lock() { while flock(descriptor, LOCK_EX) != 0, errno == EINTR {} }

    func unlock() { flock(descriptor, LOCK_UN) }

    /// New names in it must survive a power cut, too; a file system that cannot promise that is no reason to fail.
    func synchronize() { fsync(descriptor) }

    /// The names of all that is in it, in the order of their bytes.
    ///
    /// - Throws: ``FileError`` when it cannot be read.
    func names() throws(FileError) -> [String] {
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

    // MARK: - What lies below

    /// The place of a path below it, of which each folder is opened without following links.
    ///
    /// - Throws: ``FileError`` when one of the folders is not there or is a link, or the path leads out.
    func place(of path: ItemPath) throws(FileError) -> FilePlace { try place(of: Self.names(in: path.text)) }

    /// The place of the file that a path leads to: a link to a file is followed as long as it stays below this directory.
    ///
    /// - Throws: as ``place(of:)-(ItemPath)``, and for a link that leads out.
    func file(at path: ItemPath) throws(FileError) -> FilePlace {
        var names = Self.names(in: path.text)
        for _ in 0..<Self.maximumLinks {
            let place = try place(of: names)
            guard let target = place.linkTarget else { return place }
            guard let next = Self.names(in: target, from: names.dropLast()) else {
                throw FileError(fileLink: place, to: target)
            }
            names = next
        }
        throw FileError("open", path: "\(self.path)/\(path.text)", code: ELOOP)
    }

    /// Makes the folders on the way to a path that are not there.
    func makeFolders(for path: ItemPath) throws(FileError) {
        var place: FilePlace?
        for name in Self.names(in: path.text).dropLast() {
            let folder = FilePlace(in: try place.map(OpenDirectory.init) ?? self, name)
            if folder.kind == nil { try folder.makeDirectory() }
            place = folder
        }
    }

    private static let maximumLinks = 40

    private func place(of names: [String]) throws(FileError) -> FilePlace {
        guard let last = names.last, !names.contains(".."), !names.contains(".") else {
            throw FileError("open", path: "\(path)/\(names.joined(separator: "/"))", code: EINVAL)
        }
        var directory = self
        for name in names.dropLast() { directory = try OpenDirectory(FilePlace(in: directory, name)) }
        return FilePlace(in: directory, last)
    }

    /// Bytes, since a mark behind a slash makes another Character of it.
    private static func names(in path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    }

    /// - Returns: nil for a link that leads out.
    private static func names(in link: String, from folder: ArraySlice<String>) -> [String]? {
        guard link.utf8.first != UInt8(ascii: "/") else { return nil }
        var names = Array(folder)
        for name in Self.names(in: link) where name != "." {
            if name != ".." { names.append(name) } else if names.popLast() == nil { return nil }
        }
        return names.isEmpty ? nil : names
    }
}
