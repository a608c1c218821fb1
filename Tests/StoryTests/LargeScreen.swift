import TestSupport
import Testing
import TextGrid

@Suite("Story: a screen larger than the terminal's description says", .serialized)
struct LargeScreen {
    /// Terminals of libvterm's kind delete characters and scroll inside of the region only.
    @Test("scrolls as a whole, also after a change of size")
    func scrollRegion() throws {
        let session = try StoryPlace().start(size: .large)
        #expect(regions(session).last == "50")
        try session.resize(Size(columns: 100, rows: 30))
        try session.waitFor("the footer in the last row") { $0.text(row: 29).contains("q quit") }
        #expect(regions(session).last == "30")
    }

    /// The last rows of the scroll regions that begin with the first row, in their order.
    private func regions(_ session: TerminalSession) -> [Substring] {
        String(decoding: session.output, as: UTF8.self).matches(of: /\u{1B}\[1;(\d+)r/).map(\.output.1)
    }

    @Test(
        "beside the history's list a wide screen shows the response of the row, a small one does not",
        arguments: [Size.small, .large])
    func preview(size: Size) throws {
        let session = try StoryPlace().start(size: size)
        try session.send("users/list", named: "List users", until: "✓ 200 OK")
        try session.type("H")
        try session.waitFor("1 exchange")
        if size == .large {
            try session.waitFor("its response") { $0.contains("│ 200 OK") && $0.contains("\"name\": \"Ada Lovelace\"") }
        }
        #expect(session.screen.contains("│ 200 OK") == (size == .large))
        try session.step("\u{1B}")
        #expect(try session.quit() == 0)
    }

    @Test("LINES and COLUMNS of the environment do not outlive a change of size")
    func environment() throws {
        let session = try StoryPlace().start(environment: ["LINES": "24", "COLUMNS": "80"])
        try session.waitFor("› List users ")
        try session.press(.control("z"))
        try session.waitUntilStopped()
        try session.waitFor("the main screen") { !$0.isAlternate }
        try session.resize(Size(columns: 100, rows: 30))
        try session.bringToForeground()
        try session.waitFor("the screen again") { $0.isAlternate && $0.contains("› List users ") }
        try session.waitFor("the footer in the last row") { $0.text(row: 29).contains("q quit") }
    }
}
