import BodyStore
import Exchanges
import Foundation
import Interchange
import MicroClient
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("A GraphQL request on screen")
struct GraphQLTests {
    /// The request is shown, the cursor on its query.
    private func state(_ query: String) -> ExplorerState {
        var definition = RequestDefinition()
        definition.kind = .graphQL
        definition.method = "POST"
        definition.name = "Ask"
        definition.url = "http://h/graphql"
        definition.body.kind = .graphQL
        definition.body.text = query
        var state = Explorers.state(Collection(name: "S", items: [Explorers.item("ask.yml", definition)]))
        state.press(.enter, "]", "]", .down)
        return state
    }

    private func order(_ effects: [Effect]) -> SendOrder? {
        effects.lazy.compactMap { if case .send(let order, _) = $0.order { order } else { nil } }.first
    }

    @Test("of several operations the one is sent that has the cursor, which the form says; the draft stays as it was")
    func operations() {
        var state = state("query One {\n  a\n}\nquery Two {\n  b\n}")
        #expect(state.screen.contains("Query: One is sent, the operation with the cursor"), "\(state.screen)")
        state.press(.enter, .down, .down, .down, .down)
        let sent = order(state.press(.control("r")))
        #expect(sent?.content.definition.body.operationName == "Two")
        #expect(state.session?.draft.isDirty == false)
        #expect(state.session?.draft.content.definition.body.operationName == nil)
        #expect(state.screen.contains("Query: Two is sent"))
    }

    @Test("one operation has no such words, and a second one without a name is not sent")
    func others() {
        #expect(!state("query One { a }").screen.contains("is sent"))
        var state = state("{ a }\nquery Two { b }")
        #expect(order(state.press("s")) == nil)
        #expect(state.status?.text.hasPrefix("Not sent: The query has 2 operations") == true)
    }

    @Test("errors in a response with 200 stand behind the status and in the log, also when it comes from the history")
    func errors() throws {
        var state = state("{ a }")
        let effect = try #require(
            state.press("s").first { if case .send = $0.order { true } else { false } })
        let head = ResponseHead(status: 200, reason: "OK")
        let store = BodyStore(Array(#"{"errors":[{},{}]}"#.utf8))
        var record = RecordedExchange(
            id: UUID(),
            exchange: Exchange(
                request: Exchange.SentRequest(method: .post, url: "http://h/graphql", headers: []),
                startedAt: Explorers.start),
            origin: .init(), sentAt: Explorers.start, head: head, responseBody: store)
        record.graphQLErrorCount = 2
        for progress in [SendProgress.answering(head, store), .finished(record)] {
            _ = update(&state, effect.reply(progress))
        }
        #expect(state.screen.contains("✓ 200 OK ✗ 2 GraphQL errors"), "\(state.screen)")
        #expect(state.screen.contains(/Ask +✗│/), "the tree agrees: \(state.screen)")
        #expect(state.log.entries.contains { $0.message.hasPrefix("2 GraphQL errors in the response") })
        var kept = KeptExchange(
            id: UUID(), origin: .init(), source: .screen, sentAt: Explorers.start, exchange: record.exchange)
        kept.graphQLErrorCount = 1
        let text = try JSONEncoder().encode(kept)
        let again = try JSONDecoder().decode(KeptExchange.self, from: text)
        #expect(
            Answer(PastExchange(again), content: DraftContent(definition: RequestDefinition())).graphQLErrorCount == 1)
    }
}
