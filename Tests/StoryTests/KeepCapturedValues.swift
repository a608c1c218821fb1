import TestSupport
import Testing
import TextGrid

@Suite("Story: a captured token is kept for tomorrow", .serialized)
struct KeepCapturedValues {
    private let files = [
        "opencollection.yml": Fixture.root,
        "environments/local.yml": Fixture.environment,
        "environments/other.yml": Fixture.environment.edited("local", "other"),
        "login.yml": Fixture.login,
        "me.yml": Fixture.request(
            "Me", url: "{{baseUrl}}/echo", more: "  headers:\n    - {name: X-Page, value: \"{{session}}\"}\n"),
    ]

    private func openVariables(_ session: TerminalSession) throws {
        try session.type("v")
        try session.type("session")
    }

    private func closeList(_ session: TerminalSession) throws {
        try session.press(.escape)
        try session.waitFor("the list gone") { !$0.contains("── Variables ──") }
    }

    @Test(
        "Ctrl-S in the list of variables keeps it, for its environment alone; a send from the command line has it too",
        .timeLimit(.minutes(2)))
    func kept() throws {
        let place = try StoryPlace(files)
        let first = try place.start()
        try first.showRequest("login", named: "Login")
        try first.type("s")
        try first.waitForResponse("✓ 200")
        try openVariables(first)
        try first.waitFor("the captured value") { $0.row(with: "••••").contains("  session ") }
        try first.press(.down)
        try first.press(.control("s"))
        try first.waitFor("session is kept in the environment local")
        try closeList(first)
        #expect(try first.quit() == 0)

        let second = try place.start()
        try openVariables(second)
        try second.waitFor("the kept value") { $0.row(with: "••••").contains("session, kept") }
        try closeList(second)
        try second.showRequest("me", named: "Me")
        try second.type("s")
        try second.waitForResponse("✓ 200 OK")
        #expect(try second.quit() == 0)

        let values = ["--var", "baseUrl=\(place.server.baseURL)"]
        let sent = try ProgramRun(["send", "me", "--env", "local"] + values, at: place)
        #expect(sent.status == 0, "\(sent.errors)")
        let other = try ProgramRun(["send", "me", "--env", "other"] + values, at: place)
        #expect(other.status == 4 && other.errors.contains("session has no value"), "\(other.errors)")

        let listed = try ProgramRun(["session", "list"], at: place)
        #expect(listed.output.contains("kept") && listed.output.contains("local"), "\(listed.output)")

        let third = try place.start()
        try openVariables(third)
        try third.waitFor("the kept value") { $0.row(with: "••••").contains("session, kept") }
        try third.press(.down)
        try third.press(.control("s"))
        try third.waitFor("session is no longer kept")
        try closeList(third)
        #expect(try third.quit() == 0)
        let forgotten = try ProgramRun(["send", "me", "--env", "local"] + values, at: place)
        #expect(forgotten.status == 4)
        #expect(try ProgramRun(["session", "delete", "kept"], at: place).status == 0)
    }
}
