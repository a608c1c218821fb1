import ExplorerKit
import Foundation
import Interchange
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("What is asked before a send")
struct AskingBeforeSendTests {
    /// A request with two names that nobody knows, a question and one for a secret.
    private static var open: OpenCollection.Collection {
        var request = RequestDefinition()
        request.name = "Open"
        request.url = "{{baseUrl}}/{{first}}/{{second}}?again={{first}}"
        request.headers = [Field("X-Why", "{{?Reason}}", origin: 0), Field("X-Key", "{{?API key}}", origin: 1)]
        var collection = Explorers.collection
        collection.items = [Explorers.item("open.yml", request)]
        return collection
    }

    /// A collection whose environment gets `token` from a program.
    private static var fetching: OpenCollection.Collection {
        var collection = Explorers.collection
        collection.companion.secretSources["token"] = source
        return collection
    }

    private static let source = SecretSource.command(["pass", "show", "api/\u{202E}token"])

    private func sent(_ effects: [Effect]) -> (effect: Effect, order: SendOrder)? {
        effects.lazy.compactMap { effect in
            if case .send(let order, _) = effect.order { (effect, order) } else { nil }
        }.first
    }

    private func report(_ state: inout ExplorerState, _ effect: Effect, _ progress: SendProgress) -> [Effect] {
        update(&state, effect.reply(progress))
    }

    /// Returns a state that shows the request that needs the secret.
    private func atSecret(_ collection: OpenCollection.Collection, columns: Int = 100) -> ExplorerState {
        var state = Explorers.state(collection, columns: columns, secrets: [:])
        state.press("j", "j")
        return state
    }

    // MARK: Values

    @Test("all names and questions of one send stand in one form, each once; Enter goes on to the next, then sends")
    func form() throws {
        var state = Explorers.state(Self.open, columns: 100)
        #expect(sent(state.press("s")) == nil)
        for text in ["Missing variables: 4", "{{first}}", "{{second}}", "Reason", "API key", "Send anyway"] {
            #expect(state.screen.contains(text), "\(text)")
        }
        state.type("1")
        state.press(.enter)
        state.type("2")
        state.press(.enter)
        state.type("why")
        #expect(sent(state.press(.enter)) == nil)
        state.type("k")
        let order = try #require(sent(state.press(.enter))).order
        #expect(state.overlays.isEmpty)
        #expect(order.sessionValues == ["first": "1", "second": "2", "?Reason": "why", "?API key": "k"])
        #expect(order.sessionSecrets == ["?API key"] && !order.sendsMissingNames)
    }

    @Test("answers to questions are for one send, and offered again; names keep theirs")
    func again() throws {
        var state = Explorers.state(Self.open, columns: 100)
        state.press("s")
        state.type("1")
        state.press(.down)
        state.type("2")
        state.press(.tab)
        state.type("why")
        state.press(.tab)
        state.type("hidden")
        #expect(!state.screen.contains("hidden") && state.screen.contains("> ******"))
        let first = try #require(sent(state.press(.enter)))
        #expect(state.current.values.typed == ["first": "1", "second": "2"])
        _ = report(&state, first.effect, .refused(.cancelled))
        state.press("s")
        #expect(state.screen.contains("Missing variables: 2") && state.screen.contains("> why"))
        #expect(!state.screen.contains("hidden"))
        #expect(try #require(sent(state.press(.enter))).order.sessionValues["?Reason"] == "why")
    }

    @Test(
        "what is pasted keeps its line ends, each with a sign; a single line that was copied with its end is meant without",
        arguments: [
            ("-----BEGIN KEY-----\nab\r\n-----END KEY-----\n", "> -----BEGIN KEY-----␊ab␊-----END KEY-----␊", nil),
            ("one\n", "> one ", "one"), ("one\r\n", "> one ", "one"), ("a\tb", "> a", nil),
        ] as [(String, String, String?)])
    func pasted(text: String, shown: String, value: String?) throws {
        var state = Explorers.state(Self.open, columns: 120)
        state.press("s")
        _ = update(&state, .input(.paste(text)))
        #expect(state.screen.contains(shown))
        state.press(.down, .down, .down, .down)
        #expect(try #require(sent(state.press(.enter))).order.sessionValues["first"] == value ?? text)
    }

