import Exchanges
import Foundation
import MicroClient
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("What runs")
struct ActivitiesTests {
    private func sent(_ effects: [Effect]) throws -> Effect {
        try #require(effects.first { if case .send = $0.order { true } else { false } })
    }

    private func record(
        _ status: Int? = 200, failure: RecordedFailure? = nil, after duration: Duration = .milliseconds(84)
    ) -> RecordedExchange {
        let exchange = Exchange(
            request: Exchange.SentRequest(method: .get, url: "http://127.0.0.1:9/", headers: []),
            startedAt: Explorers.start,
            attempts: [], duration: duration)
        return RecordedExchange(
            id: UUID(), exchange: exchange, origin: .init(), sentAt: Explorers.start,
            head: status.map { ResponseHead(status: $0, reason: "OK", httpVersion: "1.1", headers: []) },
            failure: failure)
    }

    private func words(_ state: ExplorerState) -> [String] {
        state.activityRows.map { row in
            switch row {
            case .running(let activity): "\(activity.word) \(activity.name)"
            case .finished(let finished): "\(finished.activity.name): \(finished.outcome)"
            }
        }
    }

    @Test("several sends run side by side, each with its sign in the tree, and all stand in the list")
    func several() throws {
        var state = Explorers.state(columns: 120, rows: 40)
        _ = try sent(state.press("s"))
        _ = try sent(state.press("j", "s"))
        #expect(state.screen.split(separator: "\n").filter { $0.prefix(24).contains("…") }.count == 2)
        state.press("!")
        #expect(words(state) == ["send GET Get user", "send POST Create user"])
        #expect(state.screen.contains("Running: 2") && state.screen.contains("local"))
    }

    @Test("the footer counts what runs elsewhere, and nothing while all of it is on screen")
    func footer() throws {
        var state = Explorers.state(columns: 120, rows: 40)
        let effect = try sent(state.press("s"))
        #expect(state.countOfOtherActivities == 0)
        state.press("j")
        #expect(state.screen.contains("! 1 running"))
        state.report(effect, .finished(record()))
        #expect(!state.screen.contains("1 running"))
    }

    @Test("in plain mode the words that say how each stands are whole, with a blank behind them")
    func wholeWords() throws {
        var state = Explorers.state(columns: 120, rows: 40)
        state.display.asksForPlain = true
        _ = update(&state, .input(.resize(Size(columns: 120, rows: 40))))
        func line() -> [Substring] {
            let lines = state.screen.split(separator: "\n")
            return lines.first { $0.contains(" send ") && $0.contains("GET Get user") }?.split(separator: " ") ?? []
        }
        let effect = try sent(state.press("s"))
        state.press("!")
        #expect(line().prefix(2) == ["busy", "send"], "\(state.screen)")
        state.report(effect, .finished(record(503)))
        #expect(line().prefix(3) == ["server", "error", "send"], "\(state.screen)")
        state.press(.escape)
        let second = try sent(state.press("s"))
        state.report(second, .finished(record()))
        state.press("!")
        #expect(line().prefix(2) == ["ok", "send"], "\(state.screen)")
    }

