import Interchange
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("Files that change on disk")
struct FollowingTests {
    private let html = Watched.user.replacing("value: json", with: "value: html")
    private let renamed = Watched.user.replacing("name: Get user", with: "name: Get a user # theirs")

    @Test("a request without a draft is replaced at once; cursor, tab and answer stay")
    func clean() {
        var watched = Watched()
        watched.state.session?.tab = .headers
        watched.state.session?.cursor = FormCursor(row: 1, column: 1)
        watched.state.session?.response = ShownResponse(
            content: DraftContent(definition: RequestDefinition()), startedAt: Explorers.start)
        watched.write(html)
        #expect(watched.header == "html" && watched.state.current.dirtyPaths.isEmpty)
        #expect(watched.session?.tab == .headers && watched.session?.cursor.row == 1)
        #expect(watched.session?.response != nil && watched.state.shown == "users/get.yml")
        #expect(watched.state.status == nil)
    }

    @Test("what we wrote ourselves is told by the watcher too, and changes nothing")
    func own() throws {
        var watched = Watched()
        watched.edit(header: "xml")
        watched.press("w")
        let order = try #require(watched.save)
        let text = try order.base.saving(order.content)
        let save = try #require(watched.effects.last { $0.key == .save("users/get.yml") })
        let file = try RequestFile.read(text: text, path: "users/get.yml")
        _ = update(&watched.state, save.reply(SaveResult.written(SavedFile(.request(file)))))
        watched.state.status = nil
        watched.write(text)
        #expect(watched.state.status == nil && watched.session?.disk == .same)
        #expect(watched.state.current.dirtyPaths.isEmpty && watched.session?.draft.canUndo == true)
    }

    @Test("a draft is merged with it where no field conflicts: told, journalled, and undo brings mine back")
    func merged() throws {
        var watched = Watched()
        watched.edit(header: "xml")
        watched.write(renamed)
        let content = watched.session?.draft.content.definition
        #expect(content?.name == "Get a user" && content?.headers[0].value == "xml")
        #expect(watched.state.status?.text.contains("merged into the draft") == true)
        #expect(watched.session?.disk == .same && watched.isJournalled == true)
        watched.press("w")
        let order = try #require(watched.save)
        #expect(order.expectedText == renamed)
        let saved = try order.base.saving(order.content)
        #expect(saved == renamed.replacing("value: json", with: "value: xml"))
        watched.press("2", "u")
        #expect(watched.session?.draft.content.definition.name == "Get user" && watched.header == "xml")
    }

    @Test("a draft on a file that cannot be read stays a request, however often the file is read")
    func brokenTwice() {
        var watched = Watched()
        watched.edit(header: "xml")
        for _ in 1...2 {
            watched.write("info: [")
            #expect(watched.state.collection.request(at: "users/get.yml") != nil)
        }
        #expect(watched.header == "xml" && watched.state.current.dirtyPaths == ["users/get.yml"])
    }

    @Test("the same change on both sides leaves no draft")
    func same() {
        var watched = Watched()
        watched.edit(header: "html")
        watched.write(html)
        #expect(watched.state.current.dirtyPaths.isEmpty && watched.isJournalled == false)
    }

    @Test("a field that both changed marks the request, and nothing is written before a person decides")
    func conflict() throws {
        var watched = Watched()
        watched.edit(header: "xml")
        watched.write(html)
        #expect(watched.header == "xml")
        #expect(watched.state.status?.text.contains("Header Accept. c decides.") == true)
        #expect(watched.state.screen.contains("≠ changed on disk"))
        #expect(watched.state.screen.contains("≠●"))
        watched.press("w")
        #expect(watched.save == nil)
        #expect(watched.state.screen.contains("Merge by field"))
        watched.type("Keep mine")
        watched.press(.enter)
        let order = try #require(watched.save)
        #expect(order.expectedText == html)
        #expect(try order.base.saving(order.content).contains("value: xml"))
    }

    @Test("theirs shows the file, and undo brings mine back; stay keeps the draft")
    func theirs() {
        var watched = Watched()
        watched.edit(header: "xml")
        watched.write(html)
        watched.press("c")
        watched.type("Decide later")
        watched.press(.enter)
        #expect(watched.header == "xml" && watched.session?.disk != .same)
        watched.press("c")
        watched.type("Take theirs")
        watched.press(.enter)
        #expect(watched.header == "html" && watched.state.current.dirtyPaths.isEmpty && watched.isJournalled == false)
        watched.press("2", "u")
        #expect(watched.header == "xml" && watched.state.current.dirtyPaths == ["users/get.yml"])
    }

