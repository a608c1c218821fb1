import ExplorerKit
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite struct PastingIntoTabsTests {
    /// The request pane on a tab, the cursor on a row of it, or on the URL where it has none.
    private func state(_ tab: FormTab, of path: ItemPath = "users/get.yml", row: Int = 0) -> ExplorerState {
        var state = Explorers.state(columns: 120, rows: 40)
        state.reveal(path)
        state.display.focusPane(.request)
        state.session?.showTab(tab)
        state.session?.cursor = FormCursor(row: row, column: 0)
        return state
    }

    private func paste(_ text: String, into state: inout ExplorerState) { _ = update(&state, .input(.paste(text))) }

    private func definition(_ state: ExplorerState) -> RequestDefinition? { state.session?.draft.content.definition }

    @Test(
        "JSON on Body is the body, byte for byte, also with the cursor on the URL, and one undo takes it back",
        arguments: [-1, 0])
    func json(row: Int) {
        var state = state(.body, row: row)
        let text = "{\n\t\"a\": [1]\n}\n"
        paste(text, into: &state)
        #expect(definition(state)?.body.kind == .json && definition(state)?.body.text == text)
        #expect(state.status?.text == "Pasted as the body: JSON. u takes it back.")
        state.press("u")
        #expect(state.current.dirtyPaths.isEmpty)
    }

    @Test("what a body takes the place of is named, and comes back by one undo")
    func replaced() {
        var state = state(.body, of: "users/create.yml", row: 1)
        paste("<a/>", into: &state)
        #expect(definition(state)?.body.kind == .xml)
        #expect(state.status?.text.contains("The former body (JSON) is gone from it.") == true)
        paste("a=1&b=2", into: &state)
        #expect(
            definition(state)?.body.kind == .formURLEncoded && definition(state)?.body.form.map(\.name) == ["a", "b"])
        paste("b=3&c=4", into: &state)
        #expect(definition(state)?.body.form.map(\.value) == ["1", "3", "4"])
        #expect(state.status?.text == "2 fields pasted (1 of them took a new value); u takes them back.")
        state.press("u", "u", "u")
        #expect(state.current.dirtyPaths.isEmpty)
    }

    @Test(
        "other text is a body of text where the body is a text, or there is none; elsewhere it is refused with what would do"
    )
    func text() {
        var state = state(.body)
        paste("good morning", into: &state)
        #expect(definition(state)?.body.kind == .text && definition(state)?.body.text == "good morning")
        state.press("u")
        paste("a=1&b=2", into: &state)
        paste("good morning", into: &state)
        #expect(definition(state)?.body.kind == .formURLEncoded)
        #expect(state.status?.text == "On Body, paste JSON, XML or a=b&c=d; other text into a body of text.")
    }

    @Test("rows that are pasted on a multipart body are parts; files stay")
    func parts() {
        var state = state(.body)
        _ = state.changeDraft {
            $0.change {
                $0.request.definition.body.kind = .multipart
                $0.request.definition.body.parts = [
                    MultipartPart(name: "a", isFile: true, values: ["x.bin"]),
                    MultipartPart(name: "b", isFile: false, values: ["1"], contentType: "text/csv"),
                ]
            }
        }
        paste("a=2&b=3", into: &state)
        let parts = definition(state)?.body.parts ?? []
        #expect(parts.map(\.values) == [["x.bin"], ["3"], ["2"]] && parts[1].contentType == "text/csv")
    }

    @Test(
        "on Headers lines are rows, those of the same name take the value, and fields of the wire are left out",
        arguments: [-1, 0])
    func headers(row: Int) {
        var state = state(.headers, row: row)
        paste("GET /x HTTP/1.1\nHost: h\nx-trace: off\nAuthorization: Basic YTpi\nAccept: */*\n", into: &state)
        #expect(
            definition(state)?.headers.map { "\($0.name): \($0.value)" } == [
                "X-Trace: off", "X-Off: no", "Authorization: Basic YTpi", "Accept: */*",
            ])
        #expect(definition(state)?.headers[0].origin == 0)
        let said = state.status?.text ?? ""
        #expect(said.contains("Left out, added on their own: Host.") && said.contains("Authorization: put the secret"))
        #expect(!said.contains("YTpi"))
        paste("sid=1; theme=dark", into: &state)
        #expect(definition(state)?.headers.last == Field("Cookie", "sid=1; theme=dark"))
        state.press("u", "u")
        #expect(state.current.dirtyPaths.isEmpty)
    }

    @Test("header lines that are pasted into the name of a new row are rows, and the new row is gone")
    func intoName() {
        var state = state(.headers)
        state.press("a")
        paste("X-One: 1\nX-Two: 2\n", into: &state)
        #expect(state.edit == nil && definition(state)?.headers.map(\.name) == ["X-Trace", "X-Off", "X-One", "X-Two"])
        state.press("a")
        state.type("X-")
        paste("Three: 3", into: &state)
        #expect(state.edit?.editor.text == "X-Three: 3", "what is typed goes on")
    }

    @Test("JSON in the name of a field is text there, and no body")
    func jsonIntoName() {
        var state = state(.body)
        paste("a=1&b=2", into: &state)
        state.press("a")
        paste("{\"a\": 1}", into: &state)
        #expect(state.edit?.editor.text == "{\"a\": 1}" && definition(state)?.body.kind == .formURLEncoded)
        state.press(.control("u"))
        paste("b=3&c=4", into: &state)
        #expect(definition(state)?.body.form.map(\.name) == ["a", "b", "c"] && state.edit == nil)
    }

    @Test("on Params a query or a URL with one are rows, and the URL follows")
    func params() {
        var state = state(.params)
        paste("https://other/x?verbose=0&q=a%26b", into: &state)
        #expect(definition(state)?.queryRows.map { "\($0.field.name)=\($0.field.value)" } == ["verbose=0", "q=a&b"])
        #expect(definition(state)?.url.hasPrefix("{{baseUrl}}/users/:id?verbose=0") == true)
        paste("good morning", into: &state)
        #expect(state.status?.text.hasPrefix("On Params, paste") == true)
    }

    @Test(
        "a request is another draft wherever the tab has no use for it",
        arguments: [FormTab.body, .headers, .params, .auth])
    func requests(tab: FormTab) {
        var state = state(tab)
        paste("curl https://h/x -H 'A: b'", into: &state)
        #expect(state.shown == "users/x.yml")
        state.press("1", "u")
        paste("info: {name: Own, type: http}\nhttp: {method: POST, url: http://h}\n", into: &state)
        #expect(state.shown == "users/Own.yml")
    }

    @Test("a request as it goes over the wire is taken whole where the URL is typed, and is a draft in the tree")
    func raw() {
        let text = "PUT /x HTTP/1.1\nHost: h\nX-A: b\n\n{\"a\": 1}"
        var state = state(.params, row: -1)
        state.session?.cursor = FormCursor()
        state.press("i")
        paste(text, into: &state)
        #expect(state.edit == nil && definition(state)?.method == "PUT" && definition(state)?.url == "https://h/x")
        #expect(definition(state)?.headers == [Field("X-A", "b")] && definition(state)?.body.kind == .json)
        state.press("u", "1")
        #expect(state.current.dirtyPaths.isEmpty)
        paste(text, into: &state)
        #expect(
            state.shown == "users/x.yml" && state.status?.text.hasPrefix("HTTP request pasted as users/x.yml") == true)
    }
}