    @Test("an empty value is one, when Enter says so; Esc sends nothing and keeps nothing")
    func empty() throws {
        var state = Explorers.state(Self.open)
        state.press("s")
        state.type("1")
        state.press(.escape)
        #expect(state.overlays.isEmpty && state.current.values.typed.isEmpty)
        state.press("s")
        let effects = state.press(.enter, .enter, .enter, .enter)
        #expect(try #require(sent(effects)).order.sessionValues["second"]?.isEmpty == true)
    }

    @Test(
        "without an environment it says which ones have the value, and sends to the one that is chosen",
        arguments: [(80, 24), (200, 50)])
    func noEnvironment(columns: Int, rows: Int) throws {
        var state = SeveralEnvironments.state(columns: columns, rows: rows)
        state.environmentName = nil
        _ = update(&state, .input(.resize(Size(columns: columns, rows: rows))))
        #expect(state.screen.contains("→ No environment is selected. e selects one: local"), "\(state.screen)")
        #expect(state.press("s").orders.isEmpty, "nothing is chosen by itself")
        #expect(state.screen.contains("No environment is selected: baseUrl needs one. Send to"), "\(state.screen)")
        state.press(.escape)
        #expect(state.environmentName == nil)
        state.press("v")
        #expect(state.screen.contains("in local, staging, prod: e selects"), "\(state.screen)")
        state.press(.escape, "s", .down, .down)
        #expect(state.press(.enter).orders.first?.environmentName == "staging")
    }

    @Test("who chooses to go without an environment is asked for the values")
    func goesWithout() {
        var state = SeveralEnvironments.state()
        state.environmentName = nil
        state.press("s", .enter)
        #expect(state.screen.contains("Missing variable: {{baseUrl}}"), "\(state.screen)")
    }

    @Test("an empty path parameter is not sent", arguments: [(80, 24), (200, 50)])
    func emptyPathParameter(columns: Int, rows: Int) {
        var state = Explorers.state(columns: columns, rows: rows)
        state.session?.draft.change { $0.request.definition.parameters[1].field.value = "" }
        #expect(state.screen.contains("→ id has no value: the path parameter :id is empty."), "\(state.screen)")
        #expect(state.press("s").orders.isEmpty)
        #expect(state.status?.text.hasPrefix("Not sent: id has no value") == true)
    }

    @Test("\"send as it is\" sends what has no value as it stands, and keeps what was typed")
    func asItIs() throws {
        var state = Explorers.state(Self.open)
        state.press("s")
        state.type("1")
        state.press(.down, .down, .down, .down)
        let order = try #require(sent(state.press(.enter))).order
        #expect(order.sendsMissingNames && order.sessionValues == ["first": "1"])
    }

    // MARK: Sources of secrets

    @Test("a secret that a program keeps is not asked for: it is fetched, and what was fetched is known until F5")
    func fetched() throws {
        var state = atSecret(Self.fetching)
        #expect(state.screen.contains("s fetches it."))
        let (effect, order) = try #require(sent(state.press("s")))
        #expect(order.outside.fetched.isEmpty)
        var values = order.outside
        values.fetched[Self.source] = "t0p-secret"
        _ = report(&state, effect, .supplied(OutsideSupply(values)))
        #expect(state.outside.secret("token", of: "local", in: state.collection) == "t0p-secret")
        #expect(!state.screen.contains("fetches it") && !state.screen.contains("t0p-secret"))
        let reading = try #require(state.press(.function(5)).first { $0.key == .files })
        _ = update(&state, reading.reply(FilesRead(.everything(state.collection), outside: OutsideValues())))
        #expect(state.outside.fetched.isEmpty)
    }

