import Digests
import Foundation

/// What a person has agreed to that collections do outside of themselves: a private file of the state directory, by collection.
///
/// Of what was asked its SHA-256 is kept: another word in it, and it is asked again.
public struct TrustStore: Sendable {
    private let file: URL

    public init(directories: MicroscopeDirectories) {
        file = directories.state.appendingPathComponent("trust.json")
    }

    /// By collection: its path, as digests of what was agreed to.
    private struct Agreed: Codable {
        var version = 1
        var collections: [String: Set<String>] = [:]
    }

    /// Digests of what was agreed to for a collection.
    ///
    /// - Parameter collection: path of the collection's directory, or of the one file that holds it.
    /// - Throws: when the file is there but cannot be read.
    func digests(collection: String) throws -> Set<String> { try read().collections[collection] ?? [] }

    /// Agrees to more.
    ///
    /// - Throws: when the file is there but cannot be read, or cannot be written; nothing is agreed to then.
    func add(_ digests: Set<String>, collection: String) throws {
        var agreed = try read()
        agreed.collections[collection, default: []].formUnion(digests)
        try write(agreed)
    }

    /// Forgets what was agreed to for a collection.
    public func forget(collection: String) throws {
        var agreed = try read()
        if agreed.collections.removeValue(forKey: collection) != nil { try write(agreed) }
    }

    private func read() throws -> Agreed {
        guard FileManager.default.fileExists(atPath: file.path) else { return Agreed() }
        return try JSONDecoder().decode(Agreed.self, from: Data(contentsOf: file))
    }

    private func write(_ agreed: Agreed) throws {
        try MicroscopeDirectories.makePrivate(file.deletingLastPathComponent())
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        try AtomicFile.write(try encoder.encode(agreed), to: file, mode: 0o600)
    }
}
