import Exchanges
import Foundation
import Interchange
import MicroClient
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("Logging in on 401, on screen")
struct LoginTests {
    /// Every request logs in with the one that creates a user.
    private static var collection: OpenCollection.Collection {
        var collection = Explorers.collection
        collection.companion.collection.login = .request("users/create.yml")
        return collection
    }

    private func sent(_ effects: [Effect]) throws -> (effect: Effect, order: SendOrder) {
        try #require(
            effects.lazy.compactMap { effect in
                if case .send(let order, _) = effect.order { (effect, order) } else { nil }
            }.first)
    }

    private func report(_ state: inout ExplorerState, _ effect: Effect, _ progress: SendProgress) {
        _ = update(&state, effect.reply(progress))
    }

    private static let request = Exchange.SentRequest(method: .get, url: SendingTests.url, headers: [])

    private static func attempt(_ number: Int, _ status: Int, _ reason: String? = nil) -> Exchange.Attempt {
        let hop = Exchange.Hop(startedAfter: .zero, request: request, response: ResponseHead(status: status))
        return Exchange.Attempt(
            number: number, startedAfter: .zero, request: request, hops: [hop], outcome: .response(status: status),
            retry: reason.map { Exchange.Attempt.Retry(reason: $0, wait: .zero, source: .backoff) })
    }

    private static func auxiliary(isDone: Bool = true, status: Int = 200) -> AuxiliaryExchange {
        var auxiliary = AuxiliaryExchange(
            .login(path: "users/create.yml"),
            summary: isDone
                ? "logged in with users/create.yml" : "not logged in: users/create.yml: the response was \(status)",
            isDone: isDone,
            exchange: Exchange(request: request, startedAt: Explorers.start, attempts: [attempt(1, status)]))
        auxiliary.attemptsBefore = 1
        if isDone {
            auxiliary.captures = [
                RecordedCapture(variable: "token", expression: "res.body.t", outcome: .value(json: #""new-token""#))
            ]
        }
        return auxiliary
    }

    private static func record(_ attempts: [Exchange.Attempt], _ auxiliaryExchanges: [AuxiliaryExchange])
        -> RecordedExchange
    {
        var record = RecordedExchange(
            id: UUID(),
            exchange: Exchange(
                request: request, startedAt: Explorers.start, attempts: attempts, duration: .milliseconds(9)),
            origin: .init(), sentAt: Explorers.start)
        record.auxiliaryExchanges = auxiliaryExchanges
        return record
    }

    @Test("the order names what logs in: its draft when there is one, none for itself")
    func orders() throws {
        var state = Explorers.state(Self.collection)
        let login = try #require(try sent(state.press("s")).order.login)
        #expect(login.path == "users/create.yml" && login.content == nil && !login.isApproved)
        state.press("j", "2", "i")
        state.type("x")
        state.press(.escape, "1")
        #expect(try sent(state.press("s")).order.login == nil)
        state.press("j")
        let drafted = try #require(try sent(state.press("s")).order.login)
        #expect(drafted.content?.definition.url.contains("x") == true)
    }

    @Test("a missing value is got by logging in first, and the URL says so")
    func missingValue() {
        var state = Explorers.state(Self.collection, columns: 139, rows: 40)
        state.session?.draft.change { $0.request.definition.headers = [Field("X-Token", "{{session}}")] }
        #expect(state.screen.contains("session has no value (header X-Token). s logs in first."), "\(state.screen)")
        state.press("j")
        state.session?.draft.change { $0.request.definition.headers = [Field("X-Token", "{{session}}")] }
        #expect(state.screen.contains("s asks for it."), "the login itself: \(state.screen)")
    }

    @Test("rows of the attempts: the refusal, the login, the answer; the counts are the request's own")
    func rows() throws {
        var state = Explorers.state(Self.collection, columns: 120, rows: 40)
        let effect = try sent(state.press("s")).effect
        report(&state, effect, .exchange(.attemptFinished(Self.attempt(1, 401))))
        report(&state, effect, .loggingIn("users/create.yml"))
        #expect(state.screen.contains("logging in with users/create.yml"))
        report(&state, effect, .auxiliary(Self.auxiliary()))
        #expect(state.current.captured["token"] == .string("new-token"))
        #expect(!state.screen.contains("logging in with"))
        report(&state, effect, .receiving(ResponseHead(status: 200), .init([])))
        let attempts = [Self.attempt(1, 401, "logged in after 401"), Self.attempt(2, 200)]
        report(&state, effect, .finished(Self.record(attempts, [Self.auxiliary()])))
        state.press("3", "]", "]", "]")
        let lines = state.screen.split(separator: "\n").map(String.init)
        let first = try #require(lines.firstIndex { $0.contains("1  ! 401") })
        #expect(lines[first].contains("logged in after 401") && !lines[first].contains("waited"))
        #expect(lines[first + 1].contains("login: users/create.yml  ✓ 200"))
        #expect(lines[first + 2].contains("2  ✓ 200"))
        #expect(state.screen.contains("Attempts 2") && state.screen.contains("1 retry"))
        #expect(state.log.entries.contains { $0.message == "logged in with users/create.yml" })
    }

    @Test("a token's request stands before the attempt that it was for, and after what it replaces")
    func tokens() throws {
        var state = Explorers.state(columns: 120, rows: 40)
        let effect = try sent(state.press("s")).effect
        let request = Exchange.SentRequest(method: .post, url: "http://127.0.0.1/token", headers: [])
        let exchange = Exchange(request: request, startedAt: Explorers.start, attempts: [Self.attempt(1, 200)])
        let first = AuxiliaryExchange(
            .token(grant: "client_credentials"), summary: "token fetched", isDone: true, exchange: exchange)
        report(&state, effect, .auxiliary(first))
        state.press("3", "]", "]", "]")
        #expect(state.screen.contains("token: client_credentials  ✓ 200"))
        var second = AuxiliaryExchange(
            .token(grant: "refresh_token"), summary: "token refreshed", isDone: true, exchange: exchange)
        second.attemptsBefore = 1
        report(&state, effect, .receiving(ResponseHead(status: 200), .init([])))
        let attempts = [Self.attempt(1, 401, "new token after 401"), Self.attempt(2, 200)]
        report(&state, effect, .finished(Self.record(attempts, [first, second])))
        let lines = state.screen.split(separator: "\n").map(String.init)
        let start = try #require(lines.firstIndex { $0.contains("token: client_credentials") })
        for (row, text) in ["1  ! 401", "token: refresh_token  ✓ 200", "2  ✓ 200"].enumerated() {
            #expect(lines[start + 1 + row].contains(text), "\(lines[start + 1 + row])")
        }
        #expect(state.log.entries.map(\.message).contains("token fetched"))
    }

    @Test("a login that fails leaves the answer 401, and the status line says why")
    func fails() throws {
        var state = Explorers.state(Self.collection, columns: 120, rows: 40)
        let effect = try sent(state.press("s")).effect
        let auxiliary = Self.auxiliary(isDone: false, status: 403)
        report(&state, effect, .auxiliary(auxiliary))
        report(&state, effect, .receiving(ResponseHead(status: 401), .init([])))
        report(&state, effect, .finished(Self.record([Self.attempt(1, 401)], [auxiliary])))
        #expect(state.status?.text == "Not logged in: users/create.yml: the response was 403.")
        state.press("3", "]", "]", "]")
        #expect(state.screen.contains("login: users/create.yml  ! 403"))
        #expect(state.screen.contains("✗ not logged in: users/create.yml: the response was 403"))
    }

    @Test("a login that may change a protected environment is asked about before the first send, once")
    func protected() throws {
        var collection = Self.collection
        collection.companion.environments["local"] = EnvironmentPolicies()
        collection.companion.environments["local"]?.isProtected = true
        var state = Explorers.state(collection, columns: 120)
        let first = state.press("s")
        #expect(!first.contains { if case .send = $0.order { true } else { false } })
        #expect(state.screen.contains("⚠ local is protected: on 401 POST of users/create.yml"))
        let (effect, order) = try sent(state.press(.down, .enter))
        #expect(order.login?.isApproved == true)
        report(&state, effect, .refused(.cancelled))
        #expect(try sent(state.press("s")).order.login?.isApproved == true)
    }

    @Test("the options name it: inherited with its place, chosen among the requests, or none")
    func options() throws {
        var state = Explorers.state(Self.collection, columns: 120, rows: 40)
        state.press("2")
        state.session?.tab = .options
        #expect(state.screen.contains("Login on 401      users/create.yml (collection; a request"))
        let field = FormField.value("policy.login")
        _ = state.beginEdit(of: field)
        for text in ["none", "not set", "users/create.yml", "secret.yml"] {
            #expect(state.screen.contains(text), "\(text)")
        }
        #expect(!state.screen.contains("> users/get.yml"))
        state.press(.down, .down, .down, .enter)
        #expect(state.session?.draft.form.policies.login == .request("secret.yml"))
        #expect(state.screen.contains("Login on 401      secret.yml"))
    }
}
