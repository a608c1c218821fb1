import Foundation
import TestSupport
import Testing

@Suite("Story: a folder is run, one request using what another captured")
struct RunAFolder {
    private static func request(_ sequence: Int, _ url: String, _ runtime: String) -> String {
        """
        info: {name: r\(sequence), type: http, seq: \(sequence)}
        http: {method: GET, url: "{{baseUrl}}\(url)"}
        runtime:
        \(runtime)

        """
    }

    private static let needsJavaScript = ", {expression: 'f()', operator: eq}"

    private static func place(expected: String = "200", others: String = "") throws -> StoryPlace {
        try StoryPlace([
            "opencollection.yml": "info: {name: M}\n",
            "environments/local.yml": "variables: [{name: token, secret: true}]\n",
            "flow/first.yml": request(
                1, "/users/1",
                """
                  actions:
                    - {type: set-variable, phase: after-response, selector: {expression: res.body.id, method: jsonq}, variable: {name: id, scope: runtime}}
                    - {type: set-variable, phase: after-response, selector: {expression: res.body.name, method: jsonq}, variable: {name: token, scope: runtime}}
                  assertions: [{expression: res.body.id, operator: eq, value: "1"}]
                """),
            "flow/second.yml": request(
                2, "/echo?id={{id}}&token={{token}}",
                "  assertions: [{expression: res.status, operator: eq, value: \"\(expected)\"}\(others)]"
            ),
            "flow/third.yml": request(
                3, "/users/{{id}}", "  assertions: [{expression: id, operator: eq, value: \"{{id}}\"}]"),
            "flow/socket.yml": "info: {name: s, type: websocket, seq: 4}\nwebsocket: {url: 'ws://h'}\n",
        ])
    }

    private func run(_ words: String..., at place: StoryPlace) throws -> ProgramRun {
        try ProgramRun(words + ["--env", "local", "--var", "baseUrl=\(place.server.baseURL)"], at: place)
    }

    @Test("all hold: each request has a line, the exit status is 0")
    func holds() throws {
        let run = try run("run", "flow", at: Self.place())
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(
            lines.map { $0.prefix(18) } == [
                "ok    flow/first: ", "ok    flow/second:", "ok    flow/third: ", "skip  flow/socket:",
            ])
        #expect(run.errors.hasSuffix("4 requests: 3 ok, 1 skipped; 3 of 3 assertions passed\n"))
    }

    @Test("an assertion that could not be evaluated has not passed, and ends with 1")
    func notEvaluated() throws {
        let run = try run("run", "flow", at: Self.place(others: Self.needsJavaScript))
        #expect(run.status == 1 && run.output.contains("FAIL  flow/second:"), "\(run.output)")
        #expect(run.output.contains("      assertion not evaluated: f() eq: it needs JavaScript\n"))
        #expect(
            run.errors.hasSuffix("4 requests: 2 ok, 1 failed, 1 skipped; 3 of 4 assertions passed, 1 not evaluated\n"))
    }

    @Test("on screen: > runs the folder under the cursor, each request using what the one before kept")
    func screen() throws {
        let place = try Self.place()
        let session = try place.start(size: .large)
        try session.showRequest("flow", named: "r1")
        try session.type(">")
        try session.waitFor("Run flow: 4 requests, one after the other to local")
        try session.press(.enter)
        try session.waitFor("Run of flow: 4 requests, 3 ok, 1 skipped")
        #expect(session.screen.contains("✓ r3"), "\(session.screen.text)")
        #expect(session.screen.contains("200 OK, 1 of 1 assertion passed"), "\(session.screen.text)")
        try session.press(.enter)
        try session.waitForResponse("✓ 200 OK")
        #expect(try session.quit() == 0)
    }

    @Test("a failed assertion is told and ends with 1; with --bail nothing follows it")
    func fails() throws {
        let place = try Self.place(expected: "201")
        let run = try run("run", at: place)
        #expect(run.status == 1)
        #expect(run.output.contains("FAIL  flow/second: "))
        #expect(run.output.contains("      assertion failed: res.status eq 201: found 200, expected 201\n"))
        #expect(run.output.contains("ok    flow/third: "))
        let bailed = try self.run("run", "flow", "--bail", at: place)
        #expect(bailed.status == 1 && !bailed.output.contains("flow/third"))
    }

    @Test("as JSON, what was captured under a secret's name is masked")
    func json() throws {
        let run = try run("run", "flow", "--json", at: Self.place())
        #expect(run.status == 0, "\(run.errors)")
        let object = try #require(try JSONSerialization.jsonObject(with: run.outputBytes) as? [String: Any])
        let requests = try #require(object["requests"] as? [[String: Any]])
        let captures = try #require(requests[0]["captures"] as? [[String: Any]])
        #expect(captures.map { $0["variable"] as? String } == ["id", "token"])
        #expect(captures[0]["value"] as? Int == 1 && captures[1]["value"] as? String == "••••")
    }

    @Test("send judges too: what fails is said on stderr, and it ends with 1")
    func send() throws {
        let place = try Self.place(expected: "201", others: Self.needsJavaScript)
        let run = try run("send", "flow/second", "--var", "id=1", "--var", "token=t", at: place)
        #expect(run.status == 1)
        #expect(run.errors.contains("assertion failed: res.status eq 201: found 200, expected 201"))
        #expect(run.errors.contains("assertion not evaluated: f() eq: it needs JavaScript"))
        #expect(run.output.contains("id=1&token=t"))
    }

    @Test("alone, a request that needs a captured value cannot be built")
    func alone() throws {
        let run = try run("run", "flow/third", at: Self.place())
        #expect(run.status == 4)
        #expect(run.output.hasPrefix("FAIL  flow/third: id has no value"))
        #expect(try self.run("run", "flwo", at: Self.place()).status == 2)
    }
}
