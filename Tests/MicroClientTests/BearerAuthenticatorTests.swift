import Foundation
import TestSupport
import Testing

@testable import MicroClient

/// A server that takes one access token, and each refresh token once, as a transport.
private final class RotatingServer: Transport {
    private struct State {
        var generation = 1
        var refreshes = 0
        var refused = 0
        var accepted = 0
    }

    private let state = Locked(State())
    /// Opens when a number of requests were refused: all of them then need another token at the same time.
    private let barrier: Barrier

    init(refusingTogether count: Int = 0) { barrier = Barrier(count) }

    var refreshes: Int { state.withLock { $0.refreshes } }
    var refused: Int { state.withLock { $0.refused } }
    var accepted: Int { state.withLock { $0.accepted } }
    /// The token that it takes.
    var valid: BearerAuthenticator.Token { state.withLock { Self.token($0.generation) } }

    private static func token(_ generation: Int) -> BearerAuthenticator.Token {
        BearerAuthenticator.Token("access-\(generation)", refreshToken: "refresh-\(generation)")
    }

    func transfer(_ request: WireRequest) -> Transfer {
        FakeTransport(request.url.hasSuffix("/refresh") ? refresh(request) : page(request)).transfer(request)
    }

    private func page(_ request: WireRequest) -> HopScript {
        state.withLock { state in
            if request.headers["Authorization"] == "Bearer access-\(state.generation)" {
                state.accepted += 1
                return .response(200, body: ["{}"])
            }
            state.refused += 1
            var script = HopScript.response(401, body: ["no"])
            script.steps.insert(.run { [barrier] in await barrier.pass() }, at: 0)
            return script
        }
    }

    private func refresh(_ request: WireRequest) -> HopScript {
        state.withLock { state in
            state.refreshes += 1
            guard request.headers["X-Refresh"] == "refresh-\(state.generation)" else { return .response(400) }
            state.generation += 1
            return .response(200, body: ["access-\(state.generation) refresh-\(state.generation)"])
        }
    }
}

