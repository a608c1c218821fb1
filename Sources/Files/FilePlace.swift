import Foundation

/// A name in an open directory, where something is or will be.
package struct FilePlace: Sendable {
    package let directory: OpenDirectory
    package let name: String

    package init(in directory: OpenDirectory, _ name: String) {
        self.directory = directory
        self.name = name
    }

    /// Creates the place for a path that the user named, or one of the program's own: links to the directories in it are followed.
    package init(path: String) throws(FileError) {
        let url = URL(fileURLWithPath: path)
        self.init(in: try OpenDirectory(url.deletingLastPathComponent().path), url.lastPathComponent)
    }

    /// Creates the place of one of the program's own files, or of one that the user named: a link to a file is followed.
    ///
    /// - Throws: ``FileError`` if the directory cannot be opened, or a link leads to nothing.
    package init(ofOwnFile url: URL) throws(FileError) {
        let place = try FilePlace(path: url.path)
        guard place.linkTarget != nil else {
            self = place
            return
        }
        guard let target = realpath(url.path, nil) else { throw FileError("realpath", path: url.path) }
        defer { free(target) }
        self = try FilePlace(path: String(cString: target))
    }

    /// The path, for messages and for programs.
    package var path: String { directory.path == "/" ? "/\(name)" : "\(directory.path)/\(name)" }

    /// The status of the file, or of the link itself; nil if nothing exists there.
    package var status: stat? {
        var info = stat()
        return fstatat(directory.descriptor, name, &info, AT_SYMLINK_NOFOLLOW) == 0 ? info : nil
    }

    /// The kind of file, such as `S_IFREG`, links not followed; nil if nothing exists there.
    package var kind: mode_t? { status.map { $0.st_mode & S_IFMT } }

    /// The permissions; nil if nothing exists there.
    package var mode: mode_t? { status.map { $0.st_mode & 0o7777 } }

    /// The target of a link; nil if there is none.
    package var linkTarget: String? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlinkat(directory.descriptor, name, &target, target.count)
        return count >= 0 ? String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }

    /// - Returns: A descriptor, which the caller closes.
    /// - Parameter flags: The flags, such as `O_RDONLY`; links are not followed.
    package func open(_ flags: Int32, mode: mode_t = 0o600) throws(FileError) -> Int32 {
        let descriptor = openat(directory.descriptor, name, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, mode)
        guard descriptor >= 0 else { throw FileError("openat", self) }
        return descriptor
    }

    package func makeDirectory(mode: mode_t = 0o777) throws(FileError) {
        guard mkdirat(directory.descriptor, name, mode) == 0 else { throw FileError("mkdirat", self) }
    }

    package func makeLink(to target: String) throws(FileError) {
        guard symlinkat(target, directory.descriptor, name) == 0 else { throw FileError("symlinkat", self) }
    }

    /// Removes a file or a link, or an empty directory; returns 0, or the code of the failure.
    package func remove(isDirectory: Bool = false) -> Int32 {
        unlinkat(directory.descriptor, name, isDirectory ? AT_REMOVEDIR : 0) == 0 ? 0 : errno
    }

    /// Renames it, replacing an existing file; returns 0, or the code of the failure.
    package func rename(to other: FilePlace) -> Int32 {
        renameat(directory.descriptor, name, other.directory.descriptor, other.name) == 0 ? 0 : errno
    }

    /// Adds another, unused name to a file; returns 0, or the code of the failure.
    package func link(to other: FilePlace) -> Int32 {
        linkat(directory.descriptor, name, other.directory.descriptor, other.name, 0) == 0 ? 0 : errno
    }

    /// Returns an unused place beside it, with a name that is not part of a collection.
    ///
    /// - Parameter make: Creates the file; returns 0, or the code of the failure.
    package func makeBeside(_ make: (FilePlace) -> Int32) throws(FileError) -> FilePlace {
        while true {
            let name = String((0..<NewFile.randomLength).compactMap { _ in Self.letters.randomElement() })
            let place = FilePlace(in: directory, NewFile.namePrefix + name)
            let code = make(place)
            if code == 0 { return place }
            guard code == EEXIST else { throw FileError("open", self, code: code) }
        }
    }

    private static let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
}
