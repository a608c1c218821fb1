import ExplorerKit
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

/// Whatever changes a request can be undone and done again. **The table**: an action of the request pane that is in neither list fails here.
@Suite("Every edit of a request is undone")
struct EveryEditIsUndoneTests {
    /// Actions that change the draft, each with the keys that lead to it in the request below.
    static let changing: [Action: [KeyStroke]] = [
        .edit: [.down, .enter, "x", .escape], .toggle: [.down, " "], .add: ["a", .escape],
        .delete: [.down, "d"], .duplicateRow: [.down, "D"], .moveRowUp: [.down, .down, "K"],
        .moveRowDown: [.down, "J"], .externalEditor: ["E"], .formatText: ["]", "F"], .discardDraft: ["X"],
        .revertField: ["o"], .editBody: ["p", "x", .escape], .editAsText: ["T", "x", .escape],
    ]

    /// Actions that change something else, or only what is shown.
    static let others: Set<Action> = [
        .send, .sendTo, .save, .cancel, .merge, .reload, .environment, .variables, .cookies, .trust, .consent, .lift,
        .replace, .readSchema,
        .help,
        .palette, .theme, .quit, .interrupt, .suspend, .redraw, .copy, .review, .nextPane, .previousPane, .focusTree,
        .focusRequest, .focusResponse, .focusLog, .zoom, .utc, .previousTab, .nextTab, .previousRequest, .nextRequest,
        .moveUp, .moveDown, .moveLeft, .moveRight, .first, .last, .pageUp, .pageDown, .undo, .redo, .protect,
        .fetchToken, .copyToken, .showToken, .forgetToken, .keepHistory, .history, .replay, .repeatSend, .showSeries,
        .latency, .compareDraft, .findRequest, .jump, .back, .forward, .activities, .tour, .tourStep, .arrange,
        .arrangeByItself, .arrangeBelow, .arrangeBeside, .arrangeStacked, .usualLayout, .hideTree, .hideRequest,
        .hideResponse, .hideLog, .closeTab, .hold, .release, .inStep, .focusHeld, .mouse,
    ]

    private static var request: RequestDefinition {
        var request = RequestDefinition()
        request.name = "All"
        request.method = "POST"
        request.url = "{{baseUrl}}/users/:id?verbose=1"
        request.parameters = [
            Parameter(.query, Field("verbose", "1", origin: 0)), Parameter(.path, Field("id", "7", origin: 1)),
        ]
        request.headers = [Field("X-One", "1", origin: 0), Field("X-Two", "2", origin: 1)]
        request.body.kind = .json
        request.body.text = "{\"a\":1}"
        request.auth = .basic(username: "u", password: "{{token}}")
        request.variables = [Variable("v", "1"), Variable("w", "2")]
        request.assertions = [Assertion("res.status", "eq", "200")]
        request.actions = [VariableAction("kept", from: "res.body.id")]
        request.examples = [RequestExample(name: "One")]
        request.docs = "What it is for."
        return request
    }

    private func state() -> ExplorerState {
        var collection = Explorers.collection
        collection.items = [Explorers.item("all.yml", Self.request)]
        var state = Explorers.state(collection, columns: 120, rows: 50)
        state.press("2", "]")
        return state
    }

