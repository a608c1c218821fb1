import ExplorerKit
import Foundation
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("Environments of the workspace around a collection")
struct GlobalEnvironmentTests {
    /// Returns a state with a request that needs a name of the global environment, and one of the process.
    private func state() -> ExplorerState {
        var request = RequestDefinition()
        request.name = "Open"
        request.url = "{{baseUrl}}/{{shared}}"
        request.headers = [Field("X-Outside", "{{process.env.OUTSIDE}}", origin: 0)]
        var collection = Explorers.collection
        collection.items = [Explorers.item("open.yml", request)]
        var state = Explorers.state(collection, columns: 120)
        let prod = EnvironmentDefinition(name: "prod", variables: [Variable("shared", "everywhere")])
        state.outside.globalEnvironments = [prod, EnvironmentDefinition(name: "local", variables: [])]
        state.outside.processEnvironment["OUTSIDE"] = "1"
        state.show("open.yml")
        return state
    }

    private func rendered(_ state: ExplorerState) throws -> RenderedRequest {
        state.rendered(try #require(state.session).draft.content, at: "open.yml")
    }

    @Test("one is chosen behind the collection's own, beside that, stands in the title, and gives its variables")
    func chosen() throws {
        var state = state()
        #expect(try rendered(state).missing.map(\.name) == ["shared"])
        state.press("e")
        for text in ["No environment", "No global environment", "Global: prod", "Global: local"] {
            #expect(state.screen.contains(text), "\(text)")
        }
        state.type("prod")
        state.press(.enter)
        #expect(state.environmentName == "local" && state.outside.globalEnvironmentName == "prod")
        #expect(state.screen.contains("local + global prod"))
        #expect(try rendered(state).url == "http://127.0.0.1:8642/everywhere")
        state.press("v")
        #expect(state.screen.contains("global environment prod"))
    }

    @Test("one that is called like the collection's is another; none is chosen again by its row")
    func names() {
        var state = state()
        state.press("e")
        state.type("global: local")
        state.press(.enter)
        #expect(state.environmentName == "local" && state.outside.globalEnvironmentName == "local")
        state.press("e")
        state.type("no global")
        state.press(.enter)
        #expect(state.environmentName == "local" && state.outside.globalEnvironmentName == nil)
        #expect(!state.screen.contains("+ global"))
    }

    @Test("what is read anew does not choose another; one that is gone gives nothing")
    func rereads() {
        var state = state()
        state.outside.globalEnvironmentName = "prod"
        var outside = OutsideValues()
        outside.globalEnvironments = [EnvironmentDefinition(name: "prod", variables: [Variable("shared", "new")])]
        _ = state.handleRead(FilesRead(.changes([]), outside: outside))
        #expect(state.outside.globalEnvironment?.variables.first?.value == "new")
        _ = state.handleRead(FilesRead(.changes([]), outside: OutsideValues()))
        #expect(state.outside.globalEnvironmentName == "prod" && state.outside.globalEnvironment == nil)
    }

    @Test("a name that may stand in a file nobody has agreed to is not asked for: the send asks for the file")
    func pairs() {
        var state = state()
        state.outside.globalEnvironmentName = "prod"
        state.outside.processEnvironment = [:]
        let isSent = { (effects: [Effect]) in
            effects.contains { if case .send = $0.order { true } else { false } }
        }
        #expect(!isSent(state.press("s")) && state.screen.contains("process.env.OUTSIDE"))
        state.press(.escape)
        state.outside.unagreedPairs = [OutsideUse(.read("/w/.env"), for: "process variables of the workspace")]
        #expect(isSent(state.press("s")))
    }
}
