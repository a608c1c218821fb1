public import Foundation
import MicroClient

/// The files that a request names, and whether they may be read.
public struct RequestFiles: Sendable {
    private let locate: @Sendable (String) throws -> URL

    /// - Parameter locate: Returns the file of a path as the collection gives it; throws if it may not be read.
    public init(_ locate: @escaping @Sendable (String) throws -> URL) { self.locate = locate }

    /// Locates absolute paths, and those relative to a collection's root.
    public init(root: URL) {
        self.init { path in
            path.utf8.first == UInt8(ascii: "/") ? URL(fileURLWithPath: path) : root.appendingPathComponent(path)
        }
    }

    /// Files of which none may be read.
    public static let none = RequestFiles {
        throw RequestFileError(path: $0, reason: "there is no collection that could contain it")
    }

    /// Returns the content of a small file.
    ///
    /// - Throws: ``RequestFileError`` when it cannot be read, or is longer than `longest` bytes.
    func text(of path: String, upTo longest: Int) throws -> String {
        let handle = try OrdinaryFile(try url(of: path)).handle
        defer { try? handle.close() }
        let bytes = try handle.read(upToCount: longest + 1) ?? Data()
        guard bytes.count <= longest else {
            throw RequestFileError(path: path, reason: "it has more than \(longest >> 10) KiB")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// - Throws: ``RequestFileError`` when it is no file that can be read.
    func url(of path: String) throws -> URL {
        let url = try locate(path)
        var facts = stat()
        guard stat(url.path, &facts) == 0 else {
            throw RequestFileError(path: path, reason: "there is no such file (\(url.path))")
        }
        // A pipe or a device might never end.
        guard facts.st_mode & S_IFMT == S_IFREG else {
            throw RequestFileError(path: path, reason: "it is not a regular file (\(url.path))")
        }
        guard FileManager.default.isReadableFile(atPath: url.path) else {
            throw RequestFileError(path: path, reason: "it may not be read (\(url.path))")
        }
        return url
    }
}

/// The reason why a file that a request names cannot be read.
public struct RequestFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path as the collection gives it.
    public var path: String
    public var reason: String

    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    public var description: String { "The file \(path) cannot be read: \(reason)." }
}
