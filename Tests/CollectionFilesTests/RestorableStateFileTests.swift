import Foundation
import Testing

@testable import CollectionFiles

@Suite struct RestorableStateFileTests {
    @Test("content that the first versions kept in the directory whereabouts is found, and the directory renamed")
    func earlierName() throws {
        let place = try TemporaryDirectory()
        let directories = MicroscopeDirectories(environment: ["MICROSCOPE_HOME": place.url.path])
        let content = Data("{}".utf8)
        try RestorableStateFile(directories: directories, collection: "/c").write(content)
        let now = directories.state.appendingPathComponent("restorable-state")
        let earlier = directories.state.appendingPathComponent("whereabouts")
        try FileManager.default.moveItem(at: now, to: earlier)

        #expect(RestorableStateFile(directories: directories, collection: "/c").read() == content)
        #expect(!FileManager.default.fileExists(atPath: earlier.path))
    }
}
