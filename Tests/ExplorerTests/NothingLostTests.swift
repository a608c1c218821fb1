import CollectionFiles
import Foundation
import Interchange
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("What must never get lost")
struct NothingLostTests {
    // MARK: - Conflicts

    /// Two requests with drafts; both were changed on disk, which the saves find out.
    private func conflicts() throws -> ExplorerState {
        var state = Explorers.state()
        for path: ItemPath in ["users/get.yml", "secret.yml"] {
            state.show(path)
            _ = state.changeDraft { $0.change { $0.request.definition.url = "http://mine" } }
        }
        let saves = ["users/get.yml", "secret.yml"].flatMap { state.save($0) }
        for save in saves {
            var definition = RequestDefinition()
            definition.url = "http://theirs"
            let theirs = FormFile.request(RequestFile(text: "theirs", definition: definition))
            _ = update(
                &state, save.reply(SaveResult.changedMeanwhile(onDisk: theirs)))
        }
        return state
    }

    @Test("of two conflicts each is asked about, one after the other")
    func twoConflicts() throws {
        var state = try conflicts()
        #expect(state.overlays.count == 1 && state.screen.contains("users/get.yml changed on disk"))
        state.type("Take theirs")
        state.press(.enter)
        #expect(state.sessions["users/get.yml"]?.disk == .same)
        #expect(state.overlays.count == 1 && state.screen.contains("secret.yml changed on disk"))
        state.type("Keep mine")
        let save = try #require(state.press(.enter).first { if case .save = $0.order { true } else { false } })
        #expect(save.key == .save("secret.yml") && state.overlays.isEmpty)
    }

    @Test("what is typed meanwhile answers no question: that waits for the end of it")
    func whileTyping() throws {
        var state = Explorers.state()
        state.show("users/get.yml")
        _ = state.changeDraft { $0.change { $0.request.definition.url = "http://mine" } }
        let save = try #require(state.save("users/get.yml").first)
        state.show("secret.yml")
        state.focus = .request
        state.press("g", .enter)
        #expect(state.edit != nil)
        var definition = RequestDefinition()
        definition.url = "http://theirs"
        let theirs = FormFile.request(RequestFile(text: "theirs", definition: definition))
        _ = update(&state, save.reply(SaveResult.changedMeanwhile(onDisk: theirs)))
        #expect(state.overlays.isEmpty && state.edit != nil)
        state.press(.escape)
        #expect(state.screen.contains("users/get.yml changed on disk"))
    }

    @Test("a question that goes with its collection stands in the log")
    func dropped() throws {
        var state = try conflicts()
        _ = update(&state, .collectionOpened(CollectionState(Collection(name: "Other"), path: "/other"), showing: nil))
        #expect(state.log.entries.last?.message.hasPrefix("users/get.yml changed on disk") == true)
        #expect(state.collection.name == "Sample" && state.screen.contains("secret.yml changed on disk"))
    }

    // MARK: - Deletions

    private func edit(_ path: ItemPath, _ text: String, in scene: TreeScene) {
        scene.stand(on: path)
        scene.state.focusRequestForTest()
        scene.press(.enter)
        scene.type(text)
        scene.press(.escape)
    }

    @Test(
        "two that were deleted under one name get their own drafts back, and the journal has them",
        arguments: [true, false])
    func sameName(isInOneFile: Bool) throws {
        let bundle =
            "items:\n"
            + ["a", "b", "c"].map { "  - info: {name: \($0), type: http}\n    http: {url: http://h/\($0)}\n" }.joined()
        let scene = try isInOneFile ? TreeScene(["one.yml": bundle], file: "one.yml") : TreeScene()
        func url(_ path: ItemPath) -> String? { scene.state.sessions[path]?.draft.content.definition.url }
        edit("a.yml", "?first", in: scene)
        edit("b.yml", "?second", in: scene)
        let first = try #require(url("a.yml"))
        scene.stand(on: "a.yml")
        scene.type("d")
        scene.stand(on: "b.yml")
        scene.type("r")
        scene.answer("a")
        scene.stand(on: "a.yml")
        scene.type("d")
        #expect(scene.state.current.dirtyPaths.isEmpty, "\(String(describing: scene.state.status))")
        scene.type("u")
        #expect(url("a.yml") == "http://h/b?second")
        scene.type("uu")
        #expect(url("a.yml") == first && url("b.yml") == "http://h/b?second")
        guard case .journal(let entry)? = scene.others.last(where: { $0.key == .journal("a.yml") })?.order else {
            Issue.record("the journal has nothing of it")
            return
        }
        #expect(entry.content.request.definition.url == first)
    }

