import Foundation
import TestSupport
import Testing

/// A token that another request captures: nobody knows it by heart.
@Suite("Story: values that other requests capture", .serialized)
struct ValuesOfOtherRequests {
    private static func place(logsIn: Bool = false) throws -> StoryPlace {
        var files = [
            "opencollection.yml":
                "opencollection: 1.0.0\ninfo: {name: M}\nrequest: {auth: {type: bearer, token: '{{session}}'}}\n",
            "environments/local.yml": Fixture.environment, "login.yml": Fixture.login,
            "page.yml":
                "info: {name: Page, type: http}\nhttp: {method: GET, url: '{{baseUrl}}/session', auth: inherit}\n",
        ]
        if logsIn { files["microscope.yaml"] = "version: 1\ncollection: {login: login.yml}\n" }
        return try StoryPlace(files)
    }

    private static func run(_ words: String..., at place: StoryPlace) throws -> ProgramRun {
        try ProgramRun(words + ["--var", "baseUrl=\(place.server.baseURL)"], at: place)
    }

    @Test("a request that logs in goes out without the credentials that need what it captures")
    func login() throws {
        let place = try Self.place()
        let run = try Self.run("send", "login", at: place)
        #expect(run.status == 0 && run.output.contains("\"session\""), "\(run.errors)")
        #expect(
            run.errors.contains("Inherited credentials are not sent: they need session, which this request captures"))
    }

    @Test("where a login is configured, it is sent first, and nobody is asked")
    func first() throws {
        let place = try Self.place(logsIn: true)
        let sent = try Self.run("send", "page", at: place)
        #expect(sent.status == 0 && sent.output.contains("\"page\":\"session\""), "\(sent.output)\(sent.errors)")
        #expect(sent.errors.contains("note: logged in with login.yml\n"))
        let report = try Self.run("send", "page", "--json", at: place)
        let object = try #require(try JSONSerialization.jsonObject(with: report.outputBytes) as? [String: Any])
        #expect((object["attempts"] as? [[String: Any]])?.map { $0["status"] as? Int } == [200])
        let session = try place.start(size: .small)
        try session.send("page.yml", named: "Page", until: "✓ 200 OK")
        #expect(try session.quit() == 0)
    }

    @Test("else the command line says where the value comes from, and a session carries it from command to command")
    func sessions() throws {
        let place = try Self.place()
        let bare = try Self.run("send", "page", at: place)
        #expect(bare.status == 4)
        #expect(bare.errors.contains("session is captured by login: with --session NAME, send that first"))
        #expect(try Self.run("send", "login", "--session", "ci", at: place).status == 0)
        let sent = try Self.run("send", "page", "--session", "ci", at: place)
        #expect(sent.status == 0 && sent.output.contains("\"page\":\"session\""), "\(sent.errors)")
        #expect(try Self.run("run", "page", "--session", "ci", at: place).status == 0)
        #expect(try Self.run("send", "page", "--session", "other", at: place).status == 4)
        let list = try ProgramRun(["session", "list"], at: place)
        #expect(list.output.hasPrefix("ci (local): session; 0 cookies; used "), "\(list.output)")
        #expect(!list.output.contains("demo-session"))
        let elsewhere = try ProgramRun(["session", "delete", "ci", "--env", "other"], at: place)
        #expect(elsewhere.status == 2)
        #expect(
            elsewhere.errors.contains(
                "there is no session \"ci\" in the environment other; there are: ci (local)"), "\(elsewhere.errors)")
        #expect(try ProgramRun(["session", "delete", "ci"], at: place).status == 0)
        let none = try ProgramRun(["session", "list"], at: place)
        #expect(none.output.isEmpty && none.errors.contains("no session is saved for this collection"))
        #expect(try Self.run("send", "page", "--session", "ci", at: place).status == 4)
        let gone = try ProgramRun(["session", "delete", "ci"], at: place)
        #expect(gone.status == 2 && gone.errors.contains("there is no session \"ci\""))
    }

    @Test("cookies without an end of their own go along in a session, and elsewhere end with the command")
    func cookies() throws {
        let server = try RawServer { connection, _ in
            guard let head = connection.readHead() else { return }
            let word = head.contains("Cookie: sid=7") ? "known" : "new"
            connection.write(
                "HTTP/1.1 200 OK\r\nSet-Cookie: sid=7\r\nContent-Length: \(word.utf8.count)\r\nConnection: close\r\n\r\n\(word)"
            )
        }
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root, "a.yml": Fixture.request("A", url: server.baseURL),
        ])
        func sent(_ words: String...) throws -> String { try ProgramRun(["send", "a"] + words, at: place).output }
        #expect(try [sent(), sent()] == ["new", "new"])
        #expect(try [sent("--session", "s"), sent("--session", "s")] == ["new", "known"])
    }

    @Test("on screen the question names the request that captures it, and Enter sends that first")
    func screen() throws {
        let place = try Self.place()
        let session = try place.start(size: .small)
        try session.showRequest("page.yml", named: "Page")
        try session.type("s")
        try session.waitFor("captured by login")
        try session.waitFor("Enter sends login first; or type a value.")
        try session.press(.enter)
        try session.waitForResponse("✓ 200 OK")
        try session.type("s")
        try session.waitFor("a second answer") { !$0.contains("Missing variable") && $0.contains("✓ 200 OK") }
        #expect(try session.quit() == 0)
    }
}
