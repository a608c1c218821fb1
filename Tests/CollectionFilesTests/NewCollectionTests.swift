import Foundation
import OpenCollection
import Testing

@testable import CollectionFiles

@Suite struct NewCollectionTests {
    private let place: TemporaryDirectory
    private var api: URL { place.url.appendingPathComponent("api", isDirectory: true) }

    init() throws { place = try TemporaryDirectory() }

    @Test("a new collection opens with its environment and request, and nothing is wrong in it")
    func begins() throws {
        let written = try NewCollection(at: api).write()
        #expect(written.files == [".gitignore", "environments/local.yml", "Get status.yml", "opencollection.yml"])
        #expect(written.kept.isEmpty && written.outer == nil)
        let collection = try CollectionLoader(root: api).load()
        #expect(collection.name == "api" && collection.environments.map(\.name) == ["local"])
        #expect(collection.request(at: "Get status.yml")?.definition.url == "{{baseUrl}}/")
        #expect(CollectionCheck(try CollectionSources(root: api)).problems().isEmpty)
    }

    @Test("opencollection.yml is what Bruno writes for a fresh collection")
    func freshRoot() throws {
        _ = try NewCollection(at: api, named: " My API ").write()
        #expect(
            try place.text("api/opencollection.yml") == """
                opencollection: 1.0.0

                info:
                  name: My API
                bundled: false
                extensions:
                  bruno:
                    ignore:
                      - node_modules
                      - .git

                """)
        #expect(try place.text("api/.gitignore").contains("\n.env*\n"))
    }

    @Test("what is there stays as it is, and is told")
    func keeps() throws {
        try place.write(["api/.gitignore": "mine\n", "api/environments/local.yml": "name: local\n"])
        let written = try NewCollection(at: api).write()
        #expect(written.kept == [".gitignore", "environments/local.yml"])
        #expect(try place.text("api/.gitignore") == "mine\n")
        #expect(try place.text("api/environments/local.yml") == "name: local\n")
    }

    @Test("where a collection is already, nothing is written")
    func refuses() throws {
        try place.write(["api/opencollection.yml": "info: {name: X}\n", "old/bruno.json": "{}", "file": ""])
        let before = try FileManager.default.subpathsOfDirectory(atPath: place.url.path).sorted()
        for (name, words) in [
            ("api", "is a collection already; open it"), ("old", "microscope import DIR"), ("file", "name a directory"),
        ] {
            let error = #expect(throws: LocationError.self) {
                try NewCollection(at: place.url.appendingPathComponent(name)).write()
            }
            #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
        }
        #expect(try FileManager.default.subpathsOfDirectory(atPath: place.url.path).sorted() == before)
    }

    @Test("inside another collection it may be made, and says which one that is")
    func inside() throws {
        try place.write(["opencollection.yml": "info: {name: X}\n"])
        let written = try NewCollection(at: api).write()
        #expect(written.outer?.path == place.url.standardizedFileURL.path)
    }

    @Test("what was interrupted before it was a collection is begun again")
    func again() throws {
        _ = try NewCollection(at: api).write()
        try FileManager.default.removeItem(at: api.appendingPathComponent("opencollection.yml"))
        let written = try NewCollection(at: api).write()
        #expect(written.files == ["opencollection.yml"])
    }

    @Test("a place where no directory can be made is told")
    func noPlace() throws {
        try place.write(["file": ""])
        let error = #expect(throws: LocationError.self) {
            try NewCollection(at: place.url.appendingPathComponent("file/api")).write()
        }
        #expect(error?.description.contains("name a place where you may write") == true)
    }
}

@Suite struct ScratchCollectionTests {
    private let place: TemporaryDirectory
    private var directories: MicroscopeDirectories {
        MicroscopeDirectories(environment: ["MICROSCOPE_HOME": place.url.path])
    }

    init() throws { place = try TemporaryDirectory() }

    @Test("is made when first needed, in a directory of its owner alone, and is a collection like any other")
    func isMade() throws {
        let root = try ScratchCollection.prepare(in: directories)
        #expect(try CollectionLoader(root: root).load().name == "Scratch")
        #expect(try place.mode("data/scratch") == 0o700)
        #expect(CollectionCheck(try CollectionSources(root: root)).problems().isEmpty)
    }

    @Test("what is in it stays")
    func stays() throws {
        let root = try ScratchCollection.prepare(in: directories)
        try place.write([
            "data/scratch/opencollection.yml": "info: {name: Mine}\n", "data/scratch/a.yml": "info: {type: http}\n",
        ])
        #expect(try ScratchCollection.prepare(in: directories) == root)
        #expect(try CollectionLoader(root: root).load().name == "Mine")
        #expect(try place.text("data/scratch/a.yml") == "info: {type: http}\n")
    }
}
