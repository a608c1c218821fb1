import ExplorerKit
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite struct EditingBodiesTests {
    private func state(_ path: ItemPath = "users/get.yml") -> ExplorerState {
        var state = Explorers.state(columns: 120, rows: 40)
        state.reveal(path)
        return state
    }

    private func body(_ state: ExplorerState) -> RequestBody? { state.session?.draft.content.definition.body }

    @Test(
        "p writes the body from the tree; how it begins says of which kind it is",
        arguments: [
            ("{\"a\": 1}", RequestBody.Kind.json), ("[1]", .json), ("<a/>", .xml), ("{{body}}", .text), ("one", .text),
        ])
    func fromTree(text: String, kind: RequestBody.Kind) {
        var state = state()
        state.press("p")
        #expect(state.focus == .request && state.session?.tab == .body && state.edit?.field == .bodyText)
        state.type(text)
        #expect(body(state)?.kind == kind && state.edit?.editor.text == text)
        state.press(.escape)
        #expect(body(state)?.text == text && state.edit == nil)
        state.press("u")
        #expect(body(state)?.kind == RequestBody.Kind.none && state.current.dirtyPaths.isEmpty)
    }

    @Test("what is taken out again leaves no body")
    func empty() {
        var state = state()
        state.press("p", "{", .init(.backspace), .escape)
        #expect(body(state)?.kind == RequestBody.Kind.none && state.current.dirtyPaths.isEmpty)
    }

    @Test("Alt-P goes on from the URL, a method before it counts, and a form gets its table")
    func fromURL() {
        var state = state()
        state.press("2", "i", .control("u"))
        state.type("POST {{baseUrl}}/x")
        state.press(.alt("p"))
        let definition = state.session?.draft.content.definition
        #expect(definition?.method == "POST" && definition?.url == "{{baseUrl}}/x" && state.edit?.field == .bodyText)
        state.press(.escape)
        _ = state.changeDraft { $0.change { $0.request.definition.body.kind = .formURLEncoded } }
        state.press("p")
        #expect(state.edit == nil && state.session?.tab == .body)
    }

    @Test("brackets close themselves in a body that begins as JSON, {{ completes, and a body of text is typed as it is")
    func brackets() {
        var state = state()
        state.press("p")
        state.type("{\"a\": {{base")
        state.press(.init(.tab))
        #expect(state.edit?.editor.text == "{\"a\": {{baseUrl}}}")
        state.type("}")
        #expect(state.edit?.editor.text == "{\"a\": {{baseUrl}}}")
        state.press(.escape, "u", "p")
        state.type("see [1")
        #expect(state.edit?.editor.text == "see [1")
    }
}
