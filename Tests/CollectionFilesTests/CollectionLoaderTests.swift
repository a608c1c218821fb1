import CollectionFiles
import Foundation
import OpenCollection
import Testing

@Suite("Loading a collection")
struct CollectionLoaderTests {
    private static func request(_ name: String, seq: Int = 1, url: String = "http://127.0.0.1/") -> String {
        "info:\n  name: \(name)\n  type: http\n  seq: \(seq)\nhttp:\n  method: GET\n  url: \(url)\n"
    }

    private func load(_ files: [String: String]) throws -> (OpenCollection.Collection, TemporaryDirectory) {
        let directory = try TemporaryDirectory()
        try directory.write(files)
        return (try CollectionLoader(root: directory.url).load(), directory)
    }

    @Test("folders come first, then requests by seq; environments and microscope.yaml are there")
    func whole() throws {
        let (collection, _) = try load([
            "opencollection.yml": "opencollection: 1.0.0\ninfo:\n  name: Mine\n",
            "b.yml": Self.request("B", seq: 1), "a.yml": Self.request("A", seq: 2),
            "zoo/folder.yml": "info:\n  name: Animals\n  type: folder\n", "zoo/cat.yml": Self.request("Cat"),
            "environments/local.yml": "name: other\nvariables:\n  - name: x\n    value: 1\n",
            "microscope.yaml": "version: 1\nrequests:\n  a.yml:\n    retry:\n      count: 2\n",
        ])
        #expect(collection.name == "Mine")
        #expect(collection.items.map(\.name) == ["Animals", "B", "A"])
        #expect(collection.environments.map(\.name) == ["local"])
        #expect(collection.environments[0].variables[0].value == "1")
        #expect(collection.companion.requests["a.yml"]?.retry?.count == 2)
    }

    @Test("a file that cannot be read is an item with its place and reason, the rest is there")
    func broken() throws {
        let (collection, _) = try load([
            "opencollection.yml": "info:\n  name: M\n", "good.yml": Self.request("Good"),
            "bad.yml": "info:\n  name: [\n", "odd.yml": "[1, 2]\n",
            "kind.yml": "info:\n  type: grpc\n  name: G\n", "nothing.yml": "a: 1\n",
        ])
        var problems: [String: String] = [:]
        for item in collection.items {
            if case .broken(let problem) = item.kind { problems[item.path.text] = problem.line }
        }
        #expect(collection.items.contains { $0.name == "Good" })
        #expect(problems["odd.yml"] == "odd.yml:1:1: the file is a list; a mapping was expected")
        #expect(problems["bad.yml"]?.hasPrefix("bad.yml:") == true)
        #expect(problems["nothing.yml"]?.contains("info.type is missing") == true)
        guard case .unsupported(let content)? = collection.item(at: "kind.yml")?.kind, content.kind == "grpc" else {
            Issue.record("a gRPC request is shown for what it is")
            return
        }
    }

