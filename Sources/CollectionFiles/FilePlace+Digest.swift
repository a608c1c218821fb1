import Digests
import Files
import Foundation
import OpenCollection

extension FilePlace {
    /// Large files count by their size.
    private static let largestHashed = 64 << 20

    /// Returns a hash of a file, a link, or a directory with all that is in it.
    ///
    /// - Throws: ``FileError`` when something cannot be read; `DigestError` when this OpenSSL has no SHA-256.
    func digest() throws -> ItemDigest {
        let hash = try RunningDigest(.sha256)
        try feed(hash)
        return ItemDigest(hash.finish().hexadecimal)
    }

    /// Hashes the content with its lengths, which keep the parts apart, whatever is in them.
    private func feed(_ hash: RunningDigest) throws {
        switch kind {
        case S_IFDIR:
            let directory = try OpenDirectory(self)
            let names = try directory.names()
            hash.update("directory \(names.count)\n".utf8)
            for name in names {
                hash.update("\(name.utf8.count) \(name)\n".utf8)
                try FilePlace(in: directory, name).feed(hash)
            }
        case S_IFREG: try feedFile(hash)
        case S_IFLNK: hash.update("link \(linkTarget ?? "")\n".utf8)
        case let kind?: hash.update("kind \(kind)\n".utf8)
        case nil: throw FileError("fstatat", self)
        }
    }

    private func feedFile(_ hash: RunningDigest) throws {
        let size = Int(status?.st_size ?? 0)
        hash.update("file \(size)\n".utf8)
        guard size <= Self.largestHashed else { return }
        var reader = FileReader()
        hash.update(try reader.read(self, limit: FileLimit(megabytes: 64)))
    }
}
