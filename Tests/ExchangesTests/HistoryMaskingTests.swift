import BodyStore
import Exchanges
import Foundation
import MicroClient
import Secrets
import Testing

@Suite("What the history keeps of a send")
struct HistoryMaskingTests {
    private func record(
        url: String = "http://h/", headers: HeaderFields = [], body: String? = nil, secrets: [String: String] = [:],
        secretFields: Set<String> = []
    ) -> RecordedExchange {
        let request = Exchange.SentRequest(
            method: .post, url: url, headers: headers, bodyLength: nil, body: body.map { Data($0.utf8) })
        var record = RecordedExchange(
            id: UUID(), exchange: Exchange(request: request, startedAt: .distantPast), origin: .init(),
            sentAt: .distantPast)
        record.secrets = SecretSet(
            secrets.sorted { $0.key < $1.key }.map { NamedSecret(name: $0.key, value: $0.value) },
            fieldNames: secretFields)
        return record
    }

    private func kept(_ record: RecordedExchange) throws -> (exchange: StoredExchange, bodies: [BodyStore]) {
        try HistoryMasking().kept(record, source: .screen)
    }

    @Test("a secret in a URL, in a field and in a body is a marker that says how it was written")
    func places() throws {
        let kept = try kept(
            record(
                url: "http://h/a%20secret%2F1?x=1", headers: [HeaderField("X-Thing", "of a secret/1")],
                body: #"{"token": "a secret\/1"}"#, secrets: ["token": "a secret/1"]))
        #expect(kept.exchange.exchange.request.url == "http://h/{{token}}?x=1")
        #expect(kept.exchange.exchange.request.headers == [HeaderField("X-Thing", "of {{token}}")])
        #expect(kept.exchange.exchange.request.body == nil)
        #expect(String(decoding: kept.bodies[0].copy(0..<100), as: UTF8.self) == #"{"token": "{{token}}"}"#)
        #expect(
            kept.exchange.markers == [
                SecretPlaceholder(name: "token", place: .url, offset: 9, spelling: .percentEncoded),
                SecretPlaceholder(name: "token", place: .header(0), offset: 3, spelling: .plain),
                SecretPlaceholder(name: "token", place: .body, offset: 11, spelling: .escaped(rule: "jsonWithSlashes")),
            ])
        #expect(kept.exchange.requestBody?.isMasked == true)
    }

    @Test("the password of a URL in the value of any field is a marker")
    func urlInField() throws {
        let field = HeaderField("X-Db", "postgres://app:hunter22@db.example/app")
        let kept = try kept(record(headers: [field]))
        #expect(kept.exchange.exchange.request.headers["X-Db"] == "postgres://{{user information}}@db.example/app")
    }

    @Test(
        "lines of the console and of code are kept masked, as many as a person reads, with the count of scripts not run"
    )
    func scripts() throws {
        var record = record(secrets: ["token": "a-secret-1234"])
        record.console =
            [ConsoleLine(level: "error", text: "it is a-secret-1234")]
            + [ConsoleLine(level: "info", text: String(repeating: "x", count: 3998) + "a-secret-1234")]
            + (0..<700).map { ConsoleLine(level: "info", text: "\($0)") }
        record.skippedScripts = 3
        var test = RecordedAssertion(expression: "t", operator: "", outcome: .failed(found: "no", expected: ""))
        test.code = CodeLine("  f('a-secret-1234')", column: 4)
        record.assertions = [test]
        let kept = try kept(record).exchange
        #expect(kept.console[0] == ConsoleLine(level: "error", text: "it is {{token}}"))
        #expect(kept.console[1].text.count == 4001 && !kept.console[1].text.contains("a-se"))
        #expect(kept.console.count == 501 && kept.console.last?.text == "202 more lines not kept")
        #expect(kept.skippedScripts == 3 && kept.assertions[0].code?.lines == ["f('{{token}}')", "  ^"])
        record.console = (0..<40).map { _ in ConsoleLine(level: "info", text: String(repeating: "y", count: 4000)) }
        let long = try self.kept(record).exchange.console
        #expect(long.map(\.text.utf8.count).reduce(0, +) <= 66_000 && long.last?.text == "24 more lines not kept")
    }

    @Test("a password is known behind the colon, also where it begins with a mark", arguments: ["\u{301}", "\u{200D}"])
    func password(mark: String) throws {
        let basic = Data("u:\(mark)s3cr3t-abc".utf8).base64EncodedString()
        let record = record(
            headers: [HeaderField("Authorization", "Basic \(basic)")], body: "text \(mark)s3cr3t-abc")
        let body = try #require(kept(record).bodies.first)
        #expect(!String(decoding: body.copy(0..<100), as: UTF8.self).utf8.contains("s3cr3t".utf8))
    }

    @Test(
        "a field of credentials keeps what the request was made of, and is a marker as a whole when there is more to it",
        arguments: [
            ("Authorization", "Bearer abcdef", "Bearer {{t}}"), ("Authorization", "Bearer other", "{{Authorization}}"),
            ("Proxy-Authorization", "Digest username=\"a\"", "{{Proxy-Authorization}}"),
            ("Cookie", "a=abcdef; b=k1k2k3", "a={{t}}; b={{u}}"), ("Cookie", "a=abcdef; b=c", "{{Cookie}}"),
            ("X-Api-Key", "ab", "{{s}}"), ("X-Made", "x ab y", "x {{s}} y"), ("X-Made", "nothing", "{{X-Made}}"),
            ("X-Plain", "ab abcdef", "ab {{t}}"),
            ("Referer", "http://u:p@h/?key=k3y-77&a=2", "http://{{user information}}@h/?key={{key}}&a=2"),
        ])
    func fields(name: String, value: String, masked: String) throws {
        let record = record(
            headers: [HeaderField(name, value)], secrets: ["t": "abcdef", "u": "k1k2k3", "s": "ab"],
            secretFields: ["x-made"])
        #expect(try kept(record).exchange.exchange.request.headers[0].value == masked)
    }

    @Test(
        "a cookie without a value makes no secret of its attributes",
        arguments: [
            "sid=; Domain=.a-long-domain.example.test", "sid=;Domain=.a-long-domain.example.test",
            "; Domain=.a-long-domain.example.test",
        ])
    func emptyCookies(field: String) throws {
        var record = record(
            url: "http://api.a-long-domain.example.test/x",
            headers: [HeaderField("Host", "api.a-long-domain.example.test")])
        record.head = ResponseHead(status: 200, headers: [HeaderField("Set-Cookie", field)])
        let kept = try kept(record).exchange
        #expect(kept.exchange.request.url == "http://api.a-long-domain.example.test/x")
        #expect(kept.exchange.request.headers["Host"] == "api.a-long-domain.example.test")
        #expect(kept.head?.headers["Set-Cookie"] == field)
        let careful = CarefulMasking(
            [record], spillDirectory: FileManager.default.temporaryDirectory, checkCancellation: {})
        let shared = try careful.masked(record, source: .screen)
        #expect(shared.kept.exchange.request.url == "http://api.a-long-domain.example.test/x")
    }

    @Test("a secret that is the name of a field, an item or a cookie names no marker")
    func secretNames() throws {
        let name = "token-a1b2c3d4"
        var record = record(
            url: "http://h/?\(name)=one-1",
            headers: [HeaderField(name, "two-2"), HeaderField("Cookie", "\(name)=three-3")],
            secrets: ["t": name], secretFields: [name])
        record.head = ResponseHead(
            status: 200, headers: [HeaderField("Set-Cookie", "\(name)=four-4"), HeaderField(name, "five-5")])
        let kept = try kept(record).exchange
        let shared = try CarefulMasking(
            [record], spillDirectory: FileManager.default.temporaryDirectory, checkCancellation: {}
        ).masked(record, source: .screen).kept
        for kept in [kept, shared] {
            #expect(!"\(kept)".contains("a1b2c3d4"))
            #expect(kept.exchange.request.headers[0].name == "{{t}}")
        }
    }

    @Test("a cookie of one letter for ever is kept as fast as any other")
    func longCookie() throws {
        // Looked for place by place, this took half a minute in a release build.
        let value = String(repeating: "a", count: 90_000)
        var record = record(url: "http://h/\(value)b", headers: [HeaderField("Cookie", "s=b\(value)")])
        record.head = ResponseHead(
            status: 200, headers: [HeaderField("Set-Cookie", "sid=\(value)"), HeaderField("X-Again", value)])
        let kept = try kept(record).exchange
        #expect(kept.head?.headers["X-Again"] == "{{sid}}" && kept.exchange.request.url == "http://h/{{sid}}b")
    }

    @Test("two values of one name have two markers, and a text that reads like a marker is none")
    func names() throws {
        var record = record(url: "http://h/{{token}}/first-1/second-2", secrets: ["token": "first-1"])
        record.secrets.insert(issued: ["second-2", "first-1"])
        let kept = try kept(record).exchange
        #expect(kept.exchange.request.url == "http://h/{{token}}/{{token}}/{{token-2}}")
        #expect(kept.markers.map(\.offset) == [19, 29])
        let filled = try RestoredRequest(kept, body: nil) { ["token": "first-1", "token-2": "second-2"][$0.name] }
        #expect(filled.url == record.exchange.request.url && filled.missing.isEmpty)
    }

    @Test("what stands under a name like a secret's is masked, and looked for elsewhere when it looks like one")
    func positions() throws {
        var record = record(
            url: "http://h/?api_key=Zz%2F91kks8&page=2", headers: [HeaderField("Cookie", "theme=dark; sid=s1d2f3g4h5")])
        record.responseBody = BodyStore("dark Zz/91kks8 s1d2f3g4h5".utf8)
        let kept = try kept(record)
        #expect(kept.exchange.exchange.request.url == "http://h/?api_key={{api_key}}&page=2")
        #expect(String(decoding: kept.bodies[0].copy(0..<100), as: UTF8.self) == "dark {{api_key}} {{sid}}")
    }

    @Test("answers: fields, cookies, trailers, bodies; a body without secrets is the same store")
    func responses() throws {
        var record = record(secrets: ["token": "topsecret"])
        let head = ResponseHead(
            status: 200, reason: "topsecret",
            headers: [
                HeaderField("Set-Cookie", "sid=abc; Path=/topsecret"), HeaderField("X-Auth-Token", "x"),
                HeaderField("Location", "/?a=topsecret"),
            ])
        var hop = Exchange.Hop(startedAfter: .zero, request: record.exchange.request, response: head)
        hop.trailers = [HeaderField("X", "dG9wc2VjcmV0")]
        record.exchange.attempts = [
            Exchange.Attempt(number: 1, startedAfter: .zero, request: record.exchange.request, hops: [hop])
        ]
        record.head = head
        record.responseBody = BodyStore("nothing".utf8)
        let kept = try kept(record)
        let seen = kept.exchange.exchange.attempts[0].hops[0]
        #expect(kept.exchange.head == seen.response && seen.response?.reason == "{{token}}")
        #expect(
            kept.exchange.head?.headers.map(\.value) == [
                "sid={{sid}}; Path=/{{token}}", "{{X-Auth-Token}}", "/?a={{token}}",
            ])
        #expect(seen.trailers[0].value == "{{token}}")
        #expect(kept.bodies[0] === record.responseBody && kept.exchange.responseBody?.isMasked == false)
    }

