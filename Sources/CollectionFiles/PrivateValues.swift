import Foundation

/// What is kept for the environments of a collection apart from its files: secrets, tokens, cookies.
struct PrivateValues: Sendable {
    let secrets: SecretStore
    private let tokens: TokenStore
    private let directories: MicroscopeDirectories

    init(directories: MicroscopeDirectories) {
        secrets = SecretStore(directories: directories)
        tokens = TokenStore(directories: directories)
        self.directories = directories
    }

    /// What is kept for an environment is kept for another name of it, and what was kept for that for the first: the same again takes it back.
    ///
    /// - Throws: as ``SecretStore/set(_:name:collection:environment:)``; the secrets, which cannot be had again, go last.
    func move(from environment: String, to name: String, collection: String) throws {
        try CookieFiles(directories: directories, collection: collection).move(from: environment, to: name)
        try tokens.move(from: environment, to: name, collection: collection)
        try secrets.move(from: environment, to: name, collection: collection)
    }
}
