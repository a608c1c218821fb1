import Foundation
import Testing

@testable import CollectionFiles

@Suite struct DirectoryCompletionTests {
    private let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
        try place.write(["work/a": "", "workshop/x/a": "", ".hidden/a": "", "file": "", "home/api/a": ""])
        try FileManager.default.createSymbolicLink(
            at: place.url.appendingPathComponent("link"), withDestinationURL: place.url.appendingPathComponent("work"))
    }

    private func complete(_ text: String) -> DirectoryCompletion {
        DirectoryCompletion(of: text, from: place.url, home: place.url.appendingPathComponent("home").path)
    }

    @Test(
        "goes as far as it is clear",
        arguments: [
            ("w", "work", ["work", "workshop"]), ("works", "workshop/", ["workshop"]),
            ("workshop/", "workshop/x/", ["x"]), ("./wor", "./work", ["work", "workshop"]), ("f", "f", []),
            ("l", "link/", ["link"]), (".h", ".hidden/", [".hidden"]), ("~", "~/", ["~"]), ("~/a", "~/api/", ["api"]),
            ("nowhere/x", "nowhere/x", []), ("", "", ["home", "link", "work", "workshop"]),
        ])
    func completes(_ text: String, _ completed: String, _ candidates: [String]) {
        let done = complete(text)
        #expect(done.text == completed)
        #expect(done.candidates == candidates)
    }

    @Test("an absolute path begins at the root")
    func absolute() {
        #expect(complete(place.url.path + "/works").text == place.url.path + "/workshop/")
    }
}