    @Test("a file that goes back to what the draft was made from ends the conflict")
    func back() {
        var watched = Watched()
        watched.edit(header: "xml")
        watched.write(html)
        watched.write(Watched.user)
        #expect(watched.session?.disk == .same && watched.header == "xml")
    }

    @Test("while a field is edited the draft waits; what changed is merged when the field is left")
    func editing() {
        var watched = Watched()
        watched.press("2", "i")
        watched.type("x")
        watched.write(renamed)
        #expect(watched.state.edit != nil && watched.session?.draft.content.definition.name == "Get user")
        watched.press(.escape)
        #expect(watched.session?.draft.content.definition.name == "Get a user")
        #expect(watched.session?.draft.content.definition.url == "http://h/users/:idx")
    }

    @Test("a vanished file with a draft on it stays as one without file, and is saved anew; without a draft it goes")
    func gone() throws {
        var watched = Watched()
        watched.edit(header: "xml")
        watched.happen([.gone("users")], at: ["users"])
        #expect(watched.session?.draft.hasFile == false && watched.header == "xml")
        #expect(watched.state.status?.text.contains("deleted on disk; the draft is kept") == true)
        #expect(watched.state.screen.contains("≠ deleted on disk"))
        #expect(watched.state.collection.allItems.map(\.path) == ["users", "users/get.yml"])
        watched.press("w")
        let order = try #require(watched.save)
        #expect(order.isNew)
        watched = Watched()
        watched.happen([.gone("users/get.yml")], at: ["users/get.yml"])
        #expect(watched.session == nil && watched.state.shown != "users/get.yml")
    }

    @Test("a request whose file is taken away and written anew, as git does, is shown again as it was")
    func takenAway() {
        var watched = Watched()
        watched.state.session?.tab = .headers
        watched.happen([.gone("users/get.yml")], at: ["users/get.yml"])
        #expect(watched.state.shown == nil)
        watched.write(renamed)
        #expect(watched.state.shown == "users/get.yml" && watched.state.tree.cursor == "users/get.yml")
        #expect(watched.session?.tab == .headers)
        #expect(watched.session?.draft.content.definition.name == "Get a user")
    }

    @Test("a file that comes back under its draft is merged with it")
    func reappears() {
        var watched = Watched()
        watched.edit(header: "xml")
        watched.happen([.gone("users/get.yml")], at: ["users/get.yml"])
        watched.write(renamed)
        #expect(watched.session?.draft.hasFile == true && watched.session?.disk == .same)
        #expect(watched.header == "xml" && watched.session?.draft.content.definition.name == "Get a user")
    }

    @Test("a file that became broken keeps its draft, and is not written over; mended, it is merged")
    func broken() {
        var watched = Watched()
        watched.edit(header: "xml")
        watched.write("info: [")
        #expect(watched.header == "xml" && watched.state.screen.contains("≠ broken on disk"))
        watched.press("w")
        #expect(watched.save == nil && watched.state.status?.text.contains("fix or delete the file") == true)
        watched.write(renamed)
        #expect(watched.header == "xml" && watched.session?.disk == .same)
        watched.write("info: [")
        watched.press("X")
        #expect(watched.session == nil)
        guard case .broken? = watched.state.collection.item(at: "users/get.yml")?.kind else {
            Issue.record("the broken file is not shown")
            return
        }
    }

    @Test("environments, folders and secrets count at once; an environment that is gone is no longer chosen")
    func environments() {
        var watched = Watched()
        let local = EnvironmentDefinition(name: "local", variables: [Variable("a", "1")])
        watched.happen(
            [.environments([local], broken: [])], at: ["environments/local.yml", ".env"],
            outside: OutsideValues(processEnvironment: ["X": "new"], secrets: ["local": ["token": "other"]]))
        #expect(watched.state.environmentName == "local")
        #expect(watched.state.collection.environment(named: "local")?.variables.map(\.name) == ["a"])
        #expect(watched.state.outside.secrets["local"]?["token"] == "other")
        watched.happen([.environments([], broken: [])], at: ["environments"])
        #expect(watched.state.environmentName == nil)
        // A save by renaming leaves a moment without the file.
        watched.happen([.environments([local], broken: [])], at: ["environments"])
        #expect(watched.state.environmentName == "local")
    }

