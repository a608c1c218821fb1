import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: scripts that only check and capture become assertions and captures", .serialized)
struct LiftScripts {
    private func place() throws -> StoryPlace {
        try .ofScripts([
            "login.yml": Fixture.scripted(
                "Login", "/echo?token=t-1",
                (
                    "after-response",
                    "const body = res.getBody();\ntest('is there', () => expect(body.method).to.exist);\nbru.setVar('token', body.method);"
                )),
            "list.yml": Fixture.scripted(
                "List", "/echo?t={{token}}",
                ("tests", "test('ok', () => expect(res.status).to.equal(200));"),
                ("after-response", "for (const name of Object.keys(res.body)) console.log(name);")),
        ])
    }

    @Test(
        "a dry run prints a patch and writes nothing; then the files change, and run needs no consent for what was lifted"
    )
    func commandLine() throws {
        let place = try place()
        let before = try place.files()
        let planned = try ProgramRun(["lift", "--dry-run"], at: place)
        #expect(planned.status == 0 && planned.output.contains("+++ b/login.yml\n"), "\(planned.output)")
        #expect(planned.output.contains("+    - expression: res.body.method\n"))
        #expect(planned.errors.contains("a loop\n"))
        #expect(planned.errors.hasSuffix("2 scripts of 2 files become 3 assertions and 1 capture; 1 script stays.\n"))
        #expect(try place.files() == before)
        let lifted = try ProgramRun(["lift", "login"], at: place)
        #expect(lifted.output == "login.yml\n", "\(lifted.errors)")
        #expect(try place.text(of: "list.yml") == before["list.yml"])
        let sent = try ProgramRun(["send", "login", "--env", "local"], at: place)
        #expect(sent.status == 0 && sent.errors.contains("2 of 2 assertions passed"), "\(sent.errors)")
        let wrong = try ProgramRun(["lift", "logn"], at: place)
        #expect(wrong.status == 2 && wrong.errors.contains("there is no folder \"logn\""), "\(wrong.errors)")
        let json = try ProgramRun(["lift", "--json"], at: place).output
        #expect(json.contains("\"reason\": \"a loop\"") && json.contains("\"expression\": \"res.status\""), "\(json)")
    }

    @Test("on screen V shows the change, Enter writes it, the request is sent without a question, and u takes it back")
    func onScreen() throws {
        let place = try place()
        let before = try place.files()
        let session = try place.start(size: .large)
        try session.showRequest("login", named: "Login")
        try session.type("V")
        try session.waitFor("1 script of 1 file becomes 2 assertions and 1 capture.")
        try session.press(.enter)
        try session.waitFor("Done: lift 1 script; u undoes it.")
        try session.type("e")
        try session.type("local")
        try session.press(.enter)
        try session.type("s")
        try session.waitForResponse("200 OK")
        try session.type("1u")
        try session.waitFor("Undo 'lift 1 script'")
        try session.press(.down)
        try session.press(.enter)
        try session.waitFor("Undone: lift 1 script.")
        #expect(try place.files() == before)
        #expect(try session.quit() == 0)
    }
}
