import Foundation
import MicroClient
import OpenCollection
import Testing

@testable import CollectionRunner

@Suite("Tokens that are kept") struct TokenKeeperTests {
    private static let now = Date(timeIntervalSince1970: 1_000_000)

    private func settings(_ change: (inout OAuth2Settings) -> Void = { _ in }) -> OAuth2Settings {
        var settings = OAuth2Settings(AuthDetails(type: "oauth2"))
        settings.accessTokenURL = "http://h/token"
        change(&settings)
        return settings
    }

    private func key(_ change: (inout OAuth2Settings) -> Void = { _ in }, environment: String? = nil) -> TokenKey {
        TokenKey(settings(change), collection: "/c", environment: environment)
    }

    private static func token(_ name: String, lifetime: Int = 100, refresh: String? = nil) -> OAuth2Token {
        let refresh: [(name: String, value: TypedValue)] = refresh.map { [("refresh_token", .string($0))] } ?? []
        return OAuth2Token(
            [("access_token", .string(name)), ("expires_in", .number(Double(lifetime)))] + refresh, receivedAt: now)
    }

    @Test("what is done depends on the token, the time and what the settings allow")
    func decisions() {
        let (fresh, old) = (Self.now, Self.now + 99)
        let plain = Self.token("a")
        let refreshable = Self.token("a", refresh: "r")
        #expect(TokenDecision(nil, settings(), at: fresh) == .fetch)
        #expect(TokenDecision(plain, settings(), at: fresh) == .use(plain))
        #expect(TokenDecision(plain, settings(), at: old) == .fetch)
        #expect(TokenDecision(plain, settings(), at: fresh, rejected: plain) == .fetch)
        #expect(TokenDecision(refreshable, settings(), at: old) == .fetch)
        #expect(TokenDecision(refreshable, settings { $0.refreshesToken = true }, at: old) == .refresh(refreshable))
        #expect(TokenDecision(plain, settings { $0.refreshesToken = true }, at: old) == .fetch)
        let manual = settings { $0.fetchesToken = false }
        #expect(TokenDecision(nil, manual, at: fresh) == .refuse)
        #expect(TokenDecision(plain, manual, at: old) == .use(plain))
        #expect(TokenDecision(plain, settings { $0.source = .idToken }, at: fresh) == .fetch)
    }

    @Test("what another run forgets in the storage is forgotten; what could not be stored is kept in memory")
    func forgottenElsewhere() async throws {
        let stored = Locked<[TokenKey: OAuth2Token]>([:])
        let storage = TokenStorage(
            read: { key in stored.withLock { $0[key] } }, write: { key, token in stored.withLock { $0[key] = token } })
        let keeper = TokenKeeper(storage: storage)
        _ = try await keeper.token(for: key(), settings(), at: Self.now) { _ in Self.token("a") }
        #expect(await keeper.token(for: key()) == Self.token("a"))
        stored.withLock { $0 = [:] }
        #expect(await keeper.token(for: key()) == nil)
        let alone = TokenKeeper()
        _ = try await alone.token(for: key(), settings(), at: Self.now) { _ in Self.token("a") }
        #expect(await alone.token(for: key()) == Self.token("a"))
    }

