import BodyStore
import DemoAPI
import Exchanges
import Foundation
import MicroClient
import MicroClientCurl
import OpenCollection
import TestSupport
import Testing

@testable import CollectionRunner

@Suite("A send that logs in when it is answered 401")
struct LoginSendTests {
    /// A request for a session's page, and the one that begins a session, over real sockets.
    private struct Stage: Sendable {
        let server: DemoServer
        let serverClock: Locked<Date>
        let runner = CollectionRunner(client: NetworkClient(transport: CurlTransport.shared))
        var password = "demo"
        /// The query of both URLs.
        var query = ""
        /// Renderings of the request that logs in.
        let logins = Locked(0)
        static let path: ItemPath = "page.yml"
        static let login: ItemPath = "login.yml"
        static let origin = RecordedExchange.Origin(collection: "/c", requestPath: "page.yml", environment: "e")
        static let key = LoginKey(login, origin)

        init() throws {
            let clock = Locked(Date(timeIntervalSince1970: 1000))
            serverClock = clock
            server = try DemoServer(options: DemoServer.Options(now: { clock.withLock { $0 } }))
        }

        private func rendered(
            _ definition: RequestDefinition, at path: ItemPath, _ captured: CapturedValues
        ) -> RenderedSend {
            var definition = definition
            definition.url = server.baseURL + definition.url + query
            let collection = Collection(name: "C")
            let scopes = VariableScopes(
                collection: collection, itemPath: path, request: definition,
                session: ["session": .string("none"), "pin": .string("4711")], sessionSecrets: ["pin"]
            ).adding(captured)
            let checks = ResponseChecks(definition, at: path, in: collection, scopes: scopes)
            let request = RequestRenderer.render(
                definition, at: path, in: collection, scopes: checks.scopes,
                defaults: ClientDefaults(userAgent: "tests"))
            return (request, checks)
        }

        func page(_ captured: CapturedValues = CapturedValues()) -> RenderedSend {
            var page = RequestDefinition()
            (page.method, page.url) = ("GET", "/session")
            page.auth = .bearer(token: "{{session}}")
            page.assertions = [Assertion("res.body.page", "eq", "session")]
            return rendered(page, at: Self.path, captured)
        }

        func loginRequest() -> RenderedSend {
            logins.withLock { $0 += 1 }
            var login = RequestDefinition()
            (login.method, login.url) = ("POST", "/sessions")
            login.body.kind = .formURLEncoded
            login.body.form = [Field("username", "demo"), Field("password", password)]
            login.headers = [Field("X-Door", "{{pin}}")]
            login.actions = [VariableAction("session", from: "res.body.session")]
            return rendered(login, at: Self.login, CapturedValues())
        }

        func dependencies(
            _ login: @escaping @Sendable (Stage) async throws -> RenderedSend = { $0.loginRequest() }
        ) -> SendDependencies {
            SendDependencies(
                login: LoginStrategy(path: Self.login) {
                    try await login(self)
                } renew: {
                    self.page($0)
                })
        }

        func send(
            _ dependencies: SendDependencies? = nil, _ captured: CapturedValues = CapturedValues(),
            observer: @escaping @Sendable (CollectionRunner.RunEvent) -> Void = { _ in }
        ) async -> RecordedExchange {
            let (request, checks) = page(captured)
            return await runner.run(
                request, checks: checks, origin: Self.origin, dependencies: dependencies ?? self.dependencies(),
                observer: observer)
        }
    }

    private func body(_ record: RecordedExchange) -> String {
        String(decoding: record.responseBody?.copy(0..<Int.max) ?? [], as: UTF8.self)
    }

