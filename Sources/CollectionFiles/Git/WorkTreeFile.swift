import Digests
import Foundation

/// A file or link at a path below a directory, found without following a link: git knows nothing below one.
final class WorkTreeFile {
    /// The open file; of a link, it is not open.
    private let descriptor: Int32
    /// The target of a link.
    private let target: [UInt8]?
    private let status: stat

    /// - Returns: The file; nil if there is none, if git does not know its kind, such as a pipe, or if the path has `..`.
    init?(_ path: some Sequence<UInt8>, below root: URL) {
        let names = Array(path).split(separator: UInt8(ascii: "/")).map { $0.map(CChar.init(bitPattern:)) + [0] }
        guard !names.contains(Self.dots), let last = names.last,
            let folder = Self.folder(names.dropLast(), below: root)
        else { return nil }
        defer { close(folder) }
        descriptor = openat(folder, last, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        target = descriptor < 0 ? Self.link(last, in: folder) : nil
        var status = stat()
        let isKnown =
            descriptor < 0 ? fstatat(folder, last, &status, AT_SYMLINK_NOFOLLOW) : fstat(descriptor, &status)
        self.status = status
        guard isKnown == 0, target != nil || [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    var isDirectory: Bool { status.st_mode & S_IFMT == S_IFDIR }
    var isLink: Bool { target != nil }
    var mode: String { isLink ? "120000" : status.st_mode & S_IXUSR != 0 ? "100755" : "100644" }

    /// Returns the directory in which the last name is looked for; nil where one of them is no directory.
    private static func folder(_ names: some Sequence<[CChar]>, below root: URL) -> Int32? {
        var folder = open(root.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        for name in names where folder >= 0 {
            let next = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            close(folder)
            folder = next
        }
        return folder >= 0 ? folder : nil
    }

    private static let dots = "..".utf8CString.map { $0 }

    private static func link(_ name: [CChar], in folder: Int32) -> [UInt8]? {
        var text = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlinkat(folder, name, &text, text.count)
        return count >= 0 ? text[..<count].map(UInt8.init(bitPattern:)) : nil
    }

    // MARK: Content

    /// Returns all of a regular file; nil for anything else, for a longer one, and for one that cannot be read.
    func bytes(atMost longest: Int) -> [UInt8]? {
        guard !isLink, !isDirectory, status.st_size <= longest else { return nil }
        var bytes: [UInt8] = []
        return read { bytes += $0 } && bytes.count <= longest ? bytes : nil
    }

    /// Whether git would give it this name, perhaps after making CR LF to LF. A file beyond a gigabyte is taken for another one.
    func hasObjectName(_ id: String) -> Bool {
        let algorithm = id.utf8.count == 64 ? DigestAlgorithm.sha256 : .sha1
        if let target { return Self.name(target, algorithm) == id }
        guard status.st_size <= Self.longestCompared, !isDirectory else { return false }
        if name(algorithm) == id { return true }
        guard let bytes = bytes(atMost: Self.longestText), bytes.contains(UInt8(ascii: "\r")) else { return false }
        return Self.name(Self.withoutReturns(bytes), algorithm) == id
    }

    private static let longestCompared = 1 << 30
    private static let longestText = 8 << 20

    /// Source: gitdatamodel(7), "Objects"; `git hash-object`.
    private static func name(_ bytes: [UInt8], _ algorithm: DigestAlgorithm) -> String? {
        try? Digest(of: Array("blob \(bytes.count)\0".utf8) + bytes, algorithm).hexadecimal
    }

    private func name(_ algorithm: DigestAlgorithm) -> String? {
        guard let digest = try? RunningDigest(algorithm) else { return nil }
        digest.update(Array("blob \(status.st_size)\0".utf8))
        return read { digest.update($0) } ? digest.finish().hexadecimal : nil
    }

    private static func withoutReturns(_ bytes: [UInt8]) -> [UInt8] {
        var kept: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            let isBeforeLineEnd = index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "\n")
            if byte != UInt8(ascii: "\r") || !isBeforeLineEnd { kept.append(byte) }
        }
        return kept
    }

    /// Hands out as many bytes as it had when it was opened, from its beginning, in pieces; a file that grows has no end.
    private func read(_ take: (UnsafeRawBufferPointer) -> Void) -> Bool {
        var offset = 0
        return withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
            while offset < Int(status.st_size) {
                let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return false }
                take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                offset += count
            }
            return true
        }
    }
}
