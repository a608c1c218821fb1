import Foundation

/// A file being written beside the one that it is to replace: its name is given to it when it is whole, and without that it vanishes.
///
/// `@unchecked Sendable`: written by one task at a time.
final class NewFile: @unchecked Sendable {
    private let path: String
    /// Where links lead, so that the file is replaced and not a link to it.
    private let target: String
    let temporaryPath: String
    /// Whether what was written stays, for another time, when it is not whole.
    private let isKept: Bool
    private let descriptor: Int32
    private(set) var byteCount: Int64 = 0
    private var isFinished = false

    /// - Throws: ``NetworkClientError/FileFailure``: nothing can be written there.
    init(replacing url: URL) throws {
        path = url.path
        let resolved = url.resolvingSymlinksInPath()
        target = resolved.path
        temporaryPath =
            resolved.deletingLastPathComponent().appendingPathComponent(".\(UUID().uuidString).part").path
        let permissions = try Self.permissions(of: target, named: path)
        descriptor = open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw NetworkClientError.FileFailure("open", path: path, code: errno) }
        if let permissions { fchmod(descriptor, permissions) }
        isKept = false
    }

    /// Goes on with what an earlier one left in `FILE.part`.
    ///
    /// - Throws: ``NetworkClientError/FileFailure``: nothing can be written there, or somebody else does.
    init(resuming url: URL) throws {
        path = url.path
        target = url.resolvingSymlinksInPath().path
        temporaryPath = target + ".part"
        isKept = true
        let permissions = try Self.permissions(of: target, named: path)
        descriptor = open(temporaryPath, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
        guard descriptor >= 0 else { throw NetworkClientError.FileFailure("open", path: path, code: errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let failure = NetworkClientError.FileFailure("flock", path: path, code: errno)
            close(descriptor)
            throw failure
        }
        if let permissions { fchmod(descriptor, permissions) }
        byteCount = Int64(lseek(descriptor, 0, SEEK_END))
    }

    deinit {
        close(descriptor)
        if !isFinished, !isKept { unlink(temporaryPath) }
    }

    /// Of the file that is to be replaced; nil when there is none.
    private static func permissions(of target: String, named path: String) throws -> mode_t? {
        var status = stat()
        guard stat(target, &status) == 0 else { return nil }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFREG else {
            throw NetworkClientError.FileFailure("open", path: path, code: kind == S_IFDIR ? EISDIR : EINVAL)
        }
        return status.st_mode & 0o777
    }

    func write(_ data: Data) throws {
        try data.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let part = UnsafeRawBufferPointer(rebasing: rest)
                let count = systemWrite(descriptor, part.baseAddress, part.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    throw NetworkClientError.FileFailure("write", path: path, code: count < 0 ? errno : EIO)
                }
                rest = rest.dropFirst(count)
            }
        }
        byteCount += Int64(data.count)
    }

    /// Forgets what was written.
    func restart() throws {
        guard byteCount > 0 else { return }
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw NetworkClientError.FileFailure("ftruncate", path: path, code: errno)
        }
        byteCount = 0
    }

    /// Puts the file in its place, in one step.
    func finish() throws {
        guard rename(temporaryPath, target) == 0 else {
            throw NetworkClientError.FileFailure("rename", path: path, code: errno)
        }
        isFinished = true
    }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
