import Foundation
import Interchange
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("Operations on the tree, on screen")
struct TreeOperationTests {
    private func scene(at path: ItemPath = "users/get.yml") throws -> TreeScene {
        let scene = try TreeScene()
        scene.stand(on: path)
        return scene
    }

    // MARK: - New

    @Test("n asks for kind and name, makes the file, and the new request's URL is being typed")
    func newRequest() throws {
        let scene = try scene()
        scene.type("n")
        #expect(scene.state.screen.contains("New in users"))
        scene.press(.enter)
        scene.type("Log in")
        scene.press(.enter)
        #expect(try scene.files()["users/Log in.yml"]?.contains("seq: 3") == true)
        #expect(scene.state.shown == "users/Log in.yml" && scene.state.focus == .request)
        #expect(scene.state.edit?.field == .url)
        scene.type("http://h/login")
        scene.press(.escape)
        scene.type("w")
        #expect(try scene.files()["users/Log in.yml"]?.contains("url: \"http://h/login\"") == true)
        #expect(scene.state.current.dirtyPaths.isEmpty)
    }

    @Test("an environment is offered where environments belong: to the collection, and not in a folder")
    func environmentsOfTheCollection() throws {
        let scene = try scene()
        scene.type("n")
        #expect(scene.state.screen.contains("GraphQL request") && !scene.state.screen.contains("Environment "))
        scene.press(.escape)
        scene.stand(on: .root)
        scene.type("n")
        #expect(scene.state.screen.contains("Environment "))
    }

    @Test("folders and environments are made too, and stand in the tree")
    func newOthers() throws {
        let scene = try scene(at: .root)
        scene.type("n")
        scene.type("Folder")
        scene.press(.enter)
        scene.type("Orders")
        scene.press(.enter)
        #expect(scene.state.tree.cursor == "Orders" && scene.rows.contains("Orders"))
        scene.stand(on: "environments/dev.yml")
        scene.type("n")
        scene.type("test")
        scene.press(.enter)
        #expect(scene.state.tree.cursor == "environments/test.yml")
        #expect(scene.state.collection.environments.map(\.name) == ["dev", "prod", "test"])
    }

    @Test("a name that cannot be is complained about while it is typed, and Enter does not take it")
    func complaint() throws {
        let scene = try scene()
        let before = try scene.files()
        scene.type("n")
        scene.press(.enter)
        scene.type("GET")
        #expect(scene.state.screen.contains("users/get.yml already exists"))
        scene.press(.enter)
        #expect(scene.state.context == .prompt)
        scene.type("s")
        #expect(!scene.state.screen.contains("already exists"))
        scene.press(.escape)
        #expect(scene.state.context == .tree)
        #expect(try scene.files() == before)
    }

    // MARK: - Names

