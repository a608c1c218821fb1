import Interchange
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("Opening requests of which only the head was read")
struct OpeningTests {
    /// The usual collection, no request of it opened yet.
    private static var heads: OpenCollection.Collection {
        var collection = Explorers.collection
        for item in collection.allItems { collection.replace(with: item.withoutRequests) }
        return collection
    }

    private func orders(_ effects: [Effect]) -> [ItemPath] {
        effects.compactMap { if case .open(let path, _) = $0.order { path } else { nil } }
    }

    /// Opens what is ordered as the wiring does: an opened item's event comes before the next key.
    private func open(_ state: inout ExplorerState, _ effects: [Effect], as item: CollectionItem? = nil) {
        for effect in effects {
            guard case .open(let path, _) = effect.order, let found = item ?? Explorers.collection.item(at: path) else {
                continue
            }
            _ = update(&state, effect.reply(OpenedItem.item(found)))
        }
    }

    private func start() -> (ExplorerState, [Effect]) {
        var state = ExplorerState(
            CollectionState(Self.heads, path: "/sample", environmentName: "local"),
            clientDefaults: ClientDefaults(userAgent: "microscope/test", acceptEncoding: "gzip"),
            size: Size(columns: 80, rows: 24), now: Explorers.start)
        let effects = update(&state, .input(.resize(state.size)))
        return (state, effects)
    }

    @Test("the tree shows, and the filter finds, requests that nobody has opened")
    func tree() {
        var (state, _) = start()
        #expect(state.screen.contains("GET  Get user"))
        #expect(state.screen.contains("POST Create user"))
        state.type("/PRIVATE")
        #expect(state.treeRows.rows.map(\.path) == ["secret.yml"])
    }

    @Test("what the cursor comes to is opened once, and shown when it has come")
    func opening() {
        var (state, effects) = start()
        #expect(orders(effects) == ["users/get.yml"])
        open(&state, effects)
        #expect(state.shown == "users/get.yml")
        #expect(state.screen.contains("› Get user "))
        effects = state.press("j")
        #expect(orders(effects) == ["users/create.yml"])
        open(&state, effects)
        #expect(state.screen.contains("› Create user "))
        #expect(orders(state.press("k")).isEmpty)
        #expect(state.shown == "users/get.yml")
    }

    @Test("the tree's rows are those that the collection has, whether what is opened looks the same or not")
    func rows() {
        var (state, effects) = start()
        for name in ["Get user", "Got user"] {
            var definition = RequestDefinition()
            definition.name = name
            definition.url = "{{baseUrl}}/users/:id?verbose=1"
            open(&state, effects, as: Explorers.item("users/get.yml", definition))
            #expect(
                state.treeRows.rows.map(\.path) == TreeRows(state.collection, state.tree).rows.map(\.path))
            for row in state.treeRows.rows where row.path == "users/get.yml" {
                guard case .request(let file)? = row.item?.kind else {
                    Issue.record("an opened request is one in its row")
                    return
                }
                #expect(file.definition.name == name)
            }
        }
    }

    @Test("until a file is read, no key reaches the request that was shown before")
    func notYet() {
        var (state, effects) = start()
        open(&state, effects)
        _ = state.press("j")
        #expect(state.press("s").isEmpty)
        #expect(state.status?.text == "No request selected: select one in the tree (1).")
    }

    @Test("a file that turns out to be broken stands in the tree as such, with its reason; the others are as they were")
    func broken() {
        var (state, effects) = start()
        open(&state, effects)
        effects = state.press("j")
        let problem = FileProblem(path: "users/create.yml", message: "it is cut off")
        open(&state, effects, as: CollectionItem(path: problem.path, name: "create", kind: .broken(problem)))
        #expect(state.screen.contains("users/create.yml: it is cut off"))
        #expect(state.screen.contains("\(state.glyphs.failure) create"))
        _ = state.press("k")
        #expect(state.screen.contains("› Get user "))
    }

    @Test("a draft of last time is put over its file when that is opened, which it is at once")
    func drafts() throws {
        var (state, effects) = start()
        open(&state, effects)
        guard case .request(var file)? = Explorers.collection.item(at: "secret.yml")?.kind else {
            Issue.record("it is no request")
            return
        }
        file.definition.url = "{{baseUrl}}/elsewhere"
        let draft = RestoredDraft(
            path: "secret.yml", file: .request(file), policies: RequestPolicies(), diskText: file.text)
        effects = update(&state, .draftsRestored([draft], collection: "/sample"))
        #expect(orders(effects) == ["secret.yml"])
        open(&state, effects)
        #expect(state.current.dirtyPaths == ["secret.yml"])
        #expect(state.shown == "users/get.yml")
    }

    @Test("a draft of a file that cannot be read waits until it can be, and is not given up")
    func draftsOfBrokenFiles() throws {
        var (state, effects) = start()
        open(&state, effects)
        guard case .request(var file)? = Explorers.collection.item(at: "secret.yml")?.kind else {
            Issue.record("it is no request")
            return
        }
        let repaired = Explorers.item("broken.yml", file.definition)
        let diskText = file.text
        file.definition.url = "{{baseUrl}}/elsewhere"
        let draft = RestoredDraft(
            path: "broken.yml", file: .request(file), policies: RequestPolicies(), diskText: diskText)
        _ = update(&state, .draftsRestored([draft], collection: "/sample"))
        #expect(state.current.dirtyPaths.isEmpty)
        #expect(state.status?.text == "1 unsaved draft of last time waits until its file can be read.")
        state.current.items.replace(with: repaired.unopened)
        state.show("broken.yml")
        open(&state, state.orderOpenings(), as: repaired)
        #expect(state.current.dirtyPaths == ["broken.yml"])
        #expect(state.session?.draft.content.definition.url == "{{baseUrl}}/elsewhere")
    }
}

extension CollectionItem {
    /// The item with the heads of its requests only.
    fileprivate var withoutRequests: CollectionItem {
        guard case .folder(let definition, let children) = kind else { return unopened }
        return CollectionItem(path: path, name: name, kind: .folder(definition, children.map(\.withoutRequests)))
    }
}
