import Foundation
public import OpenCollection

/// Tokens of OAuth 2, kept over runs: a private file of the data directory, apart from any collection.
public struct TokenStore: Sendable {
    private let file: PrivateFile<Tokens>

    public init(directories: MicroscopeDirectories) {
        file = PrivateFile(url: directories.data.appendingPathComponent("tokens.json"), empty: Tokens())
    }

    private struct Tokens: Codable, Equatable, Sendable {
        var version = 1
        var tokens: [StoredToken] = []
    }

    /// Returns the tokens of a collection, or of sends outside any (nil), for an environment.
    ///
    /// - Throws: ``UnreadableFile``; nothing of it is shown.
    public func tokens(collection: String?, environment: String?) throws -> [StoredToken] {
        try tokens(where: { $0.collection == collection && $0.environment == environment })
    }

    /// Returns the tokens of a collection for all environments.
    ///
    /// - Throws: The errors of ``tokens(collection:environment:)``.
    public func tokens(collection: String) throws -> [StoredToken] {
        try tokens(where: { $0.collection == collection })
    }

    /// - Throws: The errors of ``tokens(collection:environment:)``.
    public func token(for key: TokenKey) throws -> OAuth2Token? {
        try tokens(where: { $0 == key }).first?.token
    }

    /// Keeps a token, or forgets it (nil). The file is readable by its owner only.
    ///
    /// - Throws: ``UnreadableFile``, ``FileError``, or Foundation's error when the directory cannot be made.
    public func set(_ token: OAuth2Token?, for key: TokenKey) throws {
        try file.change { kept in
            kept.tokens.removeAll { $0.key == key || $0.key.flow == nil }
            if let token { kept.tokens.append(StoredToken(key: key, token: token)) }
        }
    }

    /// Leaves out tokens of earlier versions, which do not say by what flow they came: the next change forgets them.
    private func tokens(where isMeant: (TokenKey) -> Bool) throws -> [StoredToken] {
        try file.read().tokens.filter { $0.key.flow != nil && isMeant($0.key) }
    }

    /// Exchanges the tokens of two environments, like ``SecretStore/move(from:to:collection:)``.
    func move(from environment: String, to name: String, collection: String) throws {
        try file.change { kept in
            for index in kept.tokens.indices where kept.tokens[index].key.collection == collection {
                let other = [environment: name, name: environment]
                let current = kept.tokens[index].key.environment
                kept.tokens[index].key.environment = current.flatMap { other[$0] } ?? current
            }
        }
    }

    /// Forgets all tokens of a collection.
    ///
    /// - Throws: The errors of ``set(_:for:)``.
    public func forget(collection: String) throws {
        try file.change { $0.tokens.removeAll { $0.key.collection == collection } }
    }
}
