import CollectionFiles
import Foundation
import OpenCollection
import Testing

/// Files of a directory, and what they are: one line each in the order of the tree, "folder a", "request a/b.yml", "grpc c.yml",
/// "broken d.yml", then "environment dev".
struct LayoutRow: Sendable, CustomTestStringConvertible {
    var id: String
    var files: [String: String]
    /// The targets of links, by path.
    var links: [String: String] = [:]
    var expected: [String]
    var testDescription: String { id }

    init(_ id: String, _ files: [String: String], links: [String: String] = [:], _ expected: String...) {
        self.id = id
        self.files = files
        self.links = links
        self.expected = expected
    }

    func check() throws {
        let directory = try TemporaryDirectory()
        try directory.write(["opencollection.yml": "opencollection: 1.0.0\n"].merging(files) { $1 })
        for (path, target) in links {
            try FileManager.default.createSymbolicLink(
                atPath: directory.url.appendingPathComponent(path).path, withDestinationPath: target)
        }
        for extent in [CollectionLoader.Extent.whole, .heads] {
            #expect(try CollectionLoader(root: directory.url).load(extent).layoutLines == expected, "\(id), \(extent)")
        }
    }
}

extension OpenCollection.Collection {
    fileprivate var layoutLines: [String] {
        allItems.map(\.layoutLine) + environments.map { "environment \($0.name)" }
    }
}

extension CollectionItem {
    fileprivate var layoutLine: String {
        switch kind {
        case .folder: name == path.baseName ? "folder \(path)" : "folder \(path): \(name)"
        case .request, .unopened: name == path.baseName ? "request \(path)" : "request \(path): \(name)"
        case .unsupported(let item): "\(item.kind) \(path)"
        case .broken: "broken \(path)"
        }
    }
}

private func request(_ type: String = "http", name: String? = nil, seq: String? = nil) -> String {
    "info:\n  type: \(type)\n" + (name.map { "  name: \($0)\n" } ?? "") + (seq.map { "  seq: \($0)\n" } ?? "")
}

private func folder(_ name: String, seq: String? = nil) -> String {
    "info:\n  name: \(name)\n" + (seq.map { "  seq: \($0)\n" } ?? "")
}

@Suite("Reference, section 1: layout on disk") struct Section1LayoutTests {
    @Test(
        "1.1 which file is what",
        arguments: [
            LayoutRow(
                "1.1 bruno.json: opencollection.yml wins",
                ["bruno.json": "{}", "a.bru": "meta {}", "a.yml": request()], "request a.yml"),
            LayoutRow("1.1 any directory is a folder", ["a/b.yml": request()], "folder a", "request a/b.yml"),
            LayoutRow("1.1 folder.yml: that folder's name", ["a/folder.yml": folder("Animals")], "folder a: Animals"),
            LayoutRow(
                "1.1 folder.yml: info.type is not checked", ["a/folder.yml": "info: {type: http, name: A}"],
                "folder a: A"),
            LayoutRow(
                "1.1 environments: direct children only", ["environments/dev.yml": "", "environments/deep/x.yml": ""],
                "environment dev"),
            LayoutRow(
                "1.1 environments deeper down: an ordinary folder", ["a/environments/e.yml": request()], "folder a",
                "folder a/environments",
                "request a/environments/e.yml"),
            LayoutRow("1.1 http", ["a.yml": request("http")], "request a.yml"),
            LayoutRow("1.1 graphql", ["a.yml": request("graphql")], "request a.yml"),
            LayoutRow("1.1 grpc", ["a.yml": request("grpc")], "grpc a.yml"),
            LayoutRow("1.1 websocket", ["a.yml": request("websocket")], "websocket a.yml"),
            LayoutRow("1.1 app", ["a.yml": request("app")], "app a.yml"),
            LayoutRow("1.1 root-level type: script", ["a.yml": "type: script\nscript: x\n"], "script a.yml"),
            LayoutRow("1.1 no type: invalid", ["a.yml": "info: {name: A}\n"], "broken a.yml"),
            LayoutRow("1.1 unknown type: invalid", ["a.yml": request("soap")], "broken a.yml"),
            LayoutRow("1.1 type folder: invalid", ["a.yml": request("folder")], "broken a.yml"),
            LayoutRow("1.1 .yaml is not read", ["a.yaml": request()]),
            LayoutRow(
                "1.1 case-sensitively", ["a.YML": request(), "b/Folder.yml": request()], "folder b",
                "request b/Folder.yml"),
            LayoutRow(
                "1.1 an invalid file stops nothing", ["a.yml": "info: [", "b.yml": request()], "broken a.yml",
                "request b.yml"),
            LayoutRow(
                "1.1 duplicate keys are an error", ["a.yml": "info: {type: http}\ninfo: {type: http}\n"], "broken a.yml"
            ),
            LayoutRow("1.1 yes is text", ["a.yml": request(name: "yes")], "request a.yml: yes"),
            LayoutRow(
                "1.1 unquoted numbers become their JavaScript text", ["a.yml": request(name: "1.0")], "request a.yml: 1"
            ),
            LayoutRow("1.1 hex too", ["a.yml": request(name: "0x10")], "request a.yml: 16"),
        ])
    func files(row: LayoutRow) throws { try row.check() }

