import Foundation
import TestSupport
import Testing
import TextGrid

/// Servers of other people, which check what a replay sends. `Scripts/setup --long` installs them, `Scripts/test --long servers` names where.
@Suite(
    "Story: replays against real servers", .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["MICROSCOPE_SERVERS"] != nil))
struct RealServers {
    /// The addresses and credentials of the servers.
    private struct Facts: Decodable {
        let oauth, user, password, client, secret, aws, accessKey, secretKey: String
    }

    /// The servers of one test, gone with it.
    private final class Servers {
        let facts: Facts
        private let process = Process()
        private let input = Pipe()

        init() throws {
            let python = try #require(ProcessInfo.processInfo.environment["MICROSCOPE_SERVERS"]) + "/bin/python"
            let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
                "Servers/servers.py")
            let output = Pipe()
            process.executableURL = URL(fileURLWithPath: python)
            process.arguments = [script.path]
            (process.standardInput, process.standardOutput) = (input, output)
            try process.run()
            var line = Data()
            while line.last != UInt8(ascii: "\n") {
                let more = output.fileHandleForReading.availableData
                if more.isEmpty { break }
                line += more
            }
            facts = try JSONDecoder().decode(Facts.self, from: line)
        }

        deinit {
            try? input.fileHandleForWriting.close()
            process.waitUntilExit()
        }
    }

    private func place(_ servers: Servers, _ files: [String: String]) throws -> StoryPlace {
        var files = files.mapValues { text in
            text.replacing("OAUTH", with: servers.facts.oauth).replacing("AWS/", with: servers.facts.aws + "/")
        }
        files["opencollection.yml"] = Fixture.root
        return try StoryPlace(files)
    }

    /// Sends a request, replays it from the command line as it was sent, then on screen with three keys.
    private func replay(_ request: String, named name: String, at place: StoryPlace) throws {
        for words in [["send", request], ["history", "replay", "\(request)@"]] {
            let run = try ProgramRun(words, at: place)
            #expect(run.status == 0, "\(words): \(run.output)\(run.errors)")
            let isReplayed = run.output.hasPrefix("same") && run.output.contains(" 200 ")
            #expect(words[0] == "send" || isReplayed, "\(run.output)\(run.errors)")
        }
        let session = try place.start(environmentName: nil)
        try session.showRequest(request, named: name)
        try session.type("H")
        try session.waitFor("the history") { $0.rows[0].contains("History") }
        try session.press(.enter)
        try session.waitFor("the past response") { $0.responseTitle.contains("200") }
        try session.type("R")
        try session.waitFor("✓ same")
        try session.press(.escape)
        try session.waitFor("the new response") { $0.responseTitle.contains("200") }
        #expect(try session.quit() == 0)
    }

    @Test("OAuth 2: the token of a rotating server is refreshed for a replay, and no refresh token is used twice")
    func oauth2() throws {
        let servers = try Servers()
        let facts = servers.facts
        let place = try place(
            servers,
            [
                "mine.yml": """
                info: {name: Mine, type: http}
                http:
                  method: GET
                  url: "OAUTH/mine"
                  auth:
                    type: oauth2
                    flow: resource_owner_password_credentials
                    accessTokenUrl: "OAUTH/token"
                    credentials: {clientId: \(facts.client), clientSecret: \(facts.secret), placement: basic_auth_header}
                    resourceOwner: {username: \(facts.user), password: "\(facts.password)"}
                    tokenConfig: {placement: {header: Bearer}}
                    settings: {autoFetchToken: true, autoRefreshToken: true}

                """
            ])
        try replay("mine", named: "Keep mine", at: place)
        // Tokens last for a second, so each step got a new one or found its token still good.
        let grants = try String(contentsOf: try #require(URL(string: facts.oauth + "/grants")), encoding: .utf8)
        #expect(grants.contains("password"), "\(grants)")
    }

    @Test("SigV4: a replay is signed again, and the server checks it")
    func signature() throws {
        let servers = try Servers()
        let facts = servers.facts
        func request(_ name: String, secret: String) -> String {
            """
            info: {name: \(name), type: http}
            http:
              method: POST
              url: "AWS/"
              headers: [{name: X-Amz-Target, value: AmazonSQS.ListQueues}, {name: Content-Type, value: application/x-amz-json-1.0}]
              body: {type: text, data: "{}"}
              auth: {type: awsv4, accessKeyId: \(facts.accessKey), secretAccessKey: "\(secret)", service: sqs, region: eu-west-1}

            """
        }
        let place = try place(
            servers,
            [
                "queues.yml": request("Queues", secret: facts.secretKey),
                "wrong.yml": request("Wrong", secret: "no" + facts.secretKey),
            ])
        try replay("queues", named: "Queues", at: place)
        let wrong = try ProgramRun(["send", "wrong"], at: place)
        #expect((wrong.output + wrong.errors).contains("403"), "\(wrong.output)\(wrong.errors)")
    }

    @Test("a session of a login form: its cookie is in the jar for a replay, and without it the server answers 401")
    func cookie() throws {
        let servers = try Servers()
        let place = try place(
            servers,
            [
                "microscope.yaml": """
                version: 1
                requests:
                  account.yml: {login: login.yml, diff: {headers: [Set-Cookie]}}

                """,
                "account.yml": Fixture.request("Account", url: "OAUTH/account"),
                "bare.yml": Fixture.request("Bare", url: "OAUTH/account"),
                "login.yml": Fixture.request(
                    "Login", method: "POST", url: "OAUTH/login",
                    more: "  body: {type: form-urlencoded, data: [{name: user, value: \(servers.facts.user)}, "
                        + "{name: password, value: \"\(servers.facts.password)\"}]}\n"),
            ])
        let bare = try ProgramRun(["send", "bare"], at: place)
        #expect((bare.output + bare.errors).contains("401"), "\(bare.output)\(bare.errors)")
        try replay("account", named: "Account", at: place)
    }
}
