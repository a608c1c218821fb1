import Foundation

/// Reads small files one after the other into the same memory: four calls of the system for each.
struct FileReader {
    private var buffer = [UInt8](repeating: 0, count: 1 << 14)

    /// The content of a file, until the next one is read.
    ///
    /// - Throws: ``FileError``, also for a pipe or a device, which may keep one waiting, or have no end.
    mutating func read(_ path: String) throws(FileError) -> ArraySlice<UInt8> {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileError("open", path: path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError("fstat", path: path) }
        let kind = status.st_mode & S_IFMT
        // A directory is refused by `read`, in its own words.
        guard kind == S_IFREG || kind == S_IFDIR else { throw FileError("open", path: path, code: ENODEV) }
        var count = 0
        while true {
            let room = buffer.count - count
            let got = buffer.withUnsafeMutableBytes {
                Foundation.read(descriptor, $0.baseAddress?.advanced(by: count), room)
            }
            if got < 0 && errno == EINTR { continue }
            guard got >= 0 else { throw FileError("read", path: path) }
            count += got
            // A file gives all it is asked for, unless it ends.
            if got < room { return buffer[..<count] }
            buffer.append(contentsOf: repeatElement(0, count: buffer.count))
        }
    }
}
