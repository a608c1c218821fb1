import Foundation
import OpenCollection
import Testing

@testable import CollectionFiles

@Suite("Files of a collection that are links out of it")
struct LinksOutsideTests {
    private let directory: TemporaryDirectory
    private let root: URL
    private let gate: TrustGate
    private static let paths = ["a.yml", "f/folder.yml", "environments/dev.yml"]

    init() throws {
        directory = try TemporaryDirectory()
        root = directory.url.appendingPathComponent("api")
        gate = TrustGate(
            root: root,
            directories: MicroscopeDirectories(environment: ["MICROSCOPE_HOME": directory.url.path + "/home"]))
        try directory.write([
            "api/opencollection.yml": "info: {name: Shop}\n", "api/f/b.yml": "info: {name: B, type: http}\n",
            "api/environments/x.yml": "name: x\nvariables: []\n", "api/own.yml": "info: {name: Own, type: http}\n",
            "out/a.yml": "info: {name: Private notes, type: http}\nhttp: {method: GET, url: /a}\n",
            "out/folder.yml": "info: {name: Private folder}\n",
            "out/dev.yml": "name: dev\nvariables: [{name: private, value: v}]\n",
        ])
        for path in Self.paths {
            let file = root.appendingPathComponent(path)
            let target = directory.url.appendingPathComponent("out/\(file.lastPathComponent)")
            try FileManager.default.createSymbolicLink(at: file, withDestinationURL: target)
        }
        try FileManager.default.createSymbolicLink(
            atPath: root.appendingPathComponent("within.yml").path, withDestinationPath: "own.yml")
    }

    private var loader: CollectionLoader { CollectionLoader(root: root, gate: gate) }

    private func outside() throws -> [ItemPath: OutsideUse] {
        try loader.load(.heads).allItems.reduce(into: [:]) { found, item in
            if case .broken(let problem) = item.kind, let use = problem.outside { found[item.path] = use }
        }
    }

    @Test("nothing of them is read before a person has agreed, and where they lead is said")
    func unread() throws {
        let found = try outside()
        #expect(Set(found.keys) == Set(Self.paths.map { ItemPath($0) }))
        for (path, use) in found {
            let name = root.appendingPathComponent(path.text).lastPathComponent
            #expect(use.target?.hasSuffix("/out/\(name)") == true)
        }
        let collection = try loader.load(.heads)
        #expect(collection.environments.map(\.name) == ["x"])
        #expect(collection.item(at: "f")?.name == "f")
        let problem = #expect(throws: FileProblem.self) { try loader.text(of: "a.yml") }
        #expect(problem?.message.contains("it is a link out of the collection, to /") == true)
        guard case .broken = loader.item(at: "a.yml").kind else {
            Issue.record("it was read")
            return
        }
    }

    @Test("agreed to once they are read, and a link to another file is asked about")
    func agreed() throws {
        try gate.agree(to: Array(try outside().values))
        #expect(try outside().isEmpty)
        #expect(loader.item(at: "a.yml").name == "Private notes")
        let link = root.appendingPathComponent("a.yml")
        try FileManager.default.removeItem(at: link)
        try directory.write(["out/other.yml": "info: {name: Other, type: http}\n"])
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "../out/other.yml")
        #expect(try outside().keys.map(\.text) == ["a.yml"])
    }

    @Test("a check says that they are links, and nothing that is in them")
    func check() throws {
        try directory.write(["out/a.yml": "info: {type: http}\nhttp: {url: [broken\n"])
        let problems = CollectionCheck(try CollectionSources(root: root, gate: gate)).problems().filter {
            $0.path != "within.yml"
        }
        #expect(problems.map(\.path.text).sorted() == Self.paths.sorted())
        #expect(problems.allSatisfy { $0.message.hasPrefix("it is a link out of the collection, to /") })
        #expect(problems.allSatisfy { $0.fix.contains("microscope trust --agree") })
        try gate.agree(to: Array(try outside().values))
        let after = CollectionCheck(try CollectionSources(root: root, gate: gate)).problems()
        #expect(after.contains { $0.path == "a.yml" && !$0.message.contains("link out of") })
    }
}
