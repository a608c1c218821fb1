import TestSupport
import Testing
import TextGrid

@Suite("Story: a flaky request", .serialized)
struct FlakyRequest {
    @Test("three attempts, with the reasons and the waits between them, in pane and log")
    func threeAttempts() throws {
        let session = try StoryPlace().start(size: .large)
        try session.send("behaviour/flaky.yml", named: "Flaky", until: "✓ 200 OK")
        try session.waitFor("\"answeredAtAttempt\": 3")
        try session.type("3")
        try session.showResponseTab("Attempts")
        try session.waitFor("three attempts") { $0.contains("Attempts 3]") && $0.contains("3  ✓ 200 OK") }
        let screen = session.screen
        for (row, wait) in [("1  ✗ 503 Service Unavailable", "200 ms"), ("2  ✗ 503 Service Unavailable", "400 ms")] {
            #expect(screen.row(with: row).contains(wait), "\(screen.text)")
            #expect(screen.row(with: row).contains("503"), "\(screen.text)")
        }
        #expect(screen.look(of: "✗ 503")?.foreground == .indexed(160))
        try session.showResponseTab("Timing")
        try session.waitFor("all three on one axis") { screen in
            (1...3).allSatisfy { screen.contains("Attempt \($0) GET") } && screen.row(with: "  pause ").contains("··")
        }
        try session.type("4")
        try session.type("z")
        try session.waitFor("the whole log") { screen in
            func holds(_ level: String, _ text: String) -> Bool {
                screen.rows.contains { $0.contains(" \(level) ") && $0.contains(text) }
            }
            return holds("info ", "503 Service Unavailable in ") && holds("info ", "200 OK in ")
                && holds("warn ", "Retrying request... Attempt 1/2")
                && holds("warn ", "Retrying request... Attempt 2/2")
                && holds("debug", "> X-Client: microscope-demo")
        }
        #expect(session.screen.look(of: "warn ")?.foreground == .indexed(172))
    }
}
