import BodyStore
import Exchanges
import Foundation
import MicroClient
import OpenCollection
import Secrets
import TestSupport
import Testing

@testable import CollectionRunner

@Suite("A recorded request that is sent again")
struct ReplayingTests {
    /// A request that was sent once, as the history keeps it.
    private struct Sent {
        var demo: DemoCollection
        let transport: FakeTransport
        let runner: CollectionRunner
        let kept: StoredExchange
        let body: BodyStore?

        /// - Parameters:
        ///   - responses: The responses to the first send and to its replay.
        ///   - cookies: The cookies of the first send.
        init(
            _ responses: [HopScript], cookies: CookieJar.Use = .off, _ change: (inout RequestDefinition) -> Void
        ) async throws {
            demo = try DemoCollection("GET", "/")
            demo.definition.url = "http://a.test/start?api_key=qu3ry-secret"
            demo.definition.headers = [Field("X-Api-Key", "h3ader-secret"), Field("X-Plain", "on")]
            change(&demo.definition)
            transport = FakeTransport(responses + responses)
            runner = CollectionRunner(client: NetworkClient(transport: transport))
            let record = await runner.run(
                demo.rendered(), origin: .init(requestPath: "request.yml"),
                dependencies: SendDependencies(cookies: cookies))
            let masked = try HistoryMasking().kept(record, source: .screen)
            kept = masked.exchange
            body = masked.bodies.first { $0.sha256?.hexadecimal == masked.exchange.requestBody?.hash }
        }

        func values(_ given: [String: String] = [:]) -> ReplayValues {
            ReplayValues(kept, given: given, rendered: demo.rendered())
        }

        func restored(_ values: ReplayValues) throws -> RestoredRequest {
            try RestoredRequest(kept, body: body) { values[$0] }
        }

        func replay() async throws -> RecordedExchange {
            let values = values()
            let terms = try ReplayTerms(kept, values, checks: demo.checks(), files: .none)
            return await runner.replay(try restored(values), terms)
        }
    }

    private static let redirect = HopScript.redirect(302, to: "http://b.test/elsewhere")

    @Test("goes out with the secrets that it had, which what is kept of it has not")
    func filled() async throws {
        let sent = try await Sent([.response(200)]) { _ in }
        #expect(!"\(sent.kept.exchange)".contains("-secret"))
        let record = try await sent.replay()
        #expect(record.failure == nil && sent.transport.requests.count == 2)
        let (first, again) = (sent.transport.requests[0], sent.transport.requests[1])
        #expect(again.url == first.url && again.headers == first.headers && again.method == first.method)
    }

    @Test(
        "is signed again by OAuth 1 in the query and in the body, with a nonce of its own",
        arguments: [("GET", "query", false), ("POST", "query", true), ("POST", "body", true), ("PUT", "body", false)])
    func oauth1(method: String, placement: String, hasForm: Bool) async throws {
        var demo = try DemoCollection(method, "/auth/oauth1?x=1&y=a%20b")
        demo.definition.auth = .unsupported(
            AuthDetails(
                type: "oauth1",
                members: [
                    "consumerKey": "demo-consumer-key", "consumerSecret": "demo-consumer-secret",
                    "accessToken": "demo-access-token", "accessTokenSecret": "demo-access-token-secret",
                    "placement": .string(placement),
                ]))
        if hasForm {
            demo.definition.body.kind = .formURLEncoded
            demo.definition.body.form = [Field("a", "1 + 2")]
        }
        let runner = CollectionRunner.impatient()
        let record = await runner.run(demo.rendered(), origin: .init(requestPath: "request.yml"))
        let masked = try HistoryMasking().kept(record, source: .screen)
        let body = masked.bodies.first { $0.sha256?.hexadecimal == masked.exchange.requestBody?.hash }
        let values = ReplayValues(masked.exchange, given: [:], rendered: demo.rendered())
        let terms = try ReplayTerms(masked.exchange, values, checks: nil, files: .none)
        let restored = try RestoredRequest(masked.exchange, body: body) { values[$0] }
        #expect(restored.missing.isEmpty)
        let replay = await runner.replay(restored, terms)
        #expect(record.head?.status == 200 && replay.head?.status == 200)
        let nonces = try [record, replay].map { record in
            let sent = try #require(record.exchange.attempts.first?.hops.first?.request)
            let text =
                placement == "query"
                ? sent.url : String(decoding: record.exchange.request.body ?? Data(), as: UTF8.self)
            return try #require(text.firstMatch(of: /oauth_nonce=(\w+)/)).1
        }
        #expect(nonces[0] != nonces[1])
        // What the history keeps of the replay can be sent again.
        let again = try HistoryMasking().kept(replay, source: .screen)
        let text =
            (again.exchange.exchange.request.url
                + String(decoding: again.bodies.flatMap { $0.copy(0..<10_000) }, as: UTF8.self))
        #expect(text.contains("oauth_nonce=\(nonces[1])") && !text.contains("got%20when"))
        #expect(!text.contains("demo-consumer-secret"))
    }

