import Digests
import Files
public import Foundation

/// The files in which cookies of one collection are kept, one per environment: private, beside the store of secrets.
///
/// What stands in them is the business of who reads and writes them.
public struct CookieFiles: Sendable {
    private let directory: URL
    private let collection: String

    /// - Parameter collection: path of the collection's root.
    public init(directories: MicroscopeDirectories, collection: String) {
        directory = directories.data.appendingPathComponent("cookies", isDirectory: true)
        self.collection = collection
    }

    /// Nil: there is no file.
    ///
    /// - Parameter environment: nil: without one.
    /// - Throws: when it is there and cannot be read.
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

    /// Reads, and writes what comes of it; nobody else writes between the two.
    ///
    /// - Parameter edit: gives nil for nothing to write.
    /// - Throws: what `edit` throws, ``FileError``, or what Foundation throws when the directory cannot be made.
    public func change(_ environment: String?, _ edit: (Data?) throws -> Data?) throws {
        try MicroscopeDirectories.makePrivate(directory)
        let lock = try CollectionLock(directory: directory)
        defer { lock.release() }
        guard let bytes = try edit(try read(environment)) else { return }
        try AtomicFile.write(bytes, toOwn: try file(of: environment))
    }

    /// As ``SecretStore/move(from:to:collection:)``.
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

    /// A path or a name may be longer than a file's name, and hold what none may.
    ///
    /// - Throws: when this OpenSSL has no SHA-256.
    func file(of environment: String?) throws -> URL {
        // No path has a NUL in it, and no environment can be called like none.
        let key = environment.map { "\(collection)\0\($0)" } ?? collection
        return directory.appendingPathComponent("\(try Digest(of: key.utf8, .sha256)).json")
    }
}
