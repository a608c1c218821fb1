import Foundation
public import OpenCollection

/// Tokens of OAuth 2, kept over runs: a private file of the data directory, apart from any collection.
public struct TokenStore: Sendable {
    private let file: URL

    public init(directories: MicroscopeDirectories) {
        file = directories.data.appendingPathComponent("tokens.json")
    }

    private struct Tokens: Codable, Equatable {
        var version = 1
        var tokens: [KeptToken] = []
    }

    /// Those of a collection, or of sends outside any (nil), for an environment.
    ///
    /// - Throws: ``SecretStore/Unreadable``; nothing of it is shown.
    public func tokens(collection: String?, environment: String?) throws -> [KeptToken] {
        try read().tokens.filter { $0.key.collection == collection && $0.key.environment == environment }
    }

    /// - Throws: as ``tokens(collection:environment:)``.
    public func token(for key: TokenKey) throws -> OAuth2Token? { try read().tokens.first { $0.key == key }?.token }

    /// Keeps a token, or forgets it (nil). The file is readable by its owner only.
    ///
    /// - Throws: ``SecretStore/Unreadable``, ``FileError``, or what Foundation throws when the directory cannot be made.
    public func set(_ token: OAuth2Token?, for key: TokenKey) throws {
        try change { kept in
            kept.removeAll { $0.key == key }
            if let token { kept.append(KeptToken(key: key, token: token)) }
        }
    }

    /// Forgets all tokens of a collection.
    ///
    /// - Throws: as ``set(_:for:)``.
    public func forget(collection: String) throws { try change { $0.removeAll { $0.key.collection == collection } } }

    /// Nobody else writes between the reading and the writing.
    private func change(_ edit: (inout [KeptToken]) -> Void) throws {
        let directory = file.deletingLastPathComponent()
        try MicroscopeDirectories.makePrivate(directory)
        let lock = CollectionLock(directory: directory)
        defer { lock.release() }
        let before = try read()
        var all = before
        edit(&all.tokens)
        if all != before { try write(all) }
    }

    private func write(_ all: Tokens) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        try AtomicFile.write(try encoder.encode(all), to: file, mode: 0o600)
    }

    private func read() throws -> Tokens {
        guard FileManager.default.fileExists(atPath: file.path) else { return Tokens() }
        do {
            return try JSONDecoder().decode(Tokens.self, from: Data(contentsOf: file))
        } catch is DecodingError {
            throw SecretStore.Unreadable(path: file.path, reason: "it is not what Microscope writes")
        } catch {
            throw SecretStore.Unreadable(path: file.path, reason: error.localizedDescription)
        }
    }
}