    @Test("what stood on the wire: request line, fields and their continuations, the start of a body")
    func wire() throws {
        var record = record(secrets: ["token": "topsecret", "pin": "12"])
        var hop = Exchange.Hop(startedAfter: .zero, request: record.exchange.request)
        let head =
            "GET /?sig=s1g-77&x=topsecret HTTP/1.1\r\nHost: h\r\nX: a\r\n topsecret\r\nAuthorization: Digest\r\n  x=1\r\n\r\n"
        hop.wire = Exchange.WireLog([
            .init(.requestHead, .bytes(Data(head.utf8))),
            .init(.requestBody, .bytes(Data("topsecret tops".utf8)), length: 19),
            .init(.responseHead, .fields([HeaderField(":status", "200"), HeaderField("set-cookie", "a=b")])),
        ])
        record.exchange.attempts = [
            Exchange.Attempt(number: 1, startedAfter: .zero, request: record.exchange.request, hops: [hop])
        ]
        let parts = try kept(record).exchange.exchange.attempts[0].hops[0].wire?.parts ?? []
        let text =
            "GET /?sig={{sig}}&x={{token}} HTTP/1.1\r\nHost: h\r\nX: a\r\n {{token}}\r\nAuthorization: {{Authorization}}\r\n\r\n"
        #expect(parts[0].content == .bytes(Data(text.utf8)))
        #expect(parts[1].content == .bytes(Data("{{token}} {{secret}}".utf8)) && parts[1].isCut)
        #expect(parts[2].content == .fields([HeaderField(":status", "200"), HeaderField("set-cookie", "a={{a}}")]))
    }