    @Test(
        "1.2 ignored",
        arguments: [
            LayoutRow(
                "1.2 node_modules at any depth", ["node_modules/a.yml": request(), "b/node_modules/a.yml": request()],
                "folder b"),
            LayoutRow("1.2 .git at any depth", [".git/a.yml": request(), "b/.git/a.yml": request()], "folder b"),
            LayoutRow(
                "1.2 no other hidden directory: .github holds a broken request",
                [".github/workflows/x.yml": "on: push\n"],
                "folder .github", "folder .github/workflows", "broken .github/workflows/x.yml"),
            LayoutRow("1.2 .env is not an item", [".env": "A=1", ".env.local": "A=1"]),
            LayoutRow(
                "1.2 the ignore list of the app is not read, as on the command line",
                ["opencollection.yml": "extensions: {bruno: {ignore: [a]}}", "a/b.yml": request()], "folder a",
                "request a/b.yml"),
            LayoutRow(
                "1.2 symlinked directories are not entered", ["b/c.yml": request()], links: ["a": "b"], "folder b",
                "request b/c.yml"),
            LayoutRow(
                "1.2 nor is one that is called environments", ["b/dev.yml": request()], links: ["environments": "b"],
                "folder b", "request b/dev.yml"),
            LayoutRow(
                "1.2 symlinked files are read", ["b.yml": request()], links: ["a.yml": "b.yml"], "request a.yml",
                "request b.yml"),
        ])
    func ignored(row: LayoutRow) throws { try row.check() }

    @Test("1.2 a collection whose own path holds node_modules is read all the same ([bug?] on the command line)")
    func insideNodeModules() throws {
        let directory = try TemporaryDirectory()
        try directory.write(["node_modules/x/opencollection.yml": "", "node_modules/x/a.yml": request()])
        let root = directory.url.appendingPathComponent("node_modules/x")
        #expect(try CollectionLoader(root: root).load().layoutLines == ["request a.yml"])
    }

    @Test("1.2 stops at depth 20")
    func depth() throws {
        let path = (1...25).map { "d\($0)" }.joined(separator: "/")
        let directory = try TemporaryDirectory()
        try directory.write(["opencollection.yml": "", "\(path)/a.yml": request()])
        let items = try CollectionLoader(root: directory.url).load().allItems
        #expect(items.count == 20 && items.allSatisfy { !$0.path.text.contains("a.yml") })
    }

