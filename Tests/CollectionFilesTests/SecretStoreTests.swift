import Foundation
import Testing

@testable import CollectionFiles

@Suite("The private store of secrets")
struct SecretStoreTests {
    private func store(in directory: TemporaryDirectory) -> (SecretStore, URL) {
        let directories = MicroscopeDirectories(environment: ["MICROSCOPE_HOME": directory.url.path])
        return (SecretStore(directories: directories), directories.data.appendingPathComponent("secrets.json"))
    }

    @Test("a value is kept for its environment, readable by its owner only, and forgotten again")
    func kept() throws {
        let directory = try TemporaryDirectory()
        let (store, file) = store(in: directory)
        try store.set("v", name: "TOKEN", collection: "/c", environment: "dev")
        #expect(try store.values(collection: "/c", environment: "dev") == ["TOKEN": "v"])
        #expect(try store.values(collection: "/c", environment: "prod").isEmpty)
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        try store.set(nil, name: "TOKEN", collection: "/c", environment: "dev")
        #expect(try store.values(collection: "/c", environment: "dev").isEmpty)
    }

    @Test("a store that cannot be read is not taken for an empty one, and is not written over")
    func unreadable() throws {
        let directory = try TemporaryDirectory()
        let (store, file) = store(in: directory)
        // The superuser may read whatever the mode says; a directory nobody can read as a file.
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
        #expect(throws: (any Error).self) { try store.values(collection: "/c", environment: "dev") }
        #expect(throws: (any Error).self) {
            try store.set("v", name: "TOKEN", collection: "/c", environment: "dev")
        }
        try FileManager.default.removeItem(at: file)
        try Data("damaged".utf8).write(to: file)
        #expect(throws: (any Error).self) {
            try store.set("v", name: "TOKEN", collection: "/c", environment: "dev")
        }
        #expect(try Data(contentsOf: file) == Data("damaged".utf8))
        let reason = "it is not what Microscope writes"
        #expect(throws: UnreadableFile(path: file.path, reason: reason)) {
            try store.values(collection: "/c", environment: "dev")
        }
    }

    @Test("of values that are kept at the same time none is lost")
    func sameTime() async throws {
        let directory = try TemporaryDirectory()
        let (store, _) = store(in: directory)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    try store.set("v", name: "T\(number)", collection: "/c\(number % 4)", environment: "dev")
                }
            }
            try await group.waitForAll()
        }
        let kept = try (0..<4).map { try store.values(collection: "/c\($0)", environment: "dev").count }
        #expect(kept == [10, 10, 10, 10])
    }
}
