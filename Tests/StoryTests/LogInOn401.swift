import Foundation
import TestSupport
import Testing

@Suite("Story: a session is over, and the request logs in by itself", .serialized)
struct LogInOn401 {
    private func run(_ words: [String], at place: StoryPlace) throws -> ProgramRun {
        try ProgramRun(words + ["--var", "baseUrl=\(place.server.baseURL)"], at: place)
    }

    @Test("one key: 401, the login, 200, each a row of the attempts; the next send needs no login")
    func onScreen() throws {
        let session = try StoryPlace().start(size: .large)
        try session.send("auth/session.yml", named: "Session page", until: "✓ 200 OK")
        try session.waitFor("\"sessionsBegun\": 1")
        try session.type("3")
        try session.showResponseTab("Attempts")
        try session.waitFor("both attempts") { $0.contains("Attempts 2]") && $0.contains("2  ✓ 200 OK") }
        let rows = session.screen.rows
        let first = try #require(rows.firstIndex { $0.contains("1  ! 401 Unauthorized") })
        #expect(rows[first].contains("logged in after 401"), "\(session.screen.text)")
        #expect(rows[first + 1].contains("login: auth/session-login.yml  ✓ 200 OK"), "\(session.screen.text)")
        #expect(rows[first + 2].contains("2  ✓ 200 OK"), "\(session.screen.text)")
        try session.type("s")
        try session.waitFor("one attempt") { $0.contains("Attempts 1]") && $0.contains("1  ✓ 200 OK") }
        #expect(!session.screen.contains("login: "))
    }

    @Test("the answer 401 stays where the login is refused, and the reason is said")
    func refused() throws {
        let session = try StoryPlace().start(size: .large, variables: ["demoPassword": "wrong"])
        try session.send("auth/session.yml", named: "Session page", until: "! 401 Unauthorized")
        try session.waitFor("Not logged in: auth/session-login.yml: the response was 401")
        try session.waitFor("no valid credentials")
    }

    @Test("send and run log in too, and say so on standard error")
    func withoutTheScreen() throws {
        let place = try StoryPlace()
        let sent = try run(["send", "auth/session", "--env", "local"], at: place)
        #expect(sent.status == 0, "\(sent.errors)")
        #expect(sent.output.contains("\"page\":\"session\""))
        #expect(sent.errors.contains("note: logged in with auth/session-login.yml\n"))
        #expect(sent.errors.hasSuffix("2 attempts · logged in\n"))
        let report = try run(["send", "auth/session", "--env", "local", "--json"], at: place)
        #expect(report.status == 0)
        let object = try #require(try JSONSerialization.jsonObject(with: report.outputBytes) as? [String: Any])
        let auxiliaryExchanges = try #require(object["auxiliaryExchanges"] as? [[String: Any]])
        #expect(auxiliaryExchanges.map { $0["purpose"] as? String } == ["login"])
        #expect(auxiliaryExchanges.map { $0["subject"] as? String } == ["auth/session-login.yml"])
        #expect((object["attempts"] as? [[String: Any]])?.map { $0["status"] as? Int } == [401, 200])
        #expect(!report.output.contains("demo-session-"))
        let run = try run(["run", "auth/session", "--env", "local"], at: place)
        #expect(run.status == 0 && run.output.hasPrefix("ok    auth/session: 200 OK"), "\(run.output)\(run.errors)")
        #expect(run.errors.contains("auth/session-login.yml"))
    }

    @Test("to a protected environment nothing logs in without --yes")
    func protected() throws {
        let place = try StoryPlace()
        let sent = try run(["send", "auth/session", "--env", "other"], at: place)
        #expect(sent.status == 0)
        #expect(sent.errors.contains("not logged in: auth/session-login.yml: other is protected"), "\(sent.errors)")
        #expect(sent.output.contains("no valid credentials"))
        let agreed = try run(["send", "auth/session", "--env", "other", "--yes"], at: place)
        #expect(agreed.status == 0)
        #expect(agreed.output.contains("\"page\":\"session\""), "\(agreed.errors)")
    }

    @Test("a login that is not there is no other one, and is said")
    func gone() throws {
        let place = try StoryPlace()
        let text = try place.text(of: "microscope.yaml")
        try place.write(
            text.replacing("login: auth/session-login.yml", with: "login: session-login.yml"), to: "microscope.yaml")
        let sent = try run(["send", "auth/session", "--env", "local"], at: place)
        #expect(sent.status == 0)
        #expect(
            sent.errors.contains("not logged in: session-login.yml: it cannot be read as a request"),
            "\(sent.errors)")
        let session = try place.start(size: .small)
        try session.send("auth/session.yml", named: "Session page", until: "! 401 Unauthorized")
        try session.waitFor("Not logged in: session-login.yml: it cannot be read as a request")
    }

    @Test("what the login takes from outside of the collection is asked about before anything is sent")
    func trust() throws {
        let place = try StoryPlace()
        let secret = "secrets:\n  loginPassword:\n    command: [/bin/echo, demo]\n"
        try place.write(try place.text(of: "microscope.yaml") + "\n" + secret, to: "microscope.yaml")
        let login = try place.text(of: "auth/session-login.yml").replacing(
            "{{demoPassword}}", with: "{{loginPassword}}")
        try place.write(login, to: "auth/session-login.yml")
        let environment = try place.text(of: "environments/local.yml") + "  - secret: true\n    name: loginPassword\n"
        try place.write(environment, to: "environments/local.yml")
        let sent = try run(["send", "auth/session", "--env", "local"], at: place)
        #expect(sent.status == 4)
        #expect(sent.errors.contains("run /bin/echo demo (secret loginPassword)"), "\(sent.errors)")
        #expect(sent.output.isEmpty)
        let agreed = try run(["send", "auth/session", "--env", "local", "--trust"], at: place)
        #expect(agreed.status == 0)
        #expect(agreed.output.contains("\"page\":\"session\""), "\(agreed.errors)")
        let session = try place.start(size: .large)
        try session.showRequest("auth/session.yml", named: "Session page")
        try session.type("s")
        try session.waitFor("/bin/echo demo")
        try session.press(.enter)
        try session.waitForResponse("✓ 200 OK")
    }
}
