import Files
import Foundation

/// The most bytes that are read of a file. A link may lead to one without an end, and a file of any length may be made of nothing.
package struct FileLimit: Sendable, Hashable {
    package let megabytes: Int
    package var bytes: Int { megabytes << 20 }

    /// The limit for a request, a folder, an environment, `opencollection.yml`, or `microscope.yaml`.
    package static let collectionFile = FileLimit(megabytes: 16)
    /// The limit for `.env` and other files of pairs.
    static let pairs = FileLimit(megabytes: 1)
    /// The limit for a file of this person's settings.
    static let settings = FileLimit(megabytes: 1)
    /// The limit for what the program itself keeps.
    static let state = FileLimit(megabytes: 64)
    /// The limit for a program of which the hash is taken.
    static let program = FileLimit(megabytes: 256)
    /// The limit for a collection of another tool.
    package static let foreignCollection = FileLimit(megabytes: 50)
    /// The limit for an archive, or a body, that a person names.
    package static let archive = FileLimit(megabytes: 1024)
}

extension FileError {
    init(path: String, isOver limit: FileLimit) {
        self.init(
            "read", path: path, code: EFBIG,
            explanation:
                "it is larger than \(limit.megabytes) MB, and no more is read of such a file; make it smaller or move it away"
        )
    }
}

/// Reads small files one after the other into the same memory: four calls of the system for each.
package struct FileReader {
    private var buffer = [UInt8](repeating: 0, count: 1 << 14)

    package init() {}

    /// Returns the content of a file, which lasts until the next one is read.
    ///
    /// - Throws: ``FileError``, also for a pipe or a device, which may keep one waiting, or have no end, and for a file with more bytes than the limit.
    package mutating func read(_ path: String, limit: FileLimit = .collectionFile) throws(FileError) -> ArraySlice<
        UInt8
    > {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileError("open", path: path) }
        return try read(descriptor, path, limit)
    }

    /// Returns the content of a file, links not followed.
    mutating func read(_ place: FilePlace, limit: FileLimit = .collectionFile) throws(FileError) -> ArraySlice<UInt8> {
        try read(try place.open(O_RDONLY), place.path, limit)
    }

    /// Closes the descriptor.
    private mutating func read(
        _ descriptor: Int32, _ path: String, _ limit: FileLimit
    ) throws(FileError) -> ArraySlice<UInt8> {
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError("fstat", path: path) }
        let kind = status.st_mode & S_IFMT
        // A directory is refused by `read`, in its own words.
        guard kind == S_IFREG || kind == S_IFDIR else { throw FileError("open", path: path, code: ENODEV) }
        guard kind == S_IFDIR || status.st_size <= limit.bytes else { throw FileError(path: path, isOver: limit) }
        var count = 0
        while true {
            let room = buffer.count - count
            let got = buffer.withUnsafeMutableBytes {
                Foundation.read(descriptor, $0.baseAddress?.advanced(by: count), room)
            }
            if got < 0 && errno == EINTR { continue }
            guard got >= 0 else { throw FileError("read", path: path) }
            count += got
            guard count <= limit.bytes else { throw FileError(path: path, isOver: limit) }
            // A file gives all it is asked for, unless it ends.
            if got < room { return buffer[..<count] }
            buffer.append(contentsOf: repeatElement(0, count: buffer.count))
        }
    }

    /// Returns the content of one of the program's own files; nil when it cannot be read.
    static func state(_ file: URL) -> Data? {
        var reader = FileReader()
        return (try? reader.read(file.path, limit: .state)).map { Data($0) }
    }
}
