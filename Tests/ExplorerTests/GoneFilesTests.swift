import Interchange
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("Drafts whose files are gone")
struct GoneFilesTests {
    private static let environment: ItemPath = "environments/local.yml"
    private static let text = "variables:\n  - name: a\n    value: one\n"

    /// The form of the environment with a draft in it.
    private func edited() throws -> ExplorerState {
        var collection = Explorers.collection
        collection.environments = [
            try EnvironmentDefinition.read(text: Self.text, name: "local", path: Self.environment)
        ]
        var state = Explorers.state(collection)
        state.press("G", "l", "j", "i", .enter, .control("u"))
        state.type("mine")
        state.press(.escape)
        return state
    }

    /// Changes something on disk, which is reported and read.
    @discardableResult
    private func happen(
        _ changes: [CollectionChange], at paths: Set<ItemPath>, in state: inout ExplorerState
    ) throws -> [Effect] {
        let touched = update(&state, .filesTouched(.paths(paths), collection: "/sample"))
        let reading = try #require(touched.first { $0.key == .files })
        return update(
            &state, reading.reply(FilesRead(.changes(changes))))
    }

    private func save(_ effects: [Effect]) -> SaveOrder? {
        for effect in effects { if case .save(let order, _) = effect.order { return order } }
        return nil
    }

    @Test("an environment's stands in the tree, says so, and w writes it anew; what else is read does not take it away")
    func environment() throws {
        var state = try edited()
        let gone = CollectionChange.environments([], broken: [])
        for _ in 0..<2 {
            try happen([gone], at: [Self.environment], in: &state)
            #expect(state.environmentName == "local")
            #expect(state.screen.contains("local") && state.screen.contains("file is gone"))
        }
        state.press("1", "g")
        state.tree.cursor = Self.environment
        state.show(Self.environment)
        #expect(state.screen.contains("the file is gone: w recreates it, X discards"))
        let order = try #require(save(state.press("w")))
        #expect(order.isNew && order.path == Self.environment && order.content.variables.first?.value == "mine")
    }

    @Test("one that is there again takes the draft over what it says")
    func there() throws {
        var state = try edited()
        try happen([.environments([], broken: [])], at: [Self.environment], in: &state)
        let text = Self.text.replacing("variables:", with: "# new\nvariables:")
        let definition = try EnvironmentDefinition.read(text: text, name: "local", path: Self.environment)
        let effects = try happen([.environments([definition], broken: [])], at: [Self.environment], in: &state)
        let open = try #require(effects.first { $0.key == .open(Self.environment) })
        let file = try FormFile.read(text: text, at: Self.environment)
        _ = update(&state, open.reply(OpenedItem.file(file, exists: true)))
        let draft = try #require(state.sessions[Self.environment]?.draft)
        #expect(draft.hasFile && draft.isDirty && draft.form.variables.first?.value == "mine")
        #expect(draft.diskText == text && state.sessions[Self.environment]?.disk == .same)
    }

    @Test(
        "one that is there again, and says something else in the same field, is decided about: mine is written over it")
    func thereInConflict() throws {
        var state = try edited()
        try happen([.environments([], broken: [])], at: [Self.environment], in: &state)
        let text = Self.text.replacing("one", with: "theirs")
        let definition = try EnvironmentDefinition.read(text: text, name: "local", path: Self.environment)
        let effects = try happen([.environments([definition], broken: [])], at: [Self.environment], in: &state)
        let open = try #require(effects.first { $0.key == .open(Self.environment) })
        let file = try FormFile.read(text: text, at: Self.environment)
        _ = update(&state, open.reply(OpenedItem.file(file, exists: true)))
        state.show(Self.environment)
        state.focus = .request
        state.press("c")
        state.type("Keep mine")
        let order = try #require(save(state.press(.enter)))
        #expect(!order.isNew && order.expectedText == text && order.content.variables.first?.value == "mine")
    }

    @Test("a request that is there again and cannot be read stays open with its draft, and follows when it is mended")
    func brokenAgain() throws {
        var watched = Watched()
        watched.edit(header: "mine")
        watched.happen([.gone("users/get.yml")], at: ["users/get.yml"])
        let problem = FileProblem(path: "users/get.yml", message: "it is cut off")
        let broken = CollectionItem(path: problem.path, name: "get", kind: .broken(problem))
        watched.happen([.item(broken)], at: [problem.path])
        #expect(watched.session?.disk == .broken(problem))
        #expect(watched.state.collection.request(at: problem.path) != nil && watched.header == "mine")
        watched.write(Watched.user.replacing("\"on\"", with: "\"theirs\""))
        #expect(watched.session?.disk == .same && watched.header == "mine")
        #expect(watched.session?.draft.content.definition.headers.last?.value == "theirs")
    }

