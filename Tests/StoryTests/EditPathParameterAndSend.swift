import TestSupport
import Testing
import TextGrid

@Suite("Story: edit a path parameter and send", .serialized)
struct EditPathParameterAndSend {
    private func sent(_ place: StoryPlace, size: Size = .large) throws -> TerminalSession {
        let session = try place.start(size: size)
        try session.showRequest("users/get", named: "Get user")
        try session.press(.enter)
        try session.waitFor("the cursor's keys in the footer") { $0.text(row: size.rows - 1).contains("Enter edit") }
        return session
    }

    @Test("the URL follows each key, and the answer is coloured", arguments: [Size.small, .large])
    func edit(size: Size) throws {
        let place = try StoryPlace()
        let session = try sent(place, size: size)
        try session.type("ji")
        try session.waitFor("the field open") { $0.cursor != nil }
        try session.press(.backspace)
        try session.waitFor("→ \(place.server.baseURL)/users/")
        try session.type("1")
        try session.waitFor("→ \(place.server.baseURL)/users/1")
        try session.type("7")
        try session.waitFor("→ \(place.server.baseURL)/users/17")
        try session.press(.control("r"))
        try session.waitForResponse("✓ 200 OK")
        #expect(session.screen.responseTitle.contains(" ms ·"))
        try session.waitFor("\"id\": 17")
        let screen = session.screen
        let body = try #require(screen.place(of: "\"id\": 17"))
        let number = Point(column: body.column + 6, row: body.row)
        #expect(session.cell(at: number).look.foreground == .indexed(172))
        #expect(screen.look(of: "\"id\"", from: body)?.foreground == .indexed(39))
        #expect(
            screen.look(of: "\"", from: Point(column: body.column + 8, row: body.row + 1))?.foreground == .indexed(71))
        #expect(screen.look(of: "✓ 200")?.foreground == .indexed(34))
        // An edit leaves the response where it is, and says so.
        try session.type("2ji")
        try session.waitFor("the field open") { $0.cursor != nil }
        try session.type("0")
        try session.waitForResponse("edited since")
    }

    @Test("headers, timing and attempts of the answer")
    func tabs() throws {
        let session = try sent(StoryPlace())
        try session.type("s")
        try session.waitForResponse("✓ 200 OK")
        try session.type("3")
        try session.showResponseTab("Headers")
        try session.waitFor("the answer's header fields") {
            $0.contains("HTTP/1.1 200 OK") && $0.contains("Content-Type: application/json")
        }
        try session.showResponseTab("Timing")
        try session.waitFor("phases with bars") { screen in
            ["connect", "waiting", "download"].allSatisfy { screen.row(with: "  \($0) ").contains("█") }
        }
        #expect(session.screen.row(with: "total").contains(" ms"))
        let waiting = try #require(session.screen.place(of: "  waiting "))
        #expect(session.screen.look(of: "█", from: waiting)?.foreground == .indexed(39))
        try session.showResponseTab("Attempts")
        try session.waitFor("one attempt") { $0.contains("1  ✓ 200 OK") && $0.contains("Attempts 1]") }
    }
}
