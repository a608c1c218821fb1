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

    @Test("from a directory that is gone, whose path is not known, the search ends")
    func goneDirectory() throws {
        let relative = try #require(URL(string: "no/such/place"))
        #expect(CollectionLocation.find(from: relative) == nil)
    }
}
