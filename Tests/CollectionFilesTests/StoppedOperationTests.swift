import Foundation
import OpenCollection
import Testing

@testable import CollectionFiles

/// A crash between two steps leaves what the steps before it did.
@Suite("An operation that stops half-way")
struct StoppedOperationTests {
    private static let secret = "s3cret"

    private func collection() throws -> EditedCollection {
        let collection = try EditedCollection()
        try SecretStore(directories: collection.directories).set(
            Self.secret, name: "token", collection: collection.editor.root.path, environment: "dev")
        return collection
    }

    /// The texts that show that a file is still there.
    private static let contents = ["url: /u", "url: /b", "url: /l", "type: grpc", "hello", "secret: true"]
    private static let policies = ["verify: false", "count: 2"]

    private func check(_ collection: EditedCollection, _ context: Comment) throws {
        let loaded = try CollectionLoader(root: collection.editor.root).load()
        let broken = loaded.allItems.filter { if case .broken = $0.kind { true } else { false } }
        #expect(broken.isEmpty, context)
        let everything = try texts(in: collection.directory.url)
        for text in Self.contents + Self.policies + [Self.secret] {
            #expect(everything.contains { $0.contains(text) }, "\(text) is lost: \(context)")
        }
        let kept = try SecretStore(directories: collection.directories).values(collection: collection.editor.root.path)
        #expect(kept.values.contains(["token": Self.secret]), context)
        for entry in collection.editor.trashed { _ = try collection.editor.restoration(of: entry) }
    }

    /// Returns the texts of the collection, the trash, and the private store.
    private func texts(in directory: URL) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: directory.path).compactMap {
            try? String(contentsOf: directory.appendingPathComponent($0), encoding: .utf8)
        }
    }

    @Test(
        "leaves a collection that opens, and nothing is lost, whichever step was the last",
        arguments: CollectionEditorTests.operations)
    func stops(operation: TreeOperation) throws {
        let whole = try collection()
        let count = try whole.editor.plan(operation).steps.count
        for last in 0...count {
            let collection = try collection()
            var plan = try collection.editor.plan(operation)
            plan.steps = Array(plan.steps.prefix(last))
            _ = try collection.editor.perform(plan)
            try check(collection, "\(operation), \(last) of \(count) steps")
        }
    }

    @Test("so does its undo", arguments: CollectionEditorTests.operations)
    func undoStops(operation: TreeOperation) throws {
        let whole = try collection()
        let count = try whole.perform(operation).steps.count
        for last in 0...count {
            let collection = try collection()
            var undo = try collection.perform(operation)
            undo.steps = Array(undo.steps.prefix(last))
            _ = try collection.editor.perform(undo)
            try check(collection, "undo of \(operation), \(last) of \(count) steps")
        }
    }

    @Test("what comes out of the trash has its policies back before the trash forgets them")
    func restoration() throws {
        for last in 0...2 {
            let collection = try collection()
            _ = try collection.perform(.delete(["Get user.yml"]))
            var plan = try collection.editor.restoration(of: try #require(collection.editor.trashed.first))
            #expect(plan.steps.count == 2)
            plan.steps = Array(plan.steps.prefix(last))
            _ = try collection.editor.perform(plan)
            try check(collection, "\(last) of 2 steps")
            guard let entry = collection.editor.trashed.first else { continue }
            _ = try collection.editor.perform(try collection.editor.restoration(of: entry))
            let companion = try collection.directory.text("api/microscope.yaml")
            #expect(companion.components(separatedBy: "verify: false").count == 2, "\(companion)")
        }
    }

    @Test("an entry of the trash into which nothing came is none, and one that was filled is")
    func emptyEntry() throws {
        let collection = try EditedCollection(
            mover: FileMover { from, to in to.name == "content" ? EIO : from.rename(to: to)
            })
        #expect(throws: TreeProblem.self) { try collection.perform(.delete(["b.yml"])) }
        let trash = collection.directories.state.appendingPathComponent("trash/2027-01-15T080000Z-abcdef")
        try FileManager.default.createDirectory(at: trash, withIntermediateDirectories: true)
        let manifest =
            "{\"version\": 1, \"collection\": \"\(collection.editor.root.path)\", \"path\": \"b.yml\", "
            + "\"deletedAt\": \"2027-01-15T08:00:00Z\", \"isCut\": false}"
        try Data(manifest.utf8).write(to: trash.appendingPathComponent("manifest.json"))
        #expect(collection.editor.trashed.isEmpty)
        try Data("x".utf8).write(to: trash.appendingPathComponent("content"))
        #expect(collection.editor.trashed.map(\.path) == ["b.yml"])
    }

    @Test("a copy of a collection that cannot get its name is taken back")
    func unnamedCopy() throws {
        let collection = try EditedCollection([
            "opencollection.yml": "x-info: &info\n  name: Shop\ninfo: *info\n",
            "b.yml": "info:\n  name: Beta\n  type: http\nhttp:\n  method: GET\n  url: /b\n",
        ])
        let problem = #expect(throws: TreeProblem.self) { try collection.editor.duplicateCollection() }
        #expect(problem?.description.hasSuffix("; the copy was removed") == true, "\(String(describing: problem))")
        let names = try FileManager.default.contentsOfDirectory(atPath: collection.directory.url.path)
        #expect(names.filter { $0.hasPrefix("api") } == ["api"])
    }
}