    @Test("the private store goes before a program, a program before .env, and an empty entry counts as missing")
    func precedence() {
        let collection = Self.fetching
        var values = OutsideValues(processEnvironment: ["token": "env"], secrets: ["local": ["token": "kept"]])
        func token() -> String? { values.secret("token", of: "local", in: collection) }
        #expect(token() == "kept" && values.sourceToAsk(for: "token", of: "local", in: collection) == nil)
        values.secrets = [:]
        #expect(token() == nil && values.sourceToAsk(for: "token", of: "local", in: collection) == Self.source)
        values.fetched[Self.source] = "fetched"
        #expect(token() == "fetched" && values.sourceToAsk(for: "token", of: "local", in: collection) == nil)
        values.fetched[Self.source] = ""
        #expect(token() == "env")
        #expect(values.secret("token", of: nil, in: collection) == "env")
    }

    @Test("a source that fails is told with its words, and nothing runs any more")
    func failing() throws {
        var state = atSecret(Self.fetching)
        let (effect, _) = try #require(sent(state.press("s")))
        _ = report(
            &state, effect, .refused(.failed("token could not be fetched: pass was not found: is it installed?")))
        #expect(state.screen.contains("Not sent: token could not be fetched: pass was not found"))
        #expect(state.session?.running == nil)
    }

    @Test("a source that keeps nothing leaves the question")
    func nothingKept() throws {
        var state = atSecret(Self.fetching)
        let (effect, order) = try #require(sent(state.press("s")))
        var values = order.outside
        values.fetched[Self.source] = ""
        _ = report(&state, effect, .supplied(OutsideSupply(values)))
        #expect(sent(report(&state, effect, .refused(.missing))) == nil)
        #expect(state.screen.contains("Missing variable: {{token}}"))
    }

    // MARK: Trust

    @Test(
        "what a collection would do outside of itself is listed, with nothing that steers a terminal; Enter agrees and sends"
    )
    func trust() throws {
        var state = atSecret(Self.fetching)
        let (effect, _) = try #require(sent(state.press("s")))
        let uses = [Self.source.use(for: "token"), OutsideUse(.read("../a\u{1B}[2Jb"), for: "body")]
        #expect(sent(report(&state, effect, .refused(.unagreed(uses)))) == nil)
        #expect(state.context == .trust && state.session?.running == nil)
        #expect(state.screen.contains("run pass show 'api/<U+202E>token' (secret token)"))
        #expect(state.screen.contains("read ../a<U+001B>[2Jb (body)"))
        #expect(state.screen.contains("Enter allows and sends, Esc cancels."))
        let order = try #require(sent(state.press(.enter))).order
        #expect(order.agreed == uses && state.overlays.isEmpty)
    }

    @Test("a long list can be read to its end")
    func longList() throws {
        var state = atSecret(Self.fetching, columns: 80)
        let (effect, _) = try #require(sent(state.press("s")))
        let long = OutsideUse(
            .run(["sh", "-c", String(repeating: "true; ", count: 600) + "the end"]), for: "secret token")
        _ = report(&state, effect, .refused(.unagreed([long])))
        #expect(state.screen.contains("more lines: Down shows them") && !state.screen.contains("the end"))
        state.press(.pageDown, .pageDown, .pageDown, .pageDown, .pageDown)
        #expect(state.screen.contains("the end") && !state.screen.contains("more lines"))
    }

    @Test("Esc agrees to nothing, and the next send asks again")
    func disagreed() throws {
        var state = atSecret(Self.fetching)
        let first = try #require(sent(state.press("s")))
        _ = report(&state, first.effect, .refused(.unagreed([Self.source.use(for: "token")])))
        #expect(sent(state.press(.escape)) == nil)
        let second = try #require(sent(state.press("s")))
        #expect(second.order.agreed.isEmpty)
    }

    @Test("a question never comes over another one")
    func overAnother() throws {
        var state = atSecret(Self.fetching)
        let (effect, _) = try #require(sent(state.press("s")))
        state.press("?")
        _ = report(&state, effect, .refused(.unagreed([Self.source.use(for: "token")])))
        #expect(state.overlays.count == 1 && state.context == .help && state.session?.running == nil)
    }

    // MARK: Protected environments

    private var protected: OpenCollection.Collection {
        var collection = Explorers.collection
        collection.companion.environments["local"] = EnvironmentPolicies()
        collection.companion.environments["local"]?.isProtected = true
        return collection
    }

