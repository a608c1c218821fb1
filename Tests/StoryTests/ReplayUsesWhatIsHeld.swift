import Foundation
import TestSupport
import Testing

/// A replay as sent asks a person only for what nobody has.
@Suite("Story: a replay uses what is held", .serialized)
struct ReplayUsesWhatIsHeld {
    private static func replay(_ place: StoryPlace, _ more: String...) throws -> ProgramRun {
        try ProgramRun(["history", "replay", "@"] + more, at: place)
    }

    private static func sent(_ request: String, at place: StoryPlace) throws {
        let run = try ProgramRun(["send", request], at: place)
        #expect(run.status == 0, "\(run.errors)")
    }

    private static func place(_ files: [String: String]) throws -> StoryPlace {
        let place = try StoryPlace(["opencollection.yml": Fixture.root, "environments/local.yml": Fixture.environment])
        for (path, text) in files { try place.write(text.replacing("BASE", with: place.server.baseURL), to: path) }
        return place
    }

    @Test("the token of OAuth 2 comes from the store, and is fetched where none is kept")
    func token() throws {
        let place = try Self.place([
            "a.yml": """
            info: {name: A, type: http}
            http:
              method: GET
              url: "BASE/oauth/protected"
              auth:
                type: oauth2
                flow: client_credentials
                accessTokenUrl: "BASE/oauth/token"
                credentials: {clientId: demo-client, clientSecret: demo-client-secret}
                tokenConfig: {placement: {header: Bearer}}

            """
        ])
        try Self.sent("a", at: place)
        for isKept in [true, false] {
            if !isKept { #expect(try ProgramRun(["token", "--forget"], at: place).status == 0) }
            let run = try Self.replay(place)
            #expect(run.status == 0 && run.output.hasPrefix("same"), "\(run.output)\(run.errors)")
            #expect(!(run.output + run.errors).contains("demo-oauth-token"))
        }
        let session = try place.start(size: .small)
        try session.showRequest("a.yml", named: "A")
        try session.waitFor("the answer of the run before") { $0.responseTitle.contains("⏲") }
        try session.type("R")
        try session.waitFor("✓ same")
        try session.press(.escape)
        try session.waitFor("the new answer") { !$0.contains("✓ same ─") && $0.responseTitle.contains("✓ 200 OK") }
        #expect(try session.quit() == 0)
    }

    /// Answers with the values of some fields of each request, and sets a cookie.
    private static func echo(_ names: [String], _ heads: Heads) throws -> RawServer {
        try RawServer { connection, _ in
            guard let head = connection.readHead() else { return }
            heads.add(head)
            connection.write(
                "HTTP/1.1 200 OK\r\nSet-Cookie: sid=abcdef123; Max-Age=600\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"
            )
        }
    }

    private final class Heads: @unchecked Sendable {
        // @unchecked: `all` is touched under the lock only.
        private let lock = NSLock()
        private var all: [String] = []
        func add(_ head: String) { lock.withLock { all.append(head) } }
        func value(of name: String, in number: Int) -> String? {
            let heads = lock.withLock { all }
            guard heads.indices.contains(number) else { return nil }
            let lines = heads[number].split(whereSeparator: \.isNewline)
            return lines.first { $0.lowercased().hasPrefix(name + ":") }.map { String($0.dropFirst(name.count + 2)) }
        }
    }

    @Test("the cookie comes from the jar")
    func cookie() throws {
        let heads = Heads()
        let server = try Self.echo(["Cookie"], heads)
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root, "a.yml": Fixture.request("A", url: server.baseURL),
        ])
        try Self.sent("a", at: place)
        try Self.sent("a", at: place)
        let run = try Self.replay(place)
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect((0...2).map { heads.value(of: "cookie", in: $0) } == [nil, "sid=abcdef123", "sid=abcdef123"])
    }

    @Test("the signature is made for the time of the replay")
    func signature() throws {
        let heads = Heads()
        let server = try Self.echo(["Authorization"], heads)
        let auth =
            "  auth: {type: awsv4, accessKeyId: AKIDEXAMPLE, secretAccessKey: wJalrXUtnFEMI7, service: s3, region: eu-west-1}\n"
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root, "a.yml": Fixture.request("A", url: server.baseURL + "/b/k", more: auth),
        ])
        try Self.sent("a", at: place)
        let run = try Self.replay(place)
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        let (date, signed) = (heads.value(of: "x-amz-date", in: 1), heads.value(of: "authorization", in: 1))
        let day = try #require(date?.prefix(8))
        #expect(signed?.hasPrefix("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/\(day)/eu-west-1/s3/aws4_request") == true)
        // Both ends of the signature are of the same second, or of others: with the same time it is the same.
        let isSameTime = date == heads.value(of: "x-amz-date", in: 0)
        #expect((signed == heads.value(of: "authorization", in: 0)) == isSameTime)
    }

    @Test("what the login captures is got by logging in")
    func login() throws {
        let place = try Self.place([
            "microscope.yaml": "version: 1\ncollection: {login: login.yml}\n",
            "login.yml": """
            info: {name: Login, type: http}
            http:
              method: POST
              url: "BASE/sessions"
              body: {type: form-urlencoded, data: [{name: username, value: demo}, {name: password, value: demo}]}
            runtime:
              actions:
                - type: set-variable
                  phase: after-response
                  selector: {expression: res.body.session, method: jsonq}
                  variable: {name: session, scope: runtime}

            """,
            "page.yml": """
            info: {name: Page, type: http}
            http: {method: GET, url: "BASE/session", auth: {type: bearer, token: "{{session}}"}}

            """,
        ])
        try Self.sent("page", at: place)
        let run = try Self.replay(place)
        #expect(run.output.contains("200"), "\(run.output)\(run.errors)")
        #expect(run.errors.contains("logged in with login.yml"))
    }

    @Test("what nobody has is asked for, and the way without it is named")
    func nobody() throws {
        let place = try Self.place([
            "a.yml": Fixture.request("A", url: "BASE/echo", more: "  auth: {type: bearer, token: \"{{token}}\"}\n")
        ])
        let sent = try ProgramRun(["send", "a", "--var", "token=t0p-s3cret-value"], at: place)
        #expect(sent.status == 0, "\(sent.errors)")
        let run = try Self.replay(place)
        #expect(run.status == 4 && run.errors.contains("--var token=VALUE gives it one"), "\(run.errors)")
        #expect(run.errors.contains("--again sends the requests as they are today"))
    }
}
