import BodyStore
import BodyView
import Interchange
import MicroClient
import OpenCollection
import Testing

@testable import Explorer

/// The copy menu.
@Suite struct CopyingTests {
    /// A state that shows "Get user".
    private var state: ExplorerState {
        var state = Explorers.state()
        state.reveal("users/get.yml")
        return state
    }

    @Test("y lists what can be copied, and Enter copies the URL")
    func menu() throws {
        var state = state
        #expect(state.type("y").isEmpty)
        let screen = state.screen
        for title in ["URL", "Body", "Swift: NetworkRequest", "Swift: builder", "Swift: macros"] {
            #expect(screen.contains(title), "\(screen)")
        }
        let effects = state.press(.enter)
        guard case .copyToClipboard(let url)? = effects.first?.order else {
            Issue.record("\(effects)")
            return
        }
        #expect(url == "http://127.0.0.1:8642/users/7?verbose=1")
    }

    @Test("the body cannot be copied before there is one")
    func noBody() {
        var state = state
        state.type("y")
        #expect(state.press(.down, .enter).isEmpty)
        #expect(state.status?.text == "No body yet: s sends the request.")
    }

    @Test("each form is written elsewhere and comes back to the clipboard", arguments: SwiftForm.allCases)
    func swift(form: SwiftForm) throws {
        var state = state
        state.type("y")
        state.type(form.title)
        let order = try #require(state.press(.enter).first)
        guard case .export(let export, form) = order.order else {
            Issue.record("\(order)")
            return
        }
        let text = export.text(form)
        #expect(text.contains("GetUser") && text.contains("id: 7") && text.contains("verbose: 1"))
        #expect(!text.contains("X-Off"))
        let done = update(&state, .effect(order.key, generation: order.generation, .exported(text, form)))
        guard case .copyToClipboard(text)? = done.first?.order else {
            Issue.record("\(done)")
            return
        }
        #expect(state.status?.text.hasPrefix("Copied \(form.title), ") == true)
    }

    @Test("a later choice replaces one that is not done yet")
    func stale() throws {
        var state = state
        state.type("ybuilder")
        let first = try #require(state.press(.enter).first)
        state.type("ymacros")
        let second = try #require(state.press(.enter).first)
        #expect(first.key == second.key)
        #expect(update(&state, .effect(first.key, generation: first.generation, .exported("a", .builder))).isEmpty)
        #expect(!update(&state, .effect(second.key, generation: second.generation, .exported("b", .macros))).isEmpty)
    }

    @Test("a method without a macro cannot be copied as one, and says why")
    func refused() {
        var collection = Explorers.collection
        var purge = RequestDefinition()
        purge.method = "PURGE"
        purge.url = "{{baseUrl}}/x"
        collection.items.append(Explorers.item("purge.yml", purge))
        var state = Explorers.state(collection)
        state.reveal("purge.yml")
        state.type("ymacros")
        #expect(state.press(.enter).isEmpty)
        #expect(state.status?.text.contains("no macro for the method PURGE") == true)
    }

    @Test("without a request there is nothing to copy")
    func nothing() {
        var state = Explorers.state(OpenCollection.Collection(name: "Empty"))
        state.type("y")
        #expect(state.overlays.isEmpty)
        #expect(state.status?.text == "No request is shown: choose one in the tree (1).")
    }

    @Test("more than terminals take is not copied")
    func tooLong() {
        var state = state
        let text = String(repeating: "x", count: ExplorerState.clipboardLimit + 1)
        #expect(state.copyExported(text, .request).isEmpty)
        #expect(state.status?.text.contains("1 MB") == true)
    }
}
