import Foundation

/// A file with an end, opened to be read from its start: no pipe, which could block the thread, no device and no directory.
package struct OrdinaryFile {
    package let handle: FileHandle
    /// The length in bytes when the file was opened.
    package let length: Int64

    /// - Parameter url: The URL of the file, or of a symbolic link to it.
    /// - Throws: `POSIXError` when it cannot be opened, and with `EINVAL` when it is no ordinary file.
    package init(_ url: URL) throws {
        let descriptor = open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        // People name `/dev/null` to mean an empty file.
        let isEmpty = facts.st_mode & S_IFMT == S_IFCHR && url.path == "/dev/null"
        guard isEmpty || facts.st_mode & S_IFMT == S_IFREG else { throw POSIXError(.EINVAL) }
        length = Int64(facts.st_size)
    }

    /// Returns the content, memory-mapped: a later change of the file may show in it.
    ///
    /// - Throws: `POSIXError` when it cannot be mapped, and with `EFBIG` when it is longer than the limit.
    package func data(upTo limit: Int = 1 << 30) throws -> Data {
        guard length <= limit else { throw POSIXError(.EFBIG) }
        guard length > 0 else { return Data() }
        let count = Int(length)
        guard let bytes = mmap(nil, count, PROT_READ, MAP_PRIVATE, handle.fileDescriptor, 0), bytes != MAP_FAILED else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        return Data(bytesNoCopy: bytes, count: count, deallocator: .unmap)
    }
}