    @Test("out of the trash each comes with its own draft")
    func outOfTheTrash() throws {
        let scene = try TreeScene()
        edit("a.yml", "?first", in: scene)
        edit("b.yml", "?second", in: scene)
        scene.stand(on: "a.yml")
        scene.type("d")
        scene.stand(on: "b.yml")
        scene.type("d")
        scene.type("T")
        scene.type("a.yml")
        scene.press(.enter)
        #expect(scene.state.current.dirtyPaths == ["a.yml"])
        #expect(scene.state.sessions["a.yml"]?.draft.content.definition.url.hasSuffix("?first") == true)
    }

    @Test("a deleted collection that cannot be put back stays undoable, and footer and log say where it is")
    func collection() throws {
        let scene = try TreeScene()
        scene.stand(on: .root)
        scene.type("d")
        scene.press(.down, .enter)
        try scene.write("mine", to: "in-the-way")
        scene.type("u")
        let problem = try #require(scene.state.status?.text)
        #expect(problem.contains("could not be restored") && problem.contains("/content. u tries again."))
        #expect(scene.state.log.entries.last?.message.contains("it stays at") == true)
        try FileManager.default.removeItem(at: scene.root)
        scene.type("u")
        #expect(try scene.files() == TreeScene.files && scene.state.collection.name == "Shop")
        #expect(scene.state.collections.deleted.isEmpty)
    }

    // MARK: - Secrets

    @Test("an environment with a new name changes places with what was kept for that name, as in the private store")
    func secretsOfNames() throws {
        let scene = try TreeScene()
        scene.state.outside.secrets = ["dev": ["token": "own"], "local": ["token": "older"]]
        scene.stand(on: "environments/dev.yml")
        scene.type("r")
        scene.answer("local")
        #expect(scene.state.outside.secrets == ["local": ["token": "own"], "dev": ["token": "older"]])
        scene.type("u")
        #expect(scene.state.outside.secrets == ["dev": ["token": "own"], "local": ["token": "older"]])
    }

    @Test("a value that is kept while its environment gets another name is kept for that")
    func keptMeanwhile() throws {
        let scene = try TreeScene()
        scene.stand(on: "environments/dev.yml")
        scene.isHolding = true
        scene.type("r")
        scene.answer("local")
        for effect in scene.state.keep(StoredSecret(environment: "dev", name: "token", value: "v")) {
            Issue.record("it is kept at once: \(effect.order)")
        }
        scene.release()
        let kept = scene.others.compactMap { effect -> StoredSecret? in
            if case .keepSecret(let secret, _) = effect.order { secret } else { nil }
        }
        #expect(kept == [StoredSecret(environment: "local", name: "token", value: "v")])
    }

    // MARK: - Typing

    @Test("a text of the outside editor that cannot stand there is kept in its field, with the complaint")
    func outsideEditor() {
        var state = Explorers.state()
        state.press("G", "l", "j", "i", "]")
        _ = state.takeEdited("#2", of: .value("color"))
        #expect(state.edit?.editor.text == "#2" && state.edit?.complaint?.hasPrefix("Colour") == true)
        state.type("2c55e")
        state.press(.enter)
        #expect(state.session?.draft.form.environment.color == "#22c55e")
    }

    @Test("what is typed while a save runs is journalled over what that wrote")
    func typedDuringSave() throws {
        var watched = Watched()
        watched.edit(header: "saved")
        watched.press("w")
        let order = try #require(watched.save)
        watched.edit(header: "newer")
        let text = try order.base.saving(order.content)
        let file = try FormFile.read(text: text, at: order.path)
        let save = try #require(watched.effects.last { $0.key == .save(order.path) })
        let effects = update(
            &watched.state, save.reply(SaveResult.written(SavedFile(file))))
        guard case .journal(let entry)? = effects.first?.order else {
            Issue.record("the journal has the text before the save")
            return
        }
        #expect(entry.diskText == text && entry.content.request.definition.headers[0].value == "newer")
    }

    @Test(
        "a draft of last time that comes when typing has begun is put under what was typed", arguments: [true, false])
    func lateDraft(isStillTyping: Bool) throws {
        var watched = Watched()
        watched.press("2", .enter)
        watched.type("?typed")
        if !isStillTyping { watched.press(.escape) }
        let old = try FormFile.read(text: Watched.user.replacing("json", with: "xml"), at: "users/get.yml")
        let draft = RestoredDraft(
            path: "users/get.yml", file: old, policies: RequestPolicies(), diskText: Watched.user)
        _ = update(&watched.state, .draftsRestored([draft], collection: "/sample"))
        if isStillTyping {
            watched.type("!")
            watched.press(.escape)
        }
        let typed = isStillTyping ? "?typed!" : "?typed"
        #expect(watched.session?.draft.content.definition.url.hasSuffix(typed) == true && watched.header == "json")
        watched.press("u")
        #expect(watched.header == "xml")
    }
}
