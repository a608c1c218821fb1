import Foundation
import TestSupport
import Testing

@Suite("Story: a run in CI, with reports, data and several requests at a time")
struct AutomateARun {
    private static func request(_ sequence: Int, _ url: String, _ rest: String = "") -> String {
        "info: {name: r\(sequence), type: http, seq: \(sequence)}\nhttp: {method: GET, url: \"{{baseUrl}}\(url)\"}\n\(rest)"
    }

    private static func capture(_ name: String, _ expression: String) -> String {
        """
        runtime:
          actions: [{type: set-variable, phase: after-response, selector: {expression: \(expression), method: jsonq}, variable: {name: \(name), scope: runtime}}]

        """
    }

    private static func place(_ files: [String: String], companion: String = "version: 1\n") throws -> StoryPlace {
        try StoryPlace(
            files.merging(["opencollection.yml": "info: {name: Shop}\n", "microscope.yaml": companion]) { file, _ in
                file
            })
    }

    private func run(_ words: String..., at place: StoryPlace) throws -> ProgramRun {
        try ProgramRun(["run"] + words + ["--var", "baseUrl=\(place.server.baseURL)"], at: place)
    }

    private func report(_ name: String, at place: StoryPlace) throws -> String {
        try String(contentsOf: place.collection.appendingPathComponent(name), encoding: .utf8)
    }

    private func requests(_ run: ProgramRun) throws -> [[String: Any]] {
        let object = try JSONSerialization.jsonObject(with: run.outputBytes) as? [String: Any]
        return try #require(object?["requests"] as? [[String: Any]])
    }

    @Test("all reports at once: the failure is in each, no secret is, and the archive is read again")
    func reports() throws {
        let place = try Self.place([
            "first.yml": Self.request(1, "/users/1", Self.capture("token", "res.body.name")),
            "second.yml": Self.request(
                2, "/echo?token={{token}}&password=hunter22",
                "runtime: {assertions: [{expression: res.status, operator: eq, value: '201'}]}\n"),
        ])
        let run = try run(
            "--report", "junit=j.xml", "--report", "html=r.html", "--report", "json=-", "--har", "r.har", at: place)
        #expect(run.status == 1, "\(run.errors)")
        let requests = try requests(run)
        #expect(requests.map { $0["outcome"] as? String } == ["ok", "failed"])
        let junit = try report("j.xml", at: place)
        let html = try report("r.html", at: place)
        #expect(junit.contains("file=\"second.yml\"") && junit.contains("expected: 201\nactual: 200"))
        #expect(html.contains("<h1>Run of Shop</h1>") && html.contains("expected: 201\nactual: 200"))
        let archive = try report("r.har", at: place)
        for text in [run.output, junit, html, archive] { #expect(!text.contains("hunter22")) }
        let imported = try ProgramRun(["history", "import", "r.har", "--set", "failing"], at: place)
        #expect(imported.status == 0, "\(imported.errors)")
        let listed = try ProgramRun(["history", "list", "set:failing", "--all", "--json"], at: place)
        #expect(
            listed.output.contains("/users/1") && listed.output.contains("/echo?"), "\(listed.output)\(listed.errors)")
    }

