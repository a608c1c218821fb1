import Foundation
import TestSupport
import Testing
import TextGrid

@Suite(
    "Story: a replay asks where nobody can tell what it may change, and what was sent is kept however it ends",
    .serialized)
struct ReplayWithCare {
    /// One request that deletes something, sent once to the environment local.
    private static func deleted() throws -> StoryPlace {
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment,
            "drop.yml": Fixture.request("Drop", method: "DELETE", url: "{{baseUrl}}/echo"),
            "microscope.yaml": "version: 1\n",
        ])
        let sent = try ProgramRun(
            ["send", "drop", "--env", "local", "--var", "baseUrl=\(place.server.baseURL)"], at: place)
        #expect(sent.status == 0, "\(sent.errors)")
        return place
    }

    private static let asked = """
        info:
          name: Ask
          type: http
        http:
          method: GET
          url: "{{baseUrl}}/echo"
          headers:
            - name: X-Api-Key
              value: "{{tok}}"

        """

    @Test("what was sent without an environment is in none when it is sent again; a name without a value is no value")
    func withoutEnvironment() throws {
        let place = try StoryPlace(["opencollection.yml": Fixture.root, "ask.yml": Self.asked])
        let address = "baseUrl=\(place.server.baseURL)"
        let sent = try ProgramRun(["send", "ask", "--var", address, "--var", "tok=staging-value-111"], at: place)
        #expect(sent.status == 0, "\(sent.errors)")
        func replay(_ words: [String] = []) throws -> ProgramRun {
            try ProgramRun(["history", "replay", "@", "--all"] + words, at: place)
        }
        let bare = try replay()
        #expect(bare.status == 4 && bare.errors.contains("is no longer set"), "\(bare.errors)\(bare.output)")
        let variables =
            "variables: [{name: baseUrl, value: 'http://127.0.0.1:1'}, {name: tok, value: prod-value-222}]\n"
        try place.write("name: prod\n" + variables, to: "environments/prod.yml")
        let asSent = try replay()
        #expect(
            asSent.status == 4 && asSent.errors.contains("is no longer set"), "\(asSent.errors)\(asSent.output)")
        let again = try replay(["--again"])
        #expect(again.status == 4, "\(again.errors)\(again.output)")
        let given = try replay(["--var", "X-Api-Key=staging-value-111"])
        #expect(given.status == 0, "\(given.errors)\(given.output)")
    }

    @Test("a secret that the answer to a replay tells is hidden, though nothing else was sent since the start")
    func echoedSecret() throws {
        let secret = "s3cr3t-of-the-environment"
        let server = try RawServer(
            responding: "HTTP/1.1 200 OK\r\nX-Echo: \(secret)\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root,
            "environments/local.yml": Fixture.environment + "  - name: TOKEN\n    secret: true\n",
            "leak.yml": Fixture.request("Leak", url: "{{baseUrl}}/leak"),
        ])
        let environment = ["TOKEN": secret]
        let sent = try ProgramRun(
            ["send", "leak", "--env", "local", "--var", "baseUrl=\(server.baseURL)"], at: place,
            environment: environment)
        #expect(sent.status == 0, "\(sent.errors)")
        let session = try place.start(
            size: .large, variables: ["baseUrl": server.baseURL], environment: environment)
        try session.showRequest("leak.yml", named: "Leak")
        try session.type("3")
        try session.waitForResponse("✓ 200 OK")
        try session.type("R")
        try session.waitFor("the verdict") { $0.contains("same") }
        try session.press(.escape)
        try session.waitFor("the new answer below") { $0.responseTitle.contains("· same ·") }
        try session.showResponseTab("Headers")
        try session.waitFor("X-Echo: ••••")
        #expect(!session.screen.contains(secret))
        #expect(try session.quit() == 0)
    }

    static func remove(_ path: String, at place: StoryPlace) throws {
        try FileManager.default.removeItem(at: place.collection.appendingPathComponent(path))
    }

    struct Trouble: Sendable, CustomStringConvertible {
        let description: String
        let says: String
        let make: @Sendable (StoryPlace) throws -> Void
    }

    private static let troubles = [
        Trouble(
            description: "its environment has another name now",
            says: "the environment local does not exist: there are prod"
        ) {
            let text = try $0.text(of: "environments/local.yml")
            try $0.write(text.edited("name: local", "name: prod"), to: "environments/prod.yml")
            try ReplayWithCare.remove("environments/local.yml", at: $0)
            try $0.write("version: 1\nenvironments: {prod: {protected: true}}\n", to: "microscope.yaml")
        },
        Trouble(
            description: "the private store of secrets cannot be read, and it is protected", says: "local is protected"
        ) {
            let data = $0.home.appendingPathComponent("data")
            try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
            try Data("{ no JSON".utf8).write(to: data.appendingPathComponent("secrets.json"))
            try $0.write("version: 1\nenvironments: {local: {protected: true}}\n", to: "microscope.yaml")
        },
        Trouble(
            description: "the collection cannot be read", says: "may be protected (its collection cannot be read)"
        ) {
            try $0.write("no: [collection", to: "opencollection.yml")
        },
        Trouble(
            description: "microscope.yaml cannot be read", says: "may be protected (microscope.yaml cannot be read)"
        ) {
            try $0.write("no: [mapping", to: "microscope.yaml")
        },
    ]

    @Test("what may change something goes out with --yes alone where nobody can tell", arguments: troubles)
    func unknownProtection(_ trouble: Trouble) throws {
        let place = try Self.deleted()
        try trouble.make(place)
        let refused = try ProgramRun(["history", "replay", "@", "--all"], at: place)
        #expect(refused.status == 4 && refused.errors.contains(trouble.says), "\(refused.errors)\(refused.output)")
        #expect(refused.errors.contains("DELETE") && refused.errors.contains("nothing was sent: --yes sends it"))
        let agreed = try ProgramRun(["history", "replay", "@", "--all", "--yes"], at: place)
        #expect(agreed.status == 0, "\(agreed.errors)\(agreed.output)")
    }

    @Test("what is kept and what is ignored is read where the environment is gone, too")
    func policies() throws {
        let place = try Self.deleted()
        try Self.remove("environments/local.yml", at: place)
        try place.write("version: 1\nrequests: {drop.yml: {history: false}}\n", to: "microscope.yaml")
        let replayed = try ProgramRun(["history", "replay", "@", "--yes"], at: place)
        #expect(replayed.status == 0 && replayed.output.hasPrefix("same"), "\(replayed.errors)\(replayed.output)")
        #expect(!replayed.errors.contains("in the history:"))
        #expect(try ProgramRun(["history", "list"], at: place).output.split(separator: "\n").count == 1)
        let again = try ProgramRun(["history", "replay", "@", "--again"], at: place)
        #expect(again.status == 4 && again.output.contains("the environment local does not exist: there is none"))
    }

    @Test("again, one that has no value yet is asked about as well before anything is sent")
    func againProtected() throws {
        let place = try Self.deleted()
        let request = Fixture.request("Drop", method: "DELETE", url: "{{baseUrl}}/echo?id={{kept}}")
        try place.write(request, to: "drop.yml")
        try place.write("version: 1\nenvironments: {local: {protected: true}}\n", to: "microscope.yaml")
        let refused = try ProgramRun(["history", "replay", "@", "--again"], at: place)
        #expect(refused.status == 4 && refused.errors.contains("local is protected, and DELETE"), "\(refused.errors)")
    }

    // MARK: - However it ends

    @Test("a reader that has seen enough ends a replay with its summary, its set and its status")
    func closedPipe() throws {
        let server = try RawServer { connection, number in
            guard connection.readHead() != nil else { return }
            let body = #"{"price":\#(number <= 2 ? 10 : 12)}"#
            connection.write(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
            )
        }
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root, "items.yml": Fixture.request("Items", url: "\(server.baseURL)/items"),
        ])
        for _ in 0..<2 { #expect(try ProgramRun(["send", "items"], at: place).status == 0) }
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let replay = try ProgramRun(["history", "replay", "request:items"], at: place, output: pipe)
        #expect(replay.status == 1, "\(replay.errors)")
        #expect(replay.errors.contains("2 exchanges as sent: 1 sent, 1 differs"))
        #expect(replay.errors.contains("in the history: set:\"replay of 2 exchanges\""))
        let other = Pipe()
        try other.fileHandleForReading.close()
        let check = try ProgramRun(["history", "check", "request:items"], at: place, output: other)
        #expect(check.errors.contains("1 exchange"), "\(check.errors)")
    }

    @Test("quitting in the middle of a repeat keeps what was sent as a set")
    func quit() throws {
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment,
            "echo.yml": Fixture.request("Echo", url: "{{baseUrl}}/echo"),
        ])
        let session = try place.start()
        try session.showRequest("echo", named: "Echo")
        try session.type("3r")
        try session.waitFor("the question") { $0.contains("Repeat echo.yml") }
        try session.press(.tab)
        try session.type("1h")
        try session.press(.enter)
        try session.waitFor("the first answer") { $0.contains("1 sent") && $0.contains("… in ") }
        try session.type("q")
        try session.waitFor("the panes") { $0.contains("It continues") }
        try session.type("q")
        try session.waitFor("what would be cancelled") { $0.contains("Under way: echo.yml") }
        try session.press(.enter)
        #expect(try session.waitForExit() == 0)
        let sets = try ProgramRun(["history", "sets"], at: place)
        #expect(sets.output == "repeat of echo (1 exchange, automatic): again, stopped\n", "\(sets.errors)")
        let kept = try ProgramRun(["history", "sets", "repeat of echo", "--note", "look here"], at: place)
        #expect(kept.status == 0, "\(kept.errors)")
        #expect(try ProgramRun(["history", "sets"], at: place).output == "repeat of echo (1 exchange): look here\n")
        let list = try ProgramRun(["history", "list", "set:\"repeat of echo\""], at: place)
        #expect(list.output.contains("  repeat "), "it is one also when the set is somebody's own")
    }

    // MARK: - Without keeping

    private static let offs: [([String], [String: String])] = [
        (["--no-history"], [:]), ([], ["MICROSCOPE_HISTORY": "off"]),
    ]

    @Test("where nothing is kept, what was kept before is still listed; where nothing was, it is said why")
    func withoutKeeping() throws {
        let place = try Self.deleted()
        for (words, environment) in Self.offs {
            let session = try place.run([place.collection.path] + words, size: .large, environment: environment)
            try session.showRequest("drop", named: "Drop")
            try session.type("H")
            try session.waitFor("what was sent before") { $0.contains("1 exchange") && $0.contains("DELETE") }
            try session.press(.escape)
            try session.waitFor("the panes") { !$0.contains("History of") }
            #expect(try session.quit() == 0)
        }
        let empty = try StoryPlace(["opencollection.yml": Fixture.root])
        let session = try empty.run([empty.collection.path, "--no-history"])
        try session.type("H")
        try session.waitFor("why there is none") {
            $0.contains("There is no history: it is off for this run (--no-history).")
        }
        try session.press(.escape)
        try session.waitFor("the panes") { !$0.contains("History of") }
        #expect(try session.quit() == 0)
        let file = empty.home.appendingPathComponent("state/history/history.sqlite")
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test("any number is a limit of the list")
    func limit() throws {
        let place = try Self.deleted()
        for limit in ["9223372036854775807", "9223372036854775806", "1", "0"] {
            let list = try ProgramRun(["history", "list", "--limit", limit], at: place)
            #expect(list.status == 0 && !list.output.isEmpty, "\(limit): \(list.errors)")
        }
        #expect(try ProgramRun(["history", "list", "env:none"], at: place).output.isEmpty)
    }
}