    @Test(
        "1.3 names and identity",
        arguments: [
            LayoutRow("1.3 display name is info.name", ["a.yml": request(name: "Get")], "request a.yml: Get"),
            LayoutRow("1.3 else the file's", ["a b.yml": request()], "request a b.yml"),
            LayoutRow(
                "1.3 two may be called the same", ["a.yml": request(name: "X"), "b.yml": request(name: "X")],
                "request a.yml: X", "request b.yml: X"),
            LayoutRow(
                "1.3 an environment is its file name, whatever name: says", ["environments/dev.yml": "name: other"],
                "environment dev"),
        ])
    func names(row: LayoutRow) throws { try row.check() }

    @Test(
        "1.4 order",
        arguments: [
            LayoutRow(
                "1.4 folders first, depth first", ["a.yml": request(), "z/b.yml": request()], "folder z",
                "request z/b.yml", "request a.yml"),
            LayoutRow(
                "1.4 ascending seq, fractions allowed",
                ["a.yml": request(seq: "2"), "b.yml": request(seq: "1.5"), "c.yml": request(seq: "-1")],
                "request c.yml", "request b.yml", "request a.yml"),
            LayoutRow(
                "1.4 missing, 0 or null counts as 1; ties by file name",
                [
                    "d.yml": request(), "c.yml": request(seq: "0"), "b.yml": request(seq: "null"),
                    "a.yml": request(seq: "2"), "e.yml": request(seq: "1"),
                ],
                "request b.yml", "request c.yml", "request d.yml", "request e.yml", "request a.yml"),
            LayoutRow(
                "1.4 A, B, C with only B at seq 1 give B, A, C",
                ["a/folder.yml": folder("A"), "b/folder.yml": folder("B", seq: "1"), "c/folder.yml": folder("C")],
                "folder b: B", "folder a: A", "folder c: C"),
            LayoutRow(
                "1.4 past the end: appended; equal seq: grouped, alphabetical",
                [
                    "a/folder.yml": folder("A", seq: "9"), "b/folder.yml": folder("B", seq: "2"),
                    "c/folder.yml": folder("C", seq: "2"), "d/folder.yml": folder("D"),
                ],
                "folder d: D", "folder b: B", "folder c: C", "folder a: A"),
            LayoutRow(
                "1.4 by display name, as in the app", ["z/folder.yml": folder("A"), "a/folder.yml": folder("B")],
                "folder z: A", "folder a: B"),
        ])
    func order(row: LayoutRow) throws { try row.check() }

    @Test("1.5 a new collection gets a .gitignore with .env* and node_modules")
    func fresh() throws {
        let directory = try TemporaryDirectory()
        let root = directory.url.appendingPathComponent("api")
        _ = try NewCollection(at: root, named: "My API").write()
        let ignored = try directory.text("api/.gitignore").split(separator: "\n")
        #expect(ignored.contains(".env*") && ignored.contains("node_modules"))
    }

    @Test(
        "1.7 any version, or none, is read; nothing checks it",
        arguments: ["opencollection: 1.0.0", "opencollection: 9", "info: {name: x}", "", "info: {version: 1.10}"])
    func versions(text: String) throws {
        let directory = try TemporaryDirectory()
        try directory.write(["opencollection.yml": text, "a.yml": request()])
        #expect(try CollectionLoader(root: directory.url).load().layoutLines == ["request a.yml"])
    }

    @Test("1.7 in a bundled file an item's kind is info.type, else the key that is present")
    func bundled() throws {
        let directory = try TemporaryDirectory()
        try directory.write([
            "all.yml": """
            opencollection: 1.0.0
            info: {name: All}
            bundled: true
            items:
              - {info: {name: One, type: http}, http: {url: x}}
              - {info: {name: Two}, graphql: {url: x}}
              - {info: {name: Three}, items: [{info: {name: Four}, http: {url: x}}]}
              - {info: {name: Five}, grpc: {url: x}}
            config:
              environments: [{name: dev, variables: []}]
            """
        ])
        let lines = try CollectionLoader(root: directory.url.appendingPathComponent("all.yml")).load().layoutLines
        #expect(
            lines == [
                "folder Three", "request Three/Four.yml", "request One.yml", "request Two.yml", "grpc Five.yml",
                "environment dev",
            ])
    }
}
