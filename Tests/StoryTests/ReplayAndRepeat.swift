import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: an incident is replayed, and a request repeated until it answers", .serialized)
struct ReplayAndRepeat {
    /// Serves items whose price is another one from the fourth response on; anybody without the token is refused.
    private static func server() throws -> RawServer {
        try RawServer { connection, number in
            guard let head = connection.readHead() else { return }
            let isKnown = head.contains("Authorization: Bearer s3cret-token")
            let body = #"{"price":\#(number <= 3 ? 10 : 12)}"#
            connection.write(
                "HTTP/1.1 \(isKnown ? "200 OK" : "401 Unauthorized")\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
            )
        }
    }

    private static func place() throws -> StoryPlace {
        try StoryPlace([
            "opencollection.yml": Fixture.root,
            "environments/local.yml": Fixture.environment + "  - name: token\n    secret: true\n",
            "items.yml": Fixture.request(
                "Items", url: "{{baseUrl}}/items", more: "  auth: {type: bearer, token: '{{token}}'}\n"),
            "flaky.yml": Fixture.request("Flaky", url: "{{baseUrl}}/flaky?fails=3&retryAfter=none&key=story"),
        ])
    }

    private static let token = ["token": "s3cret-token"]

    private static func send(_ place: StoryPlace, _ request: String, _ base: String, _ words: String...) throws
        -> ProgramRun
    {
        try ProgramRun(
            ["send", request, "--env", "local", "--var", "baseUrl=\(base)"] + words, at: place, environment: token)
    }

    @Test("three marked exchanges are replayed in their order, with their secrets; Enter shows where one differs")
    func replayed() throws {
        let server = try Self.server()
        let place = try Self.place()
        for _ in 0..<3 {
            let sent = try Self.send(place, "items", server.baseURL)
            #expect(sent.status == 0, "\(sent.errors)")
        }
        let session = try place.start(variables: ["baseUrl": server.baseURL], environment: Self.token)
        try session.showRequest("items", named: "Items")
        try session.type("H")
        try session.waitFor("the exchanges") { $0.contains("3 exchanges") }
        try session.type("   R")
        try session.waitFor("the question") { $0.contains("Replay 3 exchanges") && $0.contains("as sent") }
        try session.press(.enter)
        try session.waitFor("the end") { $0.contains("3 sent, 3 differ: all are sent.") }
        #expect(session.screen.contains("≠ differs at $.price") && !session.screen.contains("s3cret-token"))
        try session.waitFor("the set") { $0.contains("set:\"replay of 3 exchanges\"") }
        try session.type("g")
        try session.press(.enter)
        try session.waitFor("the difference") { $0.contains("differs at $.price: 10 → 12") }
        try session.press(.escape)
        try session.waitFor("the list again") { $0.contains("all are sent.") }
        try session.press(.escape)
        try session.waitFor("the history below") { $0.contains("6 exchanges") }
        try session.press(.escape)
        try session.waitFor("the panes") { !$0.contains("6 exchanges") }
        #expect(try session.quit() == 0)
        let sets = try ProgramRun(["history", "sets"], at: place)
        #expect(sets.output == "replay of 3 exchanges (3 exchanges, automatic): as sent, all are sent\n")
    }

    @Test("r repeats a request until it answers well, with its times as bars; stepping waits for a key")
    func repeated() throws {
        let place = try Self.place()
        let session = try place.start(variables: ["baseUrl": place.server.baseURL])
        try session.showRequest("flaky", named: "Flaky")
        try session.type("3r")
        try session.waitFor("the question") { $0.contains("Repeat flaky.yml to local") }
        try session.press(.tab)
        try session.type("100ms")
        try session.press(.tab)
        try session.type("200")
        try session.press(.enter)
        try session.waitFor("the end") { $0.contains("4 sent, 3 differ, 3 failed: status:200 met.") }
        #expect(session.screen.contains("3 failed · min ") && session.screen.contains("every 100ms, until status:200"))
        try session.waitFor("the set") { $0.contains("set:\"repeat of flaky\"") }
        try session.press(.escape)
        try session.waitFor("the panes below") { !$0.contains("status:200 met.") || $0.contains(" 3 Response ") }
        try session.type("H")
        try session.waitFor("all of it in the history") { $0.contains("4 exchanges") }
        try session.type("/set:\"repeat of flaky\"")
        try session.press(.enter)
        try session.type("R")
        try session.waitFor("the set as a range") { $0.contains("Replay 4 exchanges of repeat of flaky") }
        try session.type("p")
        try session.press(.enter)
        try session.waitFor("the first waits") { $0.contains("next: Enter") }
        try session.type("n")
        try session.waitFor("the next one waits") { $0.contains("1 of 4") && $0.contains("next: Enter") }
        try session.type("x")
        try session.waitFor("one sent, one left out") { $0.contains("skipped") && $0.contains("2 of 4") }
        try session.press(.escape)
        try session.waitFor("the end") { $0.contains("1 sent, 1 same, 1 failed, 1 skipped: stopped.") }
        try session.press(.escape)
        try session.waitFor("the history below") { $0.contains("History of") }
        try session.press(.escape)
        try session.waitFor("the panes") { !$0.contains("History of") }
        #expect(try session.quit() == 0)
    }

