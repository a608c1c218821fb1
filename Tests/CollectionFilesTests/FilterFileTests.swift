import Foundation
import Testing

@testable import CollectionFiles

@Suite struct FilterFileTests {
    private let place: TemporaryDirectory
    private let file: FilterFile

    init() throws {
        place = try TemporaryDirectory()
        file = FilterFile(directories: MicroscopeDirectories(environment: ["MICROSCOPE_HOME": place.url.path]))
    }

    @Test("filters are read back as they were kept, each collection's own")
    func roundTrip() throws {
        #expect(file.read() == FilterFile.Content())
        try file.keep(["a.yml": ".id", "b/c d.yml": ""], of: "/one", recent: [".id"], limit: 10)
        try file.keep(["a.yml": "keys | .[0]"], of: "/two", recent: ["keys | .[0]", ".id"], limit: 10)
        let content = file.read()
        #expect(
            content.collections == ["/one": ["a.yml": ".id", "b/c d.yml": ""], "/two": ["a.yml": "keys | .[0]"]])
        #expect(content.recent == ["keys | .[0]", ".id"])
        try file.keep([:], of: "/one", recent: [], limit: 10)
        #expect(file.read().collections.keys.sorted() == ["/two"])
    }

    @Test("instances that keep filters at the same moment lose none of another collection, and none used last")
    func simultaneous() throws {
        let directories = MicroscopeDirectories(environment: ["MICROSCOPE_HOME": place.url.path])
        DispatchQueue.concurrentPerform(iterations: 20) { index in
            #expect(throws: Never.self) {
                try FilterFile(directories: directories).keep(
                    ["a.yml": ".\(index)"], of: "/\(index)", recent: [".\(index)"], limit: 20)
            }
        }
        #expect(file.read().collections.count == 20)
        #expect(Set(file.read().recent) == Set((0..<20).map { ".\($0)" }))
    }

    @Test("the file is its owner's alone")
    func mode() throws {
        try file.keep(["a.yml": ".id"], of: "/one", recent: [], limit: 10)
        #expect(try place.mode("state/filters.json") == 0o600)
    }

    @Test("what is damaged counts as nothing, and the next one is kept all the same")
    func damage() throws {
        for text in ["", "{", "[]", "{\"collections\": 1}", "\u{0}"] {
            try place.write(["state/filters.json": text])
            #expect(file.read() == FilterFile.Content())
        }
        try file.keep(["a.yml": ".id"], of: "/one", recent: [".id"], limit: 10)
        #expect(file.read().collections == ["/one": ["a.yml": ".id"]])
    }
}
