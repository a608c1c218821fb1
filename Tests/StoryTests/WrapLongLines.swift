import TestSupport
import Testing
import TextGrid

@Suite("Story: long lines of a body, broken where the pane ends", .serialized)
struct WrapLongLines {
    @Test("a body of one long line is read row by row, found in, left for its end, and resized")
    func oneLine() throws {
        let words = (0..<4_000).map { "word\($0)" }.joined(separator: "-")
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root,
            "environments/local.yml": Fixture.environment,
            "echo.yml": Fixture.request(
                "Echo", method: "POST", url: "{{baseUrl}}/echo", more: "  body: {type: text, data: \"\(words)\"}\n"),
        ])
        let session = try place.start(size: .small)
        try session.send("echo.yml", named: "Echo", until: "✓ 200 OK")
        try session.type("3")
        try session.waitFor("the body") { $0.bodyNumbers.first == 1 }
        try session.type("W")
        try session.waitFor("broken lines") { $0.contains("Long lines are wrapped.") }
        try session.type("/word2000-")
        // Wherever the rows break, a neighbour of the match is whole.
        try session.waitFor("the only match") {
            $0.contains("1 of 1") && ($0.contains("word1999") || $0.contains("word2001"))
        }
        try session.press(.enter)
        try session.waitFor("its number is not repeated") { !$0.contains("Ctrl-T") && $0.bodyNumbers.count <= 1 }
        try session.resize(.large)
        try session.waitFor("the same in wider rows") {
            $0.size == .large && ($0.contains("word1999") || $0.contains("word2001"))
        }
        try session.type("GgW")
        try session.waitFor("one row again") {
            $0.contains("Long lines are not wrapped") && $0.bodyNumbers.count > 3
        }
        #expect(try session.quit() == 0)
    }
}
