import Foundation
import OpenCollection
import Testing

@testable import CollectionFiles

/// A collection `api`, and beside it `outside`, which a checkout makes links to. Whatever is done, `outside` stays as it is.
private struct LinkedPlaces {
    let collection: EditedCollection
    var editor: CollectionEditor { collection.editor }
    var writer: CollectionWriter { CollectionWriter(root: editor.root) }

    init() throws {
        collection = try EditedCollection()
        try collection.directory.write(["outside/list.yml": Self.list, "outside/list copy.yml": "foreign\n"])
    }

    static let list = EditedCollection.files["users/list.yml"] ?? ""

    /// Replaces something by a link, as a checkout does.
    func link(_ path: String, to target: String) throws {
        let place = collection.directory.url.appendingPathComponent("api/\(path)").path
        if FileMover.kind(of: place) != nil { #expect(Foundation.rename(place, place + "-old") == 0) }
        try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: target)
    }

    func outside() throws -> [String: String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: collection.directory.url.path + "/outside")
        return try Dictionary(uniqueKeysWithValues: names.map { ($0, try collection.directory.text("outside/\($0)")) })
    }
}

@Suite("Writes and undo stay in the collection")
struct LinkedPlacesTests {
    private let places: LinkedPlaces
    private let before: [String: String]

    init() throws {
        places = try LinkedPlaces()
        before = try places.outside()
    }

    private func expectRefusal(_ problem: (any Error)?, _ words: String) throws {
        #expect("\(try #require(problem))".contains(words))
        #expect(try places.outside() == before)
    }

