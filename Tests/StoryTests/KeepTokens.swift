import Foundation
import TestSupport
import Testing

@Suite("Story: tokens are shown, got, forgotten", .serialized)
struct KeepTokens {
    private func place() throws -> StoryPlace {
        try StoryPlace([
            "opencollection.yml": """
            info: {name: M}
            request:
              auth:
                type: oauth2
                flow: client_credentials
                accessTokenUrl: "{{baseUrl}}/oauth/token"
                credentials: {clientId: demo-client, clientSecret: demo-client-secret}
                scope: read
                tokenConfig: {id: main, placement: {header: Bearer}}

            """,
            "environments/local.yml": Fixture.environment,
            "page.yml": """
            info: {name: Page, type: http}
            http:
              method: GET
              url: "{{baseUrl}}/oauth/protected"
              auth: inherit

            """,
            "use.yml": """
            info: {name: Use, type: http}
            http:
              method: GET
              url: "{{baseUrl}}/oauth/protected?access_token={{$oauth2.main.access_token}}"

            """,
        ])
    }

    private func token(_ arguments: String..., at place: StoryPlace) throws -> ProgramRun {
        let named =
            arguments.isEmpty || arguments[0].hasPrefix("-") ? [] : ["--var", "baseUrl=\(place.server.baseURL)"]
        return try ProgramRun(["token"] + arguments + named, at: place)
    }

    @Test("a send's token is shown with its end, its fields are variables; it is shown, got anew and forgotten on keys")
    func screen() throws {
        let place = try place()
        let session = try place.start(size: .large)
        try session.showRequest("use.yml", named: "Use")
        try session.waitFor("$oauth2.main.access_token has no value")
        try session.showRequest("page.yml", named: "Page")
        try session.type("2")
        try session.showRequestTab("Auth")
        try session.waitFor("none yet; a send fetches one")
        try session.type("s")
        try session.waitForResponse("✓ 200 OK")
        try session.waitFor("✓ valid until")
        #expect(session.screen.row(with: "scope read, received").contains(":"))
        #expect(!session.screen.contains("demo-oauth-token"))
        try session.press(.control("o"))
        try session.waitFor("demo-oauth-token")
        let first = session.screen.row(with: "demo-oauth-token").trimmingCharacters(in: .whitespaces)
        try session.type("t")
        try session.waitFor("another token") { screen in
            let row = screen.row(with: "demo-oauth-token").trimmingCharacters(in: .whitespaces)
            return !row.isEmpty && row != first
        }
        try session.press(.control("o"))
        try session.waitFor("dots") { !$0.contains("demo-oauth-token") }
        try session.showRequest("use.yml", named: "Use")
        try session.waitFor("the preview") { $0.contains("?access_token=••••") }
        try session.type("s")
        try session.waitForResponse("✓ 200 OK")
        try session.showRequest("page.yml", named: "Page")
        try session.type("2")
        try session.press(.control("x"))
        try session.waitFor("none yet; a send fetches one")
        try session.press(.control("x"))
        try session.waitFor("There is no token yet: t fetches one.")
        #expect(try session.quit() == 0)
        let text = try String(contentsOf: place.home.appendingPathComponent("data/tokens.json"), encoding: .utf8)
        #expect(!text.contains("demo-oauth-token"))
    }

    @Test("a command tells of tokens, gets one, prints it alone, forgets it")
    func commands() throws {
        let place = try place()
        let none = try token("page", at: place)
        #expect(none.status == 1 && none.output.contains("demo-client at \(place.server.baseURL)/oauth/token: none"))
        #expect(try token("page", "--print", at: place).status == 1)
        let got = try token("page", "--fetch", at: place)
        #expect(got.status == 0 && got.output.contains("local: main, demo-client at"), "\(got.errors)")
        #expect(got.output.contains("valid until") && got.output.contains("scope read"))
        #expect(!(got.output + got.errors).contains("demo-oauth-token") && !got.errors.contains("demo-client-secret"))
        let printed = try token("page", "--print", at: place)
        #expect(printed.status == 0 && printed.output.hasPrefix("demo-oauth-token") && printed.output.hasSuffix("\n"))
        #expect(printed.errors.isEmpty)
        let listed = try token("--json", at: place)
        #expect(listed.status == 0 && listed.output.contains("\"state\": \"good\""))
        let wrong = try ProgramRun(
            ["token", "page", "--fetch", "--var", "baseUrl=http://127.0.0.1:1"], at: place)
        #expect(wrong.status == 3, "\(wrong.errors)")
        #expect(try token("page", "--forget", at: place).status == 0)
        #expect(try token("page", at: place).status == 1)
        _ = try token("page", "--fetch", at: place)
        #expect(try token("--forget", at: place).status == 0)
        #expect(try token(at: place).output.isEmpty)
        let other = try token("use", at: place)
        #expect(other.status == 2 && other.errors.contains("the credentials of use.yml are not OAuth 2"))
    }

    // MARK: - Profiles of AWS

    private let signed = """
        info: {name: Signed, type: http}
        http:
          method: GET
          url: "{{baseUrl}}/auth/aws"
          auth: {type: awsv4, profileName: work, service: execute-api, region: eu-west-1}

        """

    @Test(
        "the keys of a profile are read when that was agreed to; a file or profile that is not there is told before sending"
    )
    func profile() throws {
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment, "signed.yml": signed,
            "../aws/credentials": """
            [work]
            aws_access_key_id = demo-aws-access-key-id
            aws_secret_access_key = demo-aws-secret-access-key

            """,
        ])
        let file = place.collection.deletingLastPathComponent().appendingPathComponent("aws/credentials").path
        func send(_ options: String..., file: String) throws -> ProgramRun {
            try ProgramRun(
                ["send", "signed", "--var", "baseUrl=\(place.server.baseURL)"] + options, at: place,
                environment: ["AWS_SHARED_CREDENTIALS_FILE": file])
        }
        let refused = try send(file: file)
        #expect(refused.status == 4 && refused.errors.contains("\n  take keys from \(file) (AWS profiles)\n"))
        let trusted = try send("--trust", file: file)
        #expect(trusted.status == 0, "\(trusted.errors)")
        let json = try send("--trust", "--json", file: file)
        #expect(json.status == 0 && !json.output.contains("demo-aws-secret"), "\(json.output)")
        let missing = try send("--trust", file: file + "-none")
        #expect(missing.status == 4 && missing.output.isEmpty)
        #expect(
            missing.errors.contains("the AWS profile work cannot be used")
                && missing.errors.contains("there is no such file"))
        try "[home]\n".write(toFile: file, atomically: true, encoding: .utf8)
        let profile = try send("--trust", file: file)
        #expect(profile.status == 4 && profile.errors.contains("The shared credentials file has no profile work."))
        // On screen: asked once, then read.
        try place.write(
            "[work]\naws_access_key_id=demo-aws-access-key-id\naws_secret_access_key=demo-aws-secret-access-key\n",
            to: "../aws/credentials")
        let session = try place.start(size: .large, environment: ["AWS_SHARED_CREDENTIALS_FILE": file])
        try session.showRequest("signed", named: "Signed")
        try session.type("s")
        try session.waitFor("take keys from ")
        try session.press(.enter)
        // The last response is there already.
        try session.waitFor("an answer of now") {
            $0.contains("200 OK in") && $0.row(with: "GET  Signed").contains("✓")
        }
        #expect(try session.quit() == 0)
        #expect(try send(file: file).status == 0)
    }
}
