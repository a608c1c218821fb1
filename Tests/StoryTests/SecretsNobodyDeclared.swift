import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("Story: secrets that nobody declared are known by their names and their looks", .serialized)
struct SecretsNobodyDeclared {
    private static let token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
    private static let service = "swordfish-plain"
    private static let agreed = "pub1ic-t0ken"

    /// Says the query back, so that a response has what the request had.
    private static func server() throws -> RawServer {
        try RawServer { connection, _ in
            guard let head = connection.readHead() else { return }
            let trace = head.firstMatch(of: /X-Trace: ([^\r]*)/)?.1 ?? ""
            connection.write("HTTP/1.1 200 OK\r\nX-Echo: \(trace)\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")
        }
    }

    private static func place(_ server: RawServer) throws -> StoryPlace {
        try StoryPlace([
            "opencollection.yml": Fixture.root, "microscope.yaml": "version: 1\nnotSecret: [AGREED_TOKEN]\n",
            "environments/local.yml": Fixture.environment + "  - name: SERVICE\n    secret: true\n",
            ".env": "FILE_TOKEN=f1le-t0ken-77\nREGION=eu-central\n",
            "whoami.yml": Fixture.request(
                "Whoami", url: "{{process.env.BASE_URL}}/u/{{process.env.USER}}?from={{process.env.AGREED_TOKEN}}",
                more: """
                      headers:
                        - {name: X-Trace, value: "{{process.env.GITHUB_TOKEN}}"}
                        - {name: X-Service, value: "{{process.env.SERVICE}}"}
                        - {name: X-File, value: "{{process.env.FILE_TOKEN}}"}
                        - {name: X-Region, value: "{{process.env.REGION}}"}

                    """),
        ])
    }

    private static func environment(_ server: RawServer) -> [String: String] {
        [
            "BASE_URL": server.baseURL, "USER": "root", "GITHUB_TOKEN": token, "SERVICE": service,
            "AGREED_TOKEN": agreed,
        ]
    }

    private func expectHidden(_ text: String, _ surface: String, location: SourceLocation = #_sourceLocation) {
        for secret in [Self.token, Self.service, "f1le-t0ken-77"] {
            #expect(!text.contains(secret), "\(surface): \(text)", sourceLocation: location)
        }
    }

    @Test("of process.env and .env, base addresses and user names stay readable, tokens appear nowhere")
    func processEnvironment() throws {
        let server = try Self.server()
        let place = try Self.place(server)
        let readable = "\(server.baseURL)/u/root?from=\(Self.agreed)"
        func run(_ words: String...) throws -> String {
            let run = try ProgramRun(words, at: place, environment: Self.environment(server))
            #expect(run.status == 0, "\(words): \(run.errors)")
            let text = run.output + run.errors
            expectHidden(text, words.joined(separator: " "))
            return text
        }
        let report = try run("send", "whoami", "--env", "local", "--json", "--trust")
        #expect(report.contains(readable) && report.contains(#"["X-Region", "eu-central"]"#), "\(report)")
        let wire = try run("send", "whoami", "--env", "local", "--verbose", "--trust")
        #expect(wire.contains("> GET /u/root?from=\(Self.agreed) HTTP/1.1") && wire.contains("X-Region: eu-central"))
        for words in [
            ["history", "list", "--json"], ["history", "show", "@"], ["history", "export", "@", "--as", "har"],
            ["history", "export", "@", "--as", "curl"], ["history", "export", "@", "--as", "markdown"],
        ] {
            let run = try ProgramRun(words, at: place)
            #expect(run.status == 0 && (run.output.contains("/u/root")), "\(words): \(run.output)\(run.errors)")
            expectHidden(run.output + run.errors, words.joined(separator: " "))
        }
        for format in ["url", "curl", "swift"] {
            let exported = try run("export", "whoami", "--env", "local", "--as", format)
            #expect(exported.contains(server.baseURL), "\(exported)")
        }
        for path in try FileManager.default.subpathsOfDirectory(atPath: place.home.path) where !path.contains("-") {
            let bytes = FileManager.default.contents(atPath: place.home.appendingPathComponent(path).path) ?? Data()
            expectHidden(String(decoding: bytes, as: UTF8.self), path)
        }
    }

    @Test("on screen they are readable and hidden in the same places")
    func screen() throws {
        let server = try Self.server()
        let place = try Self.place(server)
        let environment = Self.environment(server)
        let agreed = try ProgramRun(["trust", "--agree"], at: place, environment: environment)
        #expect(agreed.status == 0, "\(agreed.errors)")
        let session = try place.start(size: .large, environment: environment)
        try session.send("whoami.yml", named: "Whoami", until: "✓ 200")
        #expect(session.screen.contains("→ \(server.baseURL)/u/root?from=\(Self.agreed)"))
        try session.type("3")
        for tab in ["Headers", "Wire"] {
            try session.showResponseTab(tab)
            expectHidden(session.screen.text, tab)
        }
        #expect(session.screen.contains("GET /u/root?from=\(Self.agreed) HTTP/1.1"))
        #expect(session.screen.contains("X-Region: eu-central") && session.screen.contains("X-Trace: ••••"))
        try session.type("4z")
        try session.waitFor("the log") { $0.contains("X-Region: eu-central") }
        expectHidden(session.screen.text, "the log")
        try session.type("z")
        #expect(try session.quit() == 0)
    }

    @Test(
        "ids of sessions and members named like secrets are found before they are shared, and not shown when they were sent"
    )
    func names() throws {
        let server = try Self.server()
        let id = "8f3a9c1d2e4b5f608f3a9c1d"
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment,
            "login.yml": Fixture.request(
                "Login", method: "POST", url: "\(server.baseURL)/login?sessionId=\(id)&page=7",
                more: """
                      headers: [{name: X-Session-Id, value: \(id)}, {name: X-CSRF, value: \(id)}]
                      body:
                        type: json
                        data: '{"sessionId": "\(id)", "page": 7, "token": {"of": "\(id)"}, "signature": 1234567}'

                    """),
        ])
        let check = try ProgramRun(["check"], at: place)
        for name in ["X-Session-Id", "X-CSRF", "sessionId"] {
            #expect(check.output.contains("\(name) is hard-coded, and looks like a secret"), "\(check.output)")
        }
        #expect(check.output.components(separatedBy: "sessionId is hard-coded").count == 3, "in the URL and in JSON")
        let repository = Process()
        repository.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        repository.arguments = ["git", "init", "-q", place.collection.path]
        try repository.run()
        repository.waitUntilExit()
        let review = try ProgramRun(["review"], at: place)
        #expect(review.output.contains("X-Session-Id") && review.output.contains("sessionId"), "\(review.output)")
        for options in [["--json"], ["--verbose"]] {
            let sent = try ProgramRun(["send", "login"] + options, at: place)
            let text = sent.output + sent.errors
            #expect(sent.status == 0 && !text.contains(id) && !text.contains("1234567"), "\(text)")
            #expect(text.contains("page=7") && text.contains("7,"), "\(text)")
        }
    }
}
