import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: a secret of four digits is hidden where it was put, everywhere", .serialized)
struct ShortSecrets {
    private static func place() throws -> (StoryPlace, RawServer) {
        let server = try RawServer { connection, _ in
            guard let head = connection.readHead() else { return }
            let length = head.lowercased().firstMatch(of: /content-length: *(\d+)/).flatMap { Int($0.1) }
            _ = connection.read(length ?? 0)
            let isKnown = head.contains("POST /doors/4711?q=4711 ")
            connection.write(
                "HTTP/1.1 \(isKnown ? "200 OK" : "403 Forbidden")\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")
        }
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root,
            "environments/local.yml": Fixture.environment + "  - name: PIN\n    secret: true\n",
            "door.yml": Fixture.request(
                "Door", method: "POST", url: "{{baseUrl}}/doors/{{PIN}}?q=4711",
                more:
                    "  headers: [{name: X-Door, value: '{{PIN}}'}]\n  body: {type: json, data: '{\"pin\": \"{{PIN}}\", \"door\": 12}'}\n"
            ),
        ])
        return (place, server)
    }

    @Test("at the command line, in the history and in what is exported; a replay fills it in again")
    func commandLine() throws {
        let (place, server) = try Self.place()
        func run(_ arguments: String...) throws -> ProgramRun {
            try ProgramRun(arguments, at: place, environment: ["PIN": "4711"])
        }
        let sent = try run("send", "door", "-v", "--json", "--env", "local", "--var", "baseUrl=\(server.baseURL)")
        #expect(sent.status == 0, "\(sent.errors)")
        #expect(sent.output.contains("/doors/••••?q=4711") && sent.output.contains(#"\"pin\": \"••••\""#))
        #expect(sent.errors.contains("POST /doors/••••?q=4711 HTTP/1.1") && !sent.errors.contains("doors/4711"))
        let shown = try run("history", "show", "@", "--request")
        #expect(shown.output.contains("/doors/{{PIN}}?q=4711") && shown.output.contains(#""pin": "{{PIN}}""#))
        for format in ["har", "curl", "markdown"] {
            let exported = try run("history", "export", "@", "--as", format)
            #expect(exported.status == 0, "\(exported.errors)")
            #expect(!exported.output.contains("doors/4711") && exported.output.contains("q=4711"))
        }
        let replayed = try run("history", "replay", "@", "--var", "baseUrl=\(server.baseURL)")
        #expect(replayed.status == 0, "\(replayed.output)\(replayed.errors)")
        #expect(try run("history", "show", "@", "--request").output.contains("/doors/{{PIN}}?q=4711"))
    }

    @Test("the note of what a redirect left behind hides it, and so does what is kept of the next request")
    func redirected() throws {
        let (place, _) = try Self.place()
        let server = try RawServer { connection, _ in
            guard let head = connection.readHead() else { return }
            let length = head.lowercased().firstMatch(of: /content-length: *(\d+)/).flatMap { Int($0.1) }
            _ = connection.read(length ?? 0)
            let port = head.firstMatch(of: /Host: 127.0.0.1:(\d+)/)?.1
            let response =
                port.map { "303 See Other\r\nLocation: http://localhost:\($0)/doors/4711/" } ?? "200 OK"
            connection.write("HTTP/1.1 \(response)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        }
        func run(_ arguments: String...) throws -> ProgramRun {
            try ProgramRun(arguments, at: place, environment: ["PIN": "4711"])
        }
        let sent = try run("send", "door", "--env", "local", "--var", "baseUrl=\(server.baseURL)")
        #expect(sent.errors.contains("X-Door not sent to another origin, http://localhost:"))
        #expect(sent.errors.contains("/doors/••••/") && !sent.errors.contains("doors/4711"), "\(sent.errors)")
        let shown = try run("history", "show", "@")
        #expect(shown.output.contains("/doors/{{PIN}}/"), "\(shown.output)")
    }

    @Test("on the tabs Wire and Timing and in the log, until what shows secrets shows it on Wire")
    func screen() throws {
        let (place, server) = try Self.place()
        let session = try place.start(
            size: .large, variables: ["baseUrl": server.baseURL], environment: ["PIN": "4711"])
        try session.send("door.yml", named: "Door", until: "✓ 200 OK")
        try session.type("3")
        try session.showResponseTab("Wire")
        try session.waitFor("the request's line") { $0.contains("POST /doors/••••?q=4711 HTTP/1.1") }
        #expect(session.screen.contains("{\"pin\": \"••••\", \"door\": 12}"))
        #expect(!session.screen.contains("doors/4711"))
        try session.showResponseTab("Timing")
        try session.waitFor("the request") { $0.contains("Attempt 1 POST \(server.baseURL)/doors/••••?q=4711") }
        try session.type("4")
        try session.waitFor("its line in the log") {
            $0.contains("POST \(server.baseURL)/doors/••••?q=4711 (attempt 1)")
        }
        #expect(session.screen.contains("> X-Door: ••••"))
        #expect(!session.screen.contains("doors/4711") && !session.screen.contains("X-Door: 4711"))
        try session.type("3")
        try session.showResponseTab("Wire")
        try session.press(.control("o"))
        try session.waitFor("the secret") { $0.contains("POST /doors/4711?q=4711 HTTP/1.1") }
        #expect(try session.quit() == 0)
    }

    @Test("in an example, also where there is no history")
    func example() throws {
        let (place, server) = try Self.place()
        let session = try place.start(
            size: .large, variables: ["baseUrl": server.baseURL],
            environment: ["PIN": "4711", "MICROSCOPE_HISTORY": "off"])
        try session.send("door.yml", named: "Door", until: "✓ 200 OK")
        try session.type("3a")
        try session.waitFor("the example") { $0.contains("/doors/{{PIN}}?q=4711") }
        #expect(!session.screen.contains("doors/4711"))
        try session.press(.enter)
        try session.waitFor("the draft") { $0.contains("added to the draft") }
        try session.type("w")
        try session.waitFor("its file") { $0.contains("Saved door.yml") }
        let file = try place.text(of: "door.yml")
        #expect(file.contains("/doors/{{PIN}}?q=4711") && file.contains("200 OK") && !file.contains("doors/4711"))
        #expect(try session.quit() == 0)
    }
}
