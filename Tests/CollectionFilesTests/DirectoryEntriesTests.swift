import Foundation
import Testing

@testable import CollectionFiles

@Suite("What lies in a directory")
struct DirectoryEntriesTests {
    private let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
        try place.write(["inner/a": "", "inner/sub/b": "", ".hidden": "", "file": "", "home/api": "", "~/own": ""])
        try FileManager.default.createSymbolicLink(
            at: place.url.appendingPathComponent("link"), withDestinationURL: place.url.appendingPathComponent("inner"))
    }

    private func names(_ text: String) -> Set<String> {
        let entries = DirectoryEntries(of: text, from: place.url).entries
        return Set(entries.map { $0.isDirectory ? $0.name + "/" : $0.name })
    }

    @Test(
        "is listed by the path that is typed, directories known as such",
        arguments: [
            ("", ["inner/", ".hidden", "file", "home/", "link/", "~/"]), ("inner/", ["a", "sub/"]),
            ("./link/", ["a", "sub/"]),
            ("~/", ["own"]), ("nowhere/", []), ("file/", []),
        ])
    func lists(text: String, expected: [String]) { #expect(names(text) == Set(expected)) }

    @Test("of too many, those that begin as typed are listed in their order, hidden ones last; of few enough all are")
    func limit() throws {
        try place.write(["many/.b": "", "many/B3": "", "many/a": "", "many/b1": "", "many/b2": ""])
        func names(_ beginning: String, _ limit: Int) -> [String] {
            DirectoryEntries(of: "many/", beginning: beginning, from: place.url, limit: limit).entries.map(\.name)
        }
        #expect(names("b", 5) == ["B3", "a", "b1", "b2", ".b"])
        #expect(names("b", 4) == ["B3", "b1", "b2"])
        #expect(names("", 4) == ["B3", "a", "b1", "b2"])
        #expect(names(".", 4) == [".b"])
        #expect(!DirectoryEntries(of: "many/", from: place.url, limit: 5).isPart)
        #expect(DirectoryEntries(of: "many/", from: place.url, limit: 4).isPart)
    }

    @Test("an absolute path begins at the root")
    func absolute() { #expect(names(place.url.path + "/inner/") == ["a", "sub/"]) }
}
