import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("The form of an environment")
struct EnvironmentFormTests {
    private var collection: OpenCollection.Collection {
        var collection = Explorers.collection
        var shared = EnvironmentDefinition(name: "shared", variables: [Variable("region", "eu")])
        shared.extends = "local"
        collection.environments.append(shared)
        return collection
    }

    /// The cursor in the form of an environment, on its first row.
    private func state(_ name: String = "local") -> ExplorerState {
        var state = Explorers.state(collection)
        state.press("G", "l", "j")
        if name == "shared" { state.press("j") }
        state.press("i")
        return state
    }

    private func variable(_ state: ExplorerState, _ name: String) -> Variable? {
        state.session?.draft.form.variables.first { $0.name == name }
    }

    @Test("shows names, values, what is secret and types; a secret that is known is dots, one without a value says so")
    func shown() {
        var state = state()
        #expect(state.screen.contains("[✓] baseUrl   http://127.0.0.1:8642  plain  string"))
        #expect(state.screen.contains("[✓] token     ••••  secret  string"))
        #expect(state.screen.contains("[Vars 2] Settings"))
        state.outside.secrets = [:]
        #expect(state.screen.contains("token     not set"))
    }

    @Test("a value is typed in its place, saved with w, and the request uses it before it is saved")
    func value() throws {
        var state = state()
        state.press(.enter)
        state.press(.control("u"))
        state.type("http://h")
        state.press(.escape)
        #expect(state.session?.draft.isDirty == true && state.screen.contains("local ●"))
        let save = try #require(state.press("w").last)
        guard case .save(let order, _) = save.order else {
            Issue.record("nothing is saved")
            return
        }
        #expect(order.path == "environments/local.yml" && !order.isNew)
        #expect(
            try order.base.saving(order.content) == order.base.text.replacing("http://127.0.0.1:8642", with: "http://h")
        )
        state.press("1", "g", "j", "j")
        #expect(state.screen.contains("→ http://h/users/7?verbose=1"))
    }

    @Test("a literal that becomes a secret leaves the file and goes to the private store")
    func becomesSecret() throws {
        var state = state()
        state.press("l", " ")
        #expect(state.screen.contains("baseUrl becomes a secret: its value leaves the file"))
        let effects = state.press(.enter)
        let kept = StoredSecret(environment: "local", name: "baseUrl", value: "http://127.0.0.1:8642", isLiteral: true)
        let effect = try #require(effects.first { if case .keepSecret = $0.order { true } else { false } })
        guard case .keepSecret(kept, _) = effect.order else {
            Issue.record("another secret is kept")
            return
        }
        #expect(state.session?.draft.isDirty == false, "it stays in the file until the store has it")
        let journalled = update(&state, effect.reply(nil as StatusMessage?))
        #expect(variable(state, "baseUrl")?.isSecret == true && variable(state, "baseUrl")?.value == "")
        #expect(journalled.contains { if case .journal = $0.order { true } else { false } })
        #expect(state.screen.contains("baseUrl   ••••  secret"))
        state.press("u")
        #expect(variable(state, "baseUrl")?.value == "http://127.0.0.1:8642", "undo brings the literal back")
    }

    @Test("a literal that the private store does not take stays in the file; footer and log say why")
    func staysLiteral() throws {
        var state = state()
        state.press("l", " ")
        let effect = try #require(state.press(.enter).last)
        let message = StatusMessage(.error, "The value of baseUrl could not be stored: no space left")
        _ = update(&state, effect.reply(message as StatusMessage?))
        #expect(variable(state, "baseUrl")?.value == "http://127.0.0.1:8642")
        #expect(state.status == message && state.log.entries.last?.message == message.text)
    }

    @Test("what becomes a secret is known by its name: rows that came above it meanwhile make no other one secret")
    func rowMoved() throws {
        var state = state()
        state.press("l", " ")
        state.session?.draft.change { $0.environment.variables.insert(Variable("first", "1"), at: 0) }
        let effect = try #require(state.press(.enter).last)
        guard case .keepSecret = effect.order else {
            Issue.record("nothing is kept")
            return
        }
        state.session?.draft.change { $0.environment.variables.insert(Variable("second", "2"), at: 0) }
        _ = update(&state, effect.reply(nil as StatusMessage?))
        let secrets = try #require(state.session?.draft.form.variables.filter(\.isSecret).map(\.name))
        #expect(secrets == ["baseUrl", "token"])
    }

    @Test("one that was changed while the question stood, or while it was being kept, stays as it is")
    func changedMeanwhile() throws {
        var state = state()
        state.press("l", " ")
        state.session?.draft.change { $0.environment.variables[0].value = "http://other" }
        #expect(state.press(.enter).isEmpty)
        #expect(state.status?.text == "baseUrl was changed meanwhile, and stays as it is.")
        state.press(" ")
        let effect = try #require(state.press(.enter).last)
        guard case .keepSecret = effect.order else {
            Issue.record("nothing is kept")
            return
        }
        state.session?.draft.change { $0.environment.variables[0].value = "http://third" }
        _ = update(&state, effect.reply(nil as StatusMessage?))
        #expect(variable(state, "baseUrl")?.value == "http://third" && variable(state, "baseUrl")?.isSecret == false)
    }

    @Test("a value that is chosen from a list goes to no other row than the one that was asked about")
    func chosenForMovedRow() {
        var state = state()
        state.press("l", "l", .enter)
        #expect(state.screen.contains("boolean"))
        state.session?.draft.change { $0.environment.variables.insert(Variable("first", "1"), at: 0) }
        state.type("boolean")
        state.press(.enter)
        #expect(state.session?.draft.form.variables.map(\.type) == [.string, .string, .string])
        #expect(state.status?.text.contains("changed meanwhile") == true)
    }

    @Test(
        "a secret that is kept reaches the environments that extend this one, unless something nearer is kept for them")
    func reachesExtending() {
        var state = Explorers.state(collection)
        func keep(_ secret: StoredSecret) {
            for effect in state.keep(secret) { _ = update(&state, effect.reply(nil as StatusMessage?)) }
        }
        keep(StoredSecret(environment: "local", name: "token", value: "new"))
        func token() -> String? {
            state.environmentName = "shared"
            return state.scopes(for: DraftContent(definition: RequestDefinition()), at: "x.yml").value(of: "token")?
                .value
        }
        #expect(token() == "new")
        keep(StoredSecret(environment: "shared", name: "token", value: "own"))
        #expect(token() == "own")
        keep(StoredSecret(environment: "shared", name: "token", value: ""))
        #expect(token() == "new")
    }

    @Test("a private store that cannot be read is told once, in footer and log; what was known of it stays")
    func unreadableStore() {
        var watched = Watched()
        watched.state.outside.secrets = ["local": ["token": "known"]]
        let problem = OutsideValues(problem: "the private store, /s, cannot be read: damaged; fix it or move it away")
        for _ in 0..<2 {
            watched.happen([], at: [".env"], outside: problem)
            #expect(watched.state.outside.secrets["local"]?["token"] == "known")
        }
        let reported = watched.state.log.entries.filter { $0.message.contains("/s, cannot be read: damaged; fix it") }
        #expect(reported.count == 1 && reported.first?.message.hasSuffix("F5 reloads it.") == true)
        let other = CollectionState(Collection(name: "Other"), path: "/other", outside: problem)
        _ = update(&watched.state, .collectionOpened(other, showing: nil))
        #expect(watched.state.status?.text.contains("fix it") == true)
    }

    @Test("the value of a secret is asked for in dots, and kept in the private store only")
    func secretValue() throws {
        var state = state()
        state.press("j", .enter)
        state.type("hunter2")
        #expect(state.screen.contains("*******") && !state.screen.contains("hunter2"))
        let effect = try #require(state.press(.enter).last)
        guard case .keepSecret(let kept, _) = effect.order else {
            Issue.record("nothing is kept")
            return
        }
        #expect(kept == StoredSecret(environment: "local", name: "token", value: "hunter2"))
        #expect(state.session?.draft.isDirty == false)
    }

    @Test("can extend another, but none that leads back to it")
    func extends() {
        var state = state()
        state.press("]")
        #expect(state.screen.contains("Extends") && state.screen.contains("no other"))
        state.press("j", "j", .enter)
        guard let chooser = state.overlays.last as? Chooser else {
            Issue.record("no list is open")
            return
        }
        #expect(chooser.options.map(\.title) == ["not set"], "shared extends local")
        state.press(.escape)
        var other = self.state("shared")
        other.press("]", "j", "j", .enter)
        #expect(other.screen.contains("local"))
        other.press(.up, .enter)
        #expect(other.session?.draft.form.environment.extends == nil)
    }

    @Test("a colour is a name or #rrggbb; others are refused with what is expected")
    func colour() {
        var state = state()
        state.press("]", "j", .enter)
        state.type("#2")
        state.press(.enter)
        #expect(state.screen.contains("Colour: a name of the list, or #rrggbb such as #22c55e"))
        state.press(.enter)
        state.type("#22c55e")
        state.press(.enter)
        #expect(state.session?.draft.form.environment.color == "#22c55e")
        #expect(state.screen.contains("■ #22c55e"))
    }

    @Test("a file of pairs is named, and its values join the environment")
    func pairs() {
        var state = Explorers.state(collection)
        state.outside.environmentFiles = ["local": ["fromFile": "1", "baseUrl": "not this", "token": "nor this"]]
        let scopes = state.scopes(for: DraftContent(definition: RequestDefinition()), at: "x.yml")
        #expect(scopes.value(of: "fromFile")?.value == "1")
        #expect(scopes.value(of: "baseUrl")?.value == "http://127.0.0.1:8642")
        #expect(scopes.value(of: "token")?.value == "t0p-secret")
    }

    @Test("at 80 columns its first line says whole whether it is protected, and whether the history keeps what is sent")
    func firstLine() {
        #expect(state().screen.contains("not protected (P), in the history (L)"))
        var collection = collection
        var policies = EnvironmentPolicies()
        (policies.isProtected, policies.keepsHistory) = (true, false)
        collection.companion.environments["local"] = policies
        var state = Explorers.state(collection)
        state.press("G", "l", "j", "i")
        #expect(state.screen.contains("protected (P), not in the history (L)"), "\(state.screen)")
    }
}
