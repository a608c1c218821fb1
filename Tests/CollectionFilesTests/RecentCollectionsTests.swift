import Foundation
import Testing

@testable import CollectionFiles

@Suite struct RecentCollectionsTests {
    private let place: TemporaryDirectory
    private let recents: RecentCollections

    init() throws {
        place = try TemporaryDirectory()
        recents = RecentCollections(
            directories: MicroscopeDirectories(environment: ["MICROSCOPE_HOME": place.url.path]))
    }

    private func entry(_ path: String, at seconds: Double = 0) -> RecentCollections.Entry {
        RecentCollections.Entry(path: path, name: "X", openedAt: Date(timeIntervalSince1970: seconds))
    }

    @Test("the one opened last comes first, each once, and they are read back as they were")
    func order() throws {
        #expect(recents.entries().isEmpty)
        try recents.note(entry("/a", at: 1))
        try recents.note(entry("/b", at: 2))
        try recents.note(entry("/a", at: 3))
        #expect(recents.entries() == [entry("/a", at: 3), entry("/b", at: 2)])
    }

    @Test("twenty are kept")
    func limit() throws {
        for index in 0..<25 { try recents.note(entry("/\(index)")) }
        #expect(recents.entries().count == RecentCollections.limit)
        #expect(recents.entries().first?.path == "/24")
    }

    @Test("instances that note at the same moment lose no entry")
    func simultaneous() throws {
        let directories = MicroscopeDirectories(environment: ["MICROSCOPE_HOME": place.url.path])
        let entries = (0..<RecentCollections.limit).map { entry("/\($0)") }
        DispatchQueue.concurrentPerform(iterations: entries.count) { index in
            #expect(throws: Never.self) { try RecentCollections(directories: directories).note(entries[index]) }
        }
        #expect(Set(recents.entries().map(\.path)) == Set(entries.map(\.path)))
    }

    @Test("the file is its owner's alone")
    func mode() throws {
        try recents.note(entry("/a"))
        #expect(try place.mode("state/recents.json") == 0o600)
    }

    @Test("one is forgotten; one that is not there changes nothing")
    func removal() throws {
        try recents.note(entry("/a"))
        try recents.note(entry("/b"))
        try recents.remove("/a")
        try recents.remove("/c")
        #expect(recents.entries().map(\.path) == ["/b"])
    }

    @Test("what is damaged is passed over, and the next one is noted all the same")
    func damage() throws {
        for text in ["", "{", "[]", "{\"collections\": 1}", "\u{0}"] {
            try place.write(["state/recents.json": text])
            #expect(recents.entries().isEmpty)
        }
        try place.write([
            "state/recents.json": """
            {"collections": [7, {"path": 1}, {"path": "relative", "name": "R", "openedAt": "2026-01-01T00:00:00Z"},
             {"path": "/good", "name": "G", "openedAt": "2026-01-01T00:00:00Z"}]}
            """
        ])
        #expect(recents.entries().map(\.path) == ["/good"])
        try recents.note(entry("/new"))
        #expect(recents.entries().map(\.path) == ["/new", "/good"])
    }

    @Test("one whose collection is gone says so")
    func missing() throws {
        try place.write(["api/opencollection.yml": "info: {name: X}\n", "bundle.yml": "items: []\n"])
        #expect(entry(place.url.appendingPathComponent("api").path).isThere)
        #expect(entry(place.url.appendingPathComponent("bundle.yml").path).isThere)
        #expect(!entry(place.url.appendingPathComponent("gone").path).isThere)
        #expect(!entry(place.url.path).isThere)
    }
}