    @Test("bytes, attempts and the time since are told while it runs")
    func progress() throws {
        var state = Explorers.state(columns: 140, rows: 40)
        let effect = try sent(state.press("s"))
        state.report(effect, .started(Explorers.start))
        let request = Exchange.SentRequest(method: .get, url: "http://127.0.0.1:8642/users/7?token=abc", headers: [])
        state.report(effect, .exchange(.attemptStarted(number: 2, request)))
        state.report(effect, .exchange(.downloadProgress(bytes: 12_000, of: 48_000)))
        _ = update(&state, .tick(Explorers.start.addingTimeInterval(3)))
        state.press("!")
        let line = try #require(
            state.screen.split(separator: "\n").first { $0.contains("GET Get user") && $0.contains("attempt") })
        #expect(line.contains("attempt 2") && line.contains("12 KB of 48 KB") && line.contains("3.00 s"))
        #expect(line.contains("127.0.0.1:8642") && !line.contains("abc"))
    }

    @Test("Enter goes to what runs, and to the answer of what is over")
    func goesThere() throws {
        var state = Explorers.state(columns: 120, rows: 40)
        let effect = try sent(state.press("s"))
        state.press("j", "j", "!", .enter)
        #expect(state.overlays.isEmpty && state.shown == "users/get.yml" && state.focus == .response)
        state.report(
            effect, .receiving(ResponseHead(status: 404, reason: "", httpVersion: "1.1", headers: []), .init([])))
        state.report(effect, .finished(record(404)))
        state.press("1", "j", "!")
        #expect(state.screen.split(separator: "\n").contains { $0.contains("GET Get user") && $0.contains("404") })
        state.press(.enter)
        #expect(state.shown == "users/get.yml" && state.focus == .response)
    }

    @Test("a send whose assertion failed is listed as failed", arguments: [(80, 24), (200, 50)])
    func failedAssertion(columns: Int, rows: Int) throws {
        var state = Explorers.state(columns: columns, rows: rows)
        let effect = try sent(state.press("s"))
        var record = record(200)
        record.assertions = [
            RecordedAssertion(
                expression: "res.body.id", operator: "eq", value: "8", outcome: .failed(found: "7", expected: "8"))
        ]
        state.report(effect, .finished(record))
        state.press("!")
        let line = state.screen.split(separator: "\n").first { $0.contains("GET Get user") && $0.contains("200") }
        #expect(line?.contains("✗") == true && line?.contains("200, 1 assertion failed") == true, "\(state.screen)")
    }

    @Test("an answer that another took the place of comes from the history")
    func earlier() throws {
        var state = Explorers.state(columns: 120, rows: 40)
        for _ in 0..<2 {
            let effect = try sent(state.press("s"))
            state.report(
                effect, .receiving(ResponseHead(status: 200, reason: "", httpVersion: "1.1", headers: []), .init([])))
            state.report(effect, .finished(record()))
        }
        state.press("!", .down)
        let effects = state.press(.enter)
        #expect(effects.contains { $0.key == .pastExchange })
    }

    @Test("a key cancels the one with the cursor, and the others go on")
    func cancelsOne() throws {
        var state = Explorers.state(columns: 120, rows: 40)
        let first = try sent(state.press("s"))
        let second = try sent(state.press("j", "s"))
        state.press("!")
        let cancelled = state.press(.down, "x")
        #expect(cancelled.map(\.key) == [second.key])
        #expect(state.sessions["users/get.yml"]?.running?.isCancelling == false)
        state.press("x")
        #expect(state.screen.contains("It is already being cancelled."))
        state.report(second, .finished(record(nil, failure: RecordedFailure(stage: .cancelled, message: "Cancelled."))))
        #expect(words(state) == ["send GET Get user", "POST Create user: cancelled"])
        _ = first
    }

    @Test("all are cancelled after a question, in every open collection")
    func cancelsAll() throws {
        var state = Explorers.state(columns: 120, rows: 40)
        let first = try sent(state.press("s"))
        var ping = RequestDefinition()
        (ping.name, ping.url) = ("Ping", "http://127.0.0.1:1/ping")
        let other = CollectionState(
            OpenCollection.Collection(name: "Other", items: [Explorers.item("ping.yml", ping)]), path: "/other")
        _ = update(&state, .collectionOpened(other, showing: "ping.yml"))
        let second = try sent(state.press("s"))
        state.press("!", "X")
        #expect(state.screen.contains("Cancel all running activity?"))
        state.press(.enter)
        #expect(state.activities.allSatisfy { !$0.isCancelling })
        state.press("X", .down)
        let effects = state.press(.enter).filter { if case .cancel = $0.order { true } else { false } }
        #expect(Set(effects.map(\.generation)) == [first.generation, second.generation])
        #expect(Set(effects.map(\.collection)) == ["/sample", "/other"])
    }

    @Test("nothing to cancel and nothing to go to are said")
    func nothing() {
        var state = Explorers.state()
        state.press("!")
        #expect(state.screen.contains("No activity yet"))
        state.press("x")
        #expect(state.screen.contains("No activity yet."))
        state.press("!")
        #expect(state.overlays.isEmpty)
    }

    @Test("a send that was refused is over, with the reason")
    func refused() throws {
        var state = Explorers.state()
        let effect = try sent(state.press("s"))
        state.report(effect, .refused(.failed("no such file")))
        #expect(state.activities.isEmpty && words(state) == ["GET Get user: failed(\"no such file\")"])
    }

    @Test("the last fifty are kept")
    func limit() {
        var finished = RecentActivities()
        let activity = Activity(
            id: .init(collection: "/c", subject: .send(ResponseID("a.yml"))), word: "send", name: "a", place: "")
        for _ in 0..<70 { finished.note(activity, .cancelled, at: Explorers.start) }
        #expect(finished.all.count == 50 && finished.all.first?.id == 70)
    }

    @Test("a renamed request is gone to under its new name")
    func renamed() throws {
        var state = Explorers.state()
        let effect = try sent(state.press("s"))
        state.report(
            effect, .finished(record(nil, failure: RecordedFailure(stage: .init(.connect), message: "refused"))))
        _ = state.followPaths([PathChange(from: "users/get.yml", to: "users/one.yml")])
        #expect(state.activityRows.first?.activity.path == "users/one.yml")
    }
}