    @Test("has the text of a value to come only where it is fetched, and never where somebody has to agree first")
    func agreement() async throws {
        var sent = try await Sent([.response(200)]) { $0.auth = .bearer(token: "t0ken-of-then") }
        sent.demo.definition.auth = .bearer(token: "{{session}}")
        let login = LoginStrategy(path: "login.yml", captures: ["session"]) {
            throw LoginRefusal("no")
        } renew: { _ in
            throw LoginRefusal("no")
        }
        func values(withheld: Set<String>) -> ReplayValues {
            var request = sent.demo.rendered()
            request.withheldSecrets = withheld
            let today = RequestToday((request, sent.demo.checks()), cookies: .off, login: login) { _ in
                var demo = sent.demo
                demo.secrets["session"] = RequestToday.toCome
                return (demo.rendered(), demo.checks())
            }
            return ReplayValues(sent.kept, today, given: [:])
        }
        let marker = try #require(sent.kept.markers.first { sent.kept.fieldName(of: $0) == "authorization" })
        #expect(values(withheld: [])[marker]?.contains(RequestToday.toCome) == true)
        #expect(values(withheld: ["api_key"])[marker] == nil)
    }

    @Test("leaves what is secret behind when a redirect leads to another origin")
    func redirected() async throws {
        let sent = try await Sent([Self.redirect, .response(200)]) { $0.settings.followsRedirects = true }
        _ = try await sent.replay()
        let last = try #require(sent.transport.requests.last)
        #expect(sent.transport.requests.count == 4 && last.url == "http://b.test/elsewhere")
        #expect(last.headers["X-Api-Key"] == nil && last.headers["X-Plain"] == "on")
    }

    @Test("hides the fields that repeat a host made of a secret too short to be looked for")
    func secretHost() async throws {
        var sent = try await Sent([.response(200)]) { $0.url = "http://p1.test/" }
        sent.demo.definition.url = "http://{{pin}}.test/"
        sent.demo.secrets = ["pin": "p1"]
        let record = try await sent.replay()
        #expect(record.failure == nil && record.secrets.fieldNames.isSuperset(of: ["host", ":authority"]))
    }

    @Test("cookies are masked as in the first send, also where the server repeats them")
    func repeatedCookies() async throws {
        let cookie = "theme=dark; sid=8f3a9c1d2e4b5f608f3a9c1d"
        let sent = try await Sent([.response(200, headers: [HeaderField("X-Seen", cookie)])]) {
            $0.headers.append(Field("Cookie", cookie))
        }
        let again = try HistoryMasking().kept(await sent.replay(), source: .screen).exchange
        #expect(sent.transport.requests.map { $0.headers["Cookie"] } == [cookie, cookie])
        let seen = try #require(sent.kept.head?.headers["X-Seen"])
        #expect(again.head?.headers["X-Seen"] == seen && !seen.contains("8f3a9c1d"))
        #expect(again.exchange.request.headers["Cookie"] == sent.kept.exchange.request.headers["Cookie"])
    }

    @Test(
        "takes along what its own redirects set, where cookies went along behind them; else none",
        arguments: [true, false])
    func cookies(hasJar: Bool) async throws {
        let moved = HopScript.response(
            302, headers: [HeaderField("Location", "/next"), HeaderField("Set-Cookie", "step=one; Path=/")])
        let sent = try await Sent([moved, .response(200)], cookies: hasJar ? .jar(CookieJar()) : .off) { definition in
            definition.settings.followsRedirects = true
        }
        _ = try await sent.replay()
        let second = hasJar ? "step=one" : nil
        #expect(sent.transport.requests.map { $0.headers["Cookie"] } == [nil, second, nil, second])
    }

