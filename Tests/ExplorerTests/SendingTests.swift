import BodyStore
import BodyView
import Exchanges
import Foundation
import Interchange
import MicroClient
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("Sending from the screen")
struct SendingTests {
    static let url = "http://127.0.0.1:8642/users/7?verbose=1"

    /// The order to send and its key, as the wiring would get it.
    private func order(_ effects: [Effect]) -> Effect? {
        effects.first { if case .send = $0.order { true } else { false } }
    }

    private func sent(_ effects: [Effect]) throws -> Effect { try #require(order(effects)) }

    private func report(_ state: inout ExplorerState, _ effect: Effect, _ progress: SendProgress) -> [Effect] {
        update(&state, effect.reply(progress))
    }

    private func record(failure: RecordedFailure? = nil, attempts: [Exchange.Attempt] = []) -> RecordedExchange {
        let request = Exchange.SentRequest(method: .get, url: Self.url, headers: [])
        let exchange = Exchange(
            request: request, startedAt: Explorers.start, attempts: attempts, duration: .milliseconds(84))
        return RecordedExchange(
            id: UUID(), exchange: exchange, origin: .init(), sentAt: Explorers.start, failure: failure)
    }

    private func receive(_ state: inout ExplorerState, _ effect: Effect, body: String, status: Int = 200) {
        let store = BodyStore(Array(body.utf8))
        let head = ResponseHead(
            status: status, reason: "OK", httpVersion: "1.1", headers: [HeaderField("Content-Type", "application/json")]
        )
        let lines = report(&state, effect, .receiving(head, store)).first
        var document = BodyDocument(store: store, kind: .json)
        document.index.extend(over: store)
        if let lines { _ = update(&state, lines.reply(document)) }
        _ = report(&state, effect, .finished(record()))
    }

    @Test("what is on screen is sent, from any pane")
    func sendsDraft() throws {
        var state = Explorers.state()
        state.press(.enter, "i")
        state.type("&x=1")
        state.press(.escape, "1")
        let effect = try sent(state.press("s"))
        guard case .send(let order, _) = effect.order else {
            Issue.record("nothing is sent")
            return
        }
        #expect(order.content.definition.url.hasSuffix("&x=1"))
        #expect(order.isDraft)
        #expect(state.screen.contains("running"))
    }

    @Test("an upload tells its bytes and how much of all that is, and so does a download whose length is known")
    func transferred() throws {
        var state = Explorers.state(columns: 139, rows: 40)
        let effect = try sent(state.press("s"))
        state.report(effect, .started(Explorers.start))
        state.report(effect, .exchange(.uploadProgress(bytes: 125_000_000, of: 500_000_000)))
        #expect(state.screen.contains("125 MB of 500 MB (25%) sent · Esc cancels"))
        state.report(effect, .exchange(.downloadProgress(bytes: 12_000, of: 48_000)))
        #expect(state.screen.contains("12 KB of 48 KB (25%) · Esc cancels"))
        state.report(effect, .exchange(.downloadProgress(bytes: 60_000, of: nil)))
        #expect(state.screen.contains("60 KB · Esc cancels"))
    }

    @Test("while a send runs, sending again is refused and Esc cancels that send")
    func cancel() throws {
        var state = Explorers.state()
        let effect = try sent(state.press("s"))
        let again = state.press("s")
        #expect(again.isEmpty)
        #expect(state.screen.contains("Running; Esc cancels."))
        let cancelled = state.press(.escape)
        #expect(cancelled.map(\.key) == [effect.key])
        _ = report(
            &state, effect, .finished(record(failure: RecordedFailure(stage: .cancelled, message: "Cancelled."))))
        #expect(state.screen.contains("cancelled"))
        #expect(state.session?.running == nil)
    }

    @Test("a response shows status, size, body as sent, and headers")
    func response() throws {
        var state = Explorers.state(columns: 120, rows: 40)
        let effect = try sent(state.press("s"))
        receive(&state, effect, body: #"{"z":1.50,"a":[],"big":12345678901234567890}"#)
        let screen = state.screen
        #expect(screen.contains("✓ 200 OK · 84 ms · 44 B"))
        #expect(screen.contains("\"z\": 1.50,"))
        #expect(screen.contains("\"big\": 12345678901234567890"))
        state.press("3", "]")
        #expect(state.screen.contains("Content-Type: application/json"))
    }

    @Test(
        "an edit after the answer keeps it and says so, before all that has no room",
        arguments: [(139, "request edited since"), (80, "✓ 200 OK · 84 ms · edited since")])
    func editedSince(columns: Int, words: String) throws {
        var state = Explorers.state(columns: columns, rows: 40)
        let effect = try sent(state.press("s"))
        receive(&state, effect, body: String(repeating: "1", count: 1_200))
        let request = Exchange.SentRequest(method: .get, url: Self.url, headers: [])
        let attempt = Exchange.Attempt(
            number: 1, startedAfter: .zero, request: request, hops: [], outcome: .response(status: 200))
        state.session?.response?.record?.exchange.attempts = Array(repeating: attempt, count: 12)
        state.press(.enter, "i")
        state.type("x")
        #expect(state.screen.contains(words), "\(state.screen)")
        #expect(state.screen.contains("200 OK"))
    }

    @Test("another name, place or note is no edit of what was sent")
    func renamedSince() throws {
        var state = Explorers.state(columns: 140, rows: 40)
        let effect = try sent(state.press("s"))
        receive(&state, effect, body: "{}")
        state.session?.draft.change {
            ($0.request.definition.name, $0.request.definition.docs) = ("Other", "More.")
            $0.request.definition.sequence = 9
        }
        #expect(state.screen.contains("200 OK") && !state.screen.contains("edited since"))
    }

    @Test("a cancelled send leaves the earlier answer")
    func keepsResponse() throws {
        var state = Explorers.state(columns: 120, rows: 40)
        receive(&state, try sent(state.press("s")), body: #"{"first":true}"#)
        let second = try sent(state.press("s"))
        #expect(state.screen.contains("\"first\": true"))
        _ = report(
            &state, second, .finished(record(failure: RecordedFailure(stage: .cancelled, message: "Cancelled."))))
        #expect(state.screen.contains("\"first\": true"))
        #expect(state.screen.contains("200 OK"))
    }

    @Test("a failure says what happened and what to try")
    func failure() throws {
        var state = Explorers.state(columns: 100, rows: 40)
        let effect = try sent(state.press("s"))
        let failure = RecordedFailure(
            stage: .init(.connect), message: "Connection refused: 127.0.0.1:9", advice: "Is the server running?")
        _ = report(&state, effect, .finished(record(failure: failure)))
        #expect(state.screen.contains("✗ failed"))
        #expect(state.screen.contains("Is the server running?"))
        #expect(state.status?.text == "Connection refused: 127.0.0.1:9. Is the server running?")
    }

    @Test("attempts come as rows with their reasons and waits while the send runs")
    func attempts() throws {
        var state = Explorers.state(columns: 120, rows: 40)
        let effect = try sent(state.press("s"))
        let request = Exchange.SentRequest(method: .get, url: Self.url, headers: [])
        let first = Exchange.Attempt(number: 1, startedAfter: .zero, request: request, outcome: .response(status: 503))
        _ = report(&state, effect, .exchange(.attemptFinished(first)))
        let retry = Exchange.Attempt.Retry(reason: "503 Service Unavailable", wait: .seconds(1), source: .retryAfter)
        _ = report(&state, effect, .exchange(.retrying(retry, next: 2)))
        state.press("3", "[", "[")
        #expect(state.screen.contains("✗ 503"))
        #expect(state.screen.contains("waited 1.00 s (Retry-After): 503 Service Unavailable"))
        #expect(state.screen.contains("waiting 1.00 s to retry"))
    }

    @Test("events of an older send are dropped")
    func stale() throws {
        var state = Explorers.state()
        let first = try sent(state.press("s"))
        _ = report(&state, first, .finished(record(failure: RecordedFailure(stage: .cancelled, message: "Cancelled."))))
        let second = try sent(state.press("s"))
        #expect(second.generation == first.generation + 1)
        _ = report(&state, first, .finished(record()))
        #expect(state.session?.running != nil)
    }

    @Test("a missing value is asked for, kept for the session, and then the request goes out")
    func missing() throws {
        var state = Explorers.state(secrets: [:])
        state.press("j", "j")
        let refused = state.press("s")
        #expect(order(refused) == nil)
        #expect(state.screen.contains("Missing variable: {{token}}"))
        state.type("abc")
        let effect = try sent(state.press(.enter))
        guard case .send(let order, _) = effect.order else {
            Issue.record("nothing is sent")
            return
        }
        #expect(order.sessionValues == ["token": "abc"])
    }

    @Test("switching requests leaves the send running, and each request has its own answer")
    func switching() throws {
        var state = Explorers.state(columns: 120, rows: 40)
        let effect = try sent(state.press("s"))
        state.press("j")
        #expect(state.screen.contains("Not sent yet"))
        receive(&state, effect, body: #"{"mine":1}"#)
        #expect(!state.screen.contains("\"mine\""))
        state.press("k")
        #expect(state.screen.contains("\"mine\": 1"))
    }

    @Test("a secret is never on the screen")
    func secrets() {
        var state = Explorers.state(columns: 140, rows: 40)
        state.press("j", "j", .enter)
        for _ in 0..<9 {
            #expect(!state.screen.contains("t0p-secret"))
            state.press("]")
        }
    }
}
