import Digests
import Foundation

/// The commands of collections that a person has agreed to, with the files that they could use: a private file of the state directory.
struct CommandStore: Sendable {
    private let file: PrivateFile<Contents>

    init(directories: MicroscopeDirectories) {
        file = PrivateFile(url: directories.state.appendingPathComponent("commands.json"), empty: Contents())
    }

    private struct Contents: Codable, Equatable, Sendable {
        var version = 1
        /// The hashes of files by their paths, by the collection's path, then by the command's digest.
        var collections: [String: [String: [String: String]]] = [:]
    }

    /// Returns the files of a command as they were when it was agreed to; nil if it was not.
    ///
    /// - Throws: ``UnreadableFile``.
    func files(of words: [String], collection: String) throws -> [String: String]? {
        try file.read().collections[collection]?[Self.key(words)]
    }

    /// - Throws: The errors of `PrivateFile.change`; nothing is agreed to then.
    func add(_ commands: [(words: [String], files: [String: String])], collection: String) throws {
        guard !commands.isEmpty else { return }
        let added = try commands.map { (try Self.key($0.words), $0.files) }
        try file.change { contents in
            for (key, files) in added { contents.collections[collection, default: [:]][key] = files }
        }
    }

    func forget(collection: String) throws { try file.change { $0.collections[collection] = nil } }

    /// Returns the key of a command: the words with their lengths, which keep them apart whatever is in them.
    private static func key(_ words: [String]) throws -> String {
        try Digest(of: Array(words.map { "\($0.utf8.count):\($0)" }.joined().utf8), .sha256).hexadecimal
    }
}
