import OpenCollection
import Testing

@testable import Imports

@Suite("Files of an import, and where they go")
struct ImportedFilesTests {
    private static let root = """
        opencollection: 1.0.0
        info: {name: One}
        bundled: true
        items:
          - info: {name: a, type: http, seq: 1}
            http: {method: GET, url: http://h/a}

        """

    private static func request(_ name: String) throws -> ImportedItem {
        let text = "# kept\ninfo:\n  name: \(name)\n  type: http\nhttp:\n  url: http://h/\(name)\n"
        let file = try RequestFile.read(text: text, path: "a.yml")
        var item = ImportedItem(.request(file.definition), origin: .whole)
        item.file = file
        return item
    }

    private static func loose(_ names: [String]) throws -> ImportedCollection {
        var collection = ImportedCollection(format: .request, source: "a.yml", name: "h")
        collection.items = try names.map(request)
        return collection
    }

    private static func collection() throws -> Collection {
        let file = try RequestFile.read(text: "info: {name: x, type: http}\nhttp: {url: http://h}\n", path: "x.yml")
        return Collection(
            name: "C", items: [CollectionItem(path: "things.yml", name: "things", kind: .request(file))])
    }

    @Test("one request goes among those of the folder, behind them, under a name that nobody has, in its own spelling")
    func one() throws {
        let collection = try Self.collection()
        let files = try ImportedFiles(
            [try Self.loose(["things"])], in: .folder(.root, of: collection, otherNames: ["things 2.yml"]))
        let plan = try files.plan(in: collection, bundle: nil)
        guard case .create(let path, let text)? = plan.steps.first, plan.steps.count == 1 else {
            Issue.record("\(plan.steps)")
            return
        }
        #expect(path == "things 3.yml" && plan.focus == [path])
        #expect(text.hasPrefix("# kept\n") && text.contains("name: things 3") && text.contains("seq: 2"))
    }

    @Test("several requests go into a new folder, which is made as a whole")
    func several() throws {
        let collection = try Self.collection()
        let files = try ImportedFiles(
            [try Self.loose(["a", "a"])], in: .folder(.root, of: collection, otherNames: []))
        #expect(files.added.map(\.path) == ["h/a.yml", "h/a 2.yml"])
        guard case .createTree("h", let made)? = try files.plan(in: collection, bundle: nil).steps.first else {
            Issue.record("no tree")
            return
        }
        #expect(made.map(\.path) == ["a.yml", "a 2.yml"])
        #expect(made[1].text.contains("name: a 2") && made[1].text.contains("seq: 2"))
    }

    @Test("a request of curl or YAML makes no environment for a secret, and its variables count as no unknown ones")
    func looseIsLeftAlone() throws {
        var loose = try Self.loose(["{{nowhere}}"])
        loose.sourceCounts = [.requests: 1]
        loose.countedKinds = [.requests]
        let fitted = [loose].fitted(to: .newCollection)
        #expect(fitted == [loose])
        let report = ImportReport(fitted)
        #expect(report.isComplete && report.undefinedNames.isEmpty && report.remarks.isEmpty)
    }

    @Test("a collection in one file gets folders, requests and environments, and the rest of it stays as it is")
    func bundle() throws {
        let bundle = try #require(try CollectionBundle(text: Self.root, path: "one.yml"))
        var shop = ImportedCollection(format: .postman, source: "shop.json", name: "Shop")
        var people = FolderDefinition()
        people.name = "People"
        shop.items = [ImportedItem(.folder(people, [try Self.request("b")]), origin: .whole)]
        shop.environments = [
            ImportedEnvironment(EnvironmentDefinition(name: "dev", variables: [Variable("x", "1")]), origin: .whole)
        ]
        let collection = Collection(name: "One")
        let files = try ImportedFiles([shop], in: .folder(.root, of: collection, otherNames: []))
        let plan = try files.plan(in: collection, bundle: (bundle, "one.yml"))
        guard case .rewrite("one.yml", Self.root, let text)? = plan.steps.first, plan.steps.count == 1 else {
            Issue.record("\(plan.steps)")
            return
        }
        let before = Self.root.split(separator: "\n").map(String.init)
        #expect(before.allSatisfy { text.contains($0) })
        let after = try #require(try CollectionBundle(text: text, path: "one.yml"))
        for path: ItemPath in ["Shop/People/b.yml", "environments/dev.yml", "a.yml"] {
            #expect(after.holds(path), "\(path)\n\(text)")
        }
    }

    @Test(
        "what a document leaves out of its servers is that of the place it was downloaded from",
        arguments: [
            ("openapi: 3.1.0\nservers: [{url: /v1}]\n", "https://h:1/v1"),
            ("openapi: 3.1.0\nservers: [{url: ../v2}]\n", "https://h:1/v2"),
            ("openapi: 3.1.0\nservers: [{url: v3/}]\n", "https://h:1/docs/v3"),
            ("openapi: 3.1.0\nservers: [{url: ../../../..}]\n", "https://h:1"),
            ("openapi: 3.1.0\n", "https://h:1"), ("swagger: '2.0'\nbasePath: /b\n", "https://h:1/b"),
            ("openapi: 3.1.0\nservers: [{url: https://else/x}]\n", "https://else/x"),
        ])
    func address(start: String, base: String) throws {
        let text = start + "info: {title: A, version: '1'}\npaths: {/p: {get: {summary: P}}}\n"
        let source = try RecognizedSource(
            ImportSource(name: "a", bytes: Array(text.utf8), address: "https://h:1/docs/api.yaml?x=a/b"))
        let collection = try #require(try ImportReading.collections(in: [source]).first)
        #expect(collection.environments.first?.definition.variables.first?.value == base)
        #expect(!collection.notes.contains { $0.text.contains("localhost") })
    }
}
