import TestSupport
import Testing
import TextGrid

@Suite("Story: folding a body, and finding one's way in it", .serialized)
struct FoldsAndPlaces {
    @Test(
        "levels, siblings, brackets and the path under the cursor, in a body of one megabyte, and of ten",
        arguments: [(1_000_000, "1.0 MB"), (10_000_000, "10 MB")])
    func bigJSON(size: (bytes: Int, shown: String)) throws {
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root,
            "environments/local.yml": Fixture.environment,
            "big.yml": Fixture.request("Big", url: "{{baseUrl}}/json?bytes=\(size.bytes)"),
        ])
        let session = try place.start(size: .small)
        try session.send("big.yml", named: "Big", until: "✓ 200 OK")
        try session.waitForResponse(size.shown)
        try session.type("3")
        try session.waitFor("its first lines") { $0.bodyNumbers.first == 1 }
        // The last line known so far, until the last of all is known.
        for _ in 0..<10_000 {
            if session.screen.bodyEnds(with: "]") { break }
            try session.step("G")
        }
        try session.type("%")
        try session.waitFor("the opening bracket") { $0.bodyNumbers.first == 1 }
        try session.type("l")
        try session.waitFor(".[0]")
        try session.type("J")
        try session.waitFor(".[1]")
        try session.type("_")
        try session.waitFor("Folded level 1")
        try session.waitFor("folded lines") { $0.contains("{…}") }
        try session.type("GkK")
        try session.waitFor("a place far down") { $0.contains(" .[") && !$0.contains("looking…") }
        try session.type("*g ")
        try session.waitFor("all in one line") { $0.contains("1 […] ") && $0.bodyNumbers == [1] }
        try session.type(" ")
        try session.waitFor("all of it again") { $0.bodyNumbers.count > 2 }
        #expect(try session.quit() == 0)
    }
}
