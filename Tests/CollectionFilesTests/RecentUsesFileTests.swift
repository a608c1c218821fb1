import Foundation
import Testing

@testable import CollectionFiles

@Suite struct RecentUsesFileTests {
    private let place: TemporaryDirectory
    private let file: RecentUsesFile

    init() throws {
        place = try TemporaryDirectory()
        file = RecentUsesFile(directories: MicroscopeDirectories(environment: ["MICROSCOPE_HOME": place.url.path]))
    }

    private func keep(requests: [String], of collection: String, actions: [String], most: Int = 10) throws {
        try file.keep(
            requests: requests, of: collection, actions: actions, requestLimit: most, actionLimit: most)
    }

    @Test("what was used is read back as it was kept, each collection's own, the actions of all")
    func roundTrip() throws {
        #expect(file.read() == RecentUsesFile.Content())
        try keep(requests: ["a.yml", "b/c d.yml"], of: "/one", actions: ["zoom"])
        try keep(requests: ["a.yml"], of: "/two", actions: ["utc", "zoom"])
        let content = file.read()
        #expect(content.requests == ["/one": ["a.yml", "b/c d.yml"], "/two": ["a.yml"]])
        #expect(content.actions == ["utc", "zoom"])
        try keep(requests: [], of: "/three", actions: [])
        #expect(file.read() == content)
    }

    @Test("what another instance kept meanwhile stays behind what is used now, as far as there is room")
    func merging() throws {
        try keep(requests: ["a.yml", "b.yml"], of: "/one", actions: ["zoom"])
        try keep(requests: ["c.yml", "b.yml"], of: "/one", actions: ["utc"])
        #expect(file.read().requests["/one"] == ["c.yml", "b.yml", "a.yml"])
        #expect(file.read().actions == ["utc", "zoom"])
        try keep(requests: ["d.yml", "e.yml"], of: "/one", actions: [], most: 3)
        #expect(file.read().requests["/one"] == ["d.yml", "e.yml", "c.yml"])
    }

    @Test("instances that keep uses at the same moment lose none")
    func simultaneous() throws {
        let directories = MicroscopeDirectories(environment: ["MICROSCOPE_HOME": place.url.path])
        DispatchQueue.concurrentPerform(iterations: 20) { index in
            #expect(throws: Never.self) {
                try RecentUsesFile(directories: directories).keep(
                    requests: ["\(index).yml"], of: "/one", actions: ["a\(index)"], requestLimit: 20, actionLimit: 20)
            }
        }
        #expect(Set(file.read().requests["/one"] ?? []) == Set((0..<20).map { "\($0).yml" }))
        #expect(Set(file.read().actions) == Set((0..<20).map { "a\($0)" }))
    }

    @Test("the file is its owner's alone")
    func mode() throws {
        try keep(requests: ["a.yml"], of: "/one", actions: [])
        #expect(try place.mode("state/recent-uses.json") == 0o600)
    }

    @Test("what is damaged counts as nothing, and the next one is kept all the same")
    func damage() throws {
        for text in ["", "{", "[]", "{\"requests\": 1}", "\u{0}"] {
            try place.write(["state/recent-uses.json": text])
            #expect(file.read() == RecentUsesFile.Content())
        }
        try keep(requests: ["a.yml"], of: "/one", actions: ["zoom"])
        #expect(file.read().requests == ["/one": ["a.yml"]])
    }
}
