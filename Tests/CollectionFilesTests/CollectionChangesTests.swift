import CollectionFiles
import Foundation
import OpenCollection
import TestSupport
import Testing

/// `MICROSCOPE_FUZZ_TIMES` says how many times more changes, `MICROSCOPE_FUZZ_SEED` which.
@Suite("What changed is read anew", .timeLimit(.minutes(60)))
struct CollectionChangesTests {
    private static func request(_ name: String, seq: Int = 1) -> String {
        "info:\n  name: \(name)\n  type: http\n  seq: \(seq)\nhttp:\n  method: GET\n  url: /\(name)\n"
    }

    /// The tree as text: what two readings of the same files must have in common.
    private static func outline(_ collection: OpenCollection.Collection) -> String {
        let items = collection.allItems.map { item -> String in
            let what =
                switch item.kind {
                case .folder(let definition, let children): "folder \(definition.docs ?? "-") \(children.count)"
                case .request, .unopened: item.kind.requestHead.map { "\($0.method) \($0.url)" } ?? ""
                case .unsupported(let item): item.kind
                case .broken(let problem): problem.line
                }
            return "\(item.path) \(item.name): \(what)"
        }
        let environments = collection.environments.map { "\($0.name) \($0.variables.count)" }
        let companion = collection.companion.requests.keys.sorted()
        return (["\(collection.name) \(collection.root.docs ?? "-")"] + items + environments + ["\(companion)"])
            .joined(separator: "\n")
    }

    @Test("after any changes the tree is the one that a new start would show")
    func anyChanges() throws {
        let directory = try TemporaryDirectory()
        try directory.write([
            "opencollection.yml": "info:\n  name: M\n", "a/x.yml": Self.request("X"), "a/b/y.yml": Self.request("Y"),
        ])
        let loader = CollectionLoader(root: directory.url)
        var collection = try loader.load(.heads)
        var random = SeededGenerator(seed: LongRun.seed)
        for number in 0..<LongRun.inputs(orJust: 150) {
            var touched: Set<ItemPath> = []
            for _ in 0..<Int.random(in: 1...4, using: &random) { touched.insert(try change(directory, &random)) }
            for change in loader.changes(at: touched, in: collection) { collection.apply(change) }
            var fresh = try loader.load(.heads)
            // What it said before holds while it cannot be read, which a new start cannot know.
            fresh.companion = collection.companion.followed(by: fresh.companion)
            let expected = Self.outline(fresh)
            try #require(Self.outline(collection) == expected, "change \(number) at \(touched), seed \(LongRun.seed)")
        }
    }

    /// Does something to the files; returns the path that a watcher would report.
    private func change(_ directory: TemporaryDirectory, _ random: inout SeededGenerator) throws -> ItemPath {
        let folders = ["", "a/", "a/b/", "c/", "c/d/", "environments/", "a/environments/", ".git/"]
        let folder = folders.randomElement(using: &random) ?? ""
        let names = ["x.yml", "y.yml", "z.yml", "folder.yml", "notes.md", "x.yml/k.yml"]
        let others = ["opencollection.yml", "microscope.yaml", "a", "a/b", "c", "environments"]
        let path =
            Int.random(in: 0..<4, using: &random) == 0
            ? others.randomElement(using: &random) ?? "a"
            : folder + (names.randomElement(using: &random) ?? "x.yml")
        let file = directory.url.appendingPathComponent(path)
        if path.hasPrefix("opencollection") {
            try directory.write([path: "info:\n  name: M\(Int.random(in: 0...9, using: &random))\ndocs: d\n"])
        } else if Int.random(in: 0..<3, using: &random) == 0 || others.contains(path), path != "microscope.yaml" {
            try? FileManager.default.removeItem(at: file)
        } else {
            // If a file is in a directory's way, nothing is written: that is no change.
            try? directory.write([path: text(for: path, &random)])
        }
        return ItemPath(path)
    }

    private func text(for path: String, _ random: inout SeededGenerator) -> String {
        let number = Int.random(in: 0...5, using: &random)
        if number == 0 { return "info: [" }
        if path == "microscope.yaml" { return "version: 1\nrequests:\n  r\(number).yml: {}\n" }
        if path.hasSuffix("folder.yml") { return "info:\n  name: N\(number)\n  seq: \(number)\ndocs: D\(number)\n" }
        return Self.request("R\(number)", seq: number)
    }

    @Test("what was open stays open, with what its file says now")
    func open() throws {
        let directory = try TemporaryDirectory()
        try directory.write([
            "opencollection.yml": "info:\n  name: M\n", "a/x.yml": Self.request("X"), "a/y.yml": Self.request("Y"),
        ])
        let loader = CollectionLoader(root: directory.url)
        var collection = try loader.load(.heads)
        collection.replace(with: loader.item(at: "a/x.yml"))
        try directory.write(["a/x.yml": Self.request("X2"), "a/y.yml": Self.request("Y2")])
        for change in loader.changes(at: ["a/x.yml", "a/y.yml"], in: collection) { collection.apply(change) }
        #expect(collection.request(at: "a/x.yml")?.definition.name == "X2")
        #expect(collection.request(at: "a/y.yml") == nil && collection.item(at: "a/y.yml")?.name == "Y2")
        try directory.write(["a/x.yml": Self.request("X3")])
        for change in loader.changes(at: ["a"], in: collection) { collection.apply(change) }
        #expect(collection.request(at: "a/x.yml")?.definition.name == "X3")
    }

    @Test("a root file that is cut off while it is written says so, and the rest stays")
    func root() throws {
        let directory = try TemporaryDirectory()
        try directory.write(["opencollection.yml": "info:\n  name: M\n", "x.yml": Self.request("X")])
        let loader = CollectionLoader(root: directory.url)
        var collection = try loader.load(.heads)
        try directory.write(["opencollection.yml": "info: ["])
        for change in loader.changes(at: ["opencollection.yml"], in: collection) { collection.apply(change) }
        #expect(collection.name == "M")
        #expect(collection.items.map(\.name).sorted() == ["X", "opencollection.yml"])
        try directory.write(["opencollection.yml": "info:\n  name: N\n  summary: S\n"])
        for change in loader.changes(at: ["opencollection.yml"], in: collection) { collection.apply(change) }
        #expect(collection.name == "N" && collection.info.summary == "S" && collection.items.map(\.name) == ["X"])
    }
}
