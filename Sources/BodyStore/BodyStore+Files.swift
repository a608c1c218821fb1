public import Digests
import Files
public import Foundation

// Bodies in files that have a name, and remain after the program ends.

extension BodyStore {
    /// Creates a finished body whose bytes are in a file. They are mapped when they are read; the file must not be changed meanwhile, but may be
    /// removed.
    ///
    /// - Parameters:
    ///   - file: An ordinary file: a pipe, a device or a directory is refused at once.
    ///   - followsLinks: Whether the last part of the path may be a symbolic link. Default: no.
    ///   - sha256: The hash if it is known; it is not computed here.
    /// - Throws: ``BodyStoreError`` if the file cannot be opened (``BodyStoreError/Code/noSuchDirectory`` if there is none), or is not an
    ///   ordinary one (``BodyStoreError/Code/noOrdinaryFile``).
    public convenience init(
        contentsOf file: URL, followsLinks: Bool = false, sha256: Digest? = nil
    ) throws(BodyStoreError) {
        let directory = file.deletingLastPathComponent().path
        // Opening a pipe waits for the other end without `O_NONBLOCK`.
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW)
        let descriptor = open(file.path, flags)
        guard descriptor >= 0 else { throw .last("open", in: directory) }
        let spill = SpillFile(descriptor: descriptor, directory: directory)
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw .last("fstat", in: directory) }
        guard facts.st_mode & S_IFMT == S_IFREG else {
            throw BodyStoreError(
                .noOrdinaryFile, operation: nil, message: "it is not a regular file", directory: directory)
        }
        self.init(spill, count: Int(facts.st_size), sha256: sha256)
    }

    /// Writes a finished body to a file, readable by its owner only. When this returns the bytes are on disk; until then, no file of this name
    /// exists. An existing file stays as it is.
    ///
    /// A body in a file of the same file system is only linked to this name if the system supports that; any other is copied.
    ///
    /// - Throws: ``BodyStoreError`` if the file cannot be created or written.
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

    /// Returns a new finished body with the first `count` bytes.
    ///
    /// - Throws: ``BodyStoreError`` if they do not fit into memory and cannot be kept in a file.
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
