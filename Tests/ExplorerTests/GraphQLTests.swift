import BodyStore
import Exchanges
import ExplorerKit
import Foundation
import GraphQL
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
        #expect(state.session?.draft.content.openOperation == nil, "it is not asked again")
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
        for progress in [SendProgress.receiving(head, store), .finished(record)] {
            _ = update(&state, effect.reply(progress))
        }
        #expect(state.screen.contains("✓ 200 ✗ 2 GraphQL errors: Name is "), "\(state.screen)")
        state.press("3", "]", "]", "]", "]")
        #expect(state.screen.contains("Checks 2✗"), "\(state.screen)")
        #expect(state.screen.contains("✗ Name is required"), "\(state.screen)")
        #expect(state.screen.contains("GraphQL error at hero.name, line 2:3; the data is"), "\(state.screen)")
        #expect(state.screen.contains("  partial"), "\(state.screen)")
        #expect(state.screen.contains(/Ask +✗│/), "the tree agrees: \(state.screen)")
        #expect(state.log.entries.contains { $0.message == "2 GraphQL errors: Name is required (partial data)" })
        var kept = StoredExchange(
            id: UUID(), origin: .init(), source: .screen, sentAt: Explorers.start, exchange: record.exchange)
        kept.graphQLErrorCount = 1
        let text = try JSONEncoder().encode(kept)
        let again = try JSONDecoder().decode(StoredExchange.self, from: text)
        #expect(
            ShownResponse(PastExchange(again), content: DraftContent(definition: RequestDefinition())).graphQLErrorCount
                == 1)
    }

    // MARK: - Schema

    private static let schema =
        "type Query { me: User } type User { name: String nick: String @deprecated(reason: \"old\") }"

    /// The query is shown, with the schema that is kept of its server.
    private func stateWithSchema(_ query: String) throws -> ExplorerState {
        var state = state(query)
        state.press("[")
        state.work(state.press("]"), schema: try GraphQLSchema.read(Self.schema))
        state.press("g", .down)
        return state
    }

    private func names(_ state: ExplorerState) -> [String] { state.openCompletion?.rows.map(\.text) ?? [] }

    @Test("what the schema does not know is underlined and said; what is deprecated is only said")
    func unknownFields() throws {
        var state = try stateWithSchema("{ me { nam nick } }")
        #expect(state.style(at: "nam nick") == .fault)
        #expect(state.style(at: "nick") != .fault)
        #expect(state.screen.contains("! 1:8: User has no field nam; did you mean name?"), "\(state.screen)")
        state = try stateWithSchema("{ me { nick } }")
        #expect(state.style(at: "nick") != .fault)
        #expect(state.screen.contains("1:8: nick is deprecated: old"), "\(state.screen)")
        #expect(!(try stateWithSchema("{ me { name } }")).screen.contains("1:"))
    }

    @Test("fields are listed with their types while a name is typed, and take the place of the whole name")
    func completion() throws {
        var state = try stateWithSchema("{ me { me } }")
        state.press(.enter, .home)
        for _ in 0..<8 { state.press(.right) }
        #expect(names(state).isEmpty, "nothing is listed unasked")
        state.press(.control("n"))
        #expect(names(state) == ["name", "__typename"], "those that have an m")
        state.press(KeyStroke(.backspace))
        state.typeAndWork("n")
        #expect(names(state) == ["name", "nick", "__typename"])
        #expect(state.screen.contains("String  deprecated: old"), "\(state.screen)")
        state.press(.down, .down, .enter)
        #expect(state.bodyText == "{ me { nick } }")
    }

    @Test("without a schema, who asks for completion is told how to get one; nothing is sent before")
    func noSchema() {
        var state = state("{ me { n } }")
        state.press(.enter)
        let effects = state.press(.control("n"))
        #expect(order(effects) == nil)
        #expect(state.status?.text.hasPrefix("No schema of this server yet") == true)
    }

    @Test("W asks the server with the request that is shown; its response is read as a schema, and the query stays")
    func reads() throws {
        var state = state("query A { me { nam } } query B { me }")
        let effects = state.press("W")
        let sent = try #require(order(effects))
        #expect(sent.content.definition.body.text == GraphQLSchema.introspectionQuery)
        #expect(sent.content.definition.url == "http://h/graphql", "nothing is asked about its operations")
        #expect(state.session?.draft.isDirty == false)
        let send = try #require(effects.first { if case .send = $0.order { true } else { false } })
        let body =
            #"{"data": {"__schema": {"queryType": {"name": "Q"}, "types": [{"kind": "OBJECT", "name": "Q", "fields": []}]}}}"#
        var record = RecordedExchange(
            id: UUID(),
            exchange: Exchange(
                request: Exchange.SentRequest(method: .post, url: "http://h/graphql", headers: []),
                startedAt: Explorers.start),
            origin: .init(), sentAt: Explorers.start, head: ResponseHead(status: 200),
            responseBody: BodyStore(Array(body.utf8)))
        state.work(update(&state, send.reply(SendProgress.finished(record))))
        #expect(state.status?.text.hasPrefix("The schema has 1 type.") == true, "\(state.status?.text ?? "")")
        #expect(state.typing.schema.schema?.typeCount == 1)
        state.press(.down)
        #expect(state.screen.contains("Q has no field me"), "\(state.screen)")
        record.responseBody = BodyStore(Array(#"{"errors": [{"message": "no\u001b"}]}"#.utf8))
        let again = try #require(state.press("W").first { if case .send = $0.order { true } else { false } })
        state.work(update(&state, again.reply(SendProgress.finished(record))))
        #expect(state.status?.text.hasPrefix("The server refuses introspection: no") == true)
        #expect(state.typing.schema.schema?.typeCount == 1, "what was known stays")
    }
}
