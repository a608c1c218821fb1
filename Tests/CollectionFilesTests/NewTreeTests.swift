import Files
import Foundation
import OpenCollection
import Testing

@testable import CollectionFiles

@Suite("Directories that are made as a whole")
struct NewTreeTests {
    private let folder = FolderFile.newText(for: .fresh(named: "New"))
    private var step: TreeStep {
        let files = [
            TreeFile("folder.yml", text: folder), TreeFile("a.yml", text: "a"),
            TreeFile("in/folder.yml", text: folder), TreeFile("in/deep/b.yml", text: "b"), TreeFile("z.yml", text: "z"),
        ]
        return .createTree("users/New", files: files)
    }

    @Test("a tree of files is there with one step, and undo takes it away")
    func undo() throws {
        let shop = try EditedCollection()
        let before = try shop.tree()
        let undo = try shop.editor.perform(TreePlan(steps: [step]))
        let after = try shop.tree()
        #expect(after["users/New/in/deep/b.yml"] == "b")
        #expect(after["users/New/folder.yml"] == folder)
        #expect(after.count == before.count + 5)
        _ = try shop.editor.perform(undo)
        #expect(try shop.tree() == before)
    }

    @Test("nothing is written over, and what was made before is taken back")
    func refusal() throws {
        let shop = try EditedCollection(["opencollection.yml": "info:\n  name: Shop\n", "users/New/x.yml": "x"])
        let before = try shop.tree()
        let error = #expect(throws: TreeProblem.self) {
            try shop.editor.perform(TreePlan(steps: [.create("first.yml", text: "1"), step]))
        }
        #expect(error?.description == "users/New already exists; the earlier steps were undone")
        #expect(try shop.tree() == before)
    }

    @Test("a tree that cannot be written leaves nothing behind")
    func failure() throws {
        let shop = try EditedCollection()
        let before = try shop.tree()
        let files = [TreeFile("a.yml", text: "a"), TreeFile("a.yml/b.yml", text: "b")]
        #expect(throws: TreeProblem.self) {
            try shop.editor.perform(TreePlan(steps: [.createTree("users/New", files: files)]))
        }
        #expect(try shop.tree() == before)
    }

    @Test("a tree that was changed since stays")
    func changedSince() throws {
        let shop = try EditedCollection()
        let undo = try shop.editor.perform(TreePlan(steps: [step]))
        try shop.directory.write(["api/users/New/a.yml": "changed"])
        #expect(throws: TreeProblem.self) { try shop.editor.perform(undo) }
        #expect(try shop.tree()["users/New/a.yml"] == "changed")
    }

    @Test("a new collection of files is there as a whole, with what keeps secrets out of git")
    func newCollection() throws {
        let place = try TemporaryDirectory()
        let api = place.url.appendingPathComponent("outer/api")
        let root = TreeFile("opencollection.yml", text: CollectionRootFile.newText(named: "A"))
        let written = try NewCollection(at: api).write([root, TreeFile("in/a.yml", text: "a")])
        #expect(written.files == [".gitignore", "opencollection.yml", "in/a.yml"])
        #expect(try place.text("outer/api/.gitignore") == NewCollection.ignored)
        #expect(try CollectionLoader(root: api).load().name == "A")
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.url.path + "/outer") == ["api"])
    }

    @Test(
        "an empty directory is filled and stays the one that it was, also behind a link; nothing is left of what cannot be"
    )
    func emptyDirectory() throws {
        let place = try TemporaryDirectory()
        let api = place.url.appendingPathComponent("api")
        try FileManager.default.createDirectory(at: api, withIntermediateDirectories: false)
        let number = try FileManager.default.attributesOfItem(atPath: api.path)[.systemFileNumber] as? Int
        let files = [
            TreeFile("opencollection.yml", text: CollectionRootFile.newText(named: "A")),
            TreeFile("in/a.yml", text: "a"),
        ]
        #expect(throws: FileError.self) { try NewCollection(at: api).write(files + [TreeFile("in/a.yml", text: "b")]) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: api.path) == [])
        try FileManager.default.createSymbolicLink(
            at: place.url.appendingPathComponent("link"), withDestinationURL: api)
        _ = try NewCollection(at: place.url.appendingPathComponent("link")).write(files)
        #expect(try FileManager.default.attributesOfItem(atPath: api.path)[.systemFileNumber] as? Int == number)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: api.path).sorted() == [
                ".gitignore", "in", "opencollection.yml",
            ])
        #expect(try place.text("api/in/a.yml") == "a")
    }

    @Test("a link that leads nowhere is no place for a new collection of files")
    func danglingLink() throws {
        let place = try TemporaryDirectory()
        let link = place.url.appendingPathComponent("link")
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "nowhere")
        let error = #expect(throws: LocationError.self) { try NewCollection(at: link).requireRoom() }
        #expect(error?.description.contains("is a link to nowhere, which is not there; name another") == true)
    }

    @Test("a directory that holds something is no place for a new collection of files")
    func notEmpty() throws {
        let place = try TemporaryDirectory()
        try place.write(["api/notes.txt": "mine"])
        let error = #expect(throws: LocationError.self) {
            try NewCollection(at: place.url.appendingPathComponent("api")).write([TreeFile("a.yml", text: "a")])
        }
        #expect(error.map { "\($0)" }?.hasSuffix("is not empty; name a directory that is not there yet") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.url.path + "/api") == ["notes.txt"])
    }

    @Test("several secrets are kept at once beside those that are kept already")
    func secrets() throws {
        let place = try TemporaryDirectory()
        let store = SecretStore(directories: MicroscopeDirectories(environment: ["MICROSCOPE_HOME": place.url.path]))
        try store.set("old", name: "a", collection: "/c", environment: "dev")
        try store.set(["b": "1", "c": "2"], collection: "/c", environment: "dev")
        #expect(try store.values(collection: "/c", environment: "dev") == ["a": "old", "b": "1", "c": "2"])
    }
}
