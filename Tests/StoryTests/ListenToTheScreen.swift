import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: the screen, heard", .serialized)
struct ListenToTheScreen {
    @Test(
        "one pane at a time, words, the cursor on the row, the last line tells what happened",
        arguments: [Size.small, .large])
    func walk(size: Size) throws {
        let place = try StoryPlace()
        let session = try place.run(
            ["--plain", place.collection.path, "--env", "local", "--var", "baseUrl=\(place.server.baseURL)"], size: size
        )
        try session.waitFor("the tree alone") { $0.contains("GET  List users") && $0.responseTitle.isEmpty }
        let last = size.rows - 1
        let cursor = try #require(session.screen.cursor)
        #expect(session.screen.text(row: cursor.row).contains("List users"))
        try session.type("j")
        try session.waitFor("the cursor on the next row") {
            $0.cursor?.row == cursor.row + 1
        }
        try session.type("s")
        try session.waitFor("the outcome in the last line") { $0.text(row: last).hasPrefix("ok 200 OK") }
        try session.type("3")
        try session.waitFor("the response alone") { $0.contains(" 3 Response ") && !$0.contains(" 1 Demo ") }
        #expect(session.screen.text(row: last).hasPrefix("Response, tab Body, ok 200 OK"))
        #expect(session.screen.responseTitle.contains("ok 200 OK"))
        try session.type("e")
        try session.waitFor("the environments") { $0.text(row: last) == "Environment" }
        #expect(session.screen.cursor != nil)
        try session.press(.escape)
        try session.waitFor("the response again") { $0.responseTitle.contains("ok 200 OK") }
        try session.type("q")
        #expect(try session.waitForExit() == 0)
        let drawn = String(decoding: session.output, as: UTF8.self).unicodeScalars
        #expect(!drawn.contains { (0x2500...0x259F).contains($0.value) })
        #expect(try session.modes() == session.modesBefore)
    }

    @Test("the environment says so as well, and config.yaml while it runs")
    func ways() throws {
        let place = try StoryPlace()
        let first = try place.start(environment: ["MICROSCOPE_PLAIN": "1"])
        try first.waitFor("the tree alone") { $0.contains("GET  List users") && $0.responseTitle.isEmpty }
        #expect(try first.quit() == 0)
        let config = place.home.appendingPathComponent("config")
        try FileManager.default.createDirectory(at: config, withIntermediateDirectories: true)
        try Data("plain: true\n".utf8).write(to: config.appendingPathComponent("config.yaml"))
        let second = try place.start()
        try second.waitFor("the tree alone") { $0.contains("GET  List users") && $0.responseTitle.isEmpty }
        #expect(try second.quit() == 0)
    }

    @Test("a field has the terminal's cursor where one types")
    func editing() throws {
        let place = try StoryPlace()
        let session = try place.run(["--plain", place.collection.path, "--env", "local"])
        try session.waitFor("the tree") { $0.contains("GET  List users") }
        try session.press(.enter)
        try session.waitFor("the request") { $0.contains("> List users ") }
        try session.type("i")
        try session.waitFor("Editing.")
        let before = try #require(session.screen.cursor)
        try session.type("x")
        try session.waitFor("the cursor one further") { screen in
            screen.cursor == Point(column: before.column + 1, row: before.row)
        }
        try session.press(.escape)
        try session.waitFor("Left the field.")
        try session.type("u")
        try session.waitFor("As in the file.")
        #expect(try session.quit() == 0)
    }
}
