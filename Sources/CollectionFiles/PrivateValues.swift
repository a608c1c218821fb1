import Foundation

/// The values kept for the environments of a collection apart from its files: secrets, tokens, cookies.
struct PrivateValues: Sendable {
    let secrets: SecretStore
    private let tokens: TokenStore
    private let directories: MicroscopeDirectories

    init(directories: MicroscopeDirectories) {
        secrets = SecretStore(directories: directories)
        tokens = TokenStore(directories: directories)
        self.directories = directories
    }

    /// Exchanges what is kept for an environment and for another name of it; doing so again reverts it.
    ///
    /// - Throws: The errors of ``SecretStore/set(_:name:collection:environment:)``; then all is as it was.
    func move(from environment: String, to name: String, collection: String) throws {
        let cookies = CookieFiles(directories: directories, collection: collection)
        try cookies.move(from: environment, to: name)
        try step {
            try tokens.move(from: environment, to: name, collection: collection)
            try step {
                try secrets.move(from: environment, to: name, collection: collection)
            } orElse: {
                try tokens.move(from: name, to: environment, collection: collection)
            }
        } orElse: {
            try cookies.move(from: name, to: environment)
        }
    }

    private func step(_ work: () throws -> Void, orElse undo: () throws -> Void) throws {
        do { try work() } catch {
            try? undo()
            throw error
        }
    }
}
