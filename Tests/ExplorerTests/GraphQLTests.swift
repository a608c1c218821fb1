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

    private let two = "query One {\n  a\n}\nquery Two {\n  b\n}"

    @Test("several operations are asked about when they are sent, that of the cursor first, and the choice is kept")
    func operations() {
        var state = state(two)
        #expect(state.screen.contains("Operation  asked for when it is sent"), "\(state.screen)")
        state.press(.down, .enter, .down, .down, .down, .down)
        #expect(order(state.press(.control("r"))) == nil)
        #expect(state.screen.contains("The query has 2 operations (One, Two), and none is chosen"), "\(state.screen)")
        let sent = order(state.press(.enter))
        #expect(sent?.content.policies.operation == "Two")
        #expect(state.session?.draft.content.policies.operation == "Two" && state.session?.draft.isDirty == true)
        #expect(state.screen.contains("Operation  Two"), "\(state.screen)")
        #expect(order(state.press("s"))?.content.policies.operation == "Two", "it is not asked again")
    }

    @Test("Esc sends nothing; an unknown name is asked about as well")
    func unknown() {
        var state = state(two)
        state.press("s", .escape)
        #expect(state.overlays.isEmpty && state.session?.own.running == nil)
        _ = state.changeDraft { $0.change { $0.policies.operation = "Three" } }
        #expect(order(state.press("s")) == nil)
        #expect(state.screen.contains("The query has no operation Three"), "\(state.screen)")
    }

    @Test("one operation has no such field, and one without a name beside another cannot be chosen")
    func others() {
        #expect(!state("query One { a }").screen.contains("Operation"))
        var state = state("{ a }\nquery Two { b }")
        #expect(order(state.press("s")) == nil)
        #expect(order(state.press(.enter))?.content.policies.operation == "Two")
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
        var error = RecordedAssertion(
            expression: "Name is required", operator: "", outcome: .failed(found: "hero.name, line 2:3", expected: ""))
        error.graphQL = .partialData
        record.assertions = [error]
        for progress in [SendProgress.answering(head, store), .finished(record)] {
            _ = update(&state, effect.reply(progress))
        }
        #expect(state.screen.contains(/✓ 200 ✗ 2 GraphQL errors: Name \S*…/), "\(state.screen)")
        state.press("3", "]", "]", "]", "]")
        #expect(state.screen.contains("Checks 2✗"), "\(state.screen)")
        #expect(state.screen.contains("✗ Name is required"), "\(state.screen)")
        #expect(state.screen.contains("GraphQL error at hero.name, line 2:3; the data is"), "\(state.screen)")
        #expect(state.screen.contains(" partial "), "\(state.screen)")
        #expect(state.screen.contains(/Ask +✗│/), "the tree agrees: \(state.screen)")
        #expect(state.log.entries.contains { $0.message == "2 GraphQL errors: Name is required (partial data)" })
        var kept = KeptExchange(
            id: UUID(), origin: .init(), source: .screen, sentAt: Explorers.start, exchange: record.exchange)
        kept.graphQLErrorCount = 1
        let text = try JSONEncoder().encode(kept)
        let again = try JSONDecoder().decode(KeptExchange.self, from: text)
        #expect(
            Answer(PastExchange(again), content: DraftContent(definition: RequestDefinition())).graphQLErrorCount == 1)
    }
}
