import Foundation

/// Moves, copies and removes files and whole directories. Nothing is ever written over; links are moved and copied as links.
struct FileMover: Sendable {
    /// Gives a file another name if nothing has it; 0, or the code of the failure.
    ///
    /// Default: that of the system; tests hand in others.
    var rename: @Sendable (_ from: String, _ to: String) -> Int32 = { FileMover.renameExclusively($0, $1) }

    /// - Throws: ``FileError``, with the code `EEXIST` when something has the name already. On another file system it is copied and
    ///   then removed; when that stops half-way, both places still hold what is said in the error.
    func move(_ from: String, to: String) throws(FileError) {
        var code = rename(from, to)
        if code == EEXIST, Self.isSameFile(from, to) { code = Foundation.rename(from, to) == 0 ? 0 : errno }
        if code == EXDEV { return try carry(from, to: to) }
        guard code == 0 else { throw FileError("rename", path: code == EEXIST ? to : from, code: code) }
        Self.syncDirectories(from, to)
    }

    /// To another file system: first all of it is there, then it goes here.
    private func carry(_ from: String, to: String) throws(FileError) {
        try copy(from, to: to)
        do throws(FileError) {
            try remove(from)
        } catch {
            throw FileError("remove, after a copy was made at \(to)", path: error.path, code: error.code)
        }
        Self.syncDirectories(from, to)
    }

    /// Copies beside the target first, so that it is there as a whole or not at all.
    ///
    /// - Parameter ignored: names of what is not copied, wherever in a directory it lies.
    func copy(_ from: String, to: String, besides ignored: Set<String> = []) throws(FileError) {
        let target = URL(fileURLWithPath: to)
        var template = Array((target.deletingLastPathComponent().path + "/.microscope-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw FileError("mkdtemp", path: to) }
        let directory = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        let copy = "\(directory)/\(target.lastPathComponent)"
        defer { try? remove(directory) }
        try duplicate(from, to: copy, besides: ignored)
        let code = rename(copy, to)
        guard code == 0 else { throw FileError("rename", path: to, code: code) }
        Self.syncDirectories(copy, to)
    }

    func remove(_ path: String) throws(FileError) {
        if unlink(path) == 0 { return }
        let code = errno
        guard Self.kind(of: path) == S_IFDIR else { throw FileError("unlink", path: path, code: code) }
        for name in try Self.names(in: path) { try remove("\(path)/\(name)") }
        guard rmdir(path) == 0 else { throw FileError("rmdir", path: path) }
    }

    // MARK: - Copies

    private func duplicate(_ from: String, to: String, besides ignored: Set<String>) throws(FileError) {
        switch Self.kind(of: from) {
        case S_IFDIR: try duplicateDirectory(from, to: to, besides: ignored)
        case S_IFLNK: try duplicateLink(from, to: to)
        case S_IFREG: try duplicateFile(from, to: to)
        case nil: throw FileError("lstat", path: from)
        default: throw FileError("copy", path: from, code: ENOTSUP)
        }
    }

    private func duplicateDirectory(_ from: String, to: String, besides ignored: Set<String>) throws(FileError) {
        guard mkdir(to, 0o700) == 0 else { throw FileError("mkdir", path: to) }
        for name in try Self.names(in: from) where !ignored.contains(name) {
            try duplicate("\(from)/\(name)", to: "\(to)/\(name)", besides: ignored)
        }
        // Last, since nothing can be put into one that may not be written to.
        guard chmod(to, Self.mode(of: from)) == 0 else { throw FileError("chmod", path: to) }
        AtomicFile.syncDirectory(URL(fileURLWithPath: to))
    }

    private func duplicateLink(_ from: String, to: String) throws(FileError) {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        guard readlink(from, &target, Int(PATH_MAX)) >= 0 else { throw FileError("readlink", path: from) }
        guard symlink(target, to) == 0 else { throw FileError("symlink", path: to) }
    }

    private func duplicateFile(_ from: String, to: String) throws(FileError) {
        let input = open(from, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { throw FileError("open", path: from) }
        defer { close(input) }
        let output = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw FileError("open", path: to) }
        defer { close(output) }
        try Self.pump(input, from, output, to)
        guard fchmod(output, Self.mode(of: from)) == 0 else { throw FileError("fchmod", path: to) }
        guard fsync(output) == 0 else { throw FileError("fsync", path: to) }
    }

    private static func pump(_ input: Int32, _ from: String, _ output: Int32, _ to: String) throws(FileError) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(input, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw FileError("read", path: from) }
            if count == 0 { return }
            var rest = buffer[..<count]
            while !rest.isEmpty {
                let written = rest.withUnsafeBytes { Foundation.write(output, $0.baseAddress, $0.count) }
                if written < 0 && errno == EINTR { continue }
                guard written >= 0 else { throw FileError("write", path: to) }
                rest = rest.dropFirst(written)
            }
        }
    }

    // MARK: - The system

    /// The kind of what has a path, links not followed; nil when nothing has.
    static func kind(of path: String) -> mode_t? {
        var info = stat()
        return lstat(path, &info) == 0 ? info.st_mode & S_IFMT : nil
    }

    private static func mode(of path: String) -> mode_t {
        var info = stat()
        return lstat(path, &info) == 0 ? info.st_mode & 0o7777 : 0o700
    }

    /// All of them, those of links to nothing too.
    private static func names(in directory: String) throws(FileError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
        } catch {
            throw FileError("opendir", path: directory, code: EACCES)
        }
    }

    /// Where capitals and small letters are the same to a file system, a name in other capitals is taken by the file itself.
    private static func isSameFile(_ one: String, _ other: String) -> Bool {
        var (first, second) = (stat(), stat())
        return one.lowercased() == other.lowercased() && lstat(one, &first) == 0 && lstat(other, &second) == 0
            && first.st_ino == second.st_ino && first.st_dev == second.st_dev
    }

    private static func syncDirectories(_ one: String, _ other: String) {
        let directories = [one, other].map { URL(fileURLWithPath: $0).deletingLastPathComponent() }
        Set(directories).forEach(AtomicFile.syncDirectory)
    }

    /// - Source: macOS `renamex_np` with `RENAME_EXCL`. What Linux has for it cannot be named in Swift.
    private static func renameExclusively(_ from: String, _ to: String) -> Int32 {
        #if canImport(Darwin)
            if renamex_np(from, to, UInt32(RENAME_EXCL)) == 0 { return 0 }
            if errno != ENOTSUP { return errno }
        #endif
        return renameCarefully(from, to)
    }

    /// A link never takes the place of a file, and a directory never that of another that holds something.
    private static func renameCarefully(_ from: String, _ to: String) -> Int32 {
        if kind(of: from) == S_IFREG {
            if link(from, to) == 0 {
                if unlink(from) == 0 { return 0 }
                let code = errno
                unlink(to)
                return code
            }
            // File systems without hard links.
            if errno != EPERM, errno != ENOTSUP { return errno }
        }
        if kind(of: to) != nil { return EEXIST }
        return Foundation.rename(from, to) == 0 ? 0 : errno
    }
}