    @Test("what may change a protected environment is asked about once per request, with method and URL")
    func asksForProtected() throws {
        var state = Explorers.state(protected, columns: 120)
        #expect(state.screen.contains("⚠ local"))
        #expect(sent(state.press("s")) != nil)
        state.press("j")
        #expect(sent(state.press("s")) == nil)
        #expect(state.screen.contains("⚠ local is protected: POST http://127.0.0.1:8642/users"))
        #expect(sent(state.press(.enter)) == nil && state.overlays.isEmpty)
        #expect(sent(state.press("s")) == nil)
        let (effect, _) = try #require(sent(state.press(.down, .enter)))
        _ = report(&state, effect, .refused(.cancelled))
        #expect(sent(state.press("s")) != nil)
    }

    @Test("while microscope.yaml cannot be read, every environment counts as protected, and what it said else holds")
    func unreadable() throws {
        var collection = Explorers.collection
        collection.companion.requests["users/create.yml", default: RequestPolicies()].verifiesTLS = false
        var state = Explorers.state(collection, columns: 160)
        state.show("users/create.yml")
        let problem = FileProblem(path: CompanionFile.path, message: "a list does not end")
        let change = CollectionChange.companion(CompanionFile(problem: problem), broken: nil)
        func read(_ change: CollectionChange) throws {
            let touched = update(&state, .filesTouched(.paths([CompanionFile.path]), collection: "/sample"))
            let reading = try #require(touched.first { $0.key == .files })
            let read = FilesRead(.changes([change]))
            _ = update(&state, reading.reply(read))
        }
        try read(change)
        #expect(state.status?.text.hasPrefix("microscope.yaml cannot be read, so every environment counts as") == true)
        #expect(state.screen.contains("⚠ local"))
        #expect(state.collection.companion.requests["users/create.yml"]?.verifiesTLS == false)
        #expect(sent(state.press("s")) == nil)
        #expect(state.screen.contains("microscope.yaml cannot be read, so local may be protected: POST "))
        state.press(.escape)
        try read(.companion(CompanionFile(), broken: nil))
        #expect(state.status?.text == "microscope.yaml can be read again.")
        #expect(!state.screen.contains("⚠ local") && sent(state.press("s")) != nil)
    }

    @Test("P protects the environment that is shown, and the title says so at once")
    func toggles() throws {
        var state = Explorers.state(columns: 120)
        #expect(state.press("P").isEmpty && state.screen.contains("No environment selected"))
        state.tree.expanded.insert(.environments)
        state.show(ItemPath(environment: "local"))
        state.press("2")
        try #require(state.current.shownEnvironment == "local")
        #expect(state.screen.contains("not protected (P)"))
        let effect = try #require(state.press("P").last)
        guard case .protect(true, "local", _) = effect.order else {
            Issue.record("\(effect.order)")
            return
        }
        _ = update(
            &state,
            effect.reply(protected.companion))
        #expect(state.screen.contains("⚠ protected (P)") && state.screen.contains("⚠ local"))
        guard case .protect(false, "local", _)? = state.press("P").last?.order else {
            Issue.record("it stays protected")
            return
        }
    }

    @Test("L keeps what is sent to the environment that is shown out of the history, or in it, and its title says so")
    func keepsHistory() throws {
        var state = Explorers.state(columns: 120)
        #expect(state.press("1", "L").isEmpty && state.screen.contains("No environment selected"))
        state.tree.expanded.insert(.environments)
        state.show(ItemPath(environment: "local"))
        state.press("2")
        #expect(state.screen.contains(" in the history (L)"))
        let effect = try #require(state.press("L").last)
        guard case .keepHistory(false, "local", _) = effect.order else {
            Issue.record("\(effect.order)")
            return
        }
        let companion = try CompanionFile().saving(keepsHistory: false, ofEnvironment: "local")
        _ = update(&state, effect.reply(companion))
        #expect(state.screen.contains("not in the history (L)"))
    }

    @Test("another environment is not asked about")
    func unprotected() {
        var collection = protected
        collection.companion.environments["prod"] = collection.companion.environments.removeValue(forKey: "local")
        var state = Explorers.state(collection)
        state.press("j")
        #expect(sent(state.press("s")) != nil && !state.screen.contains("⚠"))
    }
}