    @Test("heads alone make the same tree; what was not opened is broken, whole or gone when it is")
    func heads() throws {
        let directory = try TemporaryDirectory()
        try directory.write([
            "opencollection.yml": "info:\n  name: M\n", "b.yml": Self.request("B", seq: 1),
            "a.yml": Self.request("A", seq: 2) + "settings: [\n",
            "flow.yml": "info: {type: http, name: Flow, seq: 3}\n",
            "zoo/folder.yml": "info:\n  name: Animals\n", "zoo/deep/cat.yml": Self.request("Cat"), "bad.yml": "info: [",
            "zoo/bad/folder.yml": "a: [", "grpc.yml": "info:\n  type: grpc\n",
        ])
        let loader = CollectionLoader(root: directory.url)
        let collection = try loader.load(.heads)
        #expect(collection.items.map(\.name) == ["Animals", "B", "bad", "grpc", "A", "Flow"])
        #expect(
            collection.allItems.map(\.path.text) == [
                "zoo", "zoo/bad", "zoo/bad/folder.yml", "zoo/deep", "zoo/deep/cat.yml", "b.yml", "bad.yml", "grpc.yml",
                "a.yml", "flow.yml",
            ])
        #expect(collection.allRequests.isEmpty)
        let heads = collection.allItems.compactMap { item -> String? in
            guard case .unopened(let head) = item.kind else { return nil }
            return "\(item.name) \(head.method) \(head.url)"
        }
        #expect(
            heads == [
                "Cat GET http://127.0.0.1/", "B GET http://127.0.0.1/", "A GET http://127.0.0.1/", "Flow GET ",
            ])
        guard case .request(let file) = loader.item(at: "b.yml").kind,
            case .broken(let problem) = loader.item(at: "a.yml").kind
        else {
            Issue.record("an opened file is what it says")
            return
        }
        #expect(file.definition.name == "B")
        #expect(problem.line.hasPrefix("a.yml:"))
        try FileManager.default.removeItem(at: directory.url.appendingPathComponent("b.yml"))
        guard case .broken(let gone) = loader.item(at: "b.yml").kind else {
            Issue.record("a file that is gone opens")
            return
        }
        #expect(gone.line == "b.yml: it could not be read: No such file or directory")
    }

    @Test("a file of any length is read whole, one that is no UTF-8 says so")
    func lengths() throws {
        let directory = try TemporaryDirectory()
        let loader = CollectionLoader(root: directory.url)
        for length in [0, 1, 16_383, 16_384, 16_385, 100_000] {
            let text = String(repeating: "x", count: length)
            try directory.write(["a.yml": text])
            #expect(try loader.text(of: "a.yml") == text)
        }
        try Data([0x69, 0xFF, 0x0A]).write(to: directory.url.appendingPathComponent("a.yml"))
        #expect(throws: FileProblem(path: "a.yml", message: "it is not UTF-8; save it as UTF-8")) {
            try loader.text(of: "a.yml")
        }
    }

    @Test("an environment or a microscope.yaml that cannot be read is listed, and the rest opens")
    func brokenBeside() throws {
        let (collection, _) = try load([
            "opencollection.yml": "info:\n  name: M\n", "good.yml": Self.request("Good"),
            "environments/bad.yml": "- none\n", "environments/good.yml": "name: good\n",
            "microscope.yaml": "version: 2\n",
        ])
        #expect(collection.environments.map(\.name) == ["good"])
        #expect(collection.items.map(\.name) == ["Good", "environments/bad.yml", "microscope.yaml"])
        guard case .broken(let problem)? = collection.items.last?.kind else {
            Issue.record("microscope.yaml is not listed as broken")
            return
        }
        #expect(problem.line == "microscope.yaml:1:10: version is 2; this Microscope reads version 1")
    }

    @Test("what other tools ignore is ignored, and a directory behind a link is not entered")
    func ignored() throws {
        let directory = try TemporaryDirectory()
        try directory.write([
            "opencollection.yml": "info:\n  name: M\n", "node_modules/x.yml": "x", ".git/x.yml": "x", "a.yaml": "x",
            "README.md": "x", "microscope.yaml": "version: 1\n", "deep/environments/e.yml": Self.request("E"),
        ])
        try FileManager.default.createSymbolicLink(
            at: directory.url.appendingPathComponent("loop"), withDestinationURL: directory.url)
        let collection = try CollectionLoader(root: directory.url).load()
        #expect(collection.items.map(\.path.text) == ["deep"])
        #expect(collection.allRequests.map(\.item.path.text) == ["deep/environments/e.yml"])
    }

    @Test("a directory without folder.yml neither stops nor changes inheritance")
    func noFolderFile() throws {
        let (collection, _) = try load(["opencollection.yml": "info:\n  name: M\n", "plain/a.yml": Self.request("A")])
        guard case .folder(let definition, _)? = collection.item(at: "plain")?.kind else {
            Issue.record("the directory is no folder")
            return
        }
        #expect(!definition.hasFile)
    }

    @Test("without a readable opencollection.yml there is no collection, and the error says which file")
    func noRoot() throws {
        let directory = try TemporaryDirectory()
        #expect(throws: FileProblem.self) { try CollectionLoader(root: directory.url).load() }
        try directory.write(["opencollection.yml": "info: ["])
        do {
            _ = try CollectionLoader(root: directory.url).load()
            Issue.record("a broken root was read")
        } catch {
            #expect("\(error.line)".hasPrefix("opencollection.yml:"))
        }
    }

    @Test("the collection is found upwards, else one directory below, and a path may name a request")
    func location() throws {
        let directory = try TemporaryDirectory()
        try directory.write(["api/opencollection.yml": "info:\n  name: M\n", "api/users/get.yml": Self.request("G")])
        let root = directory.url.appendingPathComponent("api").standardizedFileURL.path
        let below = CollectionLocation.find(from: directory.url)
        let inside = CollectionLocation.find(from: directory.url.appendingPathComponent("api/users", isDirectory: true))
        #expect(below?.root.path == root)
        #expect(inside?.root.path == root)
        let named = try CollectionLocation.open(directory.url.appendingPathComponent("api/users/get.yml"))
        #expect(named.item == "users/get.yml")
        #expect(throws: LocationError.self) { try CollectionLocation.open(directory.url.appendingPathComponent("no")) }
        try directory.write(["other/opencollection.yml": "info:\n  name: N\n"])
        #expect(CollectionLocation.find(from: directory.url) == nil, "of two nobody is guessed")
    }
}
