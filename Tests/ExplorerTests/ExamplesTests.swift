import BodyStore
import Differences
import Exchanges
import Foundation
import Interchange
import MicroClient
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("An answer becomes an example of its request, and is held against those that there are")
struct ExamplesTests {
    /// Returns a scene in which the shown request got a response.
    private func responded(rows: Int = 30) throws -> SentScene {
        var scene = try SentScene(columns: 100, rows: rows)
        let request = Exchange.SentRequest(method: .get, url: "http://h", headers: [])
        scene.report(
            .receiving(
                ResponseHead(status: 200, headers: [HeaderField("Content-Type", "application/json")]),
                BodyStore(#"{"id":1}"#.utf8)))
        scene.finish([Exchange.Attempt(number: 1, startedAfter: .zero, request: request)])
        return scene
    }

    private func proposal(_ body: String = #"{"id":1,"token":"abc"}"#) throws -> ProposedExample {
        var past = HistoryScene.past(HistoryScene.rows[0], body: body)
        let length = Int64(body.utf8.count)
        past.kept.responseBody = StoredBody(hash: "a", length: length, keptLength: length)
        return try #require(
            ProposedExample(past.kept, requestBody: nil, responseBody: past.responseBody) { _ in false })
    }

    private func propose(_ scene: inout SentScene, _ proposal: ProposedExample) throws {
        scene.press("3", "a")
        scene.report(outcome: Result<ProposedExample, StatusMessage>.success(proposal)) { order in
            if case .proposeExample = order { true } else { false }
        }
    }

    private func examples(_ scene: SentScene) -> [RequestExample] {
        scene.state.session?.draft.content.definition.examples ?? []
    }

    @Test("a shows name, masks and the lines that are added; Enter adds them to the draft, u takes them back")
    func preview() throws {
        var scene = try responded(rows: 44)
        try propose(&scene, proposal())
        for text in [
            "Example of ", "Name  200 OK", "{{token}}  body $.token  a hard-coded value for token", "+ examples:",
            "+   - name: 200 OK", "2 places masked",
        ] {
            #expect(scene.state.screen.contains(text), "\(text)\n\(scene.state.screen)")
        }
        scene.type(" then")
        #expect(scene.state.screen.contains("+   - name: 200 OK then"))
        scene.press(.enter)
        #expect(examples(scene).map(\.name) == ["200 OK then"] && scene.state.session?.draft.isDirty == true)
        #expect(scene.state.overlays.isEmpty)
        scene.press("u")
        #expect(examples(scene).isEmpty)
    }

    @Test("Esc adds nothing, nor does a name of blanks")
    func leave() throws {
        var scene = try responded()
        try propose(&scene, proposal())
        scene.press(.control("u"))
        scene.press(.escape)
        #expect(examples(scene).isEmpty && scene.state.overlays.isEmpty)
        try propose(&scene, proposal())
        for _ in 0..<10 { scene.press(KeyStroke(.backspace)) }
        scene.press(.enter)
        #expect(scene.state.screen.contains("An example needs a name.") && examples(scene).isEmpty)
    }

    @Test("a name that is taken is asked about: replaced in its place, or another one")
    func replace() throws {
        var scene = try responded()
        try propose(&scene, proposal())
        scene.press(.enter)
        try propose(&scene, proposal(#"{"id":2}"#))
        scene.press(.enter)
        #expect(scene.state.screen.contains("An example \"200 OK\" exists"))
        scene.press(.enter)
        #expect(scene.state.screen.contains("Example of "))
        scene.press(.enter, .down, .enter)
        #expect(examples(scene).count == 1)
        #expect(examples(scene).first?.response?.body?.data.contains("\"id\": 2") == true)
    }

    @Test("a large body is asked about: left out, all of it, or back")
    func large() throws {
        let body = "\"\(String(repeating: "a", count: ProposedExample.largeBody))\""
        var scene = try responded()
        try propose(&scene, proposal(body))
        #expect(scene.state.screen.contains("large for a request file"))
        scene.press(.enter, .enter)
        #expect(scene.state.screen.contains("Example of ") && examples(scene).isEmpty)
        scene.press(.enter, .down, .enter)
        #expect(examples(scene).count == 1 && examples(scene).first?.response?.body == nil)
        try propose(&scene, proposal(body))
        scene.type("2")
        scene.press(.enter, .down, .down, .enter)
        #expect(examples(scene).last?.response?.body?.data.count == body.count)
    }

    @Test("a proposal that comes when another answer stands there is dropped")
    func late() throws {
        var scene = try responded()
        scene.press("3", "a")
        scene.state.session?.own.response?.record = nil
        scene.report(outcome: Result<ProposedExample, StatusMessage>.success(try proposal())) { order in
            if case .proposeExample = order { true } else { false }
        }
        #expect(scene.state.overlays.isEmpty)
    }

    @Test("an answer to a request with examples is held against them; Enter in the checks opens the difference")
    func checks() throws {
        var scene = try responded()
        try propose(&scene, proposal())
        scene.press(.enter, "s")
        let sending = try #require(scene.effects.last { if case .send = $0.order { true } else { false } })
        let request = Exchange.SentRequest(method: .get, url: "http://h", headers: [])
        let record = RecordedExchange(
            id: HistoryScene.id(7),
            exchange: Exchange(request: request, startedAt: Explorers.start, duration: .milliseconds(1)),
            origin: .init(), sentAt: Explorers.start)
        for step in [SendProgress.receiving(ResponseHead(status: 200), BodyStore("{}".utf8)), .finished(record)] {
            scene.handle(sending.reply(step))
        }
        let ordered = scene.effects.compactMap { effect -> [RequestExample]? in
            if case .compareExamples(_, let examples, _, _) = effect.order { examples } else { nil }
        }
        let examples = try #require(ordered.last)
        let response = ExchangeSide.Response(status: 200, body: BodyStore("{}".utf8))
        let difference = try #require(ExampleComparison(examples[0], response: response).run())
        let checks = [ExampleCheck(ExampleResult(examples[0], difference))]
        scene.report(outcome: checks) { if case .compareExamples = $0 { true } else { false } }
        scene.press("[", "[")
        #expect(scene.state.screen.contains("≠ example 200 OK: differs at "), "\(scene.state.screen)")
        scene.press(.enter)
        guard case .difference(let order, _)? = scene.effects.last?.order, case .example(_, let id) = order.subject
        else {
            Issue.record("nothing is compared")
            return
        }
        #expect(id == record.id)
    }

    @Test("today's checks stand in the place of those as sent, marked, until the same key")
    func today() throws {
        var scene = try responded()
        scene.press("3", "c")
        let id = try #require(scene.state.session?.response?.recordID)
        let assertion = RecordedAssertion(
            expression: "res.status", operator: "eq", value: "201", outcome: .failed(found: "200", expected: "201"))
        scene.report(outcome: [PastCheck(id, .judged(ChecksNow(assertions: [assertion], captures: [])))]) {
            order in
            if case .checkPast = order { true } else { false }
        }
        #expect(scene.state.screen.contains("Checked now, not as sent"))
        #expect(scene.state.screen.contains("✗ res.status eq 201"))
        scene.press("c")
        #expect(!scene.state.screen.contains("Checked now"))
    }

    @Test("Esc cancels the checks of today, and what comes of them later changes nothing")
    func cancelled() throws {
        var scene = try responded()
        scene.press("3", "c")
        #expect(scene.state.screen.contains("Checking today's assertions. Esc cancels."))
        let ordered = try #require(scene.effects.last { if case .checkPast = $0.order { true } else { false } })
        let id = try #require(scene.state.session?.response?.recordID)
        scene.press(.escape)
        let last = try #require(scene.effects.last)
        #expect(last.key == ordered.key)
        if case .cancel = last.order {} else { Issue.record("nothing is cancelled") }
        let late = [PastCheck(id, .judged(ChecksNow(assertions: [], captures: [])))]
        scene.handle(ordered.reply(late))
        #expect(scene.state.screen.contains("Cancelled: nothing was checked."))
        #expect(scene.state.focus == .response)
    }

    @Test("without an answer both keys say what to do")
    func without() {
        var state = Explorers.state()
        state.press("3", "a")
        #expect(state.screen.contains("No response yet: s sends the request."))
        state.press("c")
        #expect(state.screen.contains("No response yet: s sends the request."))
    }
}