    @Test(
        "r renames; what is unsaved, the cursor and the shown request follow, and the draft is saved over the new text")
    func rename() throws {
        let scene = try scene()
        scene.state.focusRequestForTest()
        scene.press(.enter)
        scene.type("?x=1")
        scene.press(.escape)
        #expect(scene.state.current.dirtyPaths == ["users/get.yml"])
        scene.stand(on: "users/get.yml")
        scene.type("r")
        scene.answer("fetch")
        let path: ItemPath = "users/fetch.yml"
        #expect(scene.state.tree.cursor == path && scene.state.shown == path)
        #expect(scene.state.current.dirtyPaths == [path])
        let ordered = scene.others.suffix(3).map(\.key)
        #expect(
            ordered == [.journal(path), .journal("users/get.yml"), .historyPaths],
            "kept before it is forgotten; the history follows")
        scene.type("w")
        let text = try #require(scene.files()["users/fetch.yml"])
        #expect(
            text.hasPrefix("info:\n  name: fetch # get\n  type: http\n") && text.contains("url: http://h/get?x=1\n"))
        #expect(scene.state.collection.companion.requests[path]?.verifiesTLS == false)
        scene.type("u")
        #expect(scene.state.screen.contains("Undo 'rename to fetch', just now?"), "the save came after it")
        scene.press(.down, .enter)
        #expect(try scene.files()["users/get.yml"]?.contains("h/get?x=1") == true)
        #expect(scene.state.current.dirtyPaths.isEmpty && scene.state.shown == "users/get.yml")
    }

    @Test("what is done to the history meanwhile still reports after a rename")
    func renameWhileChanging() throws {
        let scene = try scene()
        let deletion = try #require(scene.state.change(.delete([])).first)
        scene.type("r")
        scene.answer("fetch")
        let followed = try #require(scene.others.last { if case .followPaths = $0.order { true } else { false } })
        #expect(followed.collection == scene.root.path)
        scene.handle(deletion.reply(StatusMessage(.info, "1 exchange deleted.")))
        #expect(scene.state.status?.text == "1 exchange deleted.")
    }

    @Test("a folder is renamed with all that was open in it")
    func renameFolder() throws {
        let scene = try scene()
        scene.stand(on: "users")
        scene.type("r")
        scene.answer("people")
        #expect(scene.state.tree.cursor == "people" && scene.state.tree.expanded.contains("people"))
        #expect(scene.state.sessions["people/get.yml"] != nil && scene.state.sessions["users/get.yml"] == nil)
        #expect(scene.rows.contains("people/get.yml"))
    }

    @Test("F renames the file alone, and an environment in use stays in use")
    func renameFile() throws {
        let scene = try scene(at: "a.yml")
        scene.type("F")
        scene.answer("first")
        #expect(try scene.files()["first.yml"] == TreeScene.files["a.yml"])
        scene.stand(on: "environments/dev.yml")
        scene.type("r")
        scene.answer("local")
        #expect(
            scene.state.environmentName == "local"
                && scene.state.collection.environment(named: "local")?.variables.count == 1)
        #expect(try scene.files()["environments/prod.yml"] == "extends: local\n")
    }

    @Test("the collection is renamed on its own row")
    func renameRoot() throws {
        let scene = try scene(at: .root)
        scene.type("r")
        scene.answer("Store")
        #expect(scene.state.collection.name == "Store" && scene.state.screen.contains("Store"))
        #expect(try scene.files()["opencollection.yml"] == "info:\n  name: Store\n")
    }

    // MARK: - Order, copies, moves

    @Test("J and K move one row, as often as they are pressed, and say where the end is")
    func reorder() throws {
        let scene = try scene(at: "a.yml")
        scene.isHolding = true
        scene.type("JJ")
        scene.release()
        #expect(Array(scene.rows.filter { !$0.contains("/") && $0.hasSuffix(".yml") }) == ["b.yml", "c.yml", "a.yml"])
        #expect(scene.state.tree.cursor == "a.yml")
        scene.type("J")
        #expect(scene.state.status?.text.hasPrefix("It is the last of the items") == true)
        scene.type("uu")
        #expect(try scene.files() == TreeScene.files)
        scene.type("U")
        #expect(Array(scene.rows.filter { !$0.contains("/") && $0.hasSuffix(".yml") }) == ["b.yml", "a.yml", "c.yml"])
    }

    @Test("D copies, Space marks, m moves what is marked to a folder that is chosen")
    func marks() throws {
        let scene = try scene(at: "a.yml")
        scene.type("D")
        #expect(scene.state.tree.cursor == "a copy.yml" && scene.state.screen.contains("Alpha copy"))
        scene.stand(on: "b.yml")
        scene.type("  ")
        #expect(scene.state.current.treeWork.marked == ["b.yml", "c.yml"])
        #expect(scene.state.screen.contains(scene.state.glyphs.marked))
        scene.type("m")
        #expect(scene.state.screen.contains("Move 2 items to"))
        scene.type("users")
        scene.press(.enter)
        #expect(
            scene.rows.filter { $0.hasPrefix("users/") } == [
                "users/get.yml", "users/list.yml", "users/b.yml", "users/c.yml",
            ])
        #expect(scene.state.current.treeWork.marked.isEmpty)
        scene.type("u")
        #expect(try scene.files()["b.yml"] == TreeScene.files["b.yml"])
    }

    // MARK: - In one file

    @Test(
        "undoing the creation of a file that was saved since asks first, and so does what is older than a send",
        arguments: [(80, 24), (200, 50)])
    func asksBeforeUndo(columns: Int, rows: Int) throws {
        let scene = try TreeScene()
        scene.handle(.input(.resize(Size(columns: columns, rows: rows))))
        scene.stand(on: "users/get.yml")
        scene.type("n")
        scene.press(.enter)
        scene.answer("Report")
        scene.type("http://h/report")
        scene.press(.escape)
        scene.type("w")
        scene.press(.escape)
        scene.stand(on: "users/Report.yml")
        let saved = try #require(scene.files()["users/Report.yml"])
        scene.type("u")
        #expect(
            scene.state.screen.contains(
                "Undo 'create Report', just now? The file, saved since, goes to the"), "\(scene.state.screen)")
        scene.press(.enter)
        #expect(try scene.files()["users/Report.yml"] == saved, "the first choice leaves all as it is")
        scene.type("u")
        scene.press(.down, .enter)
        #expect(try scene.files()["users/Report.yml"] == nil && scene.state.status?.text == "Undone: create Report.")
        scene.type("U")
        #expect(try scene.files()["users/Report.yml"] == saved)
        scene.type("s")
        scene.stand(on: "users/Report.yml")
        scene.type("u")
        #expect(scene.state.screen.contains("Undo 'create Report', just now? The file goes to the trash."))
        let foreign = "info: {name: Foreign, type: http}\n"
        try scene.write(foreign, to: "users/Report.yml")
        scene.press(.down, .enter)
        #expect(try scene.files()["users/Report.yml"] == foreign, "what nobody has read is not taken away")
        #expect(scene.state.status?.text.contains("was changed since it was made, so it stays") == true)
    }

    @Test("what was done last is undone without a question")
    func undoesAtOnce() throws {
        let scene = try TreeScene()
        scene.stand(on: "users/get.yml")
        scene.press(KeyStroke(.delete))
        #expect(try scene.files()["users/get.yml"] == nil, "Delete does what d does")
        scene.type("u")
        #expect(try scene.files()["users/get.yml"] != nil && scene.state.overlays.isEmpty)
        scene.press(KeyStroke(.insert))
        #expect(scene.state.screen.contains("New in users"))
        scene.press(.escape, .control("n"))
        #expect(scene.state.screen.contains("New in users"))
    }

    @Test("a collection in one file is arranged alike, drafts saved over the new text, and undone to the byte")
    func bundle() throws {
        let text = """
            info: {name: One}
            items:
              - info: {name: F, type: folder}
              # first
              - info: {name: A, type: http, seq: 1} # a
                http: {method: GET, url: http://h/a}
              - info: {name: B, type: http, seq: 2}
                http: {method: GET, url: http://h/b}

            """
        let scene = try TreeScene(["one.yml": text], file: "one.yml")
        scene.stand(on: "A.yml")
        scene.state.focusRequestForTest()
        scene.press(.enter)
        scene.type("/1")
        scene.press(.escape)
        scene.stand(on: "A.yml")
        scene.type("r")
        scene.answer("First")
        #expect(scene.state.tree.cursor == "First.yml" && scene.state.current.dirtyPaths == ["First.yml"])
        scene.type("w")
        let saved = text.replacing("name: A,", with: "name: First,").replacing("http://h/a}", with: "\"http://h/a/1\"}")
        #expect(try scene.files() == ["one.yml": saved])
        scene.stand(on: "First.yml")
        scene.type("J")
        #expect(try scene.files()["one.yml"] == saved.replacing("seq: 1}", with: "seq: 3}"))
        scene.type("mF")
        scene.press(.enter)
        #expect(scene.rows.contains("F/First.yml") && scene.state.shown == "F/First.yml")
        #expect(try scene.files()["one.yml"]?.contains("    items:\n      # first\n      - info: {name: First") == true)
        scene.type("d")
        #expect(scene.rows == ["F", "B.yml"])
        scene.type("uuuu")
        scene.press(.down, .enter)
        #expect(try scene.files() == ["one.yml": text.replacing("http://h/a}", with: "\"http://h/a/1\"}")])
        #expect(scene.rows == ["F", "A.yml", "B.yml"])
    }

    // MARK: - Deletion

    @Test("d deletes, u brings it back with the draft it had")
    func delete() throws {
        let scene = try scene(at: "b.yml")
        scene.state.focusRequestForTest()
        scene.press(.enter)
        scene.type("?x=1")
        scene.press(.escape)
        scene.stand(on: "b.yml")
        scene.type("d")
        #expect(try scene.files()["b.yml"] == nil && scene.state.current.dirtyPaths.isEmpty)
        #expect(scene.state.tree.cursor == "c.yml" && scene.state.shown == "c.yml")
        scene.type("u")
        #expect(try scene.files() == TreeScene.files)
        #expect(scene.state.current.dirtyPaths == ["b.yml"])
        #expect(scene.state.sessions["b.yml"]?.draft.content.definition.url == "http://h/b?x=1")
    }

    @Test("a request that is deleted while it is sent is given up: nobody could see it any more")
    func deleteWhileSending() throws {
        let scene = try scene(at: "b.yml")
        scene.type("s")
        let sent = try #require(scene.others.last { if case .send = $0.order { true } else { false } })
        scene.type("d")
        #expect(try scene.files()["b.yml"] == nil)
        let cancelled = scene.others.contains { effect in
            if case .cancel = effect.order {
                effect.key == sent.key && effect.generation == sent.generation
            } else {
                false
            }
        }
        #expect(cancelled)
        scene.type("u")
        #expect(try scene.files()["b.yml"] != nil)
        #expect(scene.state.sessions["b.yml"]?.isSending == false)
    }

    @Test(
        "the draft of what was deleted waits for it, and not for another request that gets its name",
        arguments: [true, false])
    func deleteAndTakeTheName(isInOneFile: Bool) throws {
        let bundle =
            "items:\n"
            + ["a", "b"].map { "  - info: {name: \($0), type: http}\n    http: {url: http://h/\($0)}\n" }.joined()
        let scene = try isInOneFile ? TreeScene(["one.yml": bundle], file: "one.yml") : scene()
        func url(_ path: ItemPath) -> String? { scene.state.sessions[path]?.draft.content.definition.url }
        for path: ItemPath in ["a.yml", "b.yml"] {
            scene.stand(on: path)
            scene.state.focusRequestForTest()
            scene.press(.enter)
            scene.type("?x=1")
            scene.press(.escape)
        }
        let deleted = try #require(url("a.yml"))
        scene.stand(on: "a.yml")
        scene.type("d")
        scene.stand(on: "b.yml")
        scene.type("r")
        scene.answer("a")
        #expect(url("a.yml") == "http://h/b?x=1" && scene.state.current.dirtyPaths == ["a.yml"])
        scene.type("uU")
        #expect(url("a.yml") == "http://h/b?x=1")
        scene.type("uu")
        #expect(url("a.yml") == deleted && url("b.yml") == "http://h/b?x=1")
        #expect(scene.state.current.dirtyPaths == ["a.yml", "b.yml"])
    }

    @Test("T puts back what an earlier run deleted")
    func trash() throws {
        let scene = try scene(at: "users")
        scene.type("d")
        scene.state.current.treeWork.done = []
        scene.type("T")
        #expect(scene.state.screen.contains("Restore from trash") && scene.state.screen.contains("deleted just now"))
        scene.press(.enter)
        #expect(try scene.files()["users/get.yml"] == TreeScene.files["users/get.yml"])
        #expect(scene.state.tree.cursor == "users")
    }

    @Test("a collection is deleted only after a question that names its directory, and u brings it back")
    func deleteCollection() throws {
        let scene = try scene(at: .root)
        scene.type("d")
        #expect(scene.state.screen.contains("/api?") && scene.state.screen.contains("Move it to the trash"))
        scene.press(.enter)
        #expect(try !scene.files().isEmpty)
        scene.type("d")
        scene.press(.down, .enter)
        #expect(try scene.files().isEmpty && !scene.state.current.exists)
        scene.type("u")
        #expect(try scene.files() == TreeScene.files)
        #expect(scene.state.collection.name == "Shop")
    }

    @Test("a collection is copied only after a question that names the new directory")
    func copyCollection() throws {
        let scene = try scene(at: .root)
        scene.type("D")
        #expect(scene.state.screen.contains("/api copy?") && scene.state.screen.contains("all but .git"))
        scene.press(.enter)
        #expect(try scene.files(of: "api copy").isEmpty)
        scene.type("D")
        scene.press(.down, .enter)
        #expect(try scene.files(of: "api copy")["a.yml"] == TreeScene.files["a.yml"])
        #expect(
            scene.state.status?.text
                == "Done: copy Shop. d on the copy's row moves that to the trash.")
    }

    @Test("what has no place among others, or cannot be marked, says why before anything is ordered")
    func noPlace() throws {
        let scene = try scene(at: .root)
        for key in ["J", "K"] {
            scene.type(key)
            #expect(
                scene.state.status?.text == "Collections have no order: K and J move what is in one.")
        }
        scene.type(" ")
        #expect(scene.state.status?.text == "A collection is not marked; what is in it can be.")
        scene.stand(on: .environments)
        scene.type(" ")
        #expect(scene.state.status?.text == "That is the list of environments; choose one in it.")
        scene.stand(on: "environments/dev.yml")
        scene.type("J")
        #expect(scene.state.status?.text == "Environments are sorted by name.")
    }

    // MARK: - What goes wrong, and what happens meanwhile

    @Test("what the disk refuses changes nothing on screen and says why")
    func failure() throws {
        let scene = try scene(at: "a.yml")
        try FileManager.default.removeItem(at: scene.root.appendingPathComponent("a.yml"))
        scene.type("D")
        #expect(
            scene.state.status
                == StatusMessage(
                    .error,
                    "Not done: a.yml no longer exists. Nothing else was changed; fix that, and try again."))
        scene.type("u")
        #expect(scene.state.status?.text.hasPrefix("No file operation to undo") == true)
    }

    @Test("undo is refused when the world has changed, and can be tried again")
    func refusedUndo() throws {
        let scene = try scene(at: "a.yml")
        scene.type("d")
        try scene.write("mine", to: "a.yml")
        scene.type("u")
        #expect(scene.state.status?.text.hasPrefix("Not done: a.yml already exists") == true)
        try FileManager.default.removeItem(at: scene.root.appendingPathComponent("a.yml"))
        scene.type("u")
        #expect(try scene.files() == TreeScene.files)
    }

    @Test("a save that is asked for during a rename goes to the new file")
    func saveMeanwhile() throws {
        let scene = try scene(at: "b.yml")
        scene.state.focusRequestForTest()
        scene.press(.enter)
        scene.type("?x=1")
        scene.press(.escape)
        scene.stand(on: "b.yml")
        scene.isHolding = true
        scene.type("r")
        scene.answer("beta")
        scene.type("w")
        scene.release()
        #expect(try scene.files()["beta.yml"]?.contains("name: beta # b") == true)
        #expect(try scene.files()["beta.yml"]?.contains("h/b?x=1") == true)
        #expect(scene.state.current.dirtyPaths.isEmpty)
    }

    @Test("a send that runs while its request is renamed reports to it, and is cancelled under the key that it has now")
    func sendMeanwhile() throws {
        let scene = try scene(at: "b.yml")
        scene.type("s")
        let send = try #require(scene.others.last { $0.key == .send("b.yml") })
        scene.type("r")
        scene.answer("beta")
        #expect(scene.state.sessions["beta.yml"]?.running != nil)
        let date = Date(timeIntervalSince1970: 1_800_000_100)
        scene.handle(send.reply(SendProgress.started(date)))
        #expect(scene.state.sessions["beta.yml"]?.running?.startedAt == date)
        scene.press(.escape)
        #expect(scene.others.last?.key == .send("beta.yml") && scene.others.last?.generation == send.generation)
    }

    @Test("sends to several environments that run while their request is renamed report to it, and are cancelled")
    func sendsMeanwhile() throws {
        let scene = try scene(at: "b.yml")
        scene.state.collection.environments = ["one", "two"].map {
            EnvironmentDefinition(name: $0, variables: [])
        }
        scene.type("&a")
        scene.press(.enter)
        let sends = scene.others.filter { if case .send = $0.order { true } else { false } }
        try #require(sends.count == 2)
        scene.type("r")
        scene.answer("beta")
        #expect(scene.state.sessions["beta.yml"]?.isSending == true)
        scene.state.end(sends[0])
        #expect(scene.state.sessions["beta.yml"]?.comparison?["one"]?.send.response != nil)
        scene.press(.escape)
        let cancelled = try #require(scene.others.last)
        #expect(cancelled.key == .send("beta.yml", environment: "two"))
        #expect(cancelled.generation == sends[1].generation)
    }

    @Test("what is chosen from a list is what the list said, though the tree has changed under it")
    func choosingMeanwhile() throws {
        let scene = try scene(at: .root)
        scene.type("n")
        scene.type("Folder")
        scene.press(.enter)
        scene.type("Archive")
        scene.press(.enter)
        scene.isHolding = true
        scene.type("K")
        scene.stand(on: "a.yml")
        scene.type("m")
        scene.release()
        #expect(scene.rows.first == "Archive")
        scene.type("users")
        scene.press(.enter)
        #expect(scene.rows.contains("users/a.yml"))
        scene.stand(on: "environments/dev.yml")
        scene.isHolding = true
        scene.type("n")
        scene.type("all")
        scene.press(.enter)
        scene.type("e")
        scene.release()
        #expect(scene.state.collection.environments.first?.name == "all")
        scene.type("prod")
        scene.press(.enter)
        #expect(scene.state.environmentName == "prod")
    }

    @Test(
        "while files are moved the collection is not closed, and quitting waits for the end, with what is to be saved then"
    )
    func leavingMeanwhile() throws {
        let scene = try scene(at: "b.yml")
        scene.state.focusRequestForTest()
        scene.press(.enter)
        scene.type("?x=1")
        scene.press(.escape)
        scene.stand(on: "b.yml")
        scene.isHolding = true
        scene.type("r")
        scene.answer("beta")
        scene.type("C")
        #expect(scene.state.status?.text == "Under way: rename to beta; close it in a moment.")
        #expect(scene.state.current.exists)
        scene.type("w")
        scene.press(.control("c"), .control("c"))
        #expect(scene.state.status?.text.contains("Quits after it") == true && !scene.state.hasQuit)
        scene.release()
        #expect(scene.state.hasQuit)
        #expect(try scene.files()["beta.yml"]?.contains("h/b?x=1") == true)
    }

    @Test("who asks to quit once more does not wait")
    func quittingNow() throws {
        let scene = try scene(at: "a.yml")
        scene.isHolding = true
        scene.type("Dq")
        #expect(!scene.state.hasQuit)
        scene.type("q")
        #expect(scene.state.hasQuit)
    }

    @Test("keys typed ahead wait their turn: a deletion is undone at once, and what is being typed keeps the new name")
    func typedAhead() throws {
        let scene = try scene(at: "b.yml")
        scene.isHolding = true
        scene.type("du")
        scene.release()
        #expect(try scene.files() == TreeScene.files)
        scene.stand(on: "b.yml")
        scene.isHolding = true
        scene.type("r")
        scene.answer("beta")
        scene.state.focusRequestForTest()
        scene.press(.enter)
        scene.type("?x=1")
        scene.release()
        scene.type("&y=2")
        scene.press(.escape)
        scene.type("w")
        let text = try #require(scene.files()["beta.yml"])
        #expect(text.contains("name: beta # b\n") && text.contains("h/b?x=1&y=2"))
    }

    @Test("a draft made from another text says the new name too")
    func otherText() throws {
        let path: ItemPath = "b.yml"
        let text = TreeScene.request("b", 2)
        let earlier = text.replacing("name: b # b", with: "name: b # earlier")
        var draft = Draft(file: try FormFile.read(text: earlier, at: path))
        draft.change { $0.request.definition.url = "http://h/mine" }
        draft.follow(
            TreeOutcome.Rewriting(old: text, new: text.replacing("name: b", with: "name: beta")), at: path)
        #expect(draft.form.name == "beta" && draft.content.definition.url == "http://h/mine")
        #expect(draft.base.text == earlier)
        #expect(try draft.base.saving(draft.form).contains("name: beta # earlier\n"))
    }

    @Test("a draft without a file says what to do first, and survives what happens around it")
    func fileless() throws {
        let scene = try scene()
        scene.handle(.input(.paste("https://h/x")))
        let path = try #require(scene.state.shown)
        scene.stand(on: path)
        scene.type("d")
        #expect(scene.state.status?.text == "\(path) has no file yet: w saves it, X drops it.")
        scene.stand(on: "users")
        scene.type("r")
        scene.answer("people")
        #expect(scene.rows.contains("people/\(path.lastName)"))
        #expect(scene.state.current.dirtyPaths == [ItemPath("people/\(path.lastName)")])
        scene.stand(on: "people")
        scene.type("d")
        #expect(scene.state.current.dirtyPaths.isEmpty)
        scene.type("u")
        #expect(scene.state.current.dirtyPaths == [ItemPath("people/\(path.lastName)")])
        #expect(scene.rows.contains("people/\(path.lastName)"))
    }

    @Test("undo is refused while a draft without file stands where it would put a file, and nothing of either is lost")
    func draftInTheWay() throws {
        let scene = try scene()
        scene.handle(.input(.paste("https://h/x")))
        let path = try #require(scene.state.shown)
        scene.type("w")
        scene.stand(on: path)
        scene.type("r")
        scene.answer("other")
        let renamed = try #require(scene.state.shown)
        scene.stand(on: "users")
        scene.handle(.input(.paste("https://h/x")))
        #expect(scene.state.shown == path && renamed != path)
        // As it was pasted, undo would take it away.
        scene.state.sessions[path]?.draft.change { $0.request.definition.url = "https://h/y" }
        scene.stand(on: renamed)
        scene.type("u")
        scene.press(.down, .enter)
        #expect(scene.state.status?.text.hasPrefix("Not done: the draft \(path) is in the way") == true)
        #expect(scene.state.sessions[path]?.draft.hasFile == false)
        #expect(try scene.files()[renamed.text] != nil)
        scene.stand(on: path)
        scene.type("X")
        scene.stand(on: renamed)
        scene.type("u")
        scene.press(.down, .enter)
        #expect(try scene.files()[path.text] != nil && scene.files()[renamed.text] == nil)
    }

    @Test("a list of environments is no item, and where no collection is open nothing is made")
    func nothing() throws {
        let scene = try scene(at: .environments)
        scene.type("d")
        #expect(scene.state.status?.text == "That is the list of environments; choose one in it.")
        var empty = ExplorerState(
            .none, clientDefaults: ClientDefaults(userAgent: "", acceptEncoding: ""), size: Size(columns: 80, rows: 24),
            now: Explorers.start)
        #expect(empty.type("n").isEmpty && empty.status?.text == "No collection is open.")
    }
}

extension ExplorerState {
    /// Focuses the request pane, on the line with the URL.
    mutating func focusRequestForTest() {
        focus = .request
        session?.cursor = FormCursor()
    }
}
