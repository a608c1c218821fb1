import Foundation
import TestSupport
import Testing

@Suite("Story: cookies of an environment", .serialized)
struct KeepCookies {
    private static func place() throws -> StoryPlace {
        try StoryPlace([
            "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment,
            "look.yml": Fixture.request("Look", url: "{{baseUrl}}/cookies"),
            "set.yml": Fixture.request("Set", url: "{{baseUrl}}/cookies/set?flavour=oat"),
            "keep.yml": Fixture.request("Keep", url: "{{baseUrl}}/cookies/keep?id=7"),
        ])
    }

    /// Closes the pane. Esc with a key right after it would be another key.
    private func closePane(_ session: TerminalSession) throws {
        try session.press(.escape)
        try session.waitFor("the list gone") { !$0.contains("Cookies: local") }
    }

    @Test("what a server sets is listed, goes along with the next request, and is switched off")
    func explored() throws {
        let session = try Self.place().start(size: .large)
        try session.showRequest("set.yml", named: "Set")
        try session.type("s")
        try session.waitForResponse("✓ 200 OK")
        try session.type("b")
        try session.waitFor("Cookies: local")
        try session.waitFor("the cookie that was set") {
            $0.row(with: "flavour").contains("sent, new, session")
        }
        #expect(!session.screen.row(with: "sent, new").contains("oat"))
        try closePane(session)
        try session.showRequest("look.yml", named: "Look")
        try session.type("s")
        try session.waitFor("\"value\": \"oat\"")
        try session.type("b")
        try session.waitFor("Cookies: local")
        try session.press(.control("t"))
        try session.waitFor("disabled")
        try closePane(session)
        try session.type("s")
        try session.waitFor("\"cookies\": []")
        #expect(try session.quit() == 0)
    }

    @Test("a command sends the cookies that are kept, and keeps new ones that say how long; --no-cookies does neither")
    func commands() throws {
        let place = try Self.place()
        func send(_ words: String...) throws -> String {
            let run = try ProgramRun(
                ["send"] + words + ["--env", "local", "--var", "baseUrl=\(place.server.baseURL)"], at: place)
            #expect(run.status == 0, "\(run.errors)")
            return run.output.filter { !$0.isWhitespace }
        }
        _ = try send("set")
        #expect(try send("look").contains("\"cookies\":[]"), "a cookie of the session ends with the command")
        _ = try send("keep", "--no-cookies")
        #expect(try send("look").contains("\"cookies\":[]"))
        _ = try send("keep")
        #expect(try send("look").contains("\"name\":\"id\",\"value\":\"7\""))
        #expect(try send("look", "--no-cookies").contains("\"cookies\":[]"))
        let kept = place.home.appendingPathComponent("data/cookies")
        let files = try FileManager.default.contentsOfDirectory(atPath: kept.path)
        #expect(files.count == 1)
        let attributes = try FileManager.default.attributesOfItem(atPath: kept.appendingPathComponent(files[0]).path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("what the explorer keeps is there for the next run of it, and for a command")
    func shared() throws {
        let place = try Self.place()
        let session = try place.start(size: .large)
        try session.showRequest("keep.yml", named: "Keep")
        try session.type("s")
        try session.waitForResponse("✓ 200 OK")
        #expect(try session.quit() == 0)
        let run = try ProgramRun(
            ["send", "look", "--env", "local", "--var", "baseUrl=\(place.server.baseURL)"], at: place)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("\"id\""), "\(run.output)")
    }
}