/// Lets tasks pass when a number of them have come.
private actor Barrier {
    private var missing: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { missing = count }

    func pass() async {
        missing -= 1
        guard missing > 0 else {
            for continuation in waiting { continuation.resume() }
            waiting = []
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }
}

private struct LoggedOut: Error {}

@Suite("A bearer token that is refreshed")
struct BearerAuthenticatorTests {
    private static let url = "http://api.test/page"
    private let page = WireRequest(url: url)

    private func client(
        _ transport: any Transport, _ authenticator: BearerAuthenticator, retries: RetryStrategy = .none
    ) -> NetworkClient {
        var configuration = NetworkConfiguration(session: .transport(transport), baseURL: .noBase)
        configuration.authenticator = authenticator
        configuration.retryStrategy = retries
        return NetworkClient(configuration: configuration)
    }

    /// Refreshes at the server, over a client that has the authenticator itself.
    private func refreshing(_ token: BearerAuthenticator.Token?, at server: RotatingServer) -> BearerAuthenticator {
        let own = Locked<NetworkClient?>(nil)
        let authenticator = BearerAuthenticator(token: token) { old in
            let client = try #require(own.withLock { $0 })
            var request = WireRequest(method: .post, url: "http://api.test/refresh")
            request.headers["X-Refresh"] = old?.refreshToken ?? ""
            let response = try await client.send(request)
            guard response.status == 200 else { throw LoggedOut() }
            let words = String(decoding: try await response.collect(), as: UTF8.self).split(separator: " ")
            return BearerAuthenticator.Token(String(words[0]), refreshToken: String(words[1]))
        }
        own.withLock { $0 = client(server, authenticator) }
        return authenticator
    }

    private func statuses(_ count: Int, _ client: NetworkClient) async throws -> [Int] {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<count { group.addTask { try await client.send(page).status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test("1,000 parallel requests that are answered 401 refresh it once, and each is sent once more")
    func refusedTogether() async throws {
        let server = RotatingServer(refusingTogether: 1000)
        let expired = BearerAuthenticator.Token("expired", refreshToken: "refresh-1")
        let authenticator = refreshing(expired, at: server)
        #expect(try await statuses(1000, client(server, authenticator)) == Array(repeating: 200, count: 1000))
        #expect(server.refreshes == 1 && server.refused == 1000 && server.accepted == 1000)
        #expect(authenticator.token == server.valid)
    }

    @Test("1,000 parallel requests with an expired token refresh it once, before any of them is sent")
    func expired() async throws {
        let server = RotatingServer()
        let expired = BearerAuthenticator.Token("old", refreshToken: "refresh-1", expiresAt: Date() + 10)
        let authenticator = refreshing(expired, at: server)
        #expect(try await statuses(1000, client(server, authenticator)) == Array(repeating: 200, count: 1000))
        #expect(server.refreshes == 1 && server.refused == 0)
    }

    @Test("a refresh that fails fails all that were refused with the same token, and is not tried for each")
    func failure() async throws {
        let server = RotatingServer(refusingTogether: 1000)
        let authenticator = refreshing(BearerAuthenticator.Token("expired", refreshToken: "stolen"), at: server)
        let client = client(server, authenticator)
        let errors = await withTaskGroup(of: (any Error)?.self) { group in
            for _ in 0..<1000 {
                group.addTask {
                    do {
                        return try await {
                            _ = try await client.send(page)
                            return nil
                        }()
                    } catch { return error }
                }
            }
            return await group.reduce(into: [any Error]()) { if let error = $1 { $0.append(error) } }
        }
        #expect(errors.count == 1000 && errors.allSatisfy { $0.innermost(as: LoggedOut.self) != nil })
        #expect(errors.first?.exchange?.attempts.count == 1)
        #expect(server.refreshes == 1)
    }

    @Test("a token that another request got meanwhile is used without a refresh")
    func refreshedMeanwhile() async throws {
        let server = RotatingServer()
        let authenticator = BearerAuthenticator(token: .init("old")) { _ in throw LoggedOut() }
        let transport = FakeTransport(
            HopScript([
                .run { authenticator.token = server.valid },
                .event(.head(ResponseHead(status: 401))), .event(.completed(Transfer.Summary())),
            ]), .response(200))
        let response = try await client(transport, authenticator).send(page)
        #expect(response.status == 200)
        #expect(transport.requests.map { $0.headers["Authorization"] } == ["Bearer old", "Bearer access-1"])
    }

    @Test("a request is sent once more at most, also where retries are on; its exchange has both attempts")
    func once() async throws {
        let count = Locked(0)
        let authenticator = BearerAuthenticator { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return BearerAuthenticator.Token("t\(number)")
        }
        let transport = FakeTransport(.response(401), .response(401))
        let response = try await client(transport, authenticator, retries: .retry(count: 3)).send(page)
        #expect(response.status == 401 && transport.isExhausted)
        #expect(transport.requests.map { $0.headers["Authorization"] } == ["Bearer t1", "Bearer t2"])
        _ = try await response.collect()
        let exchange = response.exchange()
        #expect(exchange.attempts.map(\.retry?.reason) == ["401 Unauthorized, sent again with another token", nil])
    }

    @Test("cancelling requests that wait leaves the refresh to the others, and it ends even without them")
    func cancelled() async throws {
        let (gate, open) = AsyncStream<Void>.makeStream()
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let authenticator = BearerAuthenticator { _ in
            begin.yield()
            for await _ in gate { break }
            try Task.checkCancellation()
            return BearerAuthenticator.Token("new")
        }
        let tasks = (0..<3).map { _ in Task { try await authenticator.validToken() } }
        for await _ in begun { break }
        for task in tasks { task.cancel() }
        for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
        let other = Task { try await authenticator.validToken() }
        open.yield()
        open.finish()
        #expect(try await other.value.value == "new")
    }

    @Test("the new token keeps the refresh token that the server did not replace")
    func keepsRefreshToken() async throws {
        let authenticator = BearerAuthenticator(
            token: .init("old", refreshToken: "r", expiresAt: .distantPast)
        ) { BearerAuthenticator.Token("after-\($0?.value ?? "none")") }
        #expect(try await authenticator.validToken() == .init("after-old", refreshToken: "r"))
    }

    @Test("a person who logs out during a refresh stays logged out")
    func loggedOut() async throws {
        let (gate, open) = AsyncStream<Void>.makeStream()
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let authenticator = BearerAuthenticator { _ in
            begin.yield()
            for await _ in gate { break }
            return BearerAuthenticator.Token("late")
        }
        let task = Task { try await authenticator.validToken() }
        for await _ in begun { break }
        authenticator.token = nil
        open.finish()
        _ = try await task.value
        #expect(authenticator.token == nil)
    }

    @Test("a request with an Authorization field of its own is left alone, and so is its 401")
    func ownField() async throws {
        let authenticator = BearerAuthenticator { _ in throw LoggedOut() }
        let transport = FakeTransport(.response(401))
        let request = WireRequest(url: Self.url, headers: [HeaderField("authorization", "Basic x")])
        #expect(try await client(transport, authenticator).send(request).status == 401)
        #expect(transport.requests.map { Array($0.headers) } == [[HeaderField("authorization", "Basic x")]])
    }

    @Test("the 401 of another origin, which never saw the token, refreshes nothing")
    func otherOrigin() async throws {
        let authenticator = BearerAuthenticator(token: .init("t")) { _ in throw LoggedOut() }
        let transport = FakeTransport(.redirect(302, to: "http://other.test/"), .response(401))
        #expect(try await client(transport, authenticator).send(page).status == 401)
        #expect(transport.requests.map { $0.headers["Authorization"] } == ["Bearer t", nil])
    }

    @Test("typed and built requests have it too, and a body that can be read once is not sent twice")
    func bothAPIs() async throws {
        let authenticator = BearerAuthenticator(token: .init("old")) { _ in .init("new") }
        let transport = FakeTransport(
            .response(401), .response(200, body: ["{}"]), .response(200, body: ["{}"]), .response(200), .response(401))
        let url = try #require(URL(string: Self.url))
        let client = NetworkClient(url: url, session: .transport(transport)).authenticator(authenticator)
        _ = try await client.get() as Data
        let typed = self.client(transport, authenticator)
        _ = try await typed.run(NetworkRequest<VoidRequest, Data>(method: .get, baseURL: url))
        _ = try await client.auth(enabled: false).get() as Data
        authenticator.token = .init("revoked")
        let once = BodySource.stream(BodySource.Stream { { nil } })
        #expect(try await typed.send(WireRequest(method: .post, url: Self.url, body: once)).status == 401)
        #expect(
            transport.requests.map { $0.headers["Authorization"] }
                == ["Bearer old", "Bearer new", "Bearer new", nil, "Bearer revoked"])
    }

    @Test("providers of credentials that have none leave the field alone")
    func noCredentials() async throws {
        let transport = FakeTransport(.response(200))
        let options = SendOptions(interceptors: [
            BearerTokenInterceptor { nil }, BasicCredentialsInterceptor { nil },
        ])
        let request = WireRequest(url: Self.url, headers: [HeaderField("Authorization", "Own x")])
        _ = try await NetworkClient(transport: transport).send(request, options: options)
        #expect(transport.requests.map { $0.headers.values(for: "Authorization") } == [["Own x"]])
        var foundation = URLRequest(url: try #require(URL(string: Self.url)))
        foundation = try await BearerTokenInterceptor { nil }.intercept(foundation)
        #expect(foundation.value(forHTTPHeaderField: "Authorization") == nil)
    }

    @Test("no secret of a token is in its description")
    func described() {
        let token = BearerAuthenticator.Token("s3cret", refreshToken: "s3cret2")
        #expect(!"\(token) \(String(reflecting: token))".contains("s3cret"))
    }
}