    @Test("401, a login, the request made anew and sent again: each has its place")
    func logsIn() async throws {
        let stage = try Stage()
        let heads = Locked<[Int]>([])
        let starts = Locked<[Int]>([])
        let record = await stage.send { event in
            if case .receiving(let head, _) = event { heads.withLock { $0.append(head.status) } }
            if case .exchange(.attemptStarted(let number, _)) = event { starts.withLock { $0.append(number) } }
        }
        #expect(record.head?.status == 200 && record.failure == nil)
        #expect(record.exchange.attempts.map(\.outcome) == [.response(status: 401), .response(status: 200)])
        #expect(record.exchange.attempts.map(\.number) == [1, 2])
        #expect(record.exchange.attempts.map { $0.retry?.reason } == ["logged in after 401", nil])
        let auxiliary = try #require(record.auxiliaryExchanges.first)
        #expect(auxiliary.purpose == .login(path: "login.yml") && auxiliary.isDone && auxiliary.attemptsBefore == 1)
        #expect(auxiliary.exchange?.attempts.map(\.outcome) == [.response(status: 200)])
        #expect(auxiliary.captures.map(\.variable) == ["session"])
        #expect(record.assertions.map(\.outcome) == [.passed])
        #expect(heads.withLock { $0 } == [200], "the answer 401 is told of by nobody")
        #expect(starts.withLock { $0 } == [1, 2])
        #expect(record.secrets.issued.contains("demo-session-1"))
    }

    @Test(
        "a secret of a few digits is told by its places in what was made first and anew, and hidden in the URL of the login"
    )
    func shortSecret() async throws {
        var stage = try Stage()
        stage.query = "?s={{session}}&pin={{pin}}"
        let record = await stage.send()
        let urls = record.exchange.attempts.map { record.secrets.hiding($0.request.url) }
        let base = "\(stage.server.baseURL)/session?s="
        #expect(urls == ["none", Redaction.mask].map { "\(base)\($0)&pin=\(Redaction.mask)" })
        let login = record.auxiliaryExchanges.first?.exchange?.request
        #expect(login?.headers["X-Door"] == Redaction.mask)
        #expect(login?.url == "\(stage.server.baseURL)/sessions?s=none&pin=\(Redaction.mask)")
    }

    @Test("what the login kept flows on in a run, and the next request needs none")
    func flows() async throws {
        let stage = try Stage()
        var run = FolderRun(RunPlan(of: .root, in: Collection(name: "C")))
        run.ended(await stage.send())
        #expect(run.captured["session"] == .string("demo-session-1"))
        let second = await stage.send(nil, run.captured)
        #expect(second.head?.status == 200 && second.auxiliaryExchanges.isEmpty && second.exchange.attempts.count == 1)
    }

    @Test("a session that is over is begun anew")
    func expires() async throws {
        let stage = try Stage()
        let first = await stage.send()
        let captured = CapturedValues(first.auxiliaryExchanges[0].captures)
        stage.serverClock.withLock { $0 += 60 }
        let second = await stage.send(nil, captured)
        #expect(second.head?.status == 200)
        #expect(second.auxiliaryExchanges.map(\.isDone) == [true])
        #expect(body(second).contains(#""sessionsBegun": 2"#) || body(second).contains(#""sessionsBegun":2"#))
    }