    @Test("a save is refused when a folder has become a link")
    func save() throws {
        try places.link("users", to: "../outside")
        let words = "users: it is a link to ../outside, and nothing is written through links to folders"
        try expectRefusal(
            #expect(throws: CollectionWriter.SaveError.self) {
                try places.writer.replace("users/list.yml", with: "new", expecting: LinkedPlaces.list)
            }, words)
        try expectRefusal(
            #expect(throws: CollectionWriter.SaveError.self) { try places.writer.create("users/new.yml", with: "new") },
            words)
        try expectRefusal(
            #expect(throws: CollectionWriter.SaveError.self) { try places.writer.create("users/a/b.yml", with: "new") },
            words)
    }

    @Test("a folder's link is seen behind a name that begins with a combining mark")
    func combiningMark() throws {
        try places.link("users", to: "../outside")
        #expect(throws: CollectionWriter.SaveError.self) {
            try places.writer.create("users/\u{301}new.yml", with: "new")
        }
        #expect(try places.outside() == before)
    }

    @Test("a save through a link that leads out is refused, and says where it leads", arguments: [false, true])
    func linkedFile(isAbsolute: Bool) throws {
        let target = isAbsolute ? places.collection.directory.url.path + "/outside/list.yml" : "../../outside/list.yml"
        try places.link("users/list.yml", to: target)
        let error = #expect(throws: CollectionWriter.SaveError.self) {
            try places.writer.replace("users/list.yml", with: "new", expecting: LinkedPlaces.list)
        }
        try expectRefusal(error, "users/list.yml: it is a link out of the collection, to \(target)")
    }

    @Test("a link within the collection is followed through real folders only")
    func linkInside() throws {
        try places.link("b.yml", to: "users/../users/list.yml")
        try places.writer.replace("b.yml", with: "new", expecting: LinkedPlaces.list)
        #expect(try places.collection.directory.text("api/users/list.yml") == "new")
        try places.link("users", to: "../outside")
        let error = #expect(throws: CollectionWriter.SaveError.self) {
            try places.writer.replace("b.yml", with: "newer", expecting: LinkedPlaces.list)
        }
        try expectRefusal(error, "nothing is written through links to folders")
    }

    @Test(
        "nothing is written when the collection itself has become a link; one that was a link all the time is written")
    func linkedRoot() throws {
        let (writer, editor) = (places.writer, places.editor)
        let (root, plan) = (editor.root.path, try editor.plan(.delete(["b.yml"])))
        #expect(Foundation.rename(root, root + "-old") == 0)
        try FileManager.default.createSymbolicLink(atPath: root, withDestinationPath: "outside")
        try expectRefusal(
            #expect(throws: CollectionWriter.SaveError.self) { try writer.create("new.yml", with: "new") },
            "open it again if that is meant")
        try expectRefusal(
            #expect(throws: TreeProblem.self) { try editor.perform(plan) },
            "open it again if that is meant")
        try CollectionWriter(root: editor.root).create("new.yml", with: "new")
        #expect(try places.outside()["new.yml"] == "new")
    }

    @Test("links that lead to each other end in a refusal")
    func circle() throws {
        try places.link("one.yml", to: "two.yml")
        try places.link("two.yml", to: "one.yml")
        #expect(throws: CollectionWriter.SaveError.self) {
            try places.writer.replace("one.yml", with: "new", expecting: "")
        }
    }

    @Test("microscope.yaml, the root's file and environments are not written through links that lead out")
    func otherFiles() throws {
        for path in ["microscope.yaml", "opencollection.yml", "environments/dev.yml"] {
            let old = try places.collection.directory.text("api/\(path)")
            try places.collection.directory.write(["outside/target": old])
            let outside = try places.outside()
            try places.link(path, to: path.contains("/") ? "../../outside/target" : "../outside/target")
            let file: ItemPath = path == "opencollection.yml" ? ItemPath.root.folderFile : ItemPath(path)
            #expect(throws: CollectionWriter.SaveError.self) {
                if path == "microscope.yaml" {
                    _ = try places.writer.setProtected(true, environment: "dev")
                } else {
                    try places.writer.replace(file, with: "info: {name: x}\n", expecting: old)
                }
            }
            #expect(try places.outside() == outside, "\(path)")
        }
    }

    @Test("every operation is refused in a folder that has become a link after it was planned")
    func operations() throws {
        let operations: [TreeOperation] = [
            .delete(["users/list.yml"]), .renameFile("users/list.yml", to: "other"),
            .rename("users/list.yml", to: "Other"), .duplicate(["users/list.yml"]),
            .move(["users/list.yml"], into: "zoo"), .move(["b.yml"], into: "users"),
            .create(.folder, named: "inner", in: "users"),
        ]
        for operation in operations {
            let places = try LinkedPlaces()
            let plan = try places.editor.plan(operation)
            try places.link("users", to: "../outside")
            let inside = try places.collection.tree()
            let problem = #expect(throws: TreeProblem.self, "\(operation)") { try places.editor.perform(plan) }
            #expect(problem?.description.contains("is a link to ../outside") == true, "\(operation)")
            #expect(try places.outside() == before, "\(operation)")
            #expect(try places.collection.tree() == inside, "\(operation)")
        }
    }

    @Test("an undo is refused in a folder that has become a link since")
    func undo() throws {
        for operation: TreeOperation in [.delete(["users/list.yml"]), .duplicate(["users/list.yml"])] {
            let places = try LinkedPlaces()
            let undo = try places.collection.perform(operation)
            try places.link("users", to: "../outside")
            let problem = #expect(throws: TreeProblem.self) { try places.editor.perform(undo) }
            #expect(problem?.description.contains("is a link to ../outside") == true, "\(operation)")
            #expect(try places.outside() == before)
        }
    }

    @Test("an undo does not take away what somebody else has put in the place of what was made")
    func undoOfAnother() throws {
        let undo = try places.collection.perform(.duplicate(["users/list.yml"]))
        let copy = try #require(try places.collection.tree().keys.first { $0.hasPrefix("users/list ") })
        try places.collection.directory.write(["api/\(copy)": "another\n"])
        let inside = try places.collection.tree()
        let problem = #expect(throws: TreeProblem.self) { try places.editor.perform(undo) }
        #expect(problem?.description.contains("\(copy) was changed since it was made") == true)
        #expect(try places.collection.tree() == inside)
        #expect(try places.collection.trashed().isEmpty)
    }

    @Test("a copied folder to which something was added since is not taken away by an undo")
    func undoOfFolder() throws {
        let undo = try places.collection.perform(.duplicate(["users"]))
        let copy = try #require(
            undo.steps.lazy.compactMap { if case .discard(let path, _) = $0 { path } else { nil } }.first)
        try places.collection.directory.write(["api/\(copy)/deep/mine.txt": "mine"])
        #expect(throws: TreeProblem.self) { try places.editor.perform(undo) }
        #expect(try places.collection.directory.text("api/\(copy)/deep/mine.txt") == "mine")
    }
}

@Suite("A new collection and links")
struct NewCollectionLinkTests {
    @Test(
        "nothing at all is written when a link has the place of a file or folder of it",
        arguments: [
            ("environments", "../outside"), ("opencollection.yml", "nowhere"), (".gitignore", "../outside/ignored"),
            ("Get status.yml", "../outside/new.yml"),
        ])
    func refusal(link: (name: String, target: String)) throws {
        let place = try TemporaryDirectory()
        try place.write(["outside/kept": "", "api/kept": ""])
        let api = place.url.appendingPathComponent("api")
        try FileManager.default.createSymbolicLink(
            atPath: api.appendingPathComponent(link.name).path, withDestinationPath: link.target)
        let error = #expect(throws: LocationError.self) { try NewCollection(at: api).write() }
        #expect(error?.description.contains("/\(link.name) is a link to \(link.target); move it away") == true)
        #expect(try Set(FileManager.default.contentsOfDirectory(atPath: api.path)) == [link.name, "kept"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.url.path + "/outside") == ["kept"])
    }
}
