import CollectionFiles
import CollectionRunner
import OpenCollection

extension TokenKeeper {
    /// Creates a keeper of tokens in the private store, where the next run finds them.
    init(environment: [String: String]) {
        let store = TokenStore(directories: MicroscopeDirectories(environment: environment))
        self.init(
            storage: TokenStorage(
                read: { try store.token(for: $0) }, write: { try store.set($1, for: $0) },
                list: { try store.tokens(collection: $0, environment: $1) }))
    }
}

extension VariableScopes {
    /// Returns the scopes with the fields of tokens that are kept for the collection and environment; a store that cannot be read has none.
    ///
    /// - Parameter known: Tokens that could not be stored.
    func addingTokens(
        _ known: [StoredToken] = [], collection: String, environmentName: String?, environment: [String: String]
    ) -> VariableScopes {
        let store = TokenStore(directories: MicroscopeDirectories(environment: environment))
        return adding(
            tokens: known + ((try? store.tokens(collection: collection, environment: environmentName)) ?? []))
    }
}
