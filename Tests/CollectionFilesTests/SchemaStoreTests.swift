import Foundation
import OpenCollection
import Testing

@testable import CollectionFiles

@Suite("The store of GraphQL schemas")
struct SchemaStoreTests {
    private func store(_ directory: TemporaryDirectory) -> SchemaStore {
        let directories = MicroscopeDirectories(environment: ["MICROSCOPE_HOME": directory.url.path + "/home"])
        let root = directory.url.appendingPathComponent("collection")
        return SchemaStore(directories: directories, gate: TrustGate(root: root, directories: directories))
    }

    private func key(_ url: String, in environment: String? = nil) -> SchemaKey {
        SchemaKey(url: url, collection: "/c", environment: environment)
    }

    @Test("one is kept for the URL without its query and for the environment, in a file of one's own")
    func kept() throws {
        let directory = try TemporaryDirectory()
        let store = store(directory)
        #expect(try store.text(of: .server(key("http://h/a"))) == nil)
        try store.keep("type A { b: Int }", for: key("http://me:pass@h/a?x=1#y"))
        #expect(try store.text(of: .server(key("http://h/a?z"))) == "type A { b: Int }")
        #expect(try store.text(of: .server(key("http://h/a", in: "prod"))) == nil)
        #expect(try store.text(of: .server(key("http://h/b"))) == nil)
        let cache = directory.url.appendingPathComponent("home/cache/graphql")
        let names = try FileManager.default.contentsOfDirectory(atPath: cache.path)
        #expect(names.count == 1 && names[0].hasSuffix(".graphql") && names[0].utf8.count == 72, "\(names)")
        let mode = try FileManager.default.attributesOfItem(atPath: cache.appendingPathComponent(names[0]).path)
        #expect((mode[.posixPermissions] as? Int) == 0o600)
    }

    @Test("no more than 64 are kept")
    func many() throws {
        let directory = try TemporaryDirectory()
        let store = store(directory)
        for number in 0..<70 { try store.keep("scalar A", for: key("http://h/\(number)")) }
        let cache = directory.url.appendingPathComponent("home/cache/graphql")
        #expect(try FileManager.default.contentsOfDirectory(atPath: cache.path).count == 64)
    }

    @Test("a file of the collection is read; one outside of it is not, before somebody has agreed")
    func files() throws {
        let directory = try TemporaryDirectory()
        let root = directory.url.appendingPathComponent("collection")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        try Data("scalar A".utf8).write(to: root.appendingPathComponent("s.graphql"))
        try Data("scalar B".utf8).write(to: directory.url.appendingPathComponent("out.graphql"))
        let store = store(directory)
        #expect(try store.text(of: .file("s.graphql")) == "scalar A")
        #expect(throws: UnagreedError.self) { try store.text(of: .file("../out.graphql")) }
        #expect(throws: (any Error).self) { try store.text(of: .file("gone.graphql")) }
    }
}
