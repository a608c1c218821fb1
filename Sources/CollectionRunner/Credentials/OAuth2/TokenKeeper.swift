import Foundation
import MicroClient
public import OpenCollection

/// Where tokens are kept beyond this run.
public struct TokenStorage: Sendable {
    /// Nil: none is kept.
    public var read: @Sendable (TokenKey) throws -> OAuth2Token?
    /// Keeps a token, or forgets it (nil).
    public var write: @Sendable (TokenKey, OAuth2Token?) throws -> Void
    /// All of a collection and environment.
    public var list: @Sendable (_ collection: String?, _ environment: String?) throws -> [KeptToken]

    /// - Parameter list: default: none, for a storage that is only asked for one token at a time.
    public init(
        read: @escaping @Sendable (TokenKey) throws -> OAuth2Token?,
        write: @escaping @Sendable (TokenKey, OAuth2Token?) throws -> Void,
        list: @escaping @Sendable (_ collection: String?, _ environment: String?) throws -> [KeptToken] = { _, _ in [] }
    ) {
        self.read = read
        self.write = write
        self.list = list
    }

    /// Nothing outlives the keeper.
    public static let none = TokenStorage(read: { _ in nil }, write: { _, _ in })
}

/// What is done for a token.
enum TokenDecision: Sendable, Hashable {
    case use(OAuth2Token)
    case refresh(OAuth2Token)
    case fetch
    /// None is there, and none may be asked for.
    case refuse

    /// - Parameter rejected: one that a server did not take, so it is as good as expired.
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
    /// What was got in this run and could not be stored: a disk that takes no more is no reason to ask a person again.
    private let memory = Locked<[TokenKey: OAuth2Token]>([:])
    private let flights = SharedWork<TokenKey, OAuth2Token>()
    private var problem: String?

    /// Gets a token; what is given is the expired one that can be refreshed.
    typealias Fetch = @Sendable (_ refreshing: OAuth2Token?) async throws -> OAuth2Token

    /// - Parameter storage: default: none.
    public init(storage: TokenStorage = .none) { self.storage = storage }

    /// The token that is kept, good or expired; nil: none is.
    public func token(for key: TokenKey) -> OAuth2Token? {
        // A store that cannot be read has nothing; what is written tells why.
        let stored = (try? storage.read(key)).flatMap { $0 }
        return [stored, memory.withLock { $0[key] }].compactMap { $0 }.max { $0.receivedAt < $1.receivedAt }
    }

    /// All that are kept for a collection and environment, good or expired; of those both here and in the storage the newer.
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
        let kept = newest.map { KeptToken(key: $0.key, token: $0.value) }
        return EnvironmentTokens(kept.sorted { $0.token.receivedAt < $1.token.receivedAt }, problem: problem)
    }

    /// The next send asks for a new one. What is just being got is kept all the same when it comes.
    ///
    /// - Throws: what the storage throws; it may come back then.
    public nonisolated func forget(_ key: TokenKey) throws {
        memory.withLock { $0[key] = nil }
        try storage.write(key, nil)
    }

    /// A token that is good, from here or got now.
    ///
    /// - Parameter rejected: one that a server did not take.
    func token(
        for key: TokenKey, _ settings: OAuth2Settings, at now: Date, rejected: OAuth2Token? = nil,
        fetch: @escaping Fetch
    ) async throws -> (token: OAuth2Token, wasKept: Bool) {
        let old: OAuth2Token?
        switch TokenDecision(token(for: key), settings, at: now, rejected: rejected) {
        case .use(let token): return (token, true)
        case .refuse:
            throw TokenFailure("There is no token, and autoFetchToken is off, so none is asked for.")
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

    /// How many sends wait for this one now.
    func waiting(for key: TokenKey) async -> Int { await flights.waiting(for: key) }

    // MARK: - Keeping

    /// Nil: it is to be got.
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
            problem = "The token is good until quitting only, as it could not be kept: \(error)"
        }
    }

    /// Why the last token could not be kept beyond this run, told once.
    func takeProblem() -> String? {
        defer { problem = nil }
        return problem
    }
}
