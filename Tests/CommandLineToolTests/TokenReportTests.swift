import Foundation
import OpenCollection
import Testing
import YAMLTree

@testable import CommandLineTool

@Suite("What is told of tokens and trust")
struct TokenReportTests {
    private static let now = Date(timeIntervalSince1970: 1_700_000_000)

    private func key(_ environment: String? = "local", id: String = "", scope: String = "") -> TokenKey {
        var settings = OAuth2Settings(AuthDetails(type: "oauth2"))
        settings.flow = .clientCredentials
        settings.accessTokenURL = "http://h/token"
        settings.clientID = "me"
        settings.credentialsID = id
        settings.scope = scope
        return TokenKey(settings, collection: "/c", environment: environment)
    }

    private func token(_ lifetime: Double? = 3600, scope: String? = nil) -> OAuth2Token {
        var fields: [(name: String, value: TypedValue)] = [("access_token", .string("s3cret"))]
        if let lifetime { fields.append(("expires_in", .number(lifetime))) }
        if let scope { fields.append(("scope", .string(scope))) }
        return OAuth2Token(fields, receivedAt: Self.now - 60)
    }

    private func report(_ entries: TokenReport.Entry...) -> TokenReport {
        TokenReport(entries, now: Self.now, secondsFromGMT: -19_800)
    }

    @Test("a line tells environment, client, server, end, scope and when it came, in local time; never the token")
    func lines() {
        let report = report(
            .init(key(id: "main"), token(scope: "read")), .init(key(nil, scope: "write"), token(30)),
            .init(key(), token(nil)), .init(key("dev"), nil))
        let text = report.text(showsNonASCII: true)
        #expect(
            text == """
                local: main, me at http://h/token: valid until 17:42:20 -05:30 (in 59 min), client credentials, scope read, received 16:42:20 -05:30
                no environment: me at http://h/token: expired 16:42:50 -05:30 (30 s ago), client credentials, scope write, received 16:42:20 -05:30
                local: me at http://h/token: valid, expiry unknown, client credentials, received 16:42:20 -05:30
                dev: me at http://h/token: none

                """)
        #expect(report.status == .found)
        #expect(self.report(.init(key(), token())).status == .success)
    }

    @Test("two tokens of one client differ in their flow and audience")
    func flows() throws {
        let audience: YAMLValue = ["name": "audience", "value": "api", "placement": "body"]
        let settings = OAuth2Settings(
            AuthDetails(
                type: "oauth2",
                members: [
                    "flow": "authorization_code", "additionalParameters": ["accessTokenRequest": .sequence([audience])],
                ]))
        let report = report(.init(TokenKey(settings, collection: "/c", environment: nil), token()))
        #expect(report.text(showsNonASCII: true).contains("authorization code, audience api, received"))
        var bytes: [UInt8] = []
        try report.writeJSON { bytes += Array($0) }
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains(#""flow": "authorization_code""#) && text.contains(#""audience": "api""#))
    }

    @Test("the JSON has all of it but the token, in UTC")
    func json() throws {
        var bytes: [UInt8] = []
        try report(.init(key(), token(scope: "read")), .init(key(nil), nil)).writeJSON { bytes += Array($0) }
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(!text.contains("s3cret"))
        let root = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: [[String: Any]]]
        let tokens = try #require(root?["tokens"])
        #expect(tokens.count == 2)
        #expect(tokens[0]["state"] as? String == "good" && tokens[0]["expires"] as? String == "2023-11-14T23:12:20Z")
        #expect(tokens[0]["scope"] as? String == "read" && tokens[0]["refreshes"] as? Bool == false)
        #expect(tokens[1]["state"] as? String == "none" && tokens[1]["environment"] is NSNull)
    }

    @Test("uses are listed with how they stand; something that asks is exit status 4")
    func uses() throws {
        let run = ListedUse(OutsideUse(.run(["pass", "x"]), for: "secret X"), .asks)
        let read = ListedUse(OutsideUse(.read("../a\u{1B}b"), for: "body"), .agreed)
        let report = TrustReport([run, read])
        #expect(report.text(showsNonASCII: true).hasPrefix("asks: run pass x (secret X)\nagreed: read ../a"))
        #expect(!report.text(showsNonASCII: true).contains("\u{1B}"))
        #expect(report.status == .notBuilt && report.summary == "1 agreed to, 1 to be asked")
        #expect(TrustReport([read]).status == .success)
        #expect(TrustReport([]).summary == "no external programs, files or hosts for credentials")
        var bytes: [UInt8] = []
        try report.writeJSON { bytes += Array($0) }
        let root = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: [[String: String]]]
        #expect(root?["uses"]?.map { $0["status"] } == ["asks", "agreed"])
        #expect(root?["uses"]?.map { $0["kind"] } == ["run", "read"])
    }

    @Test("token and trust are understood, and refuse what makes no sense")
    func parsing() throws {
        guard
            case .token(let token) = try Command.parse(["token", "a", "--fetch", "--print", "--env", "dev", "-c", "x"])
        else {
            Issue.record("no token command")
            return
        }
        #expect(token.request == "a" && token.fetches && token.printsToken && !token.forgets)
        #expect(token.settings.environmentName == "dev" && token.settings.collection == "x")
        guard case .trust(let trust) = try Command.parse(["trust", "api", "--agree", "--json"]) else {
            Issue.record("no trust command")
            return
        }
        #expect(trust.collection == "api" && trust.agrees && trust.printsJSON && !trust.forgets)
        for wrong in [
            ["token", "--fetch"], ["token", "--print"], ["token", "a", "--fetch", "--forget"], ["token", "a", "b"],
            ["trust", "--agree", "--forget"], ["trust", "a", "b"],
        ] {
            #expect(throws: UsageError.self) { try Command.parse(wrong) }
        }
    }
}
