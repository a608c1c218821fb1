import BodyStore
import BodyView
import Exchanges
import Foundation
import MicroClient
import Testing
import TextGrid

@testable import Explorer

/// A response that fails in the middle of its body.
@Suite struct PartialBodiesTests {
    private static let failure = RecordedFailure(
        stage: .init(.receive), message: "the connection was lost (receive): 4294967286 bytes are missing",
        advice: "Send again: s.")

    private func scene(_ body: String, columns: Int = 100) throws -> SentScene {
        var scene = try SentScene(columns: columns)
        let store = BodyStore(Array(body.utf8))
        let head = ResponseHead(status: 200, reason: "OK", httpVersion: "1.1", headers: [])
        scene.report(.receiving(head, store))
        var document = BodyDocument(store: store, kind: .json)
        document.index.extend(over: store)
        scene.report(outcome: document) { if case .readLines = $0 { true } else { false } }
        let request = Exchange.SentRequest(method: .get, url: "http://h/", headers: [])
        scene.report(
            .finished(
                RecordedExchange(
                    id: UUID(), exchange: Exchange(request: request, startedAt: Explorers.start), origin: .init(),
                    sentAt: Explorers.start, head: head, responseBody: store, failure: Self.failure)))
        return scene
    }

    @Test("shows why there is no more, how much came, and below it what came")
    func shown() throws {
        var scene = try scene("{\"a\": 1, \"b\": [2,")
        #expect(
            scene.state.screen.contains("4294967286 bytes are missing") && scene.state.screen.contains("Send again: s.")
        )
        #expect(scene.lines(with: " 3 Response ").first?.contains("failed") == true)
        #expect(scene.lines(with: " 3 Response ").first?.contains("17 B") == true)
        #expect(scene.state.screen.contains("\"a\": 1"))
        scene.press("3", "j")
        let cursor = try #require(scene.state.session?.bodyLine)
        #expect(cursor == 1 && scene.state.reasonNotToUseResponse == nil)
        scene.press("Y")
        #expect(scene.state.status?.text == "Copied what came of the body, 17 B")
    }

    @Test("what went wrong and what to try are two sentences")
    func sentences() throws {
        let scene = try scene("{\"a\": 1,", columns: 200)
        #expect(scene.state.screen.contains("bytes are missing. Send again: s."))
    }

    @Test("a message that takes more than three rows ends in the sign for more")
    func longMessage() throws {
        var scene = try scene("{\"a\": 1,", columns: 40)
        scene.state.sessions["users/get.yml"]?.own.response?.record?.failure?.message = String(
            repeating: "why so ", count: 60)
        scene.press("3")
        let rows = scene.lines(with: "why so")
        #expect(rows.count == 3 && rows.last?.contains("…") == true, "\(rows)")
    }

    @Test("lines of the body fit below the message, at the end too")
    func scrolled() throws {
        var scene = try scene("[" + (0..<200).map(String.init).joined(separator: ","), columns: 80)
        scene.press("3", "G")
        #expect(scene.lines(with: "4294967286").count == 1 && scene.lines(with: "the body ends").count == 1)
        scene.press("g")
        #expect(scene.lines(with: "4294967286").count == 1)
    }

    @Test("where nothing came, the message stands in the place of the body")
    func nothing() throws {
        let scene = try scene("")
        #expect(scene.state.screen.contains("4294967286 bytes are missing"))
        #expect(scene.state.session?.bodyWithCursor == nil)
        #expect(scene.state.reasonWithoutViews == "The response failed: no body arrived.")
    }
}