    @Test("a file that cannot be written is an error before the first request")
    func unwritable() throws {
        let place = try Self.place(["a.yml": Self.request(1, "/flaky?key=unwritable&fails=1&retryAfter=none")])
        for path in ["nowhere/j.xml", "."] {
            let run = try run("--report", "junit=\(path)", at: place)
            #expect(
                run.status == 2 && run.output.isEmpty && run.errors.hasPrefix("microscope: \(path)"), "\(run.errors)")
        }
        #expect(try self.run(at: place).output.contains("503"), "the first request is still to come")
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.collection.path).count == 3)
    }

    @Test(
        "a report that cannot be written at the end is said in one sentence and ends with 4, and the others are written",
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func fullDisk() throws {
        let place = try Self.place(["a.yml": Self.request(1, "/users/1"), "b.yml": Self.request(2, "/status/404")])
        let run = try run("--fail", "--report", "junit=/dev/full", "--report", "html=r.html", at: place)
        #expect(run.status == 4, "\(run.errors)")
        let sentence = "microscope: /dev/full cannot be written: No space left on device; free some space\n"
        #expect(run.errors.contains(sentence), "\(run.errors)")
        #expect(run.errors.contains("2 requests: 1 ok, 1 failed") && run.output.contains("FAIL  b:"))
        #expect(try report("r.html", at: place).contains("<h1>Run of Shop</h1>"))
        try place.write(Self.request(1, "/slow?seconds=60"), to: "a.yml")
        let late = try self.run("--max-time", "100ms", "--report", "junit=/dev/full", at: place)
        #expect(late.status == 3 && late.errors.contains(sentence), "no response is graver: \(late.errors)")
    }

    @Test("a reader of standard output that has seen enough ends nothing; the rest is sent and counts")
    func closedPipe() throws {
        let place = try Self.place([
            "a.yml": Self.request(1, "/users/1"), "b.yml": Self.request(2, "/users/2"),
            "c.yml": Self.request(3, "/status/404"),
        ])
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let run = try ProgramRun(
            ["run", "--fail", "--var", "baseUrl=\(place.server.baseURL)"], at: place, output: pipe)
        #expect(run.status == 1, "\(run.errors)")
        #expect(run.errors.contains("3 requests: 2 ok, 1 failed"), "\(run.errors)")
    }

    @Test("an empty folder argument sends nothing")
    func emptyFolder() throws {
        let place = try Self.place(["a.yml": Self.request(1, "/flaky?key=empty&fails=1&retryAfter=none")])
        let empty = try run("", at: place)
        #expect(empty.status == 2 && empty.output.isEmpty, "\(empty.output)")
        #expect(empty.errors.hasPrefix("microscope: \"\" is not a folder; name one,"), "\(empty.errors)")
        #expect(try run(at: place).output.contains("503"), "the first request is still to come")
    }

    @Test("Ctrl-C ends a run with 130, and the reports say how far it came")
    func interrupted() throws {
        let place = try Self.place([
            "a.yml": Self.request(1, "/slow?seconds=60"), "b.yml": Self.request(2, "/slow?seconds=2"),
            "c.yml": Self.request(3, "/slow?seconds=60"), "d.yml": Self.request(4, "/users/2"),
        ])
        let run = try run("--parallel", "2", "--report", "junit=j.xml", at: place)
        try run.wait { run.outputSoFar.contains("ok    b:") }
        run.send(signal: SIGINT)
        #expect(run.status == 130 && run.errors.contains("; ended early: Cancelled."), "\(run.errors)")
        let junit = try report("j.xml", at: place)
        #expect(junit.contains("name=\"b\"") && junit.contains("<error type=\"response\" message=\"cancelled\">"))
        #expect(junit.contains("name=\"c\"") && junit.contains("<testcase name=\"ended early\""))
        #expect(!junit.contains("name=\"d\""), "it was not begun")
    }

    @Test("--retry sends what failed again at once; reports have each attempt, and the request counts as flaky")
    func retry() throws {
        let place = try Self.place([
            "a.yml": Self.request(
                1, "/flaky?key=retry&fails=2&retryAfter=none",
                "runtime: {assertions: [{expression: res.status, operator: eq, value: '200'}]}\n")
        ])
        let run = try run("--retry", "3", "--report", "junit=-", at: place)
        #expect(run.status == 0 && run.output.components(separatedBy: "<flakyFailure ").count == 3, "\(run.output)")
        #expect(run.output.contains("send 3: 200 OK") && !run.output.contains("send 4"))
    }

    @Test("--fail fails a status of 400 and more, unless the request checks the status itself")
    func fail() throws {
        let place = try Self.place([
            "gone.yml": Self.request(1, "/status/404"),
            "wanted.yml": Self.request(
                2, "/status/404", "runtime: {assertions: [{expression: res.status, operator: eq, value: '404'}]}\n"),
        ])
        #expect(try run(at: place).status == 0)
        let failing = try run("--fail", at: place)
        #expect(failing.status == 1 && failing.output.contains("ok    wanted:"))
        #expect(failing.output.contains("FAIL  gone: 404") && failing.output.contains("      status 404, and no check"))
    }

    @Test(
        "a script checks the status if one of its tests reads it; to log it is no check",
        arguments: [
            ("test('a', () => expect(res.status).to.equal(500))", true),
            ("test('a', () => expect(res.getStatus()).to.be.above(499))", true),
            ("test('a', async () => { await bru.sleep(1); expect(res.status).to.equal(500); })", true),
            ("pm.test('a', () => pm.response.to.have.status(500))", true),
            ("pm.test('a', () => pm.expect(pm.response.code).to.equal(500))", true),
            ("pm.test('a', () => pm.response.to.be.serverError)", true),
            ("tests['a'] = responseCode.code === 500", true),
            ("console.log(res.status); test('a', () => expect(res.body.status).to.equal(500))", false),
            ("console.log(responseCode.code); tests['a'] = true", false),
            ("bru.setVar('status', res.status)", false), ("// res.status", false),
            ("test.skip('a', () => expect(res.status).to.equal(500))", false),
        ])
    func failWithScripts(_ code: String, _ isCheck: Bool) throws {
        let place = try Self.place([
            "a.yml": Self.request(1, "/status/500", "runtime: {scripts: [{type: tests, code: \"\(code)\"}]}\n")
        ])
        let run = try run("--fail", "--trust", at: place)
        #expect(run.status == (isCheck ? 0 : 1), "\(run.output)\(run.errors)")
        #expect(run.output.contains("status 500, and no check of the request is about the status") == !isCheck)
    }

    @Test("--verify fails what differs from its examples, and says where")
    func verify() throws {
        let example = "examples: [{name: one, response: {status: 200, body: {type: json, data: '{\"id\": 7}'}}}]\n"
        let place = try Self.place(["a.yml": Self.request(1, "/users/1", example)])
        let run = try run("--verify", "--json", at: place)
        #expect(run.status == 1, "\(run.errors)")
        let shown = try #require(try requests(run)[0]["example"] as? [String: Any])
        #expect(shown["same"] as? Bool == false && shown["name"] as? String == "one")
        let places = try #require(shown["places"] as? [String])
        #expect(places.contains { $0.contains("$.id") } && !places.contains { $0.hasPrefix("differs") }, "\(shown)")
        #expect((shown["summary"] as? String)?.hasPrefix("differs at ") == true, "\(shown)")
        #expect(try self.run(at: place).status == 0)
    }

    @Test("--data: one run for each row, its columns are variables and in reports, secrets are not")
    func data() throws {
        let place = try Self.place([
            "a.yml": Self.request(
                1, "/echo?who={{who}}&password={{password}}&n={{n}}",
                "runtime: {assertions: [{expression: res.body.path, operator: eq, value: /echo}]}\n")
        ])
        try place.write("who,password,n\nann,hunter22,1\n\"b,c\",hunter23,2\n", to: "rows.csv")
        let run = try run("--data", "rows.csv", "--var", "n=9", "--json", at: place)
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        let requests = try requests(run)
        #expect(requests.map { $0["row"] as? String } == ["row 1: ann, 1", "row 2: b,c, 2"])
        #expect(!run.output.contains("hunter2") && run.output.contains("who=ann") && run.output.contains("n=9"))
        try place.write(#"[{"who": "ann", "password": "hunter22", "n": 19.90}]"#, to: "rows.json")
        #expect(try self.run("--data", "rows.json", "--json", at: place).output.contains("n=19.90"))
        try place.write("who\n\"a", to: "rows.csv")
        let broken = try self.run("--data", "rows.csv", at: place)
        #expect(
            broken.status == 2 && broken.errors.contains("rows.csv:2: a quoted cell has no end"), "\(broken.errors)")
    }

    @Test("--parallel: a request waits for the one whose capture it names; the reports are in the order of the run")
    func parallel() throws {
        let place = try Self.place([
            "a.yml": Self.request(1, "/slow?seconds=1", Self.capture("id", "res.status")),
            "b.yml": Self.request(2, "/echo?id={{id}}"), "c.yml": Self.request(3, "/users/1"),
        ])
        let run = try run("--parallel", "3", "--report", "json=r.json", at: place)
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        let lines = run.output.split(separator: "\n").map { $0.prefix(8) }
        #expect(lines == ["ok    c:", "ok    a:", "ok    b:"])
        let object =
            try JSONSerialization.jsonObject(with: Data(try report("r.json", at: place).utf8)) as? [String: Any]
        let names = (object?["requests"] as? [[String: Any]])?.map { $0["request"] as? String }
        #expect(names == ["a.yml", "b.yml", "c.yml"])
    }

    @Test("a script that calls setNextRequest makes it sequential, and that is said")
    func sequential() throws {
        let script = "runtime: {scripts: [{type: tests, code: 'bru.runner.setNextRequest(\"r3\")'}]}\n"
        let place = try Self.place([
            "a.yml": Self.request(1, "/slow?seconds=1", script), "b.yml": Self.request(2, "/users/1"),
            "c.yml": Self.request(3, "/users/2"),
        ])
        let run = try run("--parallel", "3", "--trust", at: place)
        #expect(run.errors.contains("requests are sent one after the other: a script calls setNextRequest"))
        #expect(run.output.split(separator: "\n").map { $0.prefix(8) } == ["ok    a:", "ok    c:"], "\(run.errors)")
    }

    @Test("poll of microscope.yaml sends a request until its condition is met, and fails it when that takes too long")
    func poll() throws {
        let companion = """
            version: 1
            requests:
              a.yml: {poll: {until: 200, every: 0.05, maxTime: 20}}
              b.yml: {poll: {until: "200", every: 0.05, maxTime: 0.2}}

            """
        let place = try Self.place(
            [
                "a.yml": Self.request(1, "/flaky?key=poll&fails=2&retryAfter=none"),
                "b.yml": Self.request(2, "/status/503"),
            ],
            companion: companion)
        let run = try run("--json", at: place)
        #expect(run.status == 1, "\(run.errors)")
        let requests = try requests(run)
        #expect((requests[0]["sends"] as? [Any])?.count == 3 && requests[0]["outcome"] as? String == "ok")
        #expect(requests[1]["problem"] as? String == "poll: status:200 was not met within 200 ms")
    }

    @Test("poll's maxTime ends a send that is under way, and the run goes on")
    func pollOfASlowServer() throws {
        let companion = "version: 1\nrequests: {a.yml: {poll: {until: 200, every: 0.05, maxTime: 0.3}}}\n"
        let place = try Self.place(
            ["a.yml": Self.request(1, "/slow?seconds=3600"), "b.yml": Self.request(2, "/users/1")],
            companion: companion)
        let run = try run("--json", at: place)
        #expect(run.status == 1, "\(run.errors)")
        let requests = try requests(run)
        #expect(requests[0]["problem"] as? String == "poll: status:200 was not met within 300 ms")
        let reason = requests[0]["reason"] as? String
        #expect(reason?.hasPrefix("Timeout: cancelled when maxTime of poll was over") == true, "\(reason ?? "")")
        #expect((requests[0]["sends"] as? [Any])?.count == 1 && requests[1]["outcome"] as? String == "ok")
    }

    @Test("on a terminal a line shows the progress while requests are under way")
    func progress() throws {
        let place = try Self.place([
            "a.yml": Self.request(1, "/users/1"), "b.yml": Self.request(2, "/slow?seconds=2"),
        ])
        let session = try TerminalSession(
            StoryPlace.program(), ["run", "-c", place.collection.path, "--var", "baseUrl=\(place.server.baseURL)"],
            environment: ["MICROSCOPE_HOME": place.home.path, "HOME": place.home.path, "LANG": "C.UTF-8"])
        try session.waitFor("the progress") { $0.contains("1 of 2 · b") }
        try session.waitFor("the summary") { $0.contains("2 requests: 2 ok") && !$0.contains("of 2 ·") }
    }
}
