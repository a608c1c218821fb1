import BodyStore
import Foundation
import Interchange
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("What comes late, or meanwhile")
struct LateResponsesTests {
    private static let request = "info: {name: R, type: http}\nhttp: {method: GET, url: \"http://h/\"}\n"

    private func draft(_ path: ItemPath, url: String) throws -> RestoredDraft {
        let file = try FormFile.read(text: Self.request.replacing("http://h/", with: url), at: path)
        return RestoredDraft(path: path, file: file, policies: RequestPolicies(), diskText: Self.request)
    }

    private func journalled(_ effects: [Effect]) -> [ItemPath] {
        effects.compactMap { if case .journal(let entry) = $0.order { entry.path } else { nil } }
    }

    private func forgotten(_ effects: [Effect]) -> [ItemPath] {
        effects.compactMap { effect in
            guard case .forgetJournal = effect.order else { return nil }
            return effect.key.path
        }
    }

    // MARK: - The journal

    @Test("a draft of last time that waits for its file is journalled under the path that this has now")
    func waitingDraft() throws {
        var collection = Explorers.collection
        let problem = FileProblem(path: "shop/a.yml", message: "it is cut off")
        let broken = CollectionItem(path: problem.path, name: "a", kind: .broken(problem))
        collection.items.append(CollectionItem(path: "shop", name: "shop", kind: .folder(.init(), [broken])))
        var state = Explorers.state(collection)
        _ = update(&state, .draftsRestored([try draft("shop/a.yml", url: "http://mine/")], collection: "/sample"))
        let effects = state.followPaths([PathChange(from: "shop", to: "store")])
        #expect(journalled(effects) == ["store/a.yml"] && forgotten(effects) == ["shop/a.yml"])
    }

    @Test("a draft that is back is journalled as it is now, and what is taken back before it came forgets nothing")
    func restored() throws {
        var state = Explorers.state()
        let path = try #require(state.shown)
        let disk = try #require(state.session?.draft.diskText)
        var restored = try draft(path, url: "http://mine/")
        restored.diskText = disk
        #expect(journalled(update(&state, .draftsRestored([restored], collection: "/sample"))) == [path])
        state.press("u")
        state.current.journal.waitingDrafts[path] = restored
        let effects = state.journal(path)
        #expect(journalled(effects) == [path] && forgotten(effects).isEmpty)
    }

    // MARK: - Quitting and saving

    @Test("the question about unsaved changes goes, and the program quits, once all was saved while it was asked")
    func savedMeanwhile() throws {
        var state = Explorers.state()
        state.press(.enter, "i")
        state.type("x")
        state.press(.escape)
        let path = try #require(state.shown)
        let save = try #require(state.press("w").first { $0.key == .save(path) })
        state.press("q")
        #expect(state.screen.contains("Save all and quit"))
        let file = try #require(state.session?.draft.base)
        let text = try file.saving(try #require(state.session?.draft.form))
        let saved = SavedFile(try FormFile.read(text: text, at: path))
        _ = update(&state, save.reply(SaveResult.written(saved)))
        #expect(state.current.dirtyPaths.isEmpty && state.hasQuit)
    }

    @Test("undone while it is written, a save counts as the text that was written")
    func undoneMeanwhile() throws {
        var state = Explorers.state()
        let path = try #require(state.shown)
        let first = try #require(state.session?.draft.base)
        let second = try FormFile.read(text: Self.request, at: path)
        state.sessions[path]?.draft.replace(base: second, content: second.content())
        let save = try #require(state.press("w").first { $0.key == .save(path) })
        state.sessions[path]?.draft.undo()
        #expect(state.session?.draft.base == first)
        let saved = SavedFile(second)
        _ = update(&state, save.reply(SaveResult.written(saved)))
        #expect(state.session?.draft.savedText == second.text && state.session?.draft.isDirty == true)
    }

    // MARK: - Bodies

    @Test("what is saved is the body that was asked about, not one that came while its name was typed")
    func otherBody() throws {
        var scene = BodyScene(#"{"a":1}"#)
        scene.type("D")
        let other = BodyScene(#"{"b":2}"#)
        let path = try #require(scene.state.shown)
        scene.state.sessions[path]?.own.response = other.state.session?.response
        let effects = scene.state.press(.enter)
        #expect(effects.allSatisfy { $0.key != .bodyFile })
        #expect(scene.state.status?.text == "Not saved: a newer response arrived. D saves it.")
    }

    // MARK: - Lists

    @Test("a list that comes while a field is edited does not take the keys")
    func lists() throws {
        var state = Explorers.state()
        state.press(.enter, "i")
        let listing = state.effect(.trash, Effect.Order.listTrash, note: { $0.show($1) })[0]
        let item = TrashedItem(id: TrashID("1"), path: "a.yml", deletedAt: Explorers.start)
        _ = update(&state, listing.reply([item]))
        #expect(state.overlays.isEmpty && state.edit != nil)
        #expect(state.status?.text.contains("T lists it again") == true)
        _ = update(&state, .startListed(StartFacts()))
        #expect(state.overlays.isEmpty && state.edit != nil)
    }

    // MARK: - Several collections

    @Test("after something done in the shown collection, the handling of one in the background goes on in that")
    func nested() {
        var state = Explorers.state()
        let other = CollectionState(Collection(name: "Other"), path: "/other")
        _ = update(&state, .collectionAdded(other))
        let paths = state.handling("/other") { state in
            let before = state.current.path
            let inner = state.handling("/sample") { $0.current.path }
            return [before, inner, state.current.path]
        }
        #expect(paths == ["/other", "/sample", "/other"] && state.current.path == "/sample")
    }

    @Test("text that was laid out for a collection that is not shown changes nothing in the one that is")
    func laidOut() throws {
        var state = Explorers.state()
        let path = try #require(state.shown)
        _ = update(&state, .collectionAdded(CollectionState(Collection(name: "Other"), path: "/other")))
        let content = try #require(state.session?.draft.form)
        let url = try #require(state.form?.inputs[.url]?.text)
        let order = TextFormatting(path: path, field: .url, text: url)
        _ = state.showCollection("/other")
        let effects = state.handling("/sample") { $0.takeFormatted(.success("http://other/"), of: order) } ?? []
        #expect(effects.isEmpty && state.collections[0].sessions[path]?.draft.form == content)
    }

    // MARK: - Paths

    @Test("a run goes on with what was renamed meanwhile")
    func run() {
        var run = TreeRun(["users/a.yml", "users/b.yml", "c.yml"], title: "All", stopsAtFailure: false)
        run.beginNext()
        run.follow([PathChange(from: "users", to: "people")])
        #expect(run.path == "people/a.yml" && Array(run.rest) == ["people/b.yml", "c.yml"])
    }
}
