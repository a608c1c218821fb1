import Exchanges
import ExplorerKit
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("The list of variables")
struct VariablesPaneTests {
    private var collection: OpenCollection.Collection {
        var collection = Explorers.collection
        collection.root.variables = [Variable("baseUrl", "http://root"), Variable("limit", "5")]
        guard case .folder(var definition, let children) = collection.items[0].kind else { return collection }
        definition.hasFile = true
        definition.name = "Users"
        definition.variables = [Variable("other", "1"), Variable("limit", "10")]
        collection.items[0].kind = .folder(definition, children)
        return collection
    }

    private var state: ExplorerState {
        var state = Explorers.state(collection)
        state.press("v")
        return state
    }

    @Test("shows name, value, scope and what is shadowed, secrets as dots")
    func list() {
        let state = state
        #expect(state.context == .variables)
        #expect(state.screen.contains("baseUrl   http://127.0.0.1:8642"))
        #expect(state.screen.contains("environment local, overrides collection"))
        #expect(state.screen.contains("limit") && state.screen.contains("folder users, overrides collection"))
        #expect(state.screen.contains("token     ••••") && !state.screen.contains("t0p-secret"))
    }

    private func rows(_ state: ExplorerState) -> [VariableRow] {
        (state.overlays.last as? VariablesState)?.rows(in: state) ?? []
    }

    @Test("typing narrows it, by name and by scope")
    func narrowed() {
        var state = state
        state.type("lim")
        #expect(rows(state).map(\.name) == ["limit"])
        state.press(.control("u"))
        state.type("folder")
        #expect(rows(state).map(\.name) == ["limit", "other"])
    }

