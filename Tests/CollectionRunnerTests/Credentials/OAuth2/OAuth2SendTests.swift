import DemoAPI
import Exchanges
import Foundation
import MicroClient
import MicroClientCurl
import OpenCollection
import RedirectListener
import Testing
import YAMLTree

@testable import CollectionRunner

/// Every flow over libcurl, against an authorization server that checks what it gets.
@Suite("OAuth 2 end to end") struct OAuth2SendTests {
    /// One demo API, one runner, and the clock of each.
    private struct Stage: Sendable {
        let clock = Locked(Date(timeIntervalSince1970: 1_800_000_000))
        let serverClock = Locked(Date(timeIntervalSince1970: 1_800_000_000))
        let runner: CollectionRunner
        let steps = Locked<[String]>([])
        let demo: DemoCollection
        let members: YAMLMapping

        init(_ members: YAMLMapping, target: String = "/oauth/protected") throws {
            let (clock, serverClock) = (clock, serverClock)
            var demo = try DemoCollection("GET", target, now: { serverClock.withLock { $0 } })
            var members = members
            members["accessTokenUrl"] = .string(demo.server.baseURL + "/oauth/token")
            if members["authorizationUrl"] == nil {
                members["authorizationUrl"] = .string(demo.server.baseURL + "/oauth/authorize")
            }
            demo.definition.auth = .unsupported(AuthDetails(type: "oauth2", members: members))
            self.demo = demo
            self.members = members
            var configuration = NetworkClient(transport: CurlTransport.shared).configuration
            configuration.clock.now = { clock.withLock { $0 } }
            runner = CollectionRunner(client: NetworkClient(configuration: configuration))
        }

        func send(_ environment: String? = nil, authorizationUI: AuthorizationUI = .closed) async -> RecordedExchange {
            let steps = steps
            return await runner.run(
                demo.rendered(), origin: RecordedExchange.Origin(environment: environment),
                dependencies: SendDependencies(authorizationUI: authorizationUI)
            ) { event in
                guard case .token(let step) = event else { return }
                switch step {
                case .asking: steps.withLock { $0.append("asking") }
                case .received(let request): steps.withLock { $0.append(request.summary) }
                case .note(let text): steps.withLock { $0.append(text) }
                case .sending: break
                }
            }
        }

        var asked: Int { steps.withLock { $0.filter { $0 == "asking" }.count } }

        func later(_ seconds: Double) { for clock in [clock, serverClock] { clock.withLock { $0 += seconds } } }
    }

    private static let client: YAMLMapping = ["clientId": "demo-client", "clientSecret": "demo-client-secret"]

    private static func members(_ flow: String, _ more: YAMLMapping = [:]) -> YAMLMapping {
        let own: YAMLMapping = [
            "flow": .string(flow), "credentials": .mapping(client),
            "tokenConfig": ["placement": ["header": "Bearer"]],
        ]
        return more.entries.reduce(into: own) { $0[$1.key] = $1.value }
    }

    private func body(_ record: RecordedExchange) throws -> String {
        let store = try #require(record.responseBody)
        return String(decoding: store.copy(0..<store.count), as: UTF8.self)
    }

    // MARK: - Asked for

    @Test("a token is got now though a good one is kept, also where sends may not; the next send takes it")
    func fetchedNow() async throws {
        let stage = try Stage(Self.members("client_credentials", ["settings": ["autoFetchToken": false]]))
        let origin = RecordedExchange.Origin(environment: "local")
        #expect(await stage.send("local").failure?.stage == .token)
        let first = try await stage.runner.fetchToken(stage.demo.rendered(), origin: origin)
        let second = try await stage.runner.fetchToken(stage.demo.rendered(), origin: origin)
        #expect(first.key == second.key && first.token.text("access_token") != second.token.text("access_token"))
        #expect(stage.runner.tokens.tokens(collection: nil, environment: "local").kept == [second])
        #expect(await stage.send("local").head?.status == 200)
        #expect(await stage.send("other").failure?.stage == .token)
    }

