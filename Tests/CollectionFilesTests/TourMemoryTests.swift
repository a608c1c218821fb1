import Foundation
import Testing

@testable import CollectionFiles

@Suite struct TourMemoryTests {
    @Test("an answer is remembered in a file of its owner's alone; before, there is none")
    func answers() throws {
        let place = try TemporaryDirectory()
        let memory = TourMemory(directories: MicroscopeDirectories(environment: ["MICROSCOPE_HOME": place.url.path]))
        #expect(!memory.isAnswered)
        try memory.note("declined")
        #expect(memory.isAnswered)
        #expect(try place.mode("state/tour") == 0o600)
        #expect(try String(contentsOf: place.url.appendingPathComponent("state/tour"), encoding: .utf8) == "declined\n")
        try memory.note("taken")
        #expect(try String(contentsOf: place.url.appendingPathComponent("state/tour"), encoding: .utf8) == "taken\n")
    }
}
