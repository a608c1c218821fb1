import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: two collections in one window", .serialized)
struct TwoCollections {
    /// Two collections, each with one request and a draft's worth of room.
    private static func place() throws -> StoryPlace {
        try StoryPlace([
            "first/opencollection.yml": Fixture.root.edited("Fixture", "First"),
            "first/slow.yml": Fixture.request("Slow", url: "{{gate}}/slow"),
            "second/opencollection.yml": Fixture.root.edited("Fixture", "Second"),
            "second/quick.yml": Fixture.request("Quick", url: "{{api}}/users"),
        ])
    }

    private static func start(_ place: StoryPlace, gate: String) throws -> TerminalSession {
        let session = try place.run(
            ["first", "second", "--var", "gate=\(gate)", "--var", "api=\(place.server.baseURL)"], size: .large,
            in: place.collection)
        try session.waitFor("both, the first one open") {
            $0.contains("▾ First") && $0.contains("GET  Slow") && $0.contains("▸ Second") && !$0.contains("GET  Quick")
        }
        return session
    }

    @Test("a send goes on in the one that is not shown, and its answer is there when one comes back")
    func sendInTheBackground() throws {
        let gate = Latch()
        let server = try RawServer { connection, _ in
            guard connection.readHead() != nil, gate.wait() else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\nlate")
        }
        let place = try Self.place()
        let session = try Self.start(place, gate: server.baseURL)
        try session.type("s")
        try session.waitForResponse("running")
        try session.type("G")
        try session.press(.enter)
        try session.waitFor("GET  Quick")
        try session.type("G")
        try session.waitFor("Quick in the request's title") { $0.contains("› Quick ") }
        try session.type("s")
        try session.waitForResponse("200 OK")
        #expect(session.screen.row(with: "GET  Slow").contains("…"))
        gate.open()
        try session.waitFor("the answer's sign beside the other request") { $0.row(with: "GET  Slow").contains("✓") }
        #expect(session.screen.contains("› Quick "))
        try session.type("gj")
        try session.waitFor("the late answer") { $0.contains("› Slow ") && $0.contains("late") }
        #expect(try session.quit() == 0)
    }

    @Test("two requests of one collection are one too many; two URLs are two drafts")
    func twice() throws {
        let place = try Self.place()
        try place.write(Fixture.request("Other", url: "http://127.0.0.1:1"), to: "first/other.yml")
        let run = try ProgramRun(["first/slow.yml", "first/other.yml"], at: place)
        #expect(run.status == 2 && run.errors.contains("name one of each collection"), "\(run.errors)")
        let session = try place.run(["http://127.0.0.1:1/a", "http://127.0.0.1:1/b"], size: .large)
        try session.waitFor("both drafts") { $0.contains("GET  a ") && $0.contains("GET  b ") }
        try session.press(.control("c"))
        try session.press(.control("c"))
        #expect(try session.waitForExit() == 0)
    }

    @Test("closing one keeps its draft for next time; quitting lists the drafts of both")
    func draftsOfBoth() throws {
        let place = try Self.place()
        let session = try Self.start(place, gate: "http://127.0.0.1:1")
        try session.paste("http://127.0.0.1:1/one")
        try session.waitFor("URL pasted as one.yml")
        try session.type("G")
        try session.waitFor("Second with the cursor") { $0.contains(" 1 Second ") }
        try session.paste("http://127.0.0.1:1/two")
        try session.waitFor("URL pasted as two.yml")
        try session.type("q")
        try session.waitFor("Unsaved: one.yml, two.yml")
        try session.press(.escape)
        try session.waitFor("the question closed") { !$0.contains("Unsaved:") }
        try session.type("C")
        try session.waitFor("Closed Second; 1 unsaved draft kept for next time.")
        #expect(!session.screen.contains("GET  two") && session.screen.contains("GET  one"))
        try session.type("o")
        try session.waitFor("collection/second")
        try session.type("second")
        try session.press(.enter)
        try session.waitFor("the draft again") { $0.contains("GET  two") && $0.contains("Back from last time") }
        try session.press(.control("c"))
        try session.press(.control("c"))
        #expect(try session.waitForExit() == 0)
        #expect(try place.files().keys.filter { $0.hasSuffix("one.yml") || $0.hasSuffix("two.yml") }.isEmpty)
    }
}
