import ExplorerKit
import Interchange
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite struct PastingTests {
    private func paste(_ text: String, into state: inout ExplorerState) -> [Effect] {
        update(&state, .input(.paste(text)))
    }

    /// The cursor in the folder "users".
    private var state: ExplorerState {
        var state = Explorers.state(columns: 120, rows: 40)
        state.reveal("users/get.yml")
        return state
    }

    @Test("what is pasted into a list to choose from narrows it from the first match on, as typing does")
    func chooser() {
        var state = state
        state.press(":", .init(.down), .init(.down))
        _ = paste("Ctrl-L", into: &state)
        guard let narrowed = state.overlays.last as? PaletteState else {
            Issue.record("no list")
            return
        }
        #expect(narrowed.selected == 0)
        state.press(.control("u"), .init(.down))
        _ = paste("zzqqxx", into: &state)
        guard let empty = state.overlays.last as? PaletteState else {
            Issue.record("no list")
            return
        }
        #expect(empty.matches.isEmpty && empty.selected == 0)
    }

    @Test("several pasted requests are drafts in a folder of their own, and one undo takes all of them away")
    func several() {
        var state = state
        let effects = paste("curl http://api.example/a -x p:1\ncurl -X PUT http://api.example/b", into: &state)
        let paths: [ItemPath] = ["users/api.example/a.yml", "users/api.example/b.yml"]
        #expect(state.shown == paths[0] && Set(state.current.dirtyPaths) == Set(paths) && effects.count == 2)
        #expect(
            state.status?.text
                == "curl pasted as 2 requests in users/api.example; w saves each. -x p:1 is left out: the collection keeps one, in opencollection.yml under config: proxy: config: protocol, hostname, port."
        )
        #expect(state.log.entries.contains { $0.level == .error && $0.message.hasPrefix("Pasted: -x p:1") })
        state.press("1", "u")
        #expect(state.current.dirtyPaths.isEmpty && state.collection.item(at: "users/api.example") == nil)
    }

    @Test("a pasted curl command is a draft in the folder of the cursor, journalled, told, and saved as a new file")
    func curl() throws {
        var state = state
        let effects = paste("curl -X PUT 'http://h/users/9?a=1' -H 'X-A: b' -k --frob", into: &state)
        let path: ItemPath = "users/users 9.yml"
        #expect(state.shown == path && state.tree.cursor == path && state.current.dirtyPaths == [path])
        #expect(state.status?.text.hasPrefix("curl pasted as users/users 9.yml; w saves it.") == true)
        #expect(state.log.entries.last?.message.contains("--frob") == true)
        #expect(state.screen.contains("PUT  users 9") && state.screen.contains("http://h/users/9?a=1"))
        guard case .journal(let entry)? = effects.first?.order else {
            Issue.record("\(effects)")
            return
        }
        #expect(entry.path == path && entry.diskText.isEmpty)
        let saves = state.type("w")
        guard case .save(let order, _)? = saves.first?.order else {
            Issue.record("\(saves)")
            return
        }
        #expect(order.isNew && order.formerPolicies != nil && order.content.policies.verifiesTLS == false)
        #expect(order.content.request.definition.sequence == 3)
        let file = try RequestFile.read(text: try order.base.saving(order.content), path: path)
        let done = SaveResult.written(SavedFile(.request(file)))
        _ = update(&state, try #require(saves.first).reply(done))
        #expect(state.current.dirtyPaths.isEmpty && state.status?.text == "Saved users/users 9.yml")
    }

    @Test("a URL and YAML make drafts too; equal names are told apart")
    func forms() {
        var state = state
        _ = paste("https://h/x?a=1", into: &state)
        _ = paste("https://h/x?a=2", into: &state)
        #expect(state.current.dirtyPaths == ["users/x 2.yml", "users/x.yml"])
        #expect(state.collection.item(at: "users/x.yml")?.name == "x")
        #expect(state.collection.item(at: "users/x 2.yml")?.name == "x 2")
        _ = paste("# mine\ninfo: {name: Own, type: http}\nhttp: {method: POST, url: http://h}\n", into: &state)
        #expect(state.shown == "users/Own.yml" && state.session?.draft.base.text.hasPrefix("# mine") == true)
    }

    @Test("what is no request changes nothing and says so")
    func refused() {
        var state = state
        #expect(paste("good morning", into: &state).isEmpty)
        #expect(state.status?.text.hasPrefix("Not a request") == true)
        #expect(state.current.dirtyPaths.isEmpty && state.shown == "users/get.yml")
    }

    @Test("a request is drafted beside the one shown from every pane", arguments: [Pane.request, .response, .log])
    func everywhere(pane: Pane) {
        var state = state
        state.focus = pane
        state.session?.cursor = FormCursor(row: 0, column: 0)
        _ = paste("https://h/x", into: &state)
        #expect(state.current.dirtyPaths == ["users/x.yml"] && state.shown == "users/x.yml")
    }

    @Test("u in the tree takes a pasted draft away, unless it was edited since")
    func undone() {
        var state = state
        _ = paste("https://h/x", into: &state)
        state.press("u")
        #expect(state.current.dirtyPaths.isEmpty && state.shown == "users/get.yml")
        #expect(state.collection.item(at: "users/x.yml") == nil)
        _ = paste("https://h/x", into: &state)
        state.press("2", "i")
        state.type("/y")
        state.press(.escape, "1", "u")
        #expect(state.current.dirtyPaths == ["users/x.yml"])
    }

    @Test("on the line of the URL a URL takes the place of the old one, and a command that of all that is sent")
    func intoRequest() {
        var state = state
        state.press("2")
        _ = paste("PUT https://h/x?q=1", into: &state)
        let definition = state.session?.draft.content.definition
        #expect(state.shown == "users/get.yml" && definition?.method == "PUT" && definition?.url == "https://h/x?q=1")
        #expect(definition?.headers.count == 2, "only the URL was said")
        state.press("u")
        #expect(state.current.dirtyPaths.isEmpty)
        state.press("i")
        _ = paste("curl https://h/y -H 'A: b'", into: &state)
        #expect(state.edit == nil && state.session?.draft.content.definition.headers.map(\.name) == ["A"])
        #expect(state.status?.text.contains("u takes it back") == true)
        state.press("u")
        #expect(state.current.dirtyPaths.isEmpty)
    }

    @Test(
        "a URL that is encoded already is sent as it was pasted: encoding it again is switched off, where the request would",
        arguments: [
            ("https://h/a%20b?q=c%26d", false), ("https://h/x?q=1#f", false), ("https://h/x?q=a+b", false),
            ("https://u%40:p@h:81/:id/a%20b?q=1&r={{$uuid}}", true), ("https://h/x?q=1&r={{id}}", true),
            ("https://h/@me", false),
        ])
    func encoded(url: String, encodes: Bool) {
        var request = RequestDefinition()
        request.url = "http://h/"
        request.settings.isPresent = true
        request.settings.encodesURL = true
        var collection = Explorers.collection
        collection.items = [Explorers.item("a.yml", request)]
        var state = Explorers.state(collection, columns: 120)
        state.press("2")
        _ = paste(url, into: &state)
        let definition = state.session?.draft.content.definition
        #expect(definition?.url == url && definition?.settings.encodesURL == encodes)
        #expect(state.status?.text.contains("Encode URL is off now") == !encodes)
        state.press("u")
        #expect(state.current.dirtyPaths.isEmpty)
    }

    @Test("in the field of a URL a URL is text, and in other fields a command is, too")
    func intoField() {
        var state = state
        state.press("2", "i", .control("u"))
        _ = paste("https://h/z", into: &state)
        #expect(state.edit != nil && state.session?.draft.content.definition.url == "https://h/z")
        state.press(.escape, "]", .down, .enter)
        _ = paste("curl https://h/y", into: &state)
        #expect(state.session?.draft.content.definition.url == "https://h/z")
    }

    @Test("X drops a draft without a file; one from an earlier run comes back")
    func dropsAndRestores() {
        var state = state
        let effects = paste("https://h/x", into: &state)
        guard case .journal(let entry)? = effects.first?.order else {
            Issue.record("nothing is journalled")
            return
        }
        _ = state.type("X")
        #expect(state.current.dirtyPaths.isEmpty && state.collection.item(at: "users/x.yml") == nil)
        let restored = RestoredDraft(path: entry.path, file: entry.base, policies: entry.content.policies, diskText: "")
        _ = update(&state, .draftsRestored([restored], collection: "/sample"))
        #expect(state.current.dirtyPaths == ["users/x.yml"])
        #expect(state.sessions["users/x.yml"]?.draft.hasFile == false)
    }

    @Test("y copies curl and YAML without the secret")
    func copies() throws {
        var state = Explorers.state(columns: 120, rows: 40)
        state.reveal("secret.yml")
        for (choice, words) in [("curl", "Bearer $token"), ("YAML", "{{token}}")] {
            state.type("y")
            state.type(choice)
            let effects = state.press(.enter)
            guard let text = effects.first?.copiedText else {
                // The sample's file has no text that could be saved as YAML.
                #expect(choice == "YAML" && state.status?.text.hasPrefix("Not copied") == true, "\(effects)")
                continue
            }
            #expect(!text.contains("t0p-secret"))
            #expect(choice == "YAML" || text.contains(words), "\(text)")
        }
    }

    @Test("S asks git, and the review is shown above the panes until Esc")
    func review() {
        var state = state
        let effects = state.type("S")
        guard let effect = effects.first, case .review = effect.order else {
            Issue.record("\(effects)")
            return
        }
        let file = ChangedFile(
            path: "users/get.yml", change: .modified,
            text: "info: {type: http}\nhttp: {auth: {type: bearer, token: abc}}\n")
        let review = SharingReview(of: [file])
        _ = update(&state, effect.reply(review))
        #expect(
            state.screen.contains("Review before sharing") && state.screen.contains("a hard-coded value for token"))
        #expect(state.screen.contains("users/get.yml:2:") && !state.screen.contains("abc"))
        state.press(.escape)
        #expect(state.overlays.isEmpty)
    }

    /// The review of files, as it came.
    private func review(_ files: [ChangedFile], in state: ExplorerState) -> ExplorerState {
        var state = state
        for effect in state.type("S") { _ = update(&state, effect.reply(SharingReview(of: files))) }
        return state
    }

    @Test("Enter on a finding goes to its field; Down goes to the next one")
    func finding() {
        let text =
            "info: {name: Get user, type: http}\nhttp: {headers: [{name: A, value: b}, {name: X-Token, value: abcd1234efgh}]}\n"
        let files = ["users/get.yml", "users/create.yml"].map { path in
            ChangedFile(path: ItemPath(path), change: .modified, text: text)
        }
        var state = review(files, in: Explorers.state())
        #expect(state.screen.contains("Enter go there"), "\(state.screen)")
        var first = state
        first.press(.enter)
        #expect(first.overlays.isEmpty && first.shown == "users/get.yml" && first.session?.tab == .headers)
        #expect(first.fieldAtCursor == .cell(.headers, row: 1, .value))
        state.press(.down, .enter)
        #expect(state.shown == "users/create.yml" && state.session?.tab == .headers)
        var other = review(files, in: Explorers.state())
        other.press("s")
        #expect(other.status?.text.hasPrefix("Only an environment variable can be made a secret") == true)
    }

    @Test("s on the variable of an environment asks what becomes of its value, as its form does")
    func findingMadeSecret() {
        var collection = Explorers.collection
        collection.environments[0].variables = [Variable("apiToken", "abcd1234efgh", origin: 0)]
        let text = "name: local\nvariables:\n  - name: apiToken\n    value: abcd1234efgh\n"
        let file = ChangedFile(path: "environments/local.yml", change: .modified, text: text)
        var state = review([file], in: Explorers.state(collection))
        state.press("s")
        #expect(state.shown == "environments/local.yml")
        #expect(state.screen.contains("apiToken becomes a secret: its value leaves the file"), "\(state.screen)")
        state.press(.down, .enter)
        #expect(state.session?.draft.form.variables.first?.isSecret == true)
    }

    @Test("a finding in a file without a form says so")
    func findingElsewhere() {
        let file = ChangedFile(path: ".env", change: .added, text: "TOKEN=abcd1234efgh5678\n")
        var state = review([file], in: Explorers.state())
        state.press(.enter)
        #expect(state.status?.text == ".env has no form: edit it in your editor.")
        #expect(!state.overlays.isEmpty)
    }
}