    @Test("sends to each place the cookies of the jar that belong there, and leaves the jar as it is")
    func cookiesByPath() async throws {
        let jar = CookieJar()
        jar.receive(
            ["first=1; Path=/start", "all=2; Path=/", "deep=3; Path=/next"],
            from: try #require(URL(string: "http://a.test/")))
        let moved = HopScript.response(
            302, headers: [HeaderField("Location", "/next"), HeaderField("Set-Cookie", "step=one; Path=/")])
        let sent = try await Sent([moved, .response(200)], cookies: .jar(jar)) { definition in
            definition.settings.followsRedirects = true
            definition.headers.append(Field("Cookie", "own=0"))
        }
        jar.removeAll { $0.name == "step" }
        let values = ReplayValues(sent.kept, given: [:], rendered: sent.demo.rendered(), cookies: .jar(jar))
        let terms = try ReplayTerms(sent.kept, values, checks: nil, files: .none)
        _ = await sent.runner.replay(try sent.restored(values), terms)
        let hops = ["own=0; first=1; all=2", "own=0; deep=3; all=2; step=one"]
        #expect(sent.transport.requests.map { $0.headers["Cookie"] } == hops + hops)
        #expect(jar.cookies.map(\.name) == ["first", "all", "deep"])
    }

    @Test("sends the cookies of a redirect's URL where the first one has none")
    func cookiesOfRedirect() async throws {
        let jar = CookieJar()
        jar.receive(["deep=3; Path=/next"], from: try #require(URL(string: "http://a.test/")))
        let moved = HopScript.response(302, headers: [HeaderField("Location", "/next")])
        let sent = try await Sent([moved, .response(200)], cookies: .jar(jar)) { $0.settings.followsRedirects = true }
        let values = ReplayValues(sent.kept, given: [:], rendered: sent.demo.rendered(), cookies: .jar(jar))
        let terms = try ReplayTerms(sent.kept, values, checks: nil, files: .none)
        _ = await sent.runner.replay(try sent.restored(values), terms)
        #expect(sent.transport.requests.map { $0.headers["Cookie"] } == [nil, "deep=3", nil, "deep=3"])
    }

    @Test("takes cookies from the jar, be there a name without a value elsewhere in the request of today")
    func cookiesAlone() async throws {
        let jar = CookieJar()
        jar.receive(["sid=1"], from: try #require(URL(string: "http://a.test/")))
        var sent = try await Sent([.response(200)], cookies: .jar(jar)) {
            ($0.url, $0.headers) = ("http://a.test/", [])
        }
        sent.demo.definition.headers = [Field("X-Trace", "{{trace}}")]
        let values = ReplayValues(sent.kept, given: [:], rendered: sent.demo.rendered(), cookies: .jar(jar))
        #expect(try sent.restored(values).headers["Cookie"] == "sid=1" && sent.restored(values).missing.isEmpty)
        sent.demo.definition.headers.append(Field("Cookie", "{{own}}=1"))
        let withOwn = ReplayValues(sent.kept, given: [:], rendered: sent.demo.rendered(), cookies: .jar(jar))
        #expect(try sent.restored(withOwn).missing.map(\.name) == ["Cookie"])
    }

    @Test("keeps a body that holds a secret from another origin: that redirect is the answer then")
    func bodyStays() async throws {
        let moved = HopScript.redirect(307, to: "http://b.test/elsewhere")
        let sent = try await Sent([moved, .response(200)]) { definition in
            definition.settings.followsRedirects = true
            definition.method = "POST"
            definition.body.kind = .formURLEncoded
            definition.body.form = [Field("user", "ada"), Field("password", "b0dy secret+1")]
        }
        let record = try await sent.replay()
        #expect(record.head?.status == 307 && sent.transport.requests.count == 3)
        #expect(record.requestBody.map { String(decoding: $0.copy(0..<100), as: UTF8.self) }?.contains("b0dy") == true)
    }

    @Test(
        "is filled with what a person gave before anything else, and with nothing of a request that leads to another origin"
    )
    func origins() async throws {
        var sent = try await Sent([.response(200)]) { _ in }
        #expect(try sent.restored(sent.values(["X-Api-Key": "typed"])).headers["X-Api-Key"] == "typed")
        for url in ["http://b.test/", "https://a.test/", "http://a.test:81/", "http://a.test.b.test/"] {
            sent.demo.definition.url = url
            #expect(sent.values().rendered == nil, "\(url)")
            #expect(try sent.restored(sent.values()).missing.count == 2, "\(url)")
        }
        sent.demo.definition.url = "http://a.test:80/other?api_key=n3w-secret"
        #expect(try sent.restored(sent.values()).url.hasSuffix("?api_key=n3w-secret"))
    }

    @Test("is not filled from a request in which a name has no value: what is written there is nobody's secret")
    func nameless() async throws {
        var sent = try await Sent([.response(200)]) { _ in }
        for value in ["{{tok}}", "{{a}}"] {
            sent.demo.definition.headers[0].value = value
            sent.demo.definition.variables = [Variable("a", "{{a}}")]
            #expect(sent.values().rendered == nil)
            #expect(try sent.restored(sent.values()).missing.map(\.name).sorted() == ["X-Api-Key", "api_key"])
        }
    }

    @Test("a replay is filled like what it replayed, whose markers it may name by their fields")
    func again() async throws {
        let sent = try await Sent([.response(200)]) { _ in }
        let replay = try HistoryMasking().kept(try await sent.replay(), source: .replay(of: sent.kept.id)).exchange
        #expect(!"\(replay.exchange)".contains("-secret") && replay.markers.count == 2)
        let values = ReplayValues(replay, given: [:], rendered: sent.demo.rendered())
        let restored = try RestoredRequest(replay, body: nil) { values[$0] }
        #expect(restored.missing.isEmpty && restored.headers["X-Api-Key"] == "h3ader-secret")
        #expect(restored.url == sent.transport.requests[0].url)
    }

    @Test("what the server echoes of a literal credential is masked as in the original, and nothing else")
    func echoed() async throws {
        let credential = "Bearer abcdef123456"
        let response = HopScript.response(
            200, headers: [HeaderField("Content-Type", "application/json")],
            body: [#"{"h": "\#(credential)", "t": "abcdef123456"}"#])
        let sent = try await Sent([response]) { $0.headers = [Field("Authorization", credential)] }
        let record = try await sent.replay()
        #expect(record.secrets.named.contains(NamedSecret(name: "Authorization", value: credential)))
        let masked = try HistoryMasking().kept(record, source: .replay(of: sent.kept.id))
        let text = masked.bodies.map { String(decoding: $0.copy(0..<1000), as: UTF8.self) }.joined()
        #expect(text == #"{"h": "Bearer {{Authorization}}", "t": "{{Authorization}}"}"#)
        #expect(masked.exchange.responseBody?.hash == sent.kept.responseBody?.hash)
        #expect(masked.exchange.exchange.request.headers["Authorization"] == "{{Authorization}}")
        #expect(masked.exchange.markers.filter { $0.place != .url }.map(\.spelling) == [.wholeField])
    }

    @Test("a credential whose part behind the scheme is too short to be looked for is masked with its scheme")
    func shortCredential() async throws {
        let response = HopScript.response(200, body: ["Bearer abc, as you say"])
        let sent = try await Sent([response]) { $0.headers = [Field("Authorization", "Bearer abc")] }
        let masked = try HistoryMasking().kept(try await sent.replay(), source: .replay(of: sent.kept.id))
        let text = masked.bodies.map { String(decoding: $0.copy(0..<1000), as: UTF8.self) }.joined()
        #expect(text == "{{Authorization}}, as you say")
    }

    @Test("what its answer gave as a secret is known as one, whether text or number, and kept from the session")
    func received() async throws {
        let response = HopScript.response(
            200, headers: [HeaderField("Content-Type", "application/json")],
            body: [#"{"token": "t0ken-secret", "pin": 123456}"#])
        let sent = try await Sent([response]) { definition in
            definition.actions = [
                VariableAction("token", from: "res.body.token"), VariableAction("secretPin", from: "res.body.pin"),
            ]
        }
        let record = try await sent.replay()
        #expect(record.captures.isEmpty)
        #expect(Set(record.secrets.named.map(\.value)).isSuperset(of: ["t0ken-secret", "123456"]))
        let masked = try HistoryMasking().kept(record, source: .replay(of: sent.kept.id))
        let text = masked.bodies.map { String(decoding: $0.copy(0..<1000), as: UTF8.self) }.joined()
        #expect(!text.contains("t0ken-secret") && !text.contains("123456") && text.contains("{{token}}"))
    }
}
