import ExplorerKit
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite struct EditingAsTextTests {
    private func state(_ tab: FormTab, of path: ItemPath = "users/get.yml") -> ExplorerState {
        var state = Explorers.state(columns: 120, rows: 40)
        state.reveal(path)
        state.display.focusPane(.request)
        state.session?.showTab(tab)
        return state
    }

    private func definition(_ state: ExplorerState) -> RequestDefinition? { state.session?.draft.content.definition }

    private func replace(with text: String, in state: inout ExplorerState) {
        state.press(.alt("a"), .init(.backspace))
        _ = update(&state, .input(.paste(text)))
    }

    @Test("headers are lines: what is not said of a row stays, its place in the file too; one undo takes all back")
    func headers() {
        var state = state(.headers)
        _ = state.changeDraft { $0.change { $0.headers[0].description = "ours" } }
        state.press("T")
        #expect(state.edit?.editor.text == "X-Trace: on\n# X-Off: no\n")
        #expect(state.screen.contains("name: value on each line"))
        #expect(state.disabledReason(of: .formatText) == "Only JSON is formatted; this is a table.")
        replace(with: "# X-Trace: on\n\nX-New: a: b\nX-Off: yes\nX-Alone\n", in: &state)
        state.press(.escape)
        #expect(
            definition(state)?.headers == [
                Field("X-Trace", "on", isEnabled: false, description: "ours", origin: 0), Field("X-New", "a: b"),
                Field("X-Off", "yes", origin: 1), Field("X-Alone", ""),
            ])
        #expect(definition(state)?.headers.map(\.origin) == [0, nil, 1, nil] && state.edit == nil)
        #expect(state.screen.contains("X-Alone"))
        state.press("u")
        #expect(definition(state)?.headers.map(\.value) == ["on", "no"])
    }

    @Test("leaving the text as it is changes nothing")
    func untouched() {
        var state = state(.headers)
        state.press("T", .escape)
        #expect(state.current.dirtyPaths.isEmpty && state.edit == nil)
        state.press("T")
        state.type("X")
        state.press(.init(.backspace), .escape)
        #expect(state.current.dirtyPaths.isEmpty)
    }

    @Test("a row with another name is the same row; a secret is not shown and stays")
    func renamed() {
        var state = state(.headers)
        _ = state.changeDraft {
            $0.change {
                $0.headers = [Field("Authorization", "Bearer abc.def.ghi", origin: 0), Field("X", "1", origin: 1)]
            }
        }
        state.press("T")
        #expect(state.edit?.editor.text == "Authorization: (unchanged)\nX: 1\n" && !state.screen.contains("abc.def"))
        replace(with: "Authorization: (unchanged)\nX-Own: 1\n", in: &state)
        #expect(definition(state)?.headers.map(\.origin) == [0, 1])
        replace(with: "X-Auth: (unchanged)\nX: 1", in: &state)
        #expect(definition(state)?.headers.map(\.name) == ["X-Auth", "X"])
        #expect(
            definition(state)?.headers[0].value == "Bearer abc.def.ghi" && definition(state)?.headers[0].origin == 0)
        replace(with: "X: 1\nX-Other: (unchanged)", in: &state)
        #expect(state.edit?.complaint == "Line 2: nothing is kept for X-Other: write its value")
    }

    @Test("a line that cannot be read is named, Esc asks, and nothing is lost")
    func unreadable() {
        var state = state(.assertions)
        state.press("a", .escape, "T")
        #expect(state.edit?.editor.text == "res.status: eq 200\n")
        replace(with: "res.body.a: b: eq x: y\nres.status: isJson\nres.body: equals 3", in: &state)
        #expect(state.edit?.complaint == "Line 3: expression: operator value is expected")
        state.press(.escape)
        #expect(state.screen.contains("Go on editing"))
        state.press(.enter)
        #expect(state.edit?.editor.text.hasSuffix("equals 3") == true)
        state.type(" ")
        replace(with: "res.body.a: b: eq x: y\nres.status: isJson\n", in: &state)
        state.press(.escape)
        #expect(definition(state)?.assertions.map(\.expression) == ["res.body.a: b", "res.status"])
        #expect(definition(state)?.assertions.map(\.operator) == ["eq", "isJson"])
        #expect(definition(state)?.assertions.map(\.value) == ["x: y", nil])
        state.press("T")
        replace(with: ": x", in: &state)
        state.press(.escape, .down, .enter)
        #expect(state.edit == nil && definition(state)?.assertions.count == 2)
        #expect(state.typing.copiedText == ": x")
    }

    @Test("a query as text is that of the URL; the names of path parameters stay the URL's")
    func params() {
        var state = state(.params)
        state.press("T")
        #expect(state.edit?.editor.text == "verbose: 1\n")
        replace(with: "verbose: 2\nq: a b", in: &state)
        state.press(.escape)
        #expect(definition(state)?.url.hasPrefix("{{baseUrl}}/users/:id?verbose=2&q=a") == true)
        state.session?.cursor = FormCursor(row: 0, column: 0)
        state.press("T")
        #expect(state.edit?.editor.text == "id: 7\n")
        replace(with: "id: 8", in: &state)
        #expect(definition(state)?.pathRows.map(\.value) == ["8"] && state.edit?.complaint == nil)
        replace(with: "id: 8\nother: 9", in: &state)
        #expect(state.edit?.complaint == "Line 2: there is no row other, and none can be added here")
    }

    @Test("parts are texts or, behind an @, files; what a part has beside stays")
    func parts() {
        var state = state(.body)
        _ = state.changeDraft {
            $0.change {
                $0.request.definition.body.kind = .multipart
                $0.request.definition.body.parts = [
                    MultipartPart(name: "a", isFile: true, values: ["x.bin"], contentType: "image/png"),
                    MultipartPart(name: "b", isFile: false, values: ["one\ntwo"]),
                ]
            }
        }
        state.press("T")
        #expect(state.edit?.editor.text == "a: @x.bin\nb: (unchanged)\n")
        replace(with: "c: @y.bin\na: @z.bin\nb: (unchanged)\nd: text", in: &state)
        state.press(.escape)
        let parts = definition(state)?.body.parts ?? []
        #expect(parts.map(\.name) == ["c", "a", "b", "d"] && parts.map(\.isFile) == [true, true, false, false])
        #expect(parts.map(\.values) == [["y.bin"], ["z.bin"], ["one\ntwo"], ["text"]])
        #expect(parts[1].contentType == "image/png")
    }

    @Test("variables of an environment keep their secrets, types and texts of several lines")
    func variables() {
        var state = Explorers.state(columns: 120, rows: 40)
        state.press("G", "l", "j", "i", "T")
        #expect(state.edit?.editor.text == "baseUrl: http://127.0.0.1:8642\ntoken: (unchanged)\n")
        replace(with: "baseUrl: http://h\ntoken: abc\n", in: &state)
        #expect(state.edit?.complaint == "Line 2: the value of token is changed in the table: here it is (unchanged)")
        replace(with: "token: (unchanged)\nbaseUrl: http://h\nlimit: 5", in: &state)
        state.press(.escape)
        let variables = state.session?.draft.form.variables ?? []
        #expect(variables.map(\.name) == ["token", "baseUrl", "limit"] && variables[0].isSecret)
        #expect(variables.map(\.value) == ["", "http://h", "5"])
    }

    @Test("rows that no line could say, and rows of one name, stay as they are")
    func strangeRows() {
        var state = state(.headers)
        let rows = [
            Field("A\nB", "1", origin: 0), Field("", "", origin: 1), Field("#X", "a", origin: 2),
            Field("Y", "1", origin: 3),
            Field("Y", "2", origin: 4), Field("Z", " blank ", origin: 5),
        ]
        _ = state.changeDraft { $0.change { $0.headers = rows } }
        state.press("T")
        state.press(.init(.end, .control))
        state.type("New: 1")
        state.press(.escape)
        #expect(definition(state)?.headers == rows + [Field("New", "1")])
        #expect(definition(state)?.headers.map(\.origin) == [0, 1, 2, 3, 4, 5, nil])
        state.press("T")
        state.press(.alt("a"), .init(.backspace))
        state.type("Y: 2")
        state.press(.enter)
        state.type("Y: 3")
        state.press(.escape)
        #expect(
            definition(state)?.headers.map(\.value) == ["2", "3"] && definition(state)?.headers.map(\.origin) == [4, 3])
    }

    @Test("where there is no table, or rows say more than a line can, a sentence says so")
    func disabled() {
        var state = state(.scripts)
        state.press("T")
        #expect(state.status?.text == "The rows of this table say more than a line can: Enter edits one.")
        state.session?.showTab(.options)
        state.press("T")
        #expect(state.edit == nil)
    }
}
