import OpenCollection
import Testing
import TextGrid
import YAMLTree

@testable import Explorer

@Suite("What is no request")
struct ItemPaneTests {
    @Test("a file that cannot be read says why, with place, line and caret, as soon as the cursor is on it")
    func broken() {
        var collection = Explorers.collection
        let place = SourcePlace(line: 3, column: 7, offsetInBytes: 20)
        let problem = FileProblem(
            path: "bad.yml", place: place, message: "a list was expected", excerpt: "http: none\n      ^")
        collection.items.append(CollectionItem(path: "bad.yml", name: "bad", kind: .broken(problem)))
        var state = Explorers.state(collection)
        state.press("G", "k")
        #expect(state.screen.contains("bad.yml:3:7: a list was expected"))
        #expect(state.screen.contains("http: none"))
        #expect(state.screen.contains("      ^"))
    }

    @Test("a file that cannot be read says what to do next: it is read anew by itself, or with a key")
    func fixAdvice() {
        var state = Explorers.state()
        state.press("G", "k")
        #expect(state.screen.contains("E opens it in your editor: it is reloaded"), "\(state.screen)")
        _ = update(&state, .watching(.no("no watches left"), collection: "/sample"))
        #expect(state.screen.contains("E opens it in your editor; if you fix it elsewhere, F5"), "\(state.screen)")
    }

    @Test("the editor gets the file of the row: of a folder its folder.yml, of what is broken that itself")
    func editedFiles() {
        func file(_ effects: [Effect]) -> ItemPath? {
            if case .editFile(let path, line: nil, _)? = effects.first?.order { path } else { nil }
        }
        var collection = Explorers.collection
        let problem = FileProblem(path: "microscope.yaml", message: "a mapping was expected")
        collection.items.append(
            CollectionItem(path: "microscope.yaml", name: "microscope.yaml", kind: .broken(problem)))
        var state = Explorers.state(collection)
        state.press("g")
        #expect(file(state.press("E")) == "opencollection.yml")
        state.press("G", "k")
        #expect(file(state.press("E")) == "microscope.yaml")
        state.press("j")
        #expect(state.press("E").isEmpty)
        #expect(state.status?.text == "That is the list of environments; choose one in it.")
        state.press("l", "j")
        #expect(file(state.press("E")) == "environments/local.yml")
    }

    @Test("a folder without a file of its own says how it gets one")
    func folderWithoutFile() {
        var state = Explorers.state()
        state.press("k")
        #expect(state.press("E").isEmpty)
        #expect(state.status?.text == "folder.yml does not exist yet: i edits its form, w creates it.")
    }

    @Test("what is mended while the cursor is on it is shown at once")
    func repaired() throws {
        var state = Explorers.state()
        state.press("G", "k")
        let path = try #require(state.tree.cursor)
        let text = "info: {name: Mended, type: http}\nhttp: {method: GET, url: \"http://h/\"}\n"
        let touched = update(&state, .filesTouched(.paths([path]), collection: "/sample"))
        let reading = try #require(touched.first { $0.key == .files })
        let changes = FilesRead(.changes([.item(CollectionItem.read(text: text, path: path))]))
        _ = update(&state, reading.reply(changes))
        #expect(state.shown == path && state.screen.contains("› Mended "), "\(state.screen)")
    }

    @Test("where nothing can be answered, the response's pane says so, and what sends")
    func withoutResponse() {
        var state = Explorers.state(columns: 200, rows: 50)
        state.press("k", "3")
        let folder = "No response here: > in the tree (1) sends all requests in it."
        #expect(state.screen.contains(folder), "\(state.screen)")
        state.press("1", "G", "l", "j", "3")
        let environment = "Select a request in the tree (1) to see its response."
        #expect(state.screen.contains(environment), "\(state.screen)")
    }

    @Test("a folder shows its docs and what it gives to its requests; it cannot be sent")
    func folder() {
        var collection = Explorers.collection
        guard case .folder(var definition, let children) = collection.items[0].kind else {
            Issue.record("the first item is no folder")
            return
        }
        definition.hasFile = true
        definition.docs = "All about users."
        definition.auth = .bearer(token: "{{token}}")
        collection.items[0].kind = .folder(definition, children)
        var state = Explorers.state(collection)
        state.press("k")
        #expect(state.screen.contains("All about users."))
        #expect(state.screen.contains("users/folder.yml, 2 items") && state.screen.contains("Auth bearer"))
        let effects = state.press("s")
        #expect(effects.isEmpty)
        #expect(state.screen.contains("Users is not a request: select one in the tree."))
    }

    @Test("the collection and its environments are rows too, and cannot be sent")
    func collection() {
        var state = Explorers.state()
        state.press("g")
        #expect(state.screen.contains("/sample") && state.screen.contains("3 items"))
        state.press("s")
        #expect(state.screen.contains("Sample is not a request: select one in the tree."))
        state.press("G", "l", "j")
        #expect(state.screen.contains("› local ") && state.screen.contains("token     ••••  secret"))
        #expect(!state.screen.contains("t0p-secret"))
    }

    @Test("what cannot be sent says why, and its content is listed")
    func unsupported() {
        var collection = Explorers.collection
        let text = "info: {name: Live, type: grpc}\ngrpc:\n  url: grpc.example.com\n  method: /chat/Send\n"
        collection.items.append(CollectionItem.read(text: text, path: "live.yml"))
        var state = Explorers.state(collection)
        state.press("G", "k")
        #expect(state.screen.contains("gRPC requests are shown and kept"))
        #expect(state.screen.contains("  method: /chat/Send"))
        state.press(.enter)
        #expect(state.screen.contains("Live cannot be sent: gRPC requests"))
    }

    @Test("a GraphQL request shows its query, edits it, and lists its variables")
    func query() throws {
        var collection = Explorers.collection
        let text = """
            info: {name: Q, type: graphql}
            graphql:
              url: http://127.0.0.1/graphql
              body: {query: "{ users { name } }", variables: '{"first": 2}'}
            """
        collection.items = [CollectionItem.read(text: text, path: "q.yml")]
        var state = Explorers.state(collection)
        #expect(state.screen.contains("POST"))
        #expect(state.screen.contains("Body GraphQL"))
        state.session?.tab = .body
        #expect(state.screen.contains("{ users { name } }"))
        #expect(state.screen.contains("{\"first\": 2}"))
    }

    @Test("apps are listed with the scripts, to be read")
    func details() throws {
        let text = """
            info: {type: http, description: Why.}
            http: {url: http://h/}
            runtime:
              scripts: [{type: tests, code: "test(1)"}]
            app: {code: "<p>hello"}
            """
        let file = FormFile.request(try RequestFile.read(text: text, path: "q.yml"))
        let notes = Form(file.content(), tab: .scripts).rows.compactMap { row in
            if case .note(let text) = row.kind { text } else { nil }
        }
        #expect(notes == ["<p>hello"])
    }

    @Test("what a file holds beyond what is understood is listed with its docs")
    func notes() {
        var collection = Explorers.collection
        var definition = RequestDefinition()
        definition.url = "http://127.0.0.1/"
        let note = FileProblem(
            path: "a.yml", place: SourcePlace(line: 9, column: 1, offsetInBytes: 90),
            message: "hooks in the file is not known; it is kept")
        let file = RequestFile(text: "", definition: definition, notes: [note])
        collection.items = [CollectionItem(path: "a.yml", name: "a", kind: .request(file))]
        var state = Explorers.state(collection)
        #expect(state.screen.contains("…!"))
        state.press("[")
        #expect(state.screen.contains("a.yml:9:1: hooks in the file is not known"))
    }
}
