public import Digests
import Files
public import Foundation

// Bodies in files that have a name, and outlast the program.

extension BodyStore {
    /// A finished body whose bytes lie in a file. They are mapped when somebody reads; nobody may change them meanwhile, but the file may be
    /// removed.
    ///
    /// - Parameters:
    ///   - file: An ordinary file: a pipe, a device or a directory is refused at once.
    ///   - followsLinks: Whether the last part of the path may be a symbolic link. Default: no.
    ///   - sha256: its hash where somebody knows it; it is not worked out here.
    /// - Throws: ``BodyStoreError`` when the file cannot be opened (``BodyStoreError/Code/noSuchDirectory`` when there is none), or is no ordinary
    ///   one (``BodyStoreError/Code/noOrdinaryFile``).
    public convenience init(
        contentsOf file: URL, followsLinks: Bool = false, sha256: Digest? = nil
    ) throws(BodyStoreError) {
        let directory = file.deletingLastPathComponent().path
        // Whoever opens a pipe waits for the other end, unless told not to.
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW)
        let descriptor = open(file.path, flags)
        guard descriptor >= 0 else { throw .last("open", in: directory) }
        let spill = SpillFile(descriptor: descriptor, directory: directory)
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw .last("fstat", in: directory) }
        guard facts.st_mode & S_IFMT == S_IFREG else {
            throw BodyStoreError(
                .noOrdinaryFile, operation: nil, message: "it is no ordinary file", directory: directory)
        }
        self.init(spill, count: Int(facts.st_size), sha256: sha256)
    }

    /// Puts the bytes of a finished body into a file, readable by its owner only. When this returns they are on the disk; before, no file of this name is
    /// there. Harmless when there is one already: it stays as it is.
    ///
    /// A body that lies in a file of the same file system only gets this name there where the system can do that; any other is copied.
    ///
    /// - Throws: ``BodyStoreError`` when the file cannot be made or written.
    public func keep(at file: URL) throws(BodyStoreError) {
        guard access(file.path, F_OK) != 0 else { return }
        let directory = file.deletingLastPathComponent().path
        let place = try BodyStoreError.reporting(in: directory) { () throws(FileError) in try FilePlace(path: file.path)
        }
        if spillFile?.link(at: file.path) == true { return place.directory.synchronize() }
        let new = try BodyStoreError.reporting(in: directory) { () throws(FileError) in try NewFile(for: place) }
        try forEachPiece(upTo: count) { (bytes) throws(BodyStoreError) in
            try BodyStoreError.reporting(in: directory) { () throws(FileError) in try new.write(bytes) }
        }
        try BodyStoreError.reporting(in: directory) { () throws(FileError) in try new.put() }
    }

    /// A finished body of its own with as many of the first bytes.
    ///
    /// - Throws: ``BodyStoreError`` when they do not fit into memory and cannot be kept in a file.
    public func beginning(_ count: Int) throws(BodyStoreError) -> BodyStore {
        let part = BodyStore()
        try forEachPiece(upTo: count) { (bytes) throws(BodyStoreError) in try part.append(bytes) }
        part.finish()
        return part
    }

    /// Lends the first bytes, a megabyte at a time.
    private func forEachPiece(
        upTo end: Int, _ body: (UnsafeRawBufferPointer) throws(BodyStoreError) -> Void
    ) throws(BodyStoreError) {
        var start = 0
        while start < min(end, count) {
            var failure: BodyStoreError?
            let length = withBytes(in: start..<min(end, start + 1 << 20)) { bytes in
                do throws(BodyStoreError) { try body(bytes) } catch { failure = error }
                return bytes.count
            }
            if let failure { throw failure }
            guard length > 0 else { throw .last("pread", in: spillFile?.directory ?? "") }
            start += length
        }
    }
}
