import Exchanges
import ExplorerKit
import Foundation
import Interchange
import MicroClient
import OpenCollection
import Testing

@testable import Explorer

@Suite("Running a folder")
struct RunningFolderTests {
    private func state(_ cursor: ItemPath = "users", _ change: (inout RequestDefinition) -> Void = { _ in })
        -> ExplorerState
    {
        var collection = Explorers.collection
        var third = RequestDefinition()
        third.name = "Third"
        third.url = "{{baseUrl}}/third"
        change(&third)
        collection.items.insert(
            CollectionItem(
                path: "more", name: "More", kind: .folder(FolderDefinition(), [Explorers.item("more/third.yml", third)])
            ),
            at: 1)
        var state = Explorers.state(collection, columns: 120, rows: 40)
        state.tree.expanded.insert("users")
        state.show(cursor)
        return state
    }

    /// Replies to what is sent until nothing is; returns what was sent.
    private func receive(
        _ state: inout ExplorerState, _ effects: [Effect], failing: Set<String> = [], captures: [RecordedCapture] = []
    ) -> [SendOrder] {
        guard let send = effects.last(where: { if case .send = $0.order { true } else { false } }),
            case .send(let order, _) = send.order
        else { return [] }
        state.now += 1
        let failure = failing.contains(order.path.text) ? RecordedFailure(stage: .build, message: "no way") : nil
        let request = Exchange.SentRequest(method: .get, url: "http://127.0.0.1", headers: [])
        let exchange = Exchange(request: request, startedAt: state.now, attempts: [], duration: .milliseconds(1))
        var record = RecordedExchange(
            id: UUID(), exchange: exchange, origin: .init(), sentAt: state.now, failure: failure)
        record.captures = captures
        // Both come together where the server is quick: the time of the beginning is another than that of the order then.
        let events = [SendProgress.started(state.now + 0.5), .finished(record)].map { send.reply($0) }
        let next = update(&state, events)
        return [order] + receive(&state, next, failing: failing, captures: captures)
    }

    @Test(
        "its requests are sent one after the other, each with what those before it kept; how each went can be gone to")
    func all() {
        var state = state(.root)
        state.press(">")
        #expect(state.screen.contains("Run Sample: 5 requests, one after the other to local"))
        let kept = RecordedCapture(variable: "kept", expression: "res.body", outcome: .value(json: "7"))
        let orders = receive(&state, state.press(.enter), captures: [kept])
        #expect(orders.map(\.path.text) == ["users/get.yml", "users/create.yml", "more/third.yml", "secret.yml"])
        #expect(orders.map { $0.captured["kept"] != nil } == [false, true, true, true])
        #expect(state.current.sends.run == nil && state.screen.contains("Run of Sample: 5 requests, 4 ok, 1 skipped"))
        #expect(state.screen.contains("it cannot be read: it is no mapping"))
        state.press(.down, .enter)
        #expect(state.shown == "users/create.yml" && state.overlays.isEmpty)
    }

    @Test("a failure does not end it when all were asked for")
    func failure() {
        var state = state()
        state.press(">")
        let orders = receive(&state, state.press(.enter), failing: ["users/get.yml"])
        #expect(orders.count == 2 && state.screen.contains("Run of Users: 2 requests, 1 ok, 1 failed"))
        #expect(state.screen.contains("no way"))
    }

    @Test("up to the first failure: nothing is sent after it")
    func bails() {
        var state = state()
        state.press(">", .down)
        let orders = receive(&state, state.press(.enter), failing: ["users/get.yml"])
        #expect(orders.count == 1)
        #expect(state.screen.contains("Run of Users: 2 requests, 1 failed, 1 not sent"))
    }