    @Test("one that is there again as it was ends that, and says no more than that")
    func unchanged() throws {
        var watched = Watched(columns: 120)
        watched.edit(header: "mine")
        let problem = FileProblem(path: "users/get.yml", message: "it is cut off")
        let broken = CollectionItem(path: problem.path, name: "get", kind: .broken(problem))
        for change in [CollectionChange.gone(problem.path), .item(broken)] {
            watched.happen([change], at: [problem.path])
            #expect(watched.session?.disk != .same)
            watched.write(Watched.user)
            #expect(watched.session?.disk == .same && watched.session?.draft.hasFile == true)
            #expect(watched.header == "mine")
            let text = try #require(watched.state.status?.text)
            #expect(text.hasSuffix("again; the draft is as it was."), "\(text)")
        }
    }

    /// `microscope.yaml` as somebody has changed it.
    private static func companion() throws -> CollectionChange {
        .companion(try CompanionFile.read(text: "requests:\n  users/list.yml: {retry: {count: 2}}\n"), broken: nil)
    }

    @Test("a change of microscope.yaml brings no file back: the draft stays, and nothing is said of it")
    func companionChanges() throws {
        let problem = FileProblem(path: "users/get.yml", message: "it is cut off")
        let broken = CollectionItem(path: problem.path, name: "get", kind: .broken(problem))
        for change in [CollectionChange.gone(problem.path), .item(broken)] {
            var watched = Watched(columns: 120)
            watched.edit(header: "mine")
            watched.happen([change], at: [problem.path])
            let (session, status, count) = (watched.session, watched.state.status, watched.effects.count)
            watched.happen([try Self.companion()], at: [CompanionFile.path])
            #expect(watched.session?.disk == session?.disk && watched.session?.draft == session?.draft)
            #expect(watched.state.status == status)
            #expect(!watched.effects[count...].contains { $0.key == .journal(problem.path) })
            #expect(watched.header == "mine")
        }
    }

    @Test("nor does it after a restart: the draft stays in the journal")
    func companionChangesAfterRestart() throws {
        let mine = Watched.user.replacing("value: json", with: "value: mine")
        var next = Watched(columns: 120)
        next.happen([.gone("users/get.yml")], at: ["users/get.yml"])
        let restored = RestoredDraft(
            path: "users/get.yml", file: try FormFile.read(text: mine, at: "users/get.yml"),
            policies: RequestPolicies(),
            diskText: Watched.user)
        _ = update(&next.state, .draftsRestored([restored], collection: "/sample"))
        next.state.show("users/get.yml")
        #expect(next.header == "mine" && next.session?.disk == .gone)
        next.happen([try Self.companion()], at: [CompanionFile.path])
        #expect(next.header == "mine" && next.session?.disk == .gone && next.session?.draft.isDirty == true)
        #expect(!next.effects.contains { if case .forgetJournal = $0.order { true } else { false } })
    }

    @Test("the environment in use that cannot be read is not called gone")
    func brokenInUse() throws {
        var state = Explorers.state(columns: 120)
        let problem = FileProblem(path: Self.environment, message: "it is cut off")
        let broken = CollectionItem(path: Self.environment, name: "environments/local.yml", kind: .broken(problem))
        try happen([.environments([], broken: [broken])], at: [Self.environment], in: &state)
        #expect(state.environmentName == nil)
        #expect(state.status?.text.contains("cannot be read (environments/local.yml: it is cut off)") == true)
    }

    @Test("an opencollection.yml that cannot be read any more is told, and what it said holds")
    func brokenRoot() throws {
        var state = Explorers.state(columns: 120)
        let path = ItemPath.root.folderFile
        let problem = FileProblem(path: path, message: "it is cut off")
        let broken = CollectionItem(path: path, name: path.text, kind: .broken(problem))
        try happen([.item(broken)], at: [path], in: &state)
        let said = "opencollection.yml: it is cut off. The last valid content counts until it is fixed."
        #expect(state.status?.text == said && state.collection.name == "Sample")
    }

    @Test("an environment that cannot be read any more keeps its row while it has a draft; X gives that up")
    func brokenEnvironment() throws {
        var state = try edited()
        let problem = FileProblem(path: Self.environment, message: "it is cut off")
        let broken = CollectionItem(path: problem.path, name: problem.path.text, kind: .broken(problem))
        for _ in 0..<2 {
            try happen([.environments([], broken: [broken])], at: [Self.environment], in: &state)
            #expect(state.collection.environments.map(\.name) == ["local"])
            #expect(state.sessions[Self.environment]?.disk == .broken(problem))
        }
        state.show(Self.environment)
        state.focus = .request
        state.press("X")
        #expect(state.sessions[Self.environment] == nil && state.collection.environments.isEmpty)
    }

