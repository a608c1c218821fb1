import Foundation
import MicroClient
public import OpenCollection

/// The store that keeps tokens beyond this run.
public struct TokenStorage: Sendable {
    /// Reads a token; nil if none is kept.
    public var read: @Sendable (TokenKey) throws -> OAuth2Token?
    /// Keeps a token, or forgets it (nil).
    public var write: @Sendable (TokenKey, OAuth2Token?) throws -> Void
    /// Lists all tokens of a collection and environment.
    public var list: @Sendable (_ collection: String?, _ environment: String?) throws -> [StoredToken]

    /// - Parameter list: default: none, for a storage that is only asked for one token at a time.
    public init(
        read: @escaping @Sendable (TokenKey) throws -> OAuth2Token?,
        write: @escaping @Sendable (TokenKey, OAuth2Token?) throws -> Void,
        list: @escaping @Sendable (_ collection: String?, _ environment: String?) throws -> [StoredToken] = { _, _ in []
        }
    ) {
        self.read = read
        self.write = write
        self.list = list
    }

    /// A storage that keeps nothing beyond the keeper.
    public static let none = TokenStorage(read: { _ in nil }, write: { _, _ in })
}

/// The action that a send takes to have a token.
enum TokenDecision: Sendable, Hashable {
    case use(OAuth2Token)
    case refresh(OAuth2Token)
    case fetch
    /// There is no token, and none may be requested.
    case refuse

    /// - Parameter rejected: A token that a server rejected, so it counts as expired.
    init(_ kept: OAuth2Token?, _ settings: OAuth2Settings, at now: Date, rejected: OAuth2Token? = nil) {
        let usable = kept?.value(settings.source) == nil ? nil : kept
        guard settings.fetchesToken else {
            self = usable.map { .use($0) } ?? .refuse
            return
        }
        guard let usable else {
            self = .fetch
            return
        }
        if usable.isFresh(at: now), usable != rejected {
            self = .use(usable)
        } else {
            self = settings.refreshesToken && usable.refreshToken != nil ? .refresh(usable) : .fetch
        }
    }
}

/// Tokens that were given, each got by one request however many sends want it at once.
public actor TokenKeeper {
    private let storage: TokenStorage
    /// The tokens of this run that could not be stored: a full disk is no reason to ask a person again.
    private let memory = Locked<[TokenKey: OAuth2Token]>([:])
    private let flights = SharedWork<TokenKey, OAuth2Token>()
    private var problem: String?

    /// Gets a token, given the expired one that can be refreshed.
    typealias Fetch = @Sendable (_ refreshing: OAuth2Token?) async throws -> OAuth2Token

    /// - Parameter storage: default: none.
    public init(storage: TokenStorage = .none) { self.storage = storage }

    /// Returns the token that is kept, good or expired; nil: none is.
    public func token(for key: TokenKey) -> OAuth2Token? {
        // A store that cannot be read has no tokens; the error of the next write says why.
        let stored = (try? storage.read(key)).flatMap { $0 }
        return [stored, memory.withLock { $0[key] }].compactMap { $0 }.max { $0.receivedAt < $1.receivedAt }
    }

    /// Returns all tokens kept for a collection and environment, good or expired; the newer one of those both here and in the storage.
    ///
    /// Reads the storage on the caller's thread.
    public nonisolated func tokens(collection: String?, environment: String?) -> EnvironmentTokens {
        var newest = memory.withLock {
            $0.filter { $0.key.collection == collection && $0.key.environment == environment }
        }
        var problem: String?
        do {
            for stored in try storage.list(collection, environment) {
                let own = newest[stored.key]
                if own.map({ $0.receivedAt < stored.token.receivedAt }) ?? true { newest[stored.key] = stored.token }
            }
        } catch {
            problem = "Tokens of earlier runs cannot be read: \(error)"
        }
        let kept = newest.map { StoredToken(key: $0.key, token: $0.value) }
        return EnvironmentTokens(kept.sorted { $0.token.receivedAt < $1.token.receivedAt }, problem: problem)
    }

    /// Forgets a token, so that the next send requests a new one. A token that is being requested meanwhile is kept all the same.
    ///
    /// - Throws: The error of the storage; the token may come back then.
    public nonisolated func forget(_ key: TokenKey) throws {
        memory.withLock { $0[key] = nil }
        try storage.write(key, nil)
    }

    /// Returns a valid token, kept or requested now.
    ///
    /// - Parameter rejected: A token that a server rejected.
    func token(
        for key: TokenKey, _ settings: OAuth2Settings, at now: Date, rejected: OAuth2Token? = nil,
        fetch: @escaping Fetch
    ) async throws -> (token: OAuth2Token, wasKept: Bool) {
        let old: OAuth2Token?
        switch TokenDecision(token(for: key), settings, at: now, rejected: rejected) {
        case .use(let token): return (token, true)
        case .refuse:
            throw TokenFailure("There is no token, and autoFetchToken is off, so none is fetched.")
        case .refresh(let expired): old = expired
        case .fetch: old = nil
        }
        let (token, _) = try await flights.value(for: key) {
            await self.usable(key, settings, at: now, rejected: rejected)
        } _: {
            let token = try await fetch(old)
            await self.keep(token, for: key)
            return token
        }
        return (token, false)
    }

    /// Returns the number of sends that wait for this token now.
    func waiting(for key: TokenKey) async -> Int { await flights.waiting(for: key) }

    // MARK: - Keeping

    /// Returns the kept token; nil if one has to be requested.
    private func usable(
        _ key: TokenKey, _ settings: OAuth2Settings, at now: Date, rejected: OAuth2Token?
    ) -> OAuth2Token? {
        if case .use(let token) = TokenDecision(token(for: key), settings, at: now, rejected: rejected) {
            token
        } else {
            nil
        }
    }

    private func keep(_ token: OAuth2Token, for key: TokenKey) {
        memory.withLock { $0[key] = token }
        do {
            try storage.write(key, token)
            // What another run forgets there is forgotten here.
            if try storage.read(key) == token { memory.withLock { $0[key] = nil } }
        } catch {
            problem = "The token lasts until you quit, as it could not be stored: \(error)"
        }
    }

    /// Returns why the last token could not be kept beyond this run, once.
    func takeProblem() -> String? {
        defer { problem = nil }
        return problem
    }
}