    @Test("waits before the next request while a field is edited, and puts nothing of that into another request")
    func edited() throws {
        var state = state()
        state.press(">")
        let send = try #require(state.press(.enter).last { if case .send = $0.order { true } else { false } })
        state.press("2", "g", "j", "i")
        state.type("9")
        let before = try #require(state.sessions["users/get.yml"]?.draft.form)
        let record = RecordedExchange(
            id: UUID(),
            exchange: Exchange(
                request: Exchange.SentRequest(method: .get, url: "http://127.0.0.1", headers: []), startedAt: state.now,
                attempts: [], duration: .milliseconds(1)),
            origin: .init(), sentAt: state.now)
        #expect(state.report(send, .finished(record)).allSatisfy { if case .send = $0.order { false } else { true } })
        #expect(state.shown == "users/get.yml" && state.edit != nil)
        state.type("5")
        #expect(state.sessions["users/get.yml"]?.draft.form != before)
        let orders = receive(&state, state.press(.escape))
        #expect(orders.map(\.path.text) == ["users/create.yml"])
        #expect(state.sessions["users/create.yml"]?.draft.isDirty == false)
    }

    @Test("leaves the filter of the tree as it is, and waits while that is typed")
    func filtered() {
        var state = state()
        state.press(">")
        let effects = state.press(.enter)
        state.press("1", "/")
        state.type("thi")
        #expect(receive(&state, effects).map(\.path.text) == ["users/get.yml"])
        #expect(receive(&state, state.press(.enter)).map(\.path.text) == ["users/create.yml"])
        #expect(state.tree.filter == "thi")
    }

    @Test("a request that is gone before its answer came is skipped")
    func gone() throws {
        var state = state()
        state.press(">")
        let send = try #require(state.press(.enter).last { if case .send = $0.order { true } else { false } })
        state.sessions["users/get.yml"] = nil
        let next = update(&state, .tick(state.now + 1))
        #expect(send.key == .send("users/get.yml"))
        #expect(receive(&state, next).map(\.path.text) == ["users/create.yml"])
        #expect(state.screen.contains("it is gone") && state.screen.contains("1 skipped"))
    }

    @Test("Esc cancels the request under way, and with it the run")
    func cancelled() throws {
        var state = state()
        state.press(">")
        let send = try #require(state.press(.enter).first { if case .send = $0.order { true } else { false } })
        state.press(.escape)
        state.cancelled(send)
        #expect(state.current.sends.run == nil)
        #expect(state.screen.contains("Run of Users: 2 requests, 1 failed, 1 not sent"))
        #expect(state.screen.contains("cancelled"))
    }

    @Test("a request that was refused says why, whatever the last line says then")
    func refused() throws {
        var state = state("more")
        state.press(">")
        let send = try #require(state.press(.enter).first { if case .send = $0.order { true } else { false } })
        let refusal = send.reply(SendProgress.refused(.failed("body.json is gone")))
        _ = update(&state, [refusal, .message(StatusMessage(.info, "Something else"))])
        #expect(state.screen.contains("Run of More: 1 request, 1 failed"))
        #expect(state.screen.contains("Not sent: body.json is gone"))
    }

    @Test("what a request asks is asked; answered it goes on, left it ends")
    func asks() {
        for isAnswered in [true, false] {
            var state = state("more") { $0.headers = [Field("X", "{{?Why}}", origin: 0)] }
            state.press(">")
            #expect(state.press(.enter).isEmpty)
            #expect(state.screen.contains("Prompt of this request"))
            guard isAnswered else {
                state.press(.escape)
                #expect(state.current.sends.run == nil && state.screen.contains("its question was not answered"))
                continue
            }
            state.type("because")
            let orders = receive(&state, state.press(.enter))
            #expect(orders.map { $0.sessionValues["?Why"] } == ["because"])
            #expect(state.screen.contains("Run of More: 1 request, 1 ok"))
        }
    }

    @Test("one at a time; a folder without requests has nothing to run")
    func disabled() {
        var state = state()
        state.press(">", .enter)
        #expect(state.disabledReason(of: .runFolder)?.contains("under way") == true)
        var empty = Explorers.state(OpenCollection.Collection(name: "Empty"))
        empty.show(.root)
        #expect(empty.disabledReason(of: .runFolder)?.contains("no requests") == true)
    }
}
