import Digests
import Files
public import Foundation

/// The files in which cookies of one collection are kept, one per environment: private, beside the store of secrets.
///
/// Their content is up to the code that reads and writes them.
public struct CookieFiles: Sendable {
    private let directory: URL
    private let collection: String

    /// - Parameter collection: The path of the collection's root.
    public init(directories: MicroscopeDirectories, collection: String) {
        directory = directories.data.appendingPathComponent("cookies", isDirectory: true)
        self.collection = collection
    }

    /// Reads the file of an environment; nil if there is none.
    ///
    /// - Parameter environment: The environment's name; nil without an environment.
    /// - Throws: ``FileError`` if the file is there and cannot be read.
    public func read(_ environment: String?) throws -> Data? {
        // Without a cookie, the library of digests is not made ready for a name.
        guard FileManager.default.fileExists(atPath: directory.path) else { return nil }
        let file = try file(of: environment)
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        return try Self.content(of: file)
    }

    private static func content(of file: URL) throws(FileError) -> Data {
        var reader = FileReader()
        return Data(try reader.read(file.path, limit: .state))
    }

    /// Changes the content: reads it and writes the result, while nobody else writes between the two.
    ///
    /// - Parameter edit: Returns the new content; nil if there is nothing to write.
    /// - Throws: The error of `edit`, ``FileError``, or Foundation's error when the directory cannot be made.
    public func change(_ environment: String?, _ edit: (Data?) throws -> Data?) throws {
        try MicroscopeDirectories.makePrivate(directory)
        let lock = try CollectionLock(directory: directory)
        defer { lock.release() }
        guard let bytes = try edit(try read(environment)) else { return }
        try AtomicFile.write(bytes, toOwn: try file(of: environment))
    }

    /// Exchanges the files of two environments, like ``SecretStore/move(from:to:collection:)``.
    func move(from environment: String, to name: String) throws {
        let files = [try file(of: environment), try file(of: name)]
        guard files.contains(where: { FileManager.default.fileExists(atPath: $0.path) }) else { return }
        let lock = try CollectionLock(directory: directory)
        defer { lock.release() }
        let kept = try files.map { FileManager.default.fileExists(atPath: $0.path) ? try Self.content(of: $0) : nil }
        for (file, bytes) in zip(files, kept.reversed()) {
            if let bytes {
                try AtomicFile.write(bytes, toOwn: file)
            } else if FileManager.default.fileExists(atPath: file.path) {
                try FileManager.default.removeItem(at: file)
            }
        }
    }

    /// Returns the file of an environment, named by a hash: a path or a name may be longer than a file's name, and hold what none may.
    ///
    /// - Throws: The error of an OpenSSL without SHA-256.
    func file(of environment: String?) throws -> URL {
        // No path has a NUL in it, and no environment can be called like none.
        let key = environment.map { "\(collection)\0\($0)" } ?? collection
        return directory.appendingPathComponent("\(try Digest(of: key.utf8, .sha256)).json")
    }
}
