import Files
package import Foundation

/// A file that a person names on a command line. It may be a pipe, such as a shell makes of `<(command)`, and `-` is standard input.
package struct NamedFile {
    private let path: String
    private let limit: FileLimit
    /// The most that is read of what has no size.
    private static let stream = FileLimit(megabytes: 256)

    package init(_ path: String, limit: FileLimit) {
        self.path = path
        self.limit = limit
    }

    /// The name that an error gives it.
    package var name: String { path == "-" ? "standard input" : path }

    /// Whether it is a file, or a link to one, whose content can be read without waiting for a writer.
    package var isRegular: Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Returns the content, which is mapped when it is large and lies in a file.
    ///
    /// - Throws: ``FileError``, with `EFBIG` when there is more than the limit.
    package func data() throws -> Data {
        let handle = try open()
        let limit = try limit(of: handle)
        if let mapped = Self.mapped(handle.fileDescriptor) { return mapped }
        var whole = Data()
        try read(handle, upTo: limit) { whole.append(contentsOf: $0) }
        return whole
    }

    /// Lends the content, a piece at a time.
    ///
    /// - Throws: ``FileError``, with `EFBIG` when there is more than the limit; what the closure throws.
    package func forEachPiece(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        let handle = try open()
        try read(handle, upTo: try limit(of: handle), body)
    }

    private func open() throws -> FileHandle {
        if path == "-" { return .standardInput }
        let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError("open", path: path) }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// - Throws: ``FileError`` when its size alone is over the limit.
    private func limit(of handle: FileHandle) throws -> FileLimit {
        var status = stat()
        guard fstat(handle.fileDescriptor, &status) == 0 else { throw FileError("fstat", path: name) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            return limit.megabytes < Self.stream.megabytes ? limit : Self.stream
        }
        guard status.st_size <= limit.bytes else { throw FileError(path: name, isOver: limit) }
        return limit
    }

    private func read(
        _ handle: FileHandle, upTo limit: FileLimit, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        var total = 0
        while true {
            let count = Foundation.read(handle.fileDescriptor, &piece, piece.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw FileError("read", path: name) }
            if count == 0 { return }
            total += count
            guard total <= limit.bytes else { throw FileError(path: name, isOver: limit) }
            try piece.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        }
    }

    /// Returns nil for a small file, and for what has no size.
    private static func mapped(_ descriptor: Int32) -> Data? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size > 1 << 20, lseek(descriptor, 0, SEEK_CUR) == 0 else {
            return nil
        }
        let size = Int(status.st_size)
        guard let bytes = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), bytes != MAP_FAILED else {
            return nil
        }
        return Data(bytesNoCopy: bytes, count: size, deallocator: .unmap)
    }
}