    @Test("X drops it with its row, and the journal forgets it")
    func discard() throws {
        var state = try edited()
        try happen([.environments([], broken: [])], at: [Self.environment], in: &state)
        state.show(Self.environment)
        state.focus = .request
        let effects = state.press("X")
        #expect(effects.contains { $0.key == .journal(Self.environment) })
        #expect(state.sessions[Self.environment] == nil && state.collection.environments.isEmpty)
        #expect(state.environmentName == nil && state.current.dirtyPaths.isEmpty)
    }

    @Test("what was undone to what the file said is still unsaved: nothing else holds it")
    func undone() throws {
        var state = try edited()
        try happen([.environments([], broken: [])], at: [Self.environment], in: &state)
        state.show(Self.environment)
        state.focus = .request
        state.press("u")
        #expect(state.session?.draft.form.variables.first?.value == "one")
        #expect(state.current.dirtyPaths == [Self.environment] && save(state.press("w")) != nil)
    }

    @Test("a folder's stands in the tree with its folder, also when that never had a file", arguments: [true, false])
    func folder(hasFile: Bool) throws {
        let definition = FolderDefinition.fresh(named: "Users", sequence: 1)
        let folder = CollectionItem(
            path: "users", name: "Users", kind: .folder(hasFile ? definition : FolderDefinition(), []))
        var state = Explorers.state(Collection(name: "Sample", items: [folder]))
        state.press("1", "g", "j")
        let file =
            hasFile
            ? FormFile.folder(FolderFile(text: FolderFile.newText(for: definition), definition: definition))
            : .newFolder(at: "users")
        state.sessions["users"] = RequestSession(draft: Draft(file: file, hasFile: hasFile))
        state.current.opened.pages.insert("users")
        state.sessions["users"]?.draft.change { $0.defaults.docs = "mine" }
        try happen([.gone("users")], at: ["users"], in: &state)
        #expect(state.collection.item(at: "users") != nil && state.sessions["users"]?.disk == .gone)
        try happen([], at: ["other.yml"], in: &state)
        state.show("users")
        #expect(state.current.dirtyPaths == ["users"] && state.screen.contains("file is gone"))
        let order = try #require(save(state.press("w")))
        #expect(order.isNew && order.content.defaults.docs == "mine")
        state.current.journal.saves = [:]
        state.focus = .request
        state.press("X")
        #expect(state.collection.item(at: "users") == nil && state.sessions["users"] == nil)
    }

    @Test("after a new start they are there again, each as what it is")
    func restart() throws {
        var state = Explorers.state(Collection(name: "Sample"))
        let request = "info:\n  name: Get\n  type: http\nhttp:\n  method: GET\n  url: http://h/\n"
        let folder = FolderFile.newText(for: .fresh(named: "Users", sequence: 1))
        let files: [(ItemPath, String, String)] = [
            (Self.environment, Self.text, Self.text.replacing("one", with: "mine")),
            ("deep/in/get.yml", request, request.replacing("http://h/", with: "http://mine/")),
            ("users", folder, folder.replacing("Users", with: "Keep mine")),
            ("new/one.yml", "", request),
        ]
        let drafts = try files.map { path, old, new in
            RestoredDraft(
                path: path, file: try FormFile.read(text: new, at: path), policies: RequestPolicies(), diskText: old)
        }
        _ = update(&state, .draftsRestored(drafts, collection: "/sample"))
        #expect(state.current.dirtyPaths.map(\.text).sorted() == files.map(\.0.text).sorted())
        #expect(state.status?.text.hasPrefix("Back from last time: 4 unsaved drafts") == true)
        for (path, old, _) in files {
            #expect(state.collection.hasPage(at: path) || state.collection.item(at: path) != nil, "\(path)")
            #expect(state.sessions[path]?.disk == (old.isEmpty ? .same : .gone), "\(path)")
            state.show(path)
            #expect(state.shown == path)
            #expect(save(state.save(path))?.isNew == true, "\(path)")
        }
        let draft = try #require(state.sessions["deep/in/get.yml"]?.draft)
        #expect(draft.saved.request.definition.url == "http://h/" && draft.diskText == request)
    }

    @Test("a draft that waits for a file that cannot be read comes when the file can be read")
    func repaired() throws {
        var state = Explorers.state()
        let text = "info:\n  name: Mended\n  type: http\nhttp:\n  method: GET\n  url: http://h/\n"
        let file = try FormFile.read(text: text.replacing("http://h/", with: "http://mine/"), at: "broken.yml")
        let draft = RestoredDraft(path: "broken.yml", file: file, policies: RequestPolicies(), diskText: text)
        _ = update(&state, .draftsRestored([draft], collection: "/sample"))
        let item = CollectionItem.read(text: text, path: "broken.yml")
        let effects = try happen([.item(item)], at: ["broken.yml"], in: &state)
        let open = try #require(effects.first { $0.key == .open("broken.yml") })
        _ = update(&state, open.reply(OpenedItem.item(item)))
        #expect(state.current.dirtyPaths == ["broken.yml"])
    }
}
