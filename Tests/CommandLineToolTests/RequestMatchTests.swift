import OpenCollection
import TestSupport
import Testing
import YAMLTree

@testable import CommandLineTool

@Suite struct RequestMatchTests {
    private static func request(_ path: ItemPath, _ name: String) -> CollectionItem {
        CollectionItem(path: path, name: name, kind: .request(RequestFile(text: "", definition: RequestDefinition())))
    }

    private static let broken = CollectionItem(
        path: "users/bad.yml", name: "bad",
        kind: .broken(
            FileProblem(
                path: "users/bad.yml", place: SourcePlace(line: 3, column: 7, offsetInBytes: 20),
                message: "a mapping, where a text was expected")))

    private static let collection = Collection(
        name: "Test",
        items: [
            CollectionItem(
                path: "users", name: "Users",
                kind: .folder(
                    FolderDefinition(),
                    [
                        request("users/get.yml", "Get one"), request("users/list.yml", "List"), broken,
                        CollectionItem(
                            path: "users/live.yml", name: "Live", kind: .unsupported(UnsupportedItem(kind: "websocket"))
                        ),
                    ])),
            request("other/list.yml", "List"), request("List.yml", "users/get"),
        ],
        environments: [
            EnvironmentDefinition(name: "local", variables: []), EnvironmentDefinition(name: "prod", variables: []),
        ])

    @Test(
        "a path wins over names",
        arguments: [
            ("users/get", "users/get.yml"), ("users/get.yml", "users/get.yml"), ("./users/get", "users/get.yml"),
            ("Get one", "users/get.yml"), ("List", "List.yml"),
        ])
    func one(_ text: String, _ path: String) throws {
        #expect(RequestMatch.find(text, in: Self.collection) == .one(ItemPath(path)))
        #expect(try RequestMatch.find(text, in: Self.collection).path(for: text).text == path)
    }

    @Test(
        "of two paths that Unicode calls equivalent the one that was typed is meant",
        arguments: HostileWord.canonicalPairs)
    func equivalent(_ one: String, _ other: String) {
        let collection = Collection(
            name: "Test", items: [one, other].map { Self.request(ItemPath("\($0).yml"), "A") })
        for name in [one, other] {
            guard case .one(let path) = RequestMatch.find("./\(name)", in: collection) else {
                Issue.record("\(name) is not found")
                continue
            }
            #expect(path.text.utf8.elementsEqual("\(name).yml".utf8))
        }
    }

    @Test(
        "what cannot be sent is told with the candidates",
        arguments: [
            ("users/gte", "there is no request \"users/gte\"; candidates: users/get, List"),
            ("get", "there is no request \"get\"; candidates: users/get, List"),
            (
                "zzzzzzzzzz",
                "there is no request \"zzzzzzzzzz\"; candidates: users/get, users/list, users/bad, users/live, other/list, List"
            ),
            ("users/bad", "users/bad.yml cannot be sent; users/bad.yml:3:7: a mapping, where a text was expected"),
            (
                "Live",
                "users/live.yml cannot be sent; WebSocket requests are shown and kept, but this Microscope speaks HTTP only"
            ),
        ])
    func none(_ text: String, _ message: String) {
        let error = #expect(throws: UsageError.self) {
            try RequestMatch.find(text, in: Self.collection).path(for: text)
        }
        #expect(error?.description == message)
    }

    @Test("several requests of one name are named by their paths")
    func several() {
        var collection = Self.collection
        collection.items.removeLast()
        let error = #expect(throws: UsageError.self) { try RequestMatch.find("List", in: collection).path(for: "List") }
        #expect(error?.description == "2 requests are named \"List\"; name one by its path: users/list, other/list")
    }

    @Test("many candidates are cut short")
    func many() {
        let items = (1...20).map { Self.request(ItemPath("r\($0).yml"), "R") }
        let error = #expect(throws: UsageError.self) {
            try RequestMatch.find("R", in: Collection(name: "", items: items)).path(for: "R")
        }
        #expect(error?.description.hasSuffix("r7, r8 and 12 more") == true)
    }

    @Test("an unknown environment lists those there are")
    func environments() throws {
        #expect(try Self.collection.requireEnvironment(named: "prod").name == "prod")
        let error = #expect(throws: UsageError.self) { try Self.collection.requireEnvironment(named: "x") }
        #expect(error?.description == "there is no environment \"x\"; there are: local, prod")
        let none = #expect(throws: UsageError.self) { try Collection(name: "").requireEnvironment(named: "x") }
        #expect(none?.description == "there is no environment \"x\"; the collection has none")
    }
}
