import Files
import Foundation

/// Moves, copies and removes files and whole directories. Nothing is ever written over; links are moved and copied as links.
struct FileMover: Sendable {
    /// Gives a file another name if nothing has it; 0, or the code of the failure.
    ///
    /// Default: that of the system; tests hand in others.
    var rename: @Sendable (_ from: FilePlace, _ to: FilePlace) -> Int32 = { FileMover.renameExclusively($0, $1) }

    /// - Throws: ``FileError``, with the code `EEXIST` when something has the name already. On another file system it is copied and
    ///   then removed; when that stops half-way, both places still hold what is said in the error.
    func move(_ from: FilePlace, to: FilePlace) throws(FileError) {
        var code = rename(from, to)
        if code == EEXIST, Self.isSameFile(from, to) { code = from.rename(to: to) }
        if code == EXDEV { return try carry(from, to: to) }
        guard code == 0 else { throw FileError("rename", code == EEXIST ? to : from, code: code) }
        Self.synchronize(from, to)
    }

    /// Moves to another file system: copies all of it there, then removes it here.
    private func carry(_ from: FilePlace, to: FilePlace) throws(FileError) {
        try copy(from, to: to)
        do throws(FileError) {
            try remove(from)
        } catch {
            throw FileError("remove, after a copy was made at \(to.path)", path: error.path, code: error.code)
        }
        Self.synchronize(from, to)
    }

    /// Copies beside the target first, so that it is there as a whole or not at all.
    ///
    /// - Parameter ignored: Names of files that are not copied, wherever in a directory they lie.
    func copy(_ from: FilePlace, to: FilePlace, besides ignored: Set<String> = []) throws(FileError) {
        let draft = try to.makeBeside { mkdirat($0.directory.descriptor, $0.name, 0o700) == 0 ? 0 : errno }
        defer { try? remove(draft) }
        let copy = FilePlace(in: try OpenDirectory(draft), to.name)
        try duplicate(from, to: copy, besides: ignored)
        let code = rename(copy, to)
        guard code == 0 else { throw FileError("rename", to, code: code) }
        Self.synchronize(copy, to)
    }

    /// Removes a file, a link, or a directory with all that is in it.
    func remove(_ place: FilePlace) throws(FileError) {
        let code = place.remove()
        if code == 0 { return }
        guard place.kind == S_IFDIR else { throw FileError("unlinkat", place, code: code) }
        let directory = try OpenDirectory(place)
        for name in try directory.names() { try remove(FilePlace(in: directory, name)) }
        let rest = place.remove(isDirectory: true)
        guard rest == 0 else { throw FileError("unlinkat", place, code: rest) }
    }

    // MARK: - Copies

    private func duplicate(_ from: FilePlace, to: FilePlace, besides ignored: Set<String>) throws(FileError) {
        switch from.kind {
        case S_IFDIR: try duplicateDirectory(from, to: to, besides: ignored)
        case S_IFLNK: try to.makeLink(to: from.linkTarget ?? "")
        case S_IFREG: try duplicateFile(from, to: to)
        case nil: throw FileError("fstatat", from)
        default: throw FileError("copy", from, code: ENOTSUP)
        }
    }

    private func duplicateDirectory(_ from: FilePlace, to: FilePlace, besides ignored: Set<String>) throws(FileError) {
        try to.makeDirectory(mode: 0o700)
        let (source, target) = (try OpenDirectory(from), try OpenDirectory(to))
        for name in try source.names() where !ignored.contains(name) {
            try duplicate(FilePlace(in: source, name), to: FilePlace(in: target, name), besides: ignored)
        }
        // Last, since nothing can be put into one that may not be written to.
        guard fchmod(target.descriptor, from.mode ?? 0o700) == 0 else { throw FileError("fchmod", to) }
        target.synchronize()
    }

    private func duplicateFile(_ from: FilePlace, to: FilePlace) throws(FileError) {
        let input = try from.open(O_RDONLY)
        defer { close(input) }
        let output = try to.open(O_WRONLY | O_CREAT | O_EXCL)
        defer { close(output) }
        try Self.pump(input, from, output, to)
        guard fchmod(output, from.mode ?? 0o600) == 0 else { throw FileError("fchmod", to) }
        guard fsync(output) == 0 else { throw FileError("fsync", to) }
    }

    private static func pump(
        _ input: Int32, _ from: FilePlace, _ output: Int32, _ to: FilePlace
    ) throws(FileError) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(input, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw FileError("read", from) }
            if count == 0 { return }
            var rest = buffer[..<count]
            while !rest.isEmpty {
                let written = rest.withUnsafeBytes { Foundation.write(output, $0.baseAddress, $0.count) }
                if written < 0 && errno == EINTR { continue }
                guard written >= 0 else { throw FileError("write", to) }
                rest = rest.dropFirst(written)
            }
        }
    }

    // MARK: - The system

    /// Returns the kind of the file at a path, links not followed; nil when there is none.
    static func kind(of path: String) -> mode_t? {
        var info = stat()
        return lstat(path, &info) == 0 ? info.st_mode & S_IFMT : nil
    }

    /// Whether two names are the same file: a file system that ignores case has a name in other capitals taken by the file itself.
    private static func isSameFile(_ one: FilePlace, _ other: FilePlace) -> Bool {
        guard one.name.lowercased() == other.name.lowercased(), let first = one.status, let second = other.status
        else { return false }
        return first.st_ino == second.st_ino && first.st_dev == second.st_dev
    }

    private static func synchronize(_ one: FilePlace, _ other: FilePlace) {
        one.directory.synchronize()
        if other.directory.path != one.directory.path { other.directory.synchronize() }
    }

    /// - Source: macOS `renameatx_np` with `RENAME_EXCL`. What Linux has for it cannot be named in Swift.
    private static func renameExclusively(_ from: FilePlace, _ to: FilePlace) -> Int32 {
        #if canImport(Darwin)
            let (source, target) = (from.directory.descriptor, to.directory.descriptor)
            if renameatx_np(source, from.name, target, to.name, UInt32(RENAME_EXCL)) == 0 { return 0 }
            if errno != ENOTSUP { return errno }
        #endif
        return renameCarefully(from, to)
    }

    /// Renames a file. A link never takes the place of a file, and a directory never that of another with content.
    private static func renameCarefully(_ from: FilePlace, _ to: FilePlace) -> Int32 {
        if from.kind == S_IFREG {
            let code = from.link(to: to)
            if code == 0 {
                let failure = from.remove()
                if failure != 0 { _ = to.remove() }
                return failure
            }
            // File systems without hard links.
            if code != EPERM, code != ENOTSUP { return code }
        }
        return to.kind != nil ? EEXIST : from.rename(to: to)
    }
}
