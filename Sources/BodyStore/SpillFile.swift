import Foundation

/// A file without a name, readable by its owner only, which contains a body too large for memory.
///
/// No other process can reach it, so none can truncate it under a mapping; it disappears with the last handle.
final class SpillFile {
    let descriptor: Int32
    let directory: String

    /// Creates the file from a descriptor, which it then owns.
    init(descriptor: Int32, directory: String) {
        self.descriptor = descriptor
        self.directory = directory
    }

    convenience init(in directory: String) throws(BodyStoreError) {
        self.init(descriptor: try Self.open(in: directory), directory: directory)
    }

    deinit { close(descriptor) }

    /// Writes all bytes at an offset; after an error, the bytes from there on are undefined.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(BodyStoreError) {
        var written = 0
        while written < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
            let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + written))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .last("pwrite", in: directory) }
            written += count
        }
    }

    /// Gives the file a name if the system can link a nameless file within its file system.
    ///
    /// - Returns: Whether it has the name now, or another file has it already.
    func link(at path: String) -> Bool {
        #if os(Linux)
            let own = "/proc/self/fd/\(descriptor)"
            guard fsync(descriptor) == 0 else { return false }
            return linkat(AT_FDCWD, own, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 || errno == EEXIST
        #else
            return false
        #endif
    }

    /// Maps the first bytes of the file, which must have been written; nil if the system refuses.
    func map(count: Int) -> MappedBytes? {
        MappedBytes(descriptor: descriptor, count: count)
    }

    /// Copies bytes by `pread` if mapping is refused; returns fewer if reading fails.
    func read(_ range: Range<Int>) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: range.count) { buffer, initialized in
            while initialized < range.count {
                let target = buffer.baseAddress.map { $0 + initialized }
                let place = off_t(range.lowerBound + initialized)
                let count = pread(descriptor, target, range.count - initialized, place)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                initialized += count
            }
        }
    }
}

extension SpillFile {
    /// Opens the file with `O_TMPFILE` if kernel and file system support it, else with a name that is removed at once.
    static func open(in directory: String) throws(BodyStoreError) -> Int32 {
        #if os(Linux)
            // The importer does not see `O_TMPFILE`, a macro of two flags; the first has this value on every architecture we build for.
            let temporaryFile: Int32 = 0o20_000_000 | O_DIRECTORY
            let descriptor = Foundation.open(directory, O_RDWR | O_CLOEXEC | temporaryFile, 0o600)
            if descriptor >= 0 { return descriptor }
        #endif
        return try openUnlinked(in: directory)
    }

    static func openUnlinked(in directory: String) throws(BodyStoreError) -> Int32 {
        let path = directory + "/.body-" + UUID().uuidString
        let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .last("open", in: directory) }
        unlink(path)
        return descriptor
    }
}
