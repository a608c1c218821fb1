import Foundation
import OpenCollection
import Testing

@testable import CollectionFiles

@Suite struct CollectionLocationTests {
    private let place = FileManager.default.temporaryDirectory.appendingPathComponent("location-\(UUID().uuidString)")
        .standardizedFileURL

    private func make(_ path: String) throws -> URL {
        let file = place.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("info: {name: X}\n".utf8).write(to: file)
        return file
    }

    @Test("the nearest collection upwards is found, else the only one in a directory below")
    func finds() throws {
        defer { try? FileManager.default.removeItem(at: place) }
        let root = try make("api/opencollection.yml").deletingLastPathComponent()
        let users = try make("api/users/get.yml").deletingLastPathComponent()
        #expect(CollectionLocation.find(from: users)?.root.path == root.path)
        #expect(CollectionLocation.find(from: place)?.root.path == root.path)
        _ = try make("other/opencollection.yml")
        #expect(CollectionLocation.find(from: place) == nil)
    }

    @Test("a request file names its collection and itself")
    func opensFile() throws {
        defer { try? FileManager.default.removeItem(at: place) }
        _ = try make("api/opencollection.yml")
        let location = try CollectionLocation.open(try make("api/users/get.yml"))
        #expect(location.item == "users/get.yml" && location.root.lastPathComponent == "api")
    }

    @Test(
        "what cannot be opened says what it is, and what to do",
        arguments: [
            ("postman.json", "{}", "microscope import"), ("get.bru", "get {}\n", "microscope import"),
            ("README.md", "# API\n", "not a request file"), ("get.yml", "info: {type: http}\n", "microscope init"),
        ])
    func foreign(_ name: String, _ text: String, _ words: String) throws {
        defer { try? FileManager.default.removeItem(at: place) }
        let file = try make(name)
        try Data(text.utf8).write(to: file)
        let error = #expect(throws: LocationError.self) { try CollectionLocation.open(file) }
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }

    @Test("a request named without its extension is recognised")
    func withoutExtension() throws {
        defer { try? FileManager.default.removeItem(at: place) }
        _ = try make("api/opencollection.yml")
        let file = try make("api/users/get.yml")
        let error = #expect(throws: LocationError.self) {
            try CollectionLocation.open(file.deletingPathExtension())
        }
        #expect(error?.description.contains("did you mean \(file.path)?") == true)
    }

    @Test("a directory with none or several collections says what to type")
    func directories() throws {
        defer { try? FileManager.default.removeItem(at: place) }
        _ = try make("x/file")
        let none = #expect(throws: LocationError.self) { try CollectionLocation.open(place) }
        #expect(none?.description.contains("microscope init \(place.path)") == true)
        _ = try make("b/opencollection.yml")
        #expect(try CollectionLocation.open(place).root.lastPathComponent == "b")
        _ = try make("a/opencollection.yml")
        let several = #expect(throws: LocationError.self) { try CollectionLocation.open(place) }
        #expect(several?.description.hasSuffix("holds 2 collections; name one of them: a, b") == true)
    }

    @Test("one file that holds a whole collection is opened as such, wherever it lies")
    func bundle() throws {
        defer { try? FileManager.default.removeItem(at: place) }
        let file = try make("shared.yml")
        try Data("opencollection: 1.0.0\ninfo: {name: X}\nbundled: true\nitems: [{info: {name: A, type: http}}]\n".utf8)
            .write(to: file)
        #expect(try CollectionLocation.open(file) == CollectionLocation(root: file))
    }

    @Test("from a directory that is gone, whose path is not known, the search ends")
    func goneDirectory() throws {
        let relative = try #require(URL(string: "no/such/place"))
        #expect(CollectionLocation.find(from: relative) == nil)
    }
}
