import Foundation
import MicroClient
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
            "microscope.yaml": "version: 1\nrequests:\n  a.yml: {diff: {ignore: [$.expires_in]}}\n",
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

            """,
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

    /// Keeps the head of each request, and sets a cookie.
    private static func recorder(_ heads: Locked<[String]>) throws -> RawServer {
        try RawServer { connection, _ in
            guard let head = connection.readHead() else { return }
            heads.withLock { $0.append(head) }
            connection.write(
                "HTTP/1.1 200 OK\r\nSet-Cookie: sid=abcdef123; Max-Age=600\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"
            )
        }
    }

    /// The values of a field in each of the requests; nil where it is not in one.
    private static func values(of name: String, in heads: Locked<[String]>) -> [String?] {
        heads.withLock { $0 }.map { head in
            let line = head.split(whereSeparator: \.isNewline).first { $0.lowercased().hasPrefix(name + ":") }
            return line.map { String($0.dropFirst(name.count + 2)) }
        }
    }

    @Test("the cookie comes from the jar")
    func cookie() throws {
        let heads = Locked<[String]>([])
        let server = try Self.recorder(heads)
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root, "a.yml": Fixture.request("A", url: server.baseURL),
        ])
        try Self.sent("a", at: place)
        try Self.sent("a", at: place)
        let run = try Self.replay(place)
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(Self.values(of: "cookie", in: heads) == [nil, "sid=abcdef123", "sid=abcdef123"])
    }

    @Test(
        "a signature is made again for the replay, in the field that had it",
        arguments: [
            (
                "awsv4, accessKeyId: AKIDEXAMPLE, secretAccessKey: wJalrXUtnFEMI7, service: s3, region: eu-west-1",
                "authorization", "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/"
            ), ("wsse, username: me, password: pa55word-of-me", "x-wsse", "UsernameToken Username=\"me\""),
            (
                "oauth1, consumerKey: key, consumerSecret: c0nsumer-secret, signatureMethod: HMAC-SHA1, placement: header",
                "authorization", "OAuth "
            ),
        ])
    func signature(auth: String, field: String, beginning: String) throws {
        let heads = Locked<[String]>([])
        let server = try Self.recorder(heads)
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root,
            "a.yml": Fixture.request("A", url: server.baseURL + "/b/k", more: "  auth: {type: \(auth)}\n"),
        ])
        try Self.sent("a", at: place)
        let run = try Self.replay(place)
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        let values = Self.values(of: field, in: heads).compactMap(\.self)
        #expect(values.count == 2 && values.allSatisfy { $0.hasPrefix(beginning) }, "\(values)")
        // AWS has no nonce: within one second the same request has the same signature.
        let dates = Self.values(of: "x-amz-date", in: heads).compactMap(\.self)
        #expect((values.first == values.last) == (dates.count == 2 && dates[0] == dates[1]))
    }

    @Test("what the login captures is got by logging in")
    func login() throws {
        let place = try Self.place([
            "microscope.yaml": "version: 1\ncollection: {login: login.yml}\n",
            "login.yml": Fixture.login.replacing("{{baseUrl}}", with: "BASE"),
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

    @Test("a cookie that logging in set goes with the replay of the request that logged in")
    func loginCookie() throws {
        let heads = Locked<[String]>([])
        let server = try RawServer { connection, _ in
            guard let head = connection.readHead() else { return }
            heads.withLock { $0.append(head) }
            let isLogin = head.hasPrefix("GET /login")
            let status = isLogin || head.contains("sid=abcdef123") ? "200 OK" : "401 Unauthorized"
            let cookies =
                isLogin ? "Set-Cookie: sid=abcdef123; Max-Age=600\r\nSet-Cookie: now=only-until-quitting\r\n" : ""
            connection.write("HTTP/1.1 \(status)\r\n\(cookies)Content-Length: 2\r\nConnection: close\r\n\r\nok")
        }
        let place = try StoryPlace([
            "opencollection.yml": Fixture.root,
            "microscope.yaml": "version: 1\nrequests:\n  a.yml: {login: login.yml}\n",
            "a.yml": Fixture.request("A", url: server.baseURL + "/a"),
            "login.yml": Fixture.request("Login", url: server.baseURL + "/login"),
        ])
        try Self.sent("a", at: place)
        let run = try Self.replay(place)
        #expect(run.status == 0 && run.output.hasPrefix("same"), "\(run.output)\(run.errors)")
        #expect(Self.values(of: "cookie", in: heads).last == "sid=abcdef123")
    }

    @Test("what nobody has is asked for, and the way without it is named")
    func nobody() throws {
        let place = try Self.place([
            "a.yml": Fixture.request("A", url: "BASE/echo", more: "  auth: {type: bearer, token: \"{{token}}\"}\n")
        ])
        let sent = try ProgramRun(["send", "a", "--var", "token=t0p-s3cret-value"], at: place)
        #expect(sent.status == 0, "\(sent.errors)")
        let run = try Self.replay(place)
        #expect(run.status == 4 && run.errors.contains("--var token=VALUE sets it"), "\(run.errors)")
        #expect(run.errors.contains("--again sends the current requests"))
    }
}
