import Foundation
import Testing

@testable import CollectionFiles

@Suite("The files of cookies")
struct CookieFilesTests {
    private func files(in directory: TemporaryDirectory, collection: String = "/c") -> CookieFiles {
        CookieFiles(
            directories: MicroscopeDirectories(environment: ["MICROSCOPE_HOME": directory.url.path]),
            collection: collection)
    }

    @Test("each environment of each collection has a file of its own, readable by its owner only")
    func own() throws {
        let directory = try TemporaryDirectory()
        let files = files(in: directory)
        #expect(try files.read("dev") == nil)
        for (environment, text) in [("dev", "1"), ("prod", "2"), (nil, "3")] as [(String?, String)] {
            try files.change(environment) { before in
                #expect(before == nil)
                return Data(text.utf8)
            }
        }
        try self.files(in: directory, collection: "/d").change("dev") { _ in Data("4".utf8) }
        #expect(try ["dev", "prod", nil].map { try files.read($0) } == ["1", "2", "3"].map { Data($0.utf8) })
        let file = try files.file(of: "dev").path
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let around = URL(fileURLWithPath: file).deletingLastPathComponent()
        let modeAround = try FileManager.default.attributesOfItem(atPath: around.path)[.posixPermissions] as? Int
        #expect(around.lastPathComponent == "cookies" && modeAround == 0o700)
    }

    @Test("nothing to write leaves no file, and what throws leaves the file as it is")
    func untouched() throws {
        struct Refused: Error {}
        let directory = try TemporaryDirectory()
        let files = files(in: directory)
        try files.change("dev") { _ in nil }
        #expect(try files.read("dev") == nil)
        try files.change("dev") { _ in Data("1".utf8) }
        #expect(throws: Refused.self) { try files.change("dev") { _ in throw Refused() } }
        #expect(try files.read("dev") == Data("1".utf8))
    }

    @Test("of changes at the same time none is lost")
    func sameTime() async throws {
        let directory = try TemporaryDirectory()
        let files = files(in: directory)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<40 { group.addTask { try files.change("dev") { ($0 ?? Data()) + [1] } } }
            try await group.waitForAll()
        }
        #expect(try files.read("dev")?.count == 40)
    }
}
