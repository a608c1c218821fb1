import Exchanges
import ExplorerKit
import Interchange
import MicroClient
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("What is kept of a form's surroundings")
struct CachedSurroundingsTests {
    /// A request in a folder is shown and settled, so that its surroundings are kept.
    private var state: ExplorerState {
        var collection = Explorers.collection
        collection.environments.append(
            EnvironmentDefinition(name: "other", variables: [Variable("baseUrl", "http://o")]))
        var state = Explorers.state(collection)
        state.reveal("users/get.yml")
        _ = update(&state, .input(.resize(state.size)))
        return state
    }

    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let make: @Sendable (inout ExplorerState) -> Void

        init(_ testDescription: String, _ make: @escaping @Sendable (inout ExplorerState) -> Void) {
            (self.testDescription, self.make) = (testDescription, make)
        }
    }

    private static func changeFolder(_ state: inout ExplorerState, _ change: (inout FolderDefinition) -> Void) {
        guard case .folder(var definition, let children)? = state.collection.item(at: "users")?.kind else { return }
        change(&definition)
        state.current.items.replace(
            with: CollectionItem(path: "users", name: "Users", kind: .folder(definition, children)))
    }

    /// A folder's draft, as its form leaves it.
    private static func draftFolder(_ state: inout ExplorerState) {
        var draft = Draft(file: .newFolder(at: "users"), hasFile: false)
        draft.change { $0.headers.append(Field("X-Drafted", "yes")) }
        state.sessions["users"] = RequestSession(draft: draft)
        state.current.opened.pages.insert("users")
    }

    private static let changes = [
        Change("the URL that is typed") { _ = $0.changeDraft { $0.change { $0.request.definition.url = "http://x" } } },
        Change("a header of the request") { _ = $0.changeDraft { $0.change { $0.headers[0].value = "off" } } },
        Change("its policies") { _ = $0.changeDraft { $0.change { $0.policies.verifiesTLS = false } } },
        Change("a variable of the request") {
            _ = $0.changeDraft { $0.change { $0.variables.append(Variable("baseUrl", "http://mine")) } }
        },
        Change("another request") { $0.reveal("users/create.yml") },
        Change("the environment that is chosen") { $0.environmentName = "other" },
        Change("no environment") { $0.environmentName = nil },
        Change("a value in an environment") { $0.collection.environments[0].variables[0].value = "http://h" },
        Change("a value that an answer gave") {
            $0.current.captured.set("baseUrl", .string("http://captured"), isSecret: false)
        },
        Change("a value of the session") { $0.current.values.typed["baseUrl"] = "http://s" },
        Change("a session's value that is hidden") {
            $0.current.values.typed["baseUrl"] = "http://s"
            $0.current.values.hiddenNames = ["baseUrl"]
        },
        Change("a secret that is known") {
            $0.collection.environments[0].variables[0].isSecret = true
            $0.outside.secrets = ["local": ["baseUrl": "http://kept"]]
        },
        Change("a variable of the process") { $0.outside.processEnvironment["NAME"] = "x" },
        Change("a header of the folder") { changeFolder(&$0) { $0.headers = [Field("X-Team", "blue")] } },
        Change("a variable of the folder") { changeFolder(&$0) { $0.variables = [Variable("baseUrl", "http://f")] } },
        Change("a header of the folder that is not saved", draftFolder),
        Change("a header of the collection") { $0.collection.root.headers = [Field("X-All", "1")] },
        Change("a setting of the collection") { $0.collection.root.settings.timeoutInMilliseconds = 5 },
        Change("a policy of the collection") { $0.collection.companion.collection.verifiesTLS = false },
        Change("a cookie of the environment") {
            let cookie = Cookie("id", "1", domain: "127.0.0.1", createdAt: Explorers.start)
            $0.current.credentials.cookies["local"] = EnvironmentCookies([cookie])
        },
        Change("what is sent by default") { $0.preferences.clientDefaults.userAgent = "other" },
    ]

    @Test("is made anew when what it is made of changes, before the next event and after it", arguments: changes)
    func changed(_ change: Change) throws {
        var state = state
        let before = try #require(state.typing.cachedSurroundings?.facts)
        change.make(&state)
        let facts = FormFacts(
            try #require(state.session).draft.form, at: try #require(state.shown), in: state.current,
            state.preferences)
        #expect(facts != before)
        let expected = FormSurroundings(facts)
        #expect(state.surroundings.isLike(expected))
        _ = update(&state, .input(.resize(state.size)))
        #expect(state.typing.cachedSurroundings?.facts == facts && state.surroundings.isLike(expected))
    }

    @Test("is kept while one moves, scrolls and looks at other panes")
    func kept() {
        var state = state
        let before = state.typing.cachedSurroundings?.facts
        state.press("2", "j", "j", "]", "3", "1", "4")
        #expect(before != nil && state.typing.cachedSurroundings?.facts == before)
    }

    @Test("the cursor stays in view when nothing but the screen's size or the tab changes")
    func position() throws {
        var state = state
        _ = state.changeDraft { draft in
            draft.change { content in
                for number in 0..<60 { content.headers.append(Field("X-\(number)", "on")) }
            }
        }
        state.press("2", "]", "G")
        for (rows, key) in [(24, "]"), (50, "["), (24, "k"), (40, "G")] as [(Int, KeyStroke)] {
            _ = update(&state, .input(.resize(Size(columns: 100, rows: rows))))
            let session = try #require(state.session)
            let lines = FormLines(try #require(state.form), editing: nil, columns: state.formColumns)
            let shown = session.formScroll..<session.formScroll + state.formRows
            #expect(lines.line(of: session.cursor).map(shown.contains) != false)
            #expect(session.formScroll <= max(0, lines.count - 1))
            state.press(key)
        }
    }

    @Test("what bears on a request is all that it is rendered from")
    func around() {
        var state = state
        Self.changeFolder(&state) { $0.headers = [Field("X-Team", "{{baseUrl}}")] }
        let collection = state.collection
        let definition = collection.request(at: "users/get.yml")?.definition ?? RequestDefinition()
        func rendered(_ collection: Collection) -> RenderedRequest {
            let scopes = VariableScopes(
                collection: collection, environment: collection.environments.first, itemPath: "users/get.yml",
                request: definition)
            return RequestRenderer.render(
                definition, at: "users/get.yml", in: collection, scopes: scopes,
                defaults: state.preferences.clientDefaults)
        }
        let around = collection.around("users/get.yml")
        #expect(around.items.count == 1 && around.allItems.count == 1)
        #expect(rendered(around) == rendered(collection))
        #expect(rendered(around).headers.contains { $0.name == "X-Team" && $0.value == "http://127.0.0.1:8642" })
    }
}

extension FormSurroundings {
    /// Whether two are alike: scopes cannot be compared; what they resolve can.
    fileprivate func isLike(_ other: FormSurroundings) -> Bool {
        let names = "{{baseUrl}} {{token}} {{process.env.NAME}}"
        return rendered == other.rendered && notes == other.notes && inheritedSettings == other.inheritedSettings
            && environments == other.environments && secretNames == other.secretNames
            && scopes.resolve(names) == other.scopes.resolve(names)
    }
}
