import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: the panes are arranged", .serialized)
struct ArrangeThePanes {
    @Test("one pane at a time in 40 columns and 12 rows, with everything in reach")
    func narrow() throws {
        let session = try StoryPlace().start(size: Size(columns: 40, rows: 12))
        try session.waitFor("tree and titles") { $0.contains("GET  List users") && $0.contains("› List users ") }
        try session.type("s")
        try session.waitForResponse("✓ 200 OK")
        try session.type("3")
        try session.waitFor("the body") { $0.contains("\"name\"") }
        try session.type("2")
        try session.waitFor("the form") { $0.requestTab == "Params" && !$0.contains("\"name\"") }
        #expect(try session.quit() == 0)
    }

    @Test("the response beside the request on a wide screen, and back below it where it is made narrow")
    func beside() throws {
        let session = try StoryPlace().start(size: .large)
        try session.waitFor("› List users ")
        try session.press(.control("w"))
        try session.waitFor("hjkl size")
        try session.type("ss")
        try session.waitFor("both titles in a row") {
            $0.contains("beside the request") && $0.row(with: "› List users ").contains(" 3 Response ")
        }
        try session.press(.escape)
        try session.resize(.small)
        try session.waitFor("the response below") {
            $0.contains(" 3 Response ") && !$0.row(with: "› List users ").contains(" 3 Response ")
        }
        try session.resize(.large)
        try session.waitFor("beside again") { $0.row(with: "› List users ").contains(" 3 Response ") }
        #expect(try session.quit() == 0)
    }

    @Test("an answer is held beside the next one", arguments: [Size.small, .large])
    func holding(size: Size) throws {
        let session = try StoryPlace().start(size: size)
        try session.send("users/get", named: "Get user", until: "✓ 200 OK")
        try session.type("B")
        try session.waitFor(" 5 Held: Get user ")
        try session.showRequest("users/list", named: "List users")
        try session.type("s")
        try session.waitForResponse("✓ 200 OK")
        #expect(
            session.screen.contains(" 5 Held: Get user ") && session.screen.row(with: " 5 Held").contains("✓ 200 OK"))
        if size == .large { #expect(session.screen.row(with: " 5 Held").contains(" 3 Response ")) }
        try session.type("5]")
        try session.waitFor("the tab of the held answer alone") { screen in
            screen.rows.contains { $0.contains("[Headers") } && screen.rows.contains { $0.contains("[Body]") }
        }
        try session.type("B")
        try session.waitFor("it let go") { !$0.contains("Held") }
        #expect(try session.quit() == 0)
    }
}