    @Test("Enter gives a name a value of the session, which wins and touches no file; Del takes it away")
    func sessionValue() {
        var state = state
        state.type("limit")
        state.press(.enter)
        #expect(state.screen.contains("Value of limit for this session"))
        #expect(state.screen.contains("Now from folder users."))
        state.type("99")
        let effects = state.press(.enter)
        #expect(effects.isEmpty && state.current.values.typed == ["limit": "99"])
        #expect(state.screen.contains("99") && state.screen.contains("session, overrides folder users, collection"))
        #expect(state.current.dirtyPaths.isEmpty)
        state.press(KeyStroke(.delete))
        #expect(
            state.current.values.typed.isEmpty && state.screen.contains("limit no longer has a session value."))
        state.press(KeyStroke(.delete))
        #expect(state.screen.contains("limit has no session value."))
    }

    @Test("a new name can be typed and given a value")
    func newName() {
        var state = state
        state.type("brandNew")
        #expect(state.screen.contains("No such variable: Enter sets its value"))
        state.press(.enter)
        state.type("1")
        state.press(.enter)
        #expect(state.current.values.typed == ["brandNew": "1"])
    }

    @Test("what looks like a secret is dots while it is typed, and afterwards")
    func masked() {
        var state = state
        state.type("limit")
        state.press(.enter)
        state.type("ghp_0123456789012345678901234567890123")
        #expect(!state.screen.contains("ghp_0123456789"))
        state.press(.enter)
        #expect(state.current.values.typed["limit"] == "ghp_0123456789012345678901234567890123")
        #expect(!state.screen.contains("ghp_"))
        state.press(.escape, "2", "i")
        state.type("&x={{limit}}")
        #expect(!state.screen.contains("ghp_"), "while a URL with it is typed")
        state.press(.escape)
        #expect(!state.screen.contains("ghp_"), "nor in the request that uses it")
        state.press("v")
        state.type("myPassword")
        state.press(.enter)
        state.type("x1")
        #expect(state.screen.contains("> **") && !state.screen.contains("> x1"), "its name says so")
    }

    @Test("a name that nobody knows comes first, with where it is needed")
    func missing() {
        var state = Explorers.state(collection)
        state.press("2", "i")
        state.type("{{nobody}}")
        state.press(.escape, "v")
        #expect(rows(state).first?.name == "nobody")
        #expect(state.screen.contains("✗ used in URL"))
    }

    @Test(
        "behind a name without a value stands what is no beginning of a query",
        arguments: [(Glyphs.unicode, "✗"), (.ascii, "!"), (.plain, "(no value)")])
    func sign(glyphs: Glyphs, sign: String) {
        var request = RequestDefinition()
        request.url = "{{nobody}}/users"
        var holder = Explorers.collection
        holder.items = [Explorers.item("a.yml", request)]
        var state = Explorers.state(holder, columns: 200)
        state.press("2")
        state.display.glyphs = glyphs
        #expect(state.screen.contains("{{nobody}}\(sign)/users"), "\(state.screen)")
    }

    @Test("Right opens the form in which it stands, at its row")
    func definition() {
        var state = state
        state.type("limit")
        state.press(.right)
        #expect(state.shown == "users" && state.focus == .request && state.session?.tab == .variables)
        #expect(state.fieldAtCursor == .cell(.variables, row: 1, .value))
        state.press("v")
        state.type("baseUrl")
        state.press(.right)
        #expect(state.shown == "environments/local.yml" && state.fieldAtCursor == .cell(.variables, row: 0, .value))
    }

    @Test("Ctrl-S keeps a captured value between runs, a later capture renews it, Ctrl-S again or Del forgets it")
    func keptBetweenRuns() throws {
        var state = state
        func capture(_ effect: Effect?) throws -> StoredCapture {
            guard case .keepCapture(let capture, _)? = effect?.order else { throw NotKept() }
            return capture
        }
        func stored(_ effects: [Effect]) throws -> StoredCapture {
            let effect = try #require(effects.first)
            let capture = try capture(effect)
            _ = update(&state, effect.reply(nil as StatusMessage?))
            return capture
        }
        let value = RecordedCapture(variable: "limit", expression: "res.body", outcome: .value(json: "7"))
        #expect(state.keep([value], of: "local", by: "login.yml", nil).isEmpty)
        state.type("limit")
        let kept = try stored(state.press(.control("s")))
        #expect(kept.environment == "local" && kept.name == "limit" && kept.values["limit"] == .number(7))
        #expect(
            state.screen.contains("session, kept") && state.screen.contains("limit is kept in the environment local"))
        let later = RecordedCapture(variable: "limit", expression: "res.body", outcome: .value(json: "8"))
        #expect(try stored(state.keep([later], of: "local", by: "login.yml", nil)).values["limit"] == .number(8))
        #expect(try stored(state.press(.control("s"))).values.isEmpty)
        #expect(!state.screen.contains("session, kept") && state.current.captured["limit"] == .number(8))
        _ = try stored(state.press(.control("s")))
        #expect(try stored(state.press(KeyStroke(.delete))).values.isEmpty && state.current.captured.isEmpty)
        #expect(state.press(.control("s")).isEmpty && state.screen.contains("limit has no captured value"))
    }

    private struct NotKept: Error {}

    private func captured(_ name: String, _ json: String, by setter: String, isSecret: Bool = false) -> ExplorerState {
        var state = state
        let capture = RecordedCapture(
            variable: name, expression: setter, outcome: .value(json: json), isSecret: isSecret)
        _ = state.keep([capture], of: "local", by: "login.yml", nil)
        state.type(name)
        return state
    }

    @Test("what a script set says so, with its scope; what an action captured does not")
    func script() {
        #expect(captured("id", "7", by: "bru.setVar").screen.contains("session, set by a script"))
        #expect(captured("id", "7", by: "bru.setEnvVar").screen.contains("set by a script for the environment"))
        #expect(!captured("id", "7", by: "res.body.id").screen.contains("set by"))
    }

    @Test(
        "Ctrl-K writes a value into the environment: its form is open, with the value unsaved and no longer the session's"
    )
    func written() {
        var state = captured("id", "7", by: "bru.setEnvVar")
        state.press(.control("k"))
        #expect(state.shown == "environments/local.yml" && state.session?.draft.isDirty == true)
        let variable = state.session?.draft.form.variables.last
        #expect(variable?.name == "id" && variable?.value == "7" && variable?.type == .number)
        #expect(state.fieldAtCursor == .cell(.variables, row: 2, .value) && state.current.captured.isEmpty)
        #expect(state.screen.contains("id is in environments/local.yml once you save it: w."))
    }

    @Test("a row that is there gets the value; a secret goes to the private store, and what has placeholders stays")
    func writtenOver() throws {
        var state = captured("baseUrl", #""http://b""#, by: "bru.setEnvVar")
        state.press(.control("k"))
        #expect(state.session?.draft.form.variables.map(\.value) == ["http://b", ""])
        var secret = captured("token", #""s3cret-value""#, by: "bru.setEnvVar", isSecret: true)
        let effects = secret.press(.control("k"))
        let kept = try #require(
            effects.lazy.compactMap { if case .keepSecret(let kept, _) = $0.order { kept } else { nil } }.first)
        #expect(kept.name == "token" && kept.environment == "local" && kept.value == "s3cret-value")
        #expect(secret.session?.draft.form.variables.last?.value == "", "no file holds it")
        #expect(secret.current.captured["token"] != nil, "the session has it, should the store fail")
        var template = captured("id", #""{{token}}""#, by: "bru.setEnvVar")
        #expect(template.press(.control("k")).isEmpty && template.screen.contains("id contains placeholders"))
        var none = self.state
        none.type("limit")
        #expect(none.press(.control("k")).isEmpty && none.screen.contains("limit has no session value"))
    }
}
