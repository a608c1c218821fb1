import Foundation
import Testing

@testable import CollectionFiles

@Suite struct BundledCollectionTests {
    private let place = FileManager.default.temporaryDirectory.appendingPathComponent("bundle-\(UUID().uuidString)")
    private var directory: URL { place.appendingPathComponent("demo") }

    private func bundle(_ get: String) -> BundledCollection {
        BundledCollection(files: [
            .init(path: "opencollection.yml", text: "info: {name: Demo}\n"), .init(path: "users/get.yml", text: get),
        ])
    }

    private func text(_ path: String) -> String? {
        try? String(contentsOf: directory.appendingPathComponent(path), encoding: .utf8)
    }

    private func edit(_ path: String, _ text: String) throws {
        try Data(text.utf8).write(to: directory.appendingPathComponent(path))
    }

    @Test("a new place gets every file, and a second time nothing changes")
    func unpacks() throws {
        defer { try? FileManager.default.removeItem(at: place) }
        try bundle("one\n").unpack(into: directory)
        #expect(text("opencollection.yml") == "info: {name: Demo}\n")
        #expect(text("users/get.yml") == "one\n")
        try bundle("one\n").unpack(into: directory)
        #expect(text("users/get.yml") == "one\n")
    }

    @Test("a newer version replaces what nobody changed")
    func updates() throws {
        defer { try? FileManager.default.removeItem(at: place) }
        try bundle("one\n").unpack(into: directory)
        try bundle("two\n").unpack(into: directory)
        #expect(text("users/get.yml") == "two\n")
    }

    @Test("an edit stays, over several newer versions too")
    func keepsEdits() throws {
        defer { try? FileManager.default.removeItem(at: place) }
        try bundle("one\n").unpack(into: directory)
        try edit("users/get.yml", "mine\n")
        try bundle("two\n").unpack(into: directory)
        try bundle("three\n").unpack(into: directory)
        #expect(text("users/get.yml") == "mine\n")
    }

    @Test("a file that was there before the first unpacking is somebody's")
    func keepsStrangers() throws {
        defer { try? FileManager.default.removeItem(at: place) }
        try FileManager.default.createDirectory(
            at: directory.appendingPathComponent("users"), withIntermediateDirectories: true)
        try edit("users/get.yml", "mine\n")
        try bundle("one\n").unpack(into: directory)
        #expect(text("users/get.yml") == "mine\n")
    }

    @Test("a deleted file comes back")
    func restores() throws {
        defer { try? FileManager.default.removeItem(at: place) }
        try bundle("one\n").unpack(into: directory)
        try FileManager.default.removeItem(at: directory.appendingPathComponent("users/get.yml"))
        try bundle("one\n").unpack(into: directory)
        #expect(text("users/get.yml") == "one\n")
    }

    @Test("a place that cannot be written is an error")
    func fails() throws {
        defer { try? FileManager.default.removeItem(at: place) }
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try Data().write(to: directory)
        #expect(throws: (any Error).self) { try bundle("one\n").unpack(into: directory) }
    }
}