    @Test("every action of the request pane is in one of the lists")
    func complete() {
        let here = Set(ActionTable.rows.filter { $0.contexts.contains(.request) }.map(\.action))
        let known = Set(Self.changing.keys).union(Self.others)
        #expect(
            here.subtracting(known).isEmpty, "\(here.subtracting(known)) may change a request: say how it is undone")
        #expect(Set(Self.changing.keys).isSubset(of: here))
    }

    @Test("u takes it back and U does it again", arguments: Self.changing.keys.sorted { $0.name < $1.name })
    func action(action: Action) throws {
        var state = state()
        // What goes back to the file needs something to go back from.
        if [.discardDraft, .revertField].contains(action) { state.press(.down, .enter, "y", .escape) }
        let before = try #require(state.session?.draft.form)
        for key in try #require(Self.changing[action]) {
            let effects = state.press(key)
            state.work(effects)
            for effect in effects {
                guard case .openEditor(let text, _, _) = effect.order else { continue }
                _ = update(&state, effect.reply(text + "z"))
            }
        }
        while state.edit != nil { state.press(.escape) }
        let after = try #require(state.session?.draft.form)
        #expect(after != before, "\(action) changed nothing")
        state.press("u")
        #expect(state.session?.draft.form == before)
        state.press("U")
        #expect(state.session?.draft.form == after)
    }

    @Test(
        "and so is an edit of any field of any tab",
        arguments: FormContent.request(DraftContent(definition: RequestDefinition())).tabs)
    func fields(tab: FormTab) throws {
        var changed = 0
        var first = state()
        first.session?.tab = tab
        for field in try #require(first.form).inputs.keys {
            var state = state()
            state.session?.tab = tab
            let before = try #require(state.session?.draft.form)
            _ = state.beginEdit(of: field)
            if let chooser = state.overlays.last as? Chooser {
                state.press(chooser.selected == 0 ? .down : .up, .enter)
            } else {
                state.press("1")
                while state.edit != nil { state.press(.escape) }
            }
            while !state.overlays.isEmpty { state.press(.escape) }
            guard state.session?.draft.form != before else { continue }
            changed += 1
            state.press("u")
            #expect(state.session?.draft.form == before, "\(field)")
            #expect(state.session?.draft.isDirty == false, "\(field)")
        }
        #expect(changed > 1, "of \(tab) hardly anything was edited")
    }

    @Test(
        "E hands every field that is typed to the editor, and what comes back can be undone",
        arguments: FormContent.request(DraftContent(definition: RequestDefinition())).tabs)
    func editor(tab: FormTab) throws {
        var first = state()
        first.session?.tab = tab
        let form = try #require(first.form)
        for row in form.focusable.indices {
            for (column, field) in form.fields(at: row).enumerated() {
                var state = first
                state.session?.cursor = FormCursor(row: row, column: column)
                let before = state.session?.draft.form
                let effects = state.press("E")
                switch form.inputs[field]?.kind {
                case .line, .lines:
                    let effect = try #require(effects.first { $0.key == .editor }, "\(field)")
                    guard case .openEditor(let text, _, _) = effect.order, text == form.inputs[field]?.text else {
                        Issue.record("another field than \(field) was handed over")
                        continue
                    }
                    _ = update(&state, effect.reply(text + "1"))
                    if state.edit != nil { continue }
                    state.press("u")
                    #expect(state.session?.draft.form == before, "\(field)")
                case .fixed(let reason): #expect(state.status?.text == "\(reason).", "\(field)")
                default:
                    #expect(!state.overlays.isEmpty || effects.contains { $0.key == .editor }, "\(field)")
                }
            }
        }
    }

    @Test("what u and U change on another tab is gone to and told; what they change in sight is not")
    func unseen() {
        var state = state()
        state.session?.tab = .body
        _ = state.beginEdit(of: .bodyText)
        state.press(" ", .escape, "[", "u")
        #expect(state.session?.draft.isDirty == false && state.session?.tab == .body)
        #expect(state.status?.text == "Undone: body.")
        state.press("[", "U")
        #expect(state.session?.draft.isDirty == true && state.session?.tab == .body)
        #expect(state.status?.text == "Redone: body.")
        state.press("u")
        #expect(state.session?.draft.isDirty == false && state.status == nil)
        state.press("g", "i", "x", .escape, "u")
        #expect(state.session?.draft.isDirty == false && state.session?.tab == .body && state.status == nil)
    }

    @Test("of a change in several parts all are told, and what shows one of them stays")
    func partlyUnseen() {
        var state = state()
        state.press("g")
        _ = update(&state, .input(.paste("curl -X PUT https://h/x -H 'A: b' -d '{\"q\": 1}'")))
        state.press("u")
        #expect(state.session?.tab == .headers)
        let reported = state.status?.text ?? ""
        #expect(reported.hasPrefix("Undone: method, URL, ") && reported.contains("headers, body"), "\(reported)")
    }

    @Test("Alt-E hands over what is typed, and the field is left")
    func editorWhileTyping() {
        var state = state()
        state.press("g", "i")
        state.type("/x")
        let effects = state.press(.alt("E"))
        guard case .openEditor(let text, _, _)? = effects.first(where: { $0.key == .editor })?.order else {
            Issue.record("\(effects)")
            return
        }
        #expect(text.hasSuffix("/x") && state.edit == nil)
    }

    @Test("a pasted command that is taken into the request is one step")
    func paste() {
        var state = state()
        state.press("g")
        let before = state.session?.draft.form
        _ = update(&state, .input(.paste("curl -X PUT https://h/x -H 'A: b' -d '{\"q\": 1}'")))
        let definition = state.session?.draft.content.definition
        #expect(definition?.method == "PUT" && definition?.url == "https://h/x" && definition?.name == "All")
        #expect(definition?.headers.first { $0.name == "A" }?.value == "b" && definition?.assertions.count == 1)
        state.press("u")
        #expect(state.session?.draft.form == before)
    }
}