    @Test("credentials of another kind have no token to get")
    func notOAuth() async throws {
        let demo = try DemoCollection("GET", "/echo")
        await #expect(throws: CredentialFailure.self) {
            try await CollectionRunner(client: NetworkClient(transport: CurlTransport.shared))
                .fetchToken(demo.rendered(), origin: RecordedExchange.Origin())
        }
    }

    // MARK: - Without a browser

    @Test(
        "client credentials and passwords get a token, which the next send uses again",
        arguments: [
            members("client_credentials"),
            members(
                "client_credentials",
                [
                    "credentials": [
                        "clientId": "demo-client", "clientSecret": "demo-client-secret",
                        "placement": "basic_auth_header",
                    ]
                ]),
            members(
                "resource_owner_password_credentials", ["resourceOwner": ["username": "demo", "password": "demo"]]),
            members("client_credentials", ["tokenConfig": ["placement": ["query": "access_token"]]]),
            members("client_credentials", ["tokenConfig": ["id": "x"]]),
        ])
    func direct(members: YAMLMapping) async throws {
        let stage = try Stage(members)
        let first = await stage.send()
        #expect(first.failure == nil && first.head?.status == 200)
        #expect(try body(first).contains("\"scope\":\"read write\""))
        #expect(
            first.auxiliaryExchanges.map(\.summary) == [
                "token fetched from \(stage.demo.server.baseURL)/oauth/token, expires in 3600 s"
            ])
        let second = await stage.send()
        #expect(second.head?.status == 200 && second.auxiliaryExchanges.isEmpty)
        #expect(stage.asked == 1)
        #expect(await stage.send("prod").head?.status == 200)
        #expect(stage.asked == 2)
    }

    @Test("two sends at once ask for one token")
    func together() async throws {
        let stage = try Stage(Self.members("client_credentials"))
        async let one = stage.send()
        async let two = stage.send()
        let records = await [one, two]
        #expect(records.map(\.head?.status) == [200, 200])
        #expect(stage.asked == 1)
    }

    @Test("a wrong secret is told in the server's words, and the request is not sent")
    func wrongSecret() async throws {
        let stage = try Stage(
            Self.members(
                "client_credentials", ["credentials": ["clientId": "demo-client", "clientSecret": "wrong-one"]]))
        let record = await stage.send()
        #expect(record.failure?.stage == .token)
        #expect(
            record.failure?.message
                == "\(stage.demo.server.baseURL)/oauth/token returned no token (401): "
                + "invalid_client: the client is not known, or its secret is wrong.")
        #expect(record.exchange.attempts.isEmpty)
        #expect(record.auxiliaryExchanges.map(\.isDone) == [false])
    }

    @Test("a server that is not there is told with the token's address")
    func unreachable() async throws {
        let stage = try Stage(Self.members("client_credentials"))
        var demo = stage.demo
        var members = stage.members
        // A port that no other test's server gets.
        members["accessTokenUrl"] = "http://127.0.0.1:1/oauth/token"
        demo.definition.auth = .unsupported(AuthDetails(type: "oauth2", members: members))
        let record = await stage.runner.run(demo.rendered(), origin: RecordedExchange.Origin())
        #expect(record.failure?.stage == .token)
        #expect(record.failure?.message.hasPrefix("No token from http://127.0.0.1:1/oauth/token: ") == true)
    }

    @Test("without a token, and without leave to ask for one, nothing is sent")
    func manual() async throws {
        let stage = try Stage(Self.members("client_credentials", ["settings": ["autoFetchToken": false]]))
        let record = await stage.send()
        #expect(record.failure?.message == "There is no token, and autoFetchToken is off, so none is fetched.")
        #expect(stage.asked == 0)
    }

    // MARK: - Time

    private static let refreshing = members(
        "resource_owner_password_credentials",
        [
            "resourceOwner": ["username": "demo", "password": "demo"], "settings": ["autoRefreshToken": true],
            "additionalParameters": [
                "accessTokenRequest": .sequence([["name": "expires_in", "value": "60", "placement": "body"]])
            ],
        ])

    @Test("an expired token is refreshed; when that is refused, another is fetched, and both are told")
    func refresh() async throws {
        let stage = try Stage(Self.refreshing)
        #expect(await stage.send().head?.status == 200)
        stage.later(61)
        let refreshed = await stage.send()
        #expect(refreshed.head?.status == 200)
        #expect(refreshed.auxiliaryExchanges.map(\.summary).first?.hasPrefix("token refreshed from ") == true)
        #expect(stage.asked == 2)
        // The refresh's own token lives for an hour. After that its server has forgotten everything.
        stage.later(3601)
        try await reset(stage)
        let fresh = await stage.send()
        #expect(fresh.head?.status == 200)
        #expect(fresh.auxiliaryExchanges.map(\.isDone) == [false, true])
        #expect(
            stage.steps.withLock {
                $0.contains { $0.hasPrefix("The token was not refreshed, so a new one is fetched.") }
            })
    }

    @Test("a kept token that the server no longer takes is replaced once, and the first attempt stays in sight")
    func unauthorized() async throws {
        let stage = try Stage(Self.members("client_credentials"))
        #expect(await stage.send().head?.status == 200)
        stage.serverClock.withLock { $0 += 3601 }
        let record = await stage.send()
        #expect(record.head?.status == 200)
        #expect(record.exchange.attempts.map(\.number) == [1, 2])
        #expect(record.auxiliaryExchanges.map(\.attemptsBefore) == [1])
        #expect(record.auxiliaryExchanges.map(\.purpose.text) == ["token: client_credentials"])
        #expect(record.exchange.attempts.map(\.outcome) == [.response(status: 401), .response(status: 200)])
    }

    @Test("a kept token that is not taken, and no other to be had: the answer 401 is shown, and why beside it")
    func unreplaced() async throws {
        let stage = try Stage(Self.members("client_credentials"))
        #expect(await stage.send().head?.status == 200)
        stage.serverClock.withLock { $0 += 3601 }
        var demo = stage.demo
        let wrong: YAMLMapping = ["clientId": "demo-client", "clientSecret": "wrong"]
        var members = stage.members
        members["credentials"] = .mapping(wrong)
        demo.definition.auth = .unsupported(AuthDetails(type: "oauth2", members: members))
        let record = await stage.runner.run(demo.rendered(), origin: RecordedExchange.Origin())
        #expect(record.head?.status == 401 && record.failure == nil)
        #expect(record.auxiliaryExchanges.map(\.isDone) == [false])
    }

    private func reset(_ stage: Stage) async throws {
        let client = NetworkClient(transport: CurlTransport.shared)
        let request = WireRequest(method: .post, url: stage.demo.server.baseURL + "/reset")
        #expect(try await client.send(request).status < 300)
    }

    // MARK: - Secrets

    @Test("what is recorded of a token request holds no secret, and tokens are given out to be masked")
    func secrets() async throws {
        let stage = try Stage(Self.refreshing)
        let record = await stage.send()
        let request = try #require(record.auxiliaryExchanges.first)
        let text = "\(request)"
        for secret in ["demo-client-secret", "demo-oauth-token", "demo-refresh-token"] {
            #expect(!text.contains(secret))
        }
        #expect(record.secrets.issued.contains { $0.hasPrefix("demo-oauth-token-") })
        #expect(record.secrets.issued.contains { $0.hasPrefix("demo-refresh-token-") })
    }

    private func sent(to path: String) async throws -> (record: RecordedExchange, notes: [String]) {
        let stage = try Stage(Self.members("client_credentials"))
        var demo = stage.demo
        var members = stage.members
        members["accessTokenUrl"] = .string(demo.server.baseURL + path)
        members["additionalParameters"] = [
            "accessTokenRequest": .sequence([
                ["name": "X-Door", "value": "{{pin}}", "placement": "header"],
                ["name": "door", "value": "{{pin}}", "placement": "query"],
            ])
        ]
        demo.definition.auth = .unsupported(AuthDetails(type: "oauth2", members: members))
        demo.secrets = ["pin": "z'q", "long": "long-secret-value"]
        let notes = Locked<[String]>([])
        let record = await stage.runner.run(demo.rendered(), origin: RecordedExchange.Origin()) { event in
            switch event {
            case .token(.asking(let url)): notes.withLock { $0.append(url) }
            case .token(.received(let auxiliary)): notes.withLock { $0.append(auxiliary.summary) }
            case .token(.note(let text)): notes.withLock { $0.append(text) }
            default: break
            }
        }
        return (record, notes.withLock { $0 })
    }

    @Test("a token's values are known as secrets before the request that carries it is sent, fetched or kept")
    func knownBefore() async throws {
        let stage = try Stage(Self.members("client_credentials"))
        for _ in 1...2 {
            let order = Locked<[String]>([])
            let record = await stage.runner.run(stage.demo.rendered(), origin: RecordedExchange.Origin()) { event in
                switch event {
                case .token(.sending(let secrets)): order.withLock { $0 += secrets.named.map { "secret \($0.value)" } }
                case .exchange(.attemptStarted): order.withLock { $0.append("sent") }
                default: break
                }
            }
            let secrets = record.secrets.issued.map { "secret \($0)" }
            #expect(!secrets.isEmpty && order.withLock { $0 } == secrets + ["sent"])
        }
    }

    @Test("of secrets in the token's address and its parameters nothing is told, however short they are")
    func secretAddress() async throws {
        let (record, notes) = try await sent(to: "/oauth/token?tenant={{long}}&t={{pin}}")
        #expect(record.head?.status == 200)
        let auxiliary = try #require(record.auxiliaryExchanges.first)
        #expect(auxiliary.summary.hasSuffix("/oauth/token?tenant=••••&t=••••&door=••••, expires in 3600 s"))
        let request = try #require(auxiliary.exchange?.request)
        #expect(request.url.hasSuffix("/oauth/token?tenant=••••&t=••••&door=••••"), "\(request.url)")
        #expect(request.headers["X-Door"] == Redaction.mask)
        let reported = "\(auxiliary) \(notes)"
        for secret in ["long-secret-value", "z'q", "z%27q"] { #expect(!reported.contains(secret)) }
    }

    @Test("nor is it where there is no token")
    func secretAddressWithoutToken() async throws {
        let (record, notes) = try await sent(to: "/oauth/{{pin}}/{{long}}")
        #expect(record.failure?.message.contains("/oauth/••••/••••?door=•••• returned no token") == true, "\(record)")
        let reported = "\(record.failure?.message ?? "") \(record.auxiliaryExchanges) \(notes)"
        // A secret that is too short to be looked for is where the server itself says it.
        for secret in ["long-secret-value", "z%27q"] { #expect(!reported.contains(secret)) }
    }

    // MARK: - With a browser

    /// Listens, and plays the browser itself.
    private func authorizationUI(
        changing change: @escaping @Sendable (String) -> String = { $0 }, isImplicit: Bool = false
    ) -> AuthorizationUI {
        AuthorizationUI { order in
            let listener = try RedirectListener(try #require(LoopbackCallback(order.callbackURL)))
            async let address = listener.address(isInFragment: order.isImplicit, limit: .seconds(60)) { _ in true }
            try await Browser().visit(order.url(redirectingTo: listener.redirectURI), changing: change)
            return AuthorizationResponse(redirectURI: listener.redirectURI, address: try await address)
        }
    }

    /// Follows to the listener as a browser does.
    private struct Browser {
        let client = NetworkClient(transport: CurlTransport.shared)

        func visit(_ url: String, changing change: (String) -> String) async throws {
            let response = try await client.send(
                WireRequest(url: url), options: SendOptions(redirects: RedirectPolicy.none))
            let location = change(try #require(response.headers["Location"]))
            let parts = location.split(separator: "#", maxSplits: 1).map(String.init)
            let page = try await get(parts[0])
            guard parts.count > 1 else { return #expect(page.contains("You can close this window")) }
            #expect(page.contains("location.hash"))
            #expect(try await get(parts[0] + "?" + parts[1]).contains("You can close this window"))
        }

        private func get(_ url: String) async throws -> String {
            String(decoding: try await client.send(WireRequest(url: url)).collect(), as: UTF8.self)
        }
    }

    private static let browsing: YAMLMapping = ["callbackUrl": "http://127.0.0.1/back", "pkce": ["method": "S256"]]

    @Test("a code with PKCE, and the implicit flow, come back through the loopback interface")
    func browser() async throws {
        let code = try Stage(Self.members("authorization_code", Self.browsing))
        let record = await code.send(authorizationUI: authorizationUI())
        #expect(record.failure == nil)
        #expect(try body(record).contains("\"user\":\"demo\""))
        #expect(code.asked == 1)
        let implicit = try Stage(Self.members("implicit", Self.browsing))
        let given = await implicit.send(authorizationUI: authorizationUI())
        #expect(given.failure == nil)
        #expect(try body(given).contains("\"user\":\"demo\""))
        #expect(implicit.asked == 0)
        #expect(await implicit.send().head?.status == 200)
    }

    @Test("a client without a secret proves itself by PKCE alone")
    func publicClient() async throws {
        var members = Self.members("authorization_code", Self.browsing)
        members["credentials"] = ["clientId": "demo-public-client"]
        #expect(await (try Stage(members)).send(authorizationUI: authorizationUI()).head?.status == 200)
    }

    @Test("an answer with another state is not used, and no token is asked for")
    func state() async throws {
        let stage = try Stage(Self.members("authorization_code", Self.browsing))
        let record = await stage.send(
            authorizationUI: authorizationUI(changing: { $0.replacing("state=", with: "state=0") }))
        #expect(record.failure?.stage == .token)
        #expect(record.failure?.message.contains("another state") == true)
        #expect(stage.asked == 0)
    }

    @Test("a person who says no is told of in words")
    func denied() async throws {
        var members = Self.members("authorization_code", Self.browsing)
        members["additionalParameters"] = [
            "authorizationRequest": .sequence([["name": "deny", "value": "1", "placement": "query"]])
        ]
        let record = await (try Stage(members)).send(authorizationUI: authorizationUI())
        #expect(record.failure?.message == "The authorization was denied: access_denied: the user said no.")
    }

    @Test("cancelled while it waits for the browser, a send ends, and its port is free again")
    func cancelled() async throws {
        let stage = try Stage(Self.members("authorization_code", Self.browsing))
        let (listening, report) = AsyncStream<UInt16>.makeStream()
        let waiting = AuthorizationUI { order in
            let listener = try RedirectListener(try #require(LoopbackCallback(order.callbackURL)))
            report.yield(try #require(URLComponents(string: listener.redirectURI)?.port.map(UInt16.init)))
            let address = try await listener.address(isInFragment: false, limit: .seconds(600)) { _ in true }
            return AuthorizationResponse(redirectURI: listener.redirectURI, address: address)
        }
        let task = Task { await stage.send(authorizationUI: waiting) }
        var ports = listening.makeAsyncIterator()
        let port = try #require(await ports.next())
        task.cancel()
        #expect(await task.value.failure?.stage == .cancelled)
        while (try? RedirectListener(try #require(LoopbackCallback("http://127.0.0.1:\(port)/")))) == nil {
            await Task.yield()
        }
    }

    @Test("where nobody is, a flow that needs a browser is not sent, in words")
    func nobody() async throws {
        let record = await (try Stage(Self.members("authorization_code", Self.browsing))).send()
        #expect(record.failure?.stage == .build)
        #expect(record.failure?.message.contains("need a browser") == true)
    }
}