    @Test("captures, assertions, failures: their words")
    func words() throws {
        var record = record(secrets: ["token": "topsecret"])
        record.captures = [
            RecordedCapture(
                variable: "new", expression: "res.body.a", outcome: .value(json: #""fresh-1""#), isSecret: true),
            RecordedCapture(variable: "b", expression: "res.body.b", outcome: .value(json: #""x fresh-1""#)),
        ]
        record.assertions = [
            RecordedAssertion(
                expression: "res.body", operator: "eq", value: "topsecret",
                outcome: .failed(found: "fresh-1", expected: "topsecret"))
        ]
        record.failure = RecordedFailure(stage: .build, message: "not topsecret")
        let kept = try kept(record).exchange
        #expect(kept.captures.map(\.json) == [#""{{new}}""#, #""x {{new}}""#])
        #expect(kept.assertions[0].outcome == .failed(found: "{{new}}", expected: "{{token}}"))
        #expect(kept.failure?.message == "not {{token}}")
    }

    @Test("of a body over the limit the beginning is kept, a secret at its end as a whole, and the hash of all")
    func cut() throws {
        var record = record(secrets: ["token": "topsecret"])
        record.responseBody = BodyStore("0123456topsecret and more".utf8)
        let masking = HistoryMasking(limits: .init(whole: 20, beginning: 10))
        let kept = try masking.kept(record, source: .commandLine)
        let body = try #require(kept.exchange.responseBody)
        #expect(String(decoding: kept.bodies[0].copy(0..<100), as: UTF8.self) == "0123456{{token}}")
        #expect(body.length == 25 && body.isCut && body.wholeHash == record.responseBody?.sha256?.hexadecimal)
        #expect(body.keptLength == 16 && body.hash == kept.bodies[0].sha256?.hexadecimal)
    }

    @Test(
        "a body that broke off within a secret has a marker for its start; a whole one keeps what only looks like it",
        arguments: [
            ("{\"a\": \"s3cret-tok", "connect", nil, "{\"a\": \"{{secret}}"),
            ("{\"a\": \"s3cret-tok", nil, 40, "{\"a\": \"{{secret}}"),
            ("{\"a\": \"s3cret-tok", nil, 17, "{\"a\": \"s3cret-tok"),
            ("s3cret-token s3cret-tok", "connect", nil, "{{token}} {{secret}}"),
            ("a: s3cret-token", "connect", nil, "a: {{token}}"),
            ("a: s3", "connect", nil, "a: s3"),
            ("twice: ab-cd-ab-cd", "connect", nil, "twice: {{other}}"),
        ] as [(String, String?, Int?, String)])
    func brokenBody(body: String, stage: String?, announced: Int?, masked: String) throws {
        var record = record(secrets: ["token": "s3cret-token", "other": "ab-cd-ab-cd"])
        let fields = announced.map { [HeaderField("Content-Length", "\($0)")] } ?? []
        record.head = ResponseHead(status: 200, headers: HeaderFields(fields))
        record.failure = stage.map { RecordedFailure(stage: .init(rawValue: $0), message: "it broke off") }
        record.responseBody = BodyStore(Data(body.utf8))
        let kept = try kept(record)
        #expect(kept.bodies.map { String(decoding: $0.copy(0..<$0.count), as: UTF8.self) } == [masked])
        #expect(kept.exchange.responseBody?.isMasked == (masked != body))
    }

    @Test("secrets too short to be looked for are markers at their places, in the URL, the body and on the wire")
    func shortPlaces() throws {
        let (url, body) = ("http://h/12/1234/a?b=1234", #"{"n":1234,"pin":"1234"}"#)
        let head = "POST /12/1234/a?b=1234 HTTP/1.1\r\nHost: h\r\n\r\n"
        var record = record(url: url, body: body, secrets: ["pin": "1234"])
        record.secrets.formUnion(
            SecretSet(
                url: url, inURL: [12..<16], body: Array(body.utf8), inBody: [17..<21]))
        var hop = Exchange.Hop(startedAfter: .zero, request: record.exchange.request)
        hop.wire = Exchange.WireLog([
            Exchange.WireLog.Part(.requestHead, .bytes(Data(head.utf8))),
            Exchange.WireLog.Part(.requestBody, .bytes(Data(body.utf8))),
        ])
        record.exchange.attempts = [
            Exchange.Attempt(
                number: 1, startedAfter: .zero, request: record.exchange.request, hops: [hop],
                outcome: .response(status: 200))
        ]
        let (kept, bodies) = try kept(record)
        #expect(kept.exchange.request.url == "http://h/12/{{pin}}/a?b=1234")
        let masked = #"{"n":1234,"pin":"{{pin}}"}"#
        #expect(bodies.map { String(decoding: $0.copy(0..<$0.count), as: UTF8.self) } == [masked])
        let said = kept.exchange.attempts[0].hops[0].wire?.parts.map(\.content)
        #expect(said?.first == .bytes(Data(head.replacing("/12/1234", with: "/12/{{pin}}").utf8)))
        #expect(said?.last == .bytes(Data(masked.utf8)))
        let filled = try RestoredRequest(kept, body: bodies[0]) { _ in "98" }
        #expect(filled.url == "http://h/12/98/a?b=1234")
        let places = SecretSet(
            url: filled.url, inURL: [12..<14], body: Array(#"{"n":1234,"pin":"98"}"#.utf8), inBody: [17..<19],
            name: "pin")
        #expect(filled.secrets == places)
    }

    @Test("of a secret that is cut with the body, the rest is hidden too")
    func cutPlace() throws {
        let body = #"{"pin":"1234"}"#
        var record = record(url: "http://h/", body: body, secrets: ["pin": "1234"])
        record.secrets.formUnion(SecretSet(url: "http://h/", inURL: [], body: Array(body.utf8), inBody: [8..<12]))
        var hop = Exchange.Hop(startedAfter: .zero, request: record.exchange.request)
        hop.wire = Exchange.WireLog([
            Exchange.WireLog.Part(.requestBody, .bytes(Data(body.utf8.prefix(10))), length: body.utf8.count)
        ])
        record.exchange.attempts = [
            Exchange.Attempt(
                number: 1, startedAfter: .zero, request: record.exchange.request, hops: [hop],
                outcome: .response(status: 200))
        ]
        let kept = try kept(record).exchange.exchange.attempts[0].hops[0].wire?.parts.first
        #expect(kept?.content == .bytes(Data(#"{"pin":"{{secret}}"#.utf8)))
    }

    @Test("places of another URL hide nothing; what is told to be secret is hidden, however it is written")
    func otherPlaces() throws {
        let url = "http://h/A%25/1234/a"
        var record = record(url: url, secrets: ["pin": "%41%"])
        record.secrets.formUnion(SecretSet(url: "http://h/other/1234", inURL: [15..<19]))
        #expect(try kept(record).exchange.exchange.request.url == url)
        record.secrets.formUnion(SecretSet(url: url, inURL: [9..<13]))
        #expect(try kept(record).exchange.exchange.request.url == "http://h/{{secret}}/1234/a")
    }

    @Test("a short secret's place within a longer one does not keep that from being found")
    func withinLonger() throws {
        let url = "http://h/abc1234def/1234"
        var record = record(url: url, secrets: ["pin": "1234", "long": "abc1234def"])
        record.secrets.formUnion(SecretSet(url: url, inURL: [12..<16, 20..<24]))
        #expect(try kept(record).exchange.exchange.request.url == "http://h/{{long}}/{{pin}}")
    }

    @Test(
        "secrets of one byte are markers where they were put, each under its own name, though another one has the same value"
    )
    func oneByte() throws {
        let (url, body) = ("http://h/1/1/1", "1=1&x=1")
        var record = record(
            url: url, headers: [HeaderField("X-Key", "1 of 1")], body: body, secrets: ["pin": "1", "room": "1"])
        record.secrets.formUnion(
            SecretSet(
                url: SecretText(Array(url.utf8), [SecretSpan(9..<10, "room"), SecretSpan(13..<14, "pin")]),
                fields: ["x-key": SecretText(Array("1 of 1".utf8), [SecretSpan(5..<6, "room")])],
                body: Array(body.utf8).withUnsafeBytes { SecretSet.BodyPart.all(in: $0, [SecretSpan(2..<3, "pin")]) }))
        record.secrets.fieldNames = ["x-key"]
        let (kept, bodies) = try kept(record)
        #expect(kept.exchange.request.url == "http://h/{{room}}/1/{{pin}}")
        #expect(kept.exchange.request.headers["X-Key"] == "1 of {{room}}")
        #expect(String(decoding: bodies[0].copy(0..<bodies[0].count), as: UTF8.self) == "1={{pin}}&x=1")
        let filled = try RestoredRequest(kept, body: bodies[0]) { $0.name == "pin" ? "2" : "3" }
        #expect(filled.url == "http://h/3/1/2" && filled.headers["X-Key"] == "1 of 3")
        #expect(filled.secrets.hiding("http://h/3/1/2") == "http://h/••••/1/••••")
        #expect(filled.secrets.hiding(body: Data("1=2&x=1".utf8)) == Data("1=••••&x=1".utf8))
    }

    @Test("credentials of which a secret of one byte is only a part are hidden as a whole")
    func partOfCredentials() throws {
        var record = record(headers: [HeaderField("X-Api-Key", "11")], secrets: ["pin": "1"])
        record.secrets.formUnion(
            SecretSet(
                url: "", fields: ["x-api-key": SecretText(Array("11".utf8), [SecretSpan(1..<2, "pin")])]))
        #expect(try kept(record).exchange.exchange.request.headers["X-Api-Key"] == "{{X-Api-Key}}")
    }

    @Test("secrets too short to be looked for are named when the request was made of them")
    func short() throws {
        var record = record(secrets: ["pin": "1234", "other": "12"])
        record.variableNames = ["pin", "host"]
        #expect(try kept(record).exchange.shortSecretNames == ["pin"])
    }
}