    @Test("a request whose file goes while it is sent is a draft that can be saved or dropped, and quitting names it")
    func goneWhileSending() {
        var watched = Watched()
        watched.type("s")
        #expect(watched.session?.running != nil)
        watched.happen([.gone("users/get.yml")], at: ["users/get.yml"])
        #expect(watched.session?.draft.isDirty == true)
        #expect(watched.state.current.dirtyPaths == ["users/get.yml"])
    }

    @Test("policies that change in microscope.yaml are merged as fields are")
    func companion() throws {
        var watched = Watched()
        watched.edit(header: "xml")
        let text = "version: 1\nrequests: {users/get.yml: {retry: {count: 3}}}\n"
        watched.happen([.companion(try CompanionFile.read(text: text), broken: nil)], at: ["microscope.yaml"])
        #expect(watched.session?.draft.content.policies.retry?.count == 3 && watched.header == "xml")
        #expect(watched.session?.draft.isDirty == true)
    }

    @Test("what is touched while files are read is read in one go afterwards")
    func bursts() throws {
        var watched = Watched()
        let first = update(&watched.state, .filesTouched(.paths(["a.yml"]), collection: "/sample"))
        let reading = try #require(first.first { $0.key == .files })
        #expect(update(&watched.state, .filesTouched(.paths(["b.yml"]), collection: "/sample")).isEmpty)
        #expect(update(&watched.state, .filesTouched(.paths(["c.yml"]), collection: "/sample")).isEmpty)
        let next = update(&watched.state, reading.reply(FilesRead(.changes([]))))
        guard case .readFiles(.paths(let paths), _, _)? = next.first?.order else {
            Issue.record("\(next)")
            return
        }
        #expect(paths == ["b.yml", "c.yml"] && next.count == 1)
    }

    @Test("F5 reads everything anew and says so; a collection that cannot be read stays as it was")
    func reload() {
        var watched = Watched()
        watched.edit(header: "xml")
        watched.press(.function(5))
        var whole = watched.state.collection
        whole.replace(with: Watched.item("users/get.yml", renamed))
        whole.remove(at: "users/list.yml")
        watched.read(FilesRead(.everything(whole)))
        #expect(watched.header == "xml" && watched.session?.draft.content.definition.name == "Get a user")
        #expect(watched.state.collection.item(at: "users/list.yml") == nil)
        watched.press(.function(5))
        watched.read(FilesRead(.failed(FileProblem(path: "opencollection.yml", message: "it is gone"))))
        #expect(watched.state.status?.kind == .error)
        #expect(watched.state.collection.item(at: "users/get.yml") != nil)
    }

    @Test("what is not watched is told once, in the log, with the key that reads anew")
    func unwatched() {
        var watched = Watched()
        for _ in 0..<2 { _ = update(&watched.state, .watching(.no("Too many open files"), collection: "/sample")) }
        #expect(watched.state.log.entries.count == 1)
        #expect(watched.state.log.entries.first?.message.contains("(Too many open files); F5 reloads") == true)
        _ = update(&watched.state, .watching(.partly, collection: "/sample"))
        #expect(watched.state.log.entries.count == 2)
        _ = update(&watched.state, .watching(.everywhere, collection: "/sample"))
        #expect(watched.state.log.entries.count == 2)
    }

    @Test("a draft of an earlier run is merged with what its file says by now")
    func restored() throws {
        var watched = Watched()
        let mine = Watched.user.replacing("value: json", with: "value: xml")
        let draft = RestoredDraft(
            path: "users/get.yml", file: .request(try RequestFile.read(text: mine, path: "users/get.yml")),
            policies: RequestPolicies(), diskText: Watched.user)
        watched.happen([.item(Watched.item("users/get.yml", renamed))], at: ["users/get.yml"])
        _ = update(&watched.state, .draftsRestored([draft], collection: "/sample"))
        #expect(watched.header == "xml" && watched.session?.draft.content.definition.name == "Get a user")
    }
}
