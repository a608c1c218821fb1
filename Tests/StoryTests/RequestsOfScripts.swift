import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: scripts run other requests of the collection", .serialized)
struct RequestsOfScripts {
    /// Runs requests and says what came of each.
    private static func tries(_ calls: String...) -> String {
        calls.map { call in
            "try { const answer = await \(call); console.log('\(call.replacingOccurrences(of: "'", with: ""))', answer.status, answer.statusText); } catch (error) { console.log(error.message); }"
        }.joined(separator: "\n")
    }

    private static let login = Fixture.scripted(
        "Login", "/echo?token={{TOKEN}}", method: "POST",
        (
            "after-response",
            "bru.setEnvVar('made', 'made of ' + bru.getVar('seed'));\nbru.setVar('key', 'key-1234567890');\nconsole.log('logging in');"
        ))

    private static let main = Fixture.scripted(
        "Main", "/echo?made={{made}}",
        (
            "before-request",
            """
            bru.setVar('seed', 'seed 1');
            const answer = await bru.runRequest('auth/login');
            console.log(answer.status, answer.statusText, typeof answer.data, answer.headers['content-type'], answer.size.body > 0);
            req.setHeader('X-Key', bru.getVar('key'));
            """
        ))

    private func place(_ files: [String: String]) throws -> StoryPlace {
        try .ofScripts(["auth/login.yml": Self.login, "main.yml": Self.main].merging(files) { $1 })
    }

    @Test(
        "a script runs a request with its own scripts; what it sets counts from then on, both are in the history, and secrets are masked"
    )
    func sent() throws {
        let place = try place([:])
        let secret = ["TOKEN": "s3cret-1234567890"]
        let refused = try ProgramRun(["send", "main"], at: place, environment: secret)
        #expect(refused.status == 4)
        for question in [
            "run scripts that run the request auth/login (scripts of main.yml)",
            "run scripts that only compute (scripts of auth/login.yml)",
        ] {
            #expect(refused.errors.contains(question), "\(question): \(refused.errors)")
            #expect(try ProgramRun(["trust"], at: place, environment: secret).output.contains(question))
        }
        #expect(try ProgramRun(["history", "list"], at: place).output.isEmpty, "nothing was sent")
        let sent = try ProgramRun(["send", "main", "--trust"], at: place, environment: secret)
        #expect(sent.status == 0, "\(sent.errors)")
        #expect(sent.output.contains("made=made") && sent.output.contains("seed"), "\(sent.output)")
        let console = sent.errors.split(separator: "\n").filter { $0.contains("console:") }.map(String.init)
        #expect(
            console.map { $0.components(separatedBy: "console: ").last } == [
                "logging in", "200 OK object application/json true",
            ], "\(sent.errors)")
        let history = try ProgramRun(["history", "list"], at: place).output
        #expect(history.contains("main") && history.contains("auth/login"), "\(history)")
        #expect(!history.contains("s3cret") && !sent.errors.contains("s3cret"))
    }

    @Test("a run over the folder, a check of examples and the screen run them as well")
    func everywhere() throws {
        let example = "\nexamples: [{name: ok, response: {status: 200}}]\n"
        let place = try place(["main.yml": Self.main + example])
        let secret = ["TOKEN": "s3cret-1234567890"]
        let run = try ProgramRun(["run", "--trust"], at: place, environment: secret)
        #expect(run.status == 0 && run.output.contains("ok    main"), "\(run.output)\(run.errors)")
        let verify = try ProgramRun(["verify", "--trust"], at: place, environment: secret)
        #expect(verify.status == 0, "\(verify.output)\(verify.errors)")
        let session = try place.start(size: .large, environment: secret)
        try session.showRequest("main", named: "Main")
        try session.sendAgreeing(to: "run scripts that run the request auth/login")
        try session.waitForResponse("200 OK")
        try session.waitFor("the value that the other request set") { $0.contains("made of seed 1") }
        try session.type("1v")
        try session.waitFor("set by a script for the environment")
        try session.press(.escape)
        try session.waitFor("the panes") { !$0.contains("set by a script") }
        #expect(try session.quit() == 0)
        let history = try ProgramRun(["history", "list", "request:auth/login"], at: place).output
        #expect(history.split(separator: "\n").count == 4, "once for itself: \(history)")
    }

    @Test(
        "a request that would run itself, that the text does not name, or that is not there is refused with a sentence; one that fails or skips itself says so"
    )
    func refused() throws {
        let place = try place([
            "a.yml": Fixture.scripted(
                "A", "/echo",
                (
                    "tests",
                    Self.tries(
                        "bru.runRequest('a')", "bru.runRequest('b')", "bru.runRequest(['auth', 'login'].join('/'))",
                        "bru.runRequest('gone')", "bru.runRequest('skips.bru')", "bru.runRequest('./down.yml')",
                        "bru.runRequest('lacks')")
                )),
            "b.yml": Fixture.scripted("B", "/echo", ("tests", Self.tries("bru.runRequest('a')"))),
            "skips.yml": Fixture.scripted("Skips", "/echo", ("before-request", "bru.runner.skipRequest();")),
            "down.yml": Fixture.request("Down", url: "http://127.0.0.1:9/"),
            "lacks.yml": Fixture.scripted("Lacks", "/echo?{{nowhere}}"),
        ])
        let run = try ProgramRun(["send", "a", "--trust"], at: place)
        let lines = run.errors.split(separator: "\n").compactMap { $0.components(separatedBy: "console: ").last }
        for line in [
            "a would run itself: a, a", "a would run itself: a, b, a",
            "not allowed: running auth/login, which the text of the script does not name",
            "there is no request gone to run",
            "bru.runRequest(skips.bru) skipped request skipped via pre-request script",
            "bru.runRequest(b) 200 OK",
        ] {
            #expect(lines.contains(line), "\(line): \(run.errors)")
        }
        #expect(lines.contains { $0.hasPrefix("bru.runRequest(./down.yml) error Connection refused") }, "\(run.errors)")
        #expect(lines.contains { $0.hasPrefix("lacks was not sent: ") && $0.contains("nowhere") }, "\(run.errors)")
    }

    @Test("requests that run each other go eight deep, and no further")
    func deep() throws {
        let files = (0..<11).map { number in
            (
                "r\(number).yml",
                Fixture.scripted("R", "/echo", ("tests", Self.tries("bru.runRequest('r\(number + 1)')")))
            )
        }
        let place = try place(Dictionary(uniqueKeysWithValues: files))
        let run = try ProgramRun(["send", "r0", "--trust"], at: place)
        #expect(run.errors.contains("requests that scripts run may run others up to 8 deep"), "\(run.errors)")
        let history = try ProgramRun(["history", "list"], at: place).output
        #expect(history.split(separator: "\n").count == 9, "\(history)")
    }

    @Test("in a protected environment a request that changes something is run only with --yes")
    func protected() throws {
        let place = try place([
            "microscope.yaml": "version: 1\nenvironments:\n  local:\n    protected: true\n",
            "a.yml": Fixture.scripted("A", "/echo", ("tests", Self.tries("bru.runRequest('auth/login')"))),
        ])
        let without = try ProgramRun(["send", "a", "--trust"], at: place, environment: ["TOKEN": "s3cret-1234567890"])
        #expect(without.errors.contains("auth/login was not sent: local is protected"), "\(without.errors)")
        let with = try ProgramRun(
            ["send", "a", "--trust", "--yes"], at: place, environment: ["TOKEN": "s3cret-1234567890"])
        #expect(with.errors.contains("bru.runRequest(auth/login) 200 OK"), "\(with.errors)")
    }
}