    @Test("two that are refused at once share one login")
    func singleFlight() async throws {
        let stage = try Stage()
        let runner = stage.runner
        let dependencies = stage.dependencies { stage in
            while await runner.logins.waiting(for: Stage.key) < 2 { await Task.yield() }
            return stage.loginRequest()
        }
        async let first = stage.send(dependencies)
        async let second = stage.send(dependencies)
        let records = await [first, second]
        #expect(records.map { $0.head?.status } == [200, 200])
        #expect(stage.logins.withLock { $0 } == 1)
        #expect(
            records.flatMap(\.auxiliaryExchanges).compactMap(\.exchange).count == 1,
            "the other tells that it was not its own")
        #expect(records.flatMap(\.auxiliaryExchanges).map(\.isDone) == [true, true])
        #expect(
            records.filter { $0.auxiliaryExchanges.last?.summary.hasSuffix(", by another send") == true }.count == 1)
    }

    @Test("of two that share one, cancelling the first leaves the login to the other")
    func cancelled() async throws {
        let stage = try Stage()
        let runner = stage.runner
        let (gate, open) = AsyncStream<Void>.makeStream()
        let dependencies = stage.dependencies { stage in
            for await _ in gate { break }
            try Task.checkCancellation()
            return stage.loginRequest()
        }
        let first = Task { await stage.send(dependencies) }
        while await runner.logins.waiting(for: Stage.key) < 1 { await Task.yield() }
        let second = Task { await stage.send(dependencies) }
        while await runner.logins.waiting(for: Stage.key) < 2 { await Task.yield() }
        first.cancel()
        let ended = await first.value
        #expect(ended.failure?.stage == .cancelled && ended.head == nil)
        #expect(ended.exchange.attempts.map(\.outcome) == [.response(status: 401)])
        open.yield()
        #expect(await second.value.head?.status == 200)
        #expect(stage.logins.withLock { $0 } == 1)
    }

    @Test("one that was made before another send logged in is sent again with what that kept")
    func news() async throws {
        let stage = try Stage()
        var dependencies = stage.dependencies()
        dependencies.login?.known = 0
        _ = await stage.send(dependencies)
        let late = await stage.send(dependencies)
        #expect(late.head?.status == 200 && late.exchange.attempts.count == 2)
        #expect(stage.logins.withLock { $0 } == 1)
        #expect(late.auxiliaryExchanges.map(\.exchange) == [nil])
    }

    @Test("a login that is refused leaves the first answer, and says why")
    func refused() async throws {
        var stage = try Stage()
        stage.password = "wrong"
        let heads = Locked<[Int]>([])
        let record = await stage.send { event in
            if case .receiving(let head, _) = event { heads.withLock { $0.append(head.status) } }
        }
        #expect(record.head?.status == 401 && record.failure == nil)
        #expect(body(record).contains("POST /sessions begins a session"))
        #expect(heads.withLock { $0 } == [401])
        #expect(record.exchange.attempts.count == 1)
        #expect(
            record.auxiliaryExchanges.map(\.summary) == ["not logged in: login.yml: the response was 401 Unauthorized"])
        #expect(
            record.auxiliaryExchanges[0].exchange?.attempts.count == 1 && record.auxiliaryExchanges[0].captures.isEmpty)
        #expect(record.assertions.count == 1, "the answer is judged like any other")
    }

    @Test("a login that may not be sent, or lacks a value, is not sent")
    func notSent() async throws {
        let stage = try Stage()
        let record = await stage.send(stage.dependencies { _ in throw LoginRefusal("prod is protected") })
        #expect(record.head?.status == 401)
        #expect(record.auxiliaryExchanges.map(\.summary) == ["not logged in: login.yml: prod is protected"])
        #expect(record.auxiliaryExchanges.map(\.exchange) == [nil])
        let lacking = await stage.send(
            stage.dependencies { stage in
                var login = stage.loginRequest()
                login.request.problems = ["The URL has no host."]
                return login
            })
        #expect(lacking.head?.status == 401)
        #expect(lacking.auxiliaryExchanges.map(\.summary) == ["not logged in: login.yml: The URL has no host."])
    }

    @Test("a request that cannot be made anew stays at its first answer")
    func notRenewed() async throws {
        let stage = try Stage()
        var dependencies = stage.dependencies()
        dependencies.login?.renew = { _ in throw LoginRefusal("it was not allowed") }
        let record = await stage.send(dependencies)
        #expect(record.head?.status == 401 && record.exchange.attempts.count == 1)
        #expect(
            record.auxiliaryExchanges.map(\.summary) == [
                "logged in with login.yml", "not sent again after logging in: it was not allowed",
            ])
    }

    @Test("a second 401 is the answer: there is no second login")
    func onlyOnce() async throws {
        let stage = try Stage()
        var dependencies = stage.dependencies()
        dependencies.login?.renew = { _ in stage.page() }
        let record = await stage.send(dependencies)
        #expect(
            record.head?.status == 401 && record.exchange.attempts.count == 2 && record.auxiliaryExchanges.count == 1)
    }
}