    @Test("another client, scope, id, URL or environment has another token; a second send uses the first one's")
    func keys() async throws {
        let keeper = TokenKeeper()
        let first = try await keeper.token(for: key(), settings(), at: Self.now) { _ in Self.token("a") }
        #expect(first.token == Self.token("a") && !first.wasKept)
        let others = [
            key { $0.clientID = "x" }, key { $0.scope = "x" }, key { $0.credentialsID = "x" },
            key { $0.accessTokenURL = "x" }, key(environment: "dev"),
        ]
        for other in others { #expect(await keeper.token(for: other) == nil) }
        let second = try await keeper.token(for: key(), settings(), at: Self.now) { _ in
            throw TokenFailure("asked again")
        }
        #expect(second.token == first.token && second.wasKept)
        try keeper.forget(key())
        #expect(await keeper.token(for: key()) == nil)
    }

    @Test(
        "all of a collection and environment are listed, as the storage has them; what is forgotten is gone"
    )
    func listed() async throws {
        let stored = Locked<[TokenKey: OAuth2Token]>([:])
        let storage = TokenStorage(
            read: { key in stored.withLock { $0[key] } }, write: { token, key in stored.withLock { $0[token] = key } },
            list: { collection, environment in
                stored.withLock { all in
                    all.filter { $0.key.collection == collection && $0.key.environment == environment }
                        .map { StoredToken(key: $0.key, token: $0.value) }
                }
            })
        let keeper = TokenKeeper(storage: storage)
        let (mine, other) = (key(), key { $0.clientID = "other" })
        _ = try await keeper.token(for: mine, settings(), at: Self.now) { _ in Self.token("new") }
        let old = OAuth2Token([("access_token", .string("old"))], receivedAt: Self.now - 50)
        stored.withLock {
            $0[mine] = old
            $0[other] = Self.token("b")
            $0[key(environment: "dev")] = Self.token("c")
        }
        let tokens = keeper.tokens(collection: "/c", environment: nil)
        #expect(tokens.kept.count == 2 && tokens[mine]?.text("access_token") == "old" && tokens[other] != nil)
        #expect(keeper.tokens(collection: "/c", environment: "dev").kept.count == 1)
        try keeper.forget(mine)
        #expect(keeper.tokens(collection: "/c", environment: nil).kept.map(\.key) == [other])
        let broken = TokenKeeper(
            storage: TokenStorage(
                read: { _ in nil }, write: { _, _ in }, list: { _, _ in throw CocoaError(.fileReadNoPermission) }))
        #expect(
            broken.tokens(collection: "/c", environment: nil).problem?.hasPrefix("Tokens of earlier runs") == true
        )
    }

    @Test("two sends at once ask once; one that is cancelled leaves the other its token")
    func single() async throws {
        let keeper = TokenKeeper()
        let (gate, open) = AsyncStream<Void>.makeStream()
        let asked = Locked(0)
        let (key, settings) = (key(), settings())
        @Sendable func get() async throws -> OAuth2Token {
            try await keeper.token(for: key, settings, at: Self.now) { _ in
                asked.withLock { $0 += 1 }
                for await _ in gate { break }
                try Task.checkCancellation()
                return Self.token("a")
            }.token
        }
        let tasks = (0..<3).map { _ in Task { try await get() } }
        while await keeper.waiting(for: key) < 3 { await Task.yield() }
        tasks[0].cancel()
        await #expect(throws: CancellationError.self) { try await tasks[0].value }
        open.yield()
        #expect(try await tasks[1].value == Self.token("a"))
        #expect(try await tasks[2].value == Self.token("a"))
        #expect(asked.withLock { $0 } == 1)
    }

    @Test("when all who wait are cancelled, so is the request, and the next send asks anew")
    func abandoned() async throws {
        let keeper = TokenKeeper()
        let ended = Locked(false)
        let (key, settings) = (key(), settings())
        let task = Task {
            try await keeper.token(for: key, settings, at: Self.now) { _ in
                defer { ended.withLock { $0 = true } }
                try await Task.sleep(for: .seconds(3600))
                return Self.token("a")
            }
        }
        while await keeper.waiting(for: key) < 1 { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        while !ended.withLock({ $0 }) { await Task.yield() }
        let next = try await keeper.token(for: key, settings, at: Self.now) { _ in Self.token("b") }
        #expect(next.token == Self.token("b"))
    }

    @Test("a storage outlives its keeper; one that takes nothing is told of, and the token is good all the same")
    func storage() async throws {
        let kept = Locked<[TokenKey: OAuth2Token]>([:])
        let storage = TokenStorage(
            read: { key in kept.withLock { $0[key] } }, write: { key, token in kept.withLock { $0[key] = token } })
        _ = try await TokenKeeper(storage: storage).token(for: key(), settings(), at: Self.now) { _ in Self.token("a") }
        #expect(await TokenKeeper(storage: storage).token(for: key()) == Self.token("a"))

        struct Full: Error {}
        let full = TokenKeeper(storage: TokenStorage(read: { _ in throw Full() }, write: { _, _ in throw Full() }))
        _ = try await full.token(for: key(), settings(), at: Self.now) { _ in Self.token("b") }
        #expect(await full.takeProblem()?.contains("could not be stored") == true)
        #expect(await full.takeProblem() == nil)
        #expect(await full.token(for: key()) == Self.token("b"))
    }
}
