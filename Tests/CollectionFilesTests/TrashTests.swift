import Foundation
import OpenCollection
import Testing

@testable import CollectionFiles

@Suite("The trash")
struct TrashTests {
    @Test("keeps what was deleted with where from and when, for its owner alone")
    func manifest() throws {
        let collection = try EditedCollection()
        _ = try collection.perform(.delete(["users"]))
        let trash = Trash(directories: collection.directories)
        let entries = trash.entries(of: collection.editor.root)
        #expect(entries.map(\.path) == ["users"])
        #expect(entries.first?.deletedAt == Date(timeIntervalSince1970: 1_800_000_000))
        #expect(try collection.directory.mode("home/state/trash") == 0o700)
        let id = try #require(entries.first?.id)
        #expect(id.text.hasPrefix("2027-01-15T080000Z-"))
        #expect(try collection.directory.mode("home/state/trash/\(id.text)/manifest.json") == 0o600)
        #expect(try collection.directory.text("home/state/trash/\(id.text)/content/deep/notes.txt") == "hello")
        #expect(trash.entries(of: URL(fileURLWithPath: "/elsewhere")).isEmpty)
    }

    @Test("gives back after a restart what was deleted, with its policies")
    func restart() throws {
        let collection = try EditedCollection()
        let before = try collection.tree()
        _ = try collection.perform(.delete(["Get user.yml"]))
        _ = try collection.perform(.delete(["users"]))
        let editor = CollectionEditor(root: collection.editor.root, directories: collection.directories)
        for entry in Trash(directories: collection.directories).entries(of: editor.root) {
            let undo = try editor.perform(editor.restoration(of: entry))
            #expect(undo.steps.contains { if case .discard(entry.path, _?) = $0 { true } else { false } })
        }
        var after = try collection.tree()
        let companion = try CompanionFile.read(text: after["microscope.yaml"] ?? "")
        #expect(companion.requests == (try CompanionFile.read(text: before["microscope.yaml"] ?? "")).requests)
        after["microscope.yaml"] = before["microscope.yaml"]
        #expect(after == before)
        #expect(try collection.trashed().isEmpty)
    }

    @Test("gives back to a collection in one file what was cut out of it")
    func cut() throws {
        let text =
            "items:\n  - info: {name: A, type: http}\n    http: {method: GET, url: /a}\n  - info: {name: F, type: folder}\n    items:\n      - info: {name: B, type: http}\n        http: {method: GET, url: /b}\n"
        let collection = try EditedCollection(["shop.yml": text], root: "api/shop.yml")
        _ = try collection.perform(.delete(["F"]))
        let editor = collection.editor
        let entry = try #require(Trash(directories: collection.directories).entries(of: editor.root).first)
        #expect(entry.isCut)
        let plan = try editor.restoration(of: entry)
        #expect(plan.focus == ["F"])
        _ = try editor.perform(plan)
        let restored = try CollectionLoader(root: editor.root).load()
        #expect(restored.allItems.map(\.path.text) == ["F", "F/B.yml", "A.yml"])
        let again = #expect(throws: TreeProblem.self) { try editor.restoration(of: entry) }
        #expect(again?.description == "F already exists; choose another name")
    }

    @Test("gives back with it what microscope.yaml said of it")
    func cutPolicies() throws {
        let text =
            "items:\n  - info: {name: A, type: http}\n    http: {url: /a}\n  - info: {name: B, type: http}\n    http: {url: /b}\n"
        let policies = "requests:\n  A.yml: {tls: {verify: false}}\n  B.yml: {retry: {count: 2}}\n"
        let collection = try EditedCollection(
            ["shop.yml": text, "microscope.yaml": policies], root: "api/shop.yml")
        _ = try collection.perform(.delete(["A.yml"]))
        let editor = collection.editor
        #expect(CollectionLoader(root: editor.root).companion().0.requests["A.yml"] == nil)
        let entry = try #require(Trash(directories: collection.directories).entries(of: editor.root).first)
        let cut = try collection.tree()
        let undo = try editor.perform(editor.restoration(of: entry))
        let companion = CollectionLoader(root: editor.root).companion().0
        #expect(companion.requests == (try CompanionFile.read(text: policies)).requests)
        _ = try editor.perform(undo)
        #expect(try collection.tree() == cut)
    }

    @Test("lets go what has been in it for more than 30 days, at the next deletion")
    func age() throws {
        let time = Locked(Date(timeIntervalSince1970: 1_800_000_000))
        let collection = try EditedCollection(now: { time.withLock { $0 } })
        _ = try collection.perform(.delete(["b.yml"]))
        time.withLock { $0 += 29 * 86_400 }
        _ = try collection.perform(.delete(["Get user.yml"]))
        #expect(try collection.trashed().count == 2)
        time.withLock { $0 += 2 * 86_400 }
        let undo = try collection.perform(.delete(["users"]))
        let trash = Trash(directories: collection.directories)
        #expect(trash.entries(of: collection.editor.root).map(\.path) == ["users", "Get user.yml"])
        try FileManager.default.removeItem(at: collection.directories.state.appendingPathComponent("trash"))
        let problem = #expect(throws: TreeProblem.self) { try collection.editor.perform(undo) }
        #expect(problem?.description.contains("could not be restored") == true)
    }
}