    @Test("history replay prints a line for each, and exits as diff does; a secret that is gone names --var")
    func commandLine() throws {
        let server = try Self.server()
        let place = try Self.place()
        for _ in 0..<2 { #expect(try Self.send(place, "items", server.baseURL).status == 0) }
        func replay(_ words: String..., environment: [String: String] = [:]) throws -> ProgramRun {
            try ProgramRun(["history", "replay"] + words, at: place, environment: environment)
        }
        let missing = try replay("@")
        #expect(missing.status == 4 && missing.output.isEmpty)
        #expect(
            missing.errors.contains("nothing was sent: a secret is no longer set; --var token=VALUE sets it"))
        #expect(missing.errors.contains("token for \(server.baseURL)"))
        let same = try replay("@", "--var", "token=s3cret-token")
        #expect(same.status == 0 && same.output.hasPrefix("same      "), "\(same.output)\(same.errors)")
        #expect(same.errors.contains("1 exchange as sent: 1 sent, 1 same; all are sent"))
        let differs = try replay("request:items", "--var", "token=s3cret-token", "--bail", "--json")
        #expect(differs.status == 1)
        let root = try #require(try JSONSerialization.jsonObject(with: differs.outputBytes) as? [String: Any])
        #expect(root["end"] as? String == "bailed" && root["set"] as? String == "replay of 3 exchanges")
        let first = try #require((root["exchanges"] as? [[String: Any]])?.first)
        #expect(first["outcome"] as? String == "differs")
        #expect((first["summary"] as? String)?.contains("$.price: 10 → 12") == true)
        let again = try replay(
            "@", "--again", "--var", "baseUrl=\(server.baseURL)", environment: Self.token)
        #expect(again.status == 0 && again.output.contains("200"), "\(again.output)\(again.errors)")
    }

    @Test("a protected environment is replayed to with --yes alone")
    func protected() throws {
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment,
            "create.yml": Fixture.request("Create", method: "POST", url: "{{baseUrl}}/echo"),
        ])
        #expect(try Self.send(place, "create", place.server.baseURL).status == 0)
        try place.write("version: 1\nenvironments: {local: {protected: true}}\n", to: "microscope.yaml")
        let refused = try ProgramRun(["history", "replay", "@"], at: place)
        #expect(refused.status == 4 && refused.errors.contains("local is protected, and POST"))
        #expect(refused.errors.contains("nothing was sent: --yes sends it"))
        let agreed = try ProgramRun(["history", "replay", "@", "--yes"], at: place)
        #expect(agreed.status == 0, "\(agreed.errors)")
    }

    @Test("send --until waits for a server, says how it went, and exits by whether the condition held")
    func until() throws {
        let place = try Self.place()
        let base = place.server.baseURL
        let reached = try Self.send(place, "flaky", base, "--every", "50ms", "--until", "200", "--max-time", "20s")
        #expect(reached.status == 0, "\(reached.errors)")
        #expect(reached.output.hasPrefix("flaky (local): 4 sent, 3 differ, 3 failed; status:200 met\nmin "))
        #expect(reached.output.contains("in the history: set:\"repeat of flaky\"") && reached.errors.isEmpty)
        let limited = try Self.send(place, "flaky", base, "--repeat", "2", "--until", "404", "--json")
        #expect(limited.status == 1)
        let root = try #require(try JSONSerialization.jsonObject(with: limited.outputBytes) as? [String: Any])
        #expect(root["count"] as? Int == 2 && root["failures"] as? Int == 2)
        #expect(root["set"] as? String == "repeat of flaky 2")
        let list = try ProgramRun(["history", "list", "set:\"repeat of flaky 2\""], at: place).output
        #expect(
            list.split(separator: "\n").count == 2
                && list.split(separator: "\n").allSatisfy { $0.contains("  repeat ") })
        let late = try Self.send(
            place, "flaky", "http://127.0.0.1:9", "--until", "200", "--every", "20ms", "--max-time", "200ms")
        #expect(late.status == 1 && late.output.contains("the time is up"))
        let forgetful = try Self.send(place, "flaky", base, "--until", "changes", "--no-history")
        #expect(forgetful.status == 2 && forgetful.errors.contains("cannot be seen without the history"))
    }

    @Test("Ctrl-C ends a repeat with its summary, between two sends")
    func interrupted() throws {
        let place = try Self.place()
        let run = try Self.send(place, "flaky", place.server.baseURL, "--repeat", "0", "--every", "1h")
        let file = place.home.appendingPathComponent("state/history/history.sqlite")
        try run.wait { FileManager.default.fileExists(atPath: file.path) }
        run.send(signal: SIGINT)
        #expect(run.status == 130)
        #expect(run.output.contains("stopped"))
    }

    @Test("on a terminal a line tells how a repeat goes")
    func live() throws {
        let place = try Self.place()
        let session = try TerminalSession(
            try StoryPlace.program(),
            [
                "send", "flaky", "--env", "local", "--var", "baseUrl=\(place.server.baseURL)", "--repeat", "0",
                "--every", "1h",
            ],
            environment: ["MICROSCOPE_HOME": place.home.path, "HOME": place.home.path, "LANG": "C.UTF-8"],
            size: .small, directory: place.collection.path)
        session.companions = [place]
        try session.waitFor("the line") { $0.contains("1 · 1 failed · median") }
        try session.press(.control("c"))
        #expect(try session.waitForExit() == 130)
    }
}
