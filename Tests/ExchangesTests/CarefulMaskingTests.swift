import BodyStore
import Foundation
import MicroClient
import Testing

@testable import Exchanges

@Suite("What is called like a secret is masked for others")
struct CarefulMaskingTests {
    private static func record(
        url: String = "http://h/", headers: HeaderFields = [], body: String? = nil, response: String? = nil,
        type: String = ""
    ) -> RecordedExchange {
        let request = Exchange.SentRequest(
            method: .post, url: url, headers: headers, bodyLength: nil, body: body.map { Data($0.utf8) })
        let hop = Exchange.Hop(
            startedAfter: .zero, request: request,
            response: ResponseHead(status: 200, headers: [HeaderField("Content-Type", type)]))
        let attempt = Exchange.Attempt(
            number: 1, startedAfter: .zero, request: request, hops: [hop], outcome: .response(status: 200))
        var record = RecordedExchange(
            id: UUID(), exchange: Exchange(request: request, startedAt: .distantPast, attempts: [attempt]),
            origin: .init(), sentAt: .distantPast)
        record.head = hop.response
        record.responseBody = response.map { BodyStore(Array($0.utf8)) }
        return record
    }

    private static func masked(_ record: RecordedExchange, markers: Set<String> = []) throws -> PastExchange {
        try CarefulMasking(
            [record], markers: markers, spillDirectory: FileManager.default.temporaryDirectory, checkCancellation: {}
        )
        .masked(record, source: .screen)
    }

    private static func text(_ body: BodyStore?) -> String? {
        body.map { String(decoding: $0.copy(0..<$0.count), as: UTF8.self) }
    }

    @Test(
        "in bodies, by what they are",
        arguments: [
            (
                "application/json", #"{"a": {"PassWord": "x\"y", "n": 1}}"#,
                #"{"a": {"PassWord": "{{PassWord}}", "n": 1}}"#
            ),
            (
                "application/json", #"{"tokens": ["a1-777", {"id": "b2-888"}, "a word", 12], "x": "a"}"#,
                #"{"tokens": ["{{tokens}}", {"id": "{{tokens-2}}"}, "a word", 12], "x": "a"}"#
            ),
            ("", #"{"broken": "it's, "api_key": "k" , "x"#, #"{"broken": "it's, "api_key": "{{api_key}}" , "x"#),
            ("application/json", #"{"token": "cut off he"#, #"{"token": "{{token}}"#),
            (
                "application/json", #"{"t": "{\"client_secret\":\"s1\",\"b\":2}"}"#,
                #"{"t": "{\"client_secret\":\"{{client_secret}}\",\"b\":2}"}"#
            ),
            ("text/event-stream", "data: {\"secret\":\"s1\"}\n\n", "data: {\"secret\":\"{{secret}}\"}\n\n"),
            (
                "application/json", #"{"token": null, "secret": true, "key": ""}"#,
                #"{"token": null, "secret": true, "key": ""}"#
            ),
            ("application/json", #"{"token": "{{token}}"}"#, #"{"token": "{{token}}"}"#),
            ("application/x-www-form-urlencoded", "a=1&pass%77ord=p%20q&b=2", "a=1&pass%77ord={{password}}&b=2"),
            (
                "text/plain", "see http://u:p@h/?a=1&sig=f1-777#token=g, ok",
                "see http://{{user information}}@h/?a=1&sig={{sig}}#token={{token}} ok"
            ),
            (
                "text/xml", "<a><Token id='1'>t1</Token><b key=\"k1-777\"/></a>",
                "<a><Token id='1'>{{Token}}</Token><b key=\"{{key}}\"/></a>"
            ),
            (
                "text/xml", "<a><Password><![CDATA[p<1]]></Password><![CDATA[<token>t1</token>]]></a>",
                "<a><Password><![CDATA[{{Password}}]]></Password><![CDATA[<token>{{token}}</token>]]></a>"
            ),
            (
                "text/xml", "<Token xmlns='urn:x'><a v='1' type='b'>t1</a> <Token>t2</Token>t3</Token><c>d</c>",
                "<Token xmlns='urn:x'><a v='{{Token}}' type='b'>{{Token-2}}</a> <Token>{{Token-3}}</Token>{{Token-4}}</Token><c>d</c>"
            ),
            (
                "text/xml", "<?xml-signature a='b'?><!DOCTYPE token><x>y</x><!-- <token>t1</token> --><token/><z>y</z>",
                "<?xml-signature a='b'?><!DOCTYPE token><x>y</x><!-- <token>{{token}}</token> --><token/><z>y</z>"
            ),
            (
                "text/html", "<input name=csrf value=v1-777><b token = v2>1 < 2</b><i title='a>b' key=\"k1-777\">x",
                "<input name=csrf value={{csrf}}><b token = {{token}}>1 < 2</b><i title='a>b' key=\"{{key}}\">x"
            ),
            ("text/html", "<p>x<token>cut off", "<p>x<token>{{token}}"),
            ("text/html", "<p>a <b <token>t1</token>", "<p>a <b <token>{{token}}</token>"),
            ("text/html", "<input name=token value=\"cut off", "<input name=token value=\"{{token}}"),
            (
                "text/html", #"<input name="csrf" value="v1-777"><p>a &lt; b</p>"#,
                #"<input name="csrf" value="{{csrf}}"><p>a &lt; b</p>"#
            ),
            (
                "text/xml", #"<a><property name="db.password">s1</property><property name="db.user">u</property></a>"#,
                #"<a><property name="db.password">{{db.password}}</property><property name="db.user">u</property></a>"#
            ),
            (
                "text/xml", #"<param name="password"><value>s1</value></param><entry key="api.token">s2</entry>"#,
                #"<param name="password"><value>{{password}}</value></param><entry key="api.token">{{api.token}}</entry>"#
            ),
            (
                "text/xml", #"<add key="ApiPassword" value="s1"/><add key="Title" value="t"/><b key="token-77"/>"#,
                #"<add key="ApiPassword" value="{{ApiPassword}}"/><add key="Title" value="t"/><b key="{{key}}"/>"#
            ),
            (
                "text/html", #"<input type=password name=password><p>shown</p><meta property="token"><p>shown</p>"#,
                #"<input type=password name=password><p>shown</p><meta property="token"><p>shown</p>"#
            ),
            (
                "text/xml", "<password><!-- was </password> -->s1</password><b>c</b>",
                "<password>{{password}}</password><b>c</b>"
            ),
            ("text/html", "<password a=b/>s1</password><i>c</i>", "<password a=b/>{{password}}</password><i>c</i>"),
            (
                "multipart/form-data; boundary=B",
                "--B\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\nt1\r\n--B--",
                "--B\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\n{{token}}\r\n--B--"
            ),
        ])
    func bodies(type: String, text: String, masked: String) throws {
        #expect(Self.text(try Self.masked(Self.record(response: text, type: type)).responseBody) == masked)
        let sent = Self.record(headers: [HeaderField("Content-Type", type)], body: text)
        #expect(Self.text(try Self.masked(sent).requestBody) == masked)
    }

    @Test(
        "in URLs and fields",
        arguments: [
            ("http://h/#/route?token=abc", "http://h/#/route?token={{token}}"),
            (
                "http://h/?back=http%3A%2F%2Fx%2F%3Ftoken%3Dabc%26a%3D1",
                "http://h/?back=http%3A%2F%2Fx%2F%3Ftoken%3D{{token}}%26a%3D1"
            ),
            ("http://h/?a=1;b=2&monkey=3", "http://h/?a=1;b=2&monkey=3"),
        ])
    func urls(url: String, masked: String) throws {
        let past = try Self.masked(Self.record(url: url, headers: [HeaderField("X-Other", "<\(url)>; rel=x")]))
        #expect(past.kept.exchange.request.url == masked)
        #expect(past.kept.exchange.request.headers[0].value == "<\(masked)>; rel=x")
    }

    @Test("what was found is masked wherever else it stands, as the bytes that R puts back")
    func elsewhere() throws {
        let record = Self.record(
            url: "http://h/p%2Fss-w0rd-1", headers: [HeaderField("X-A", "cC9zcy13MHJkLTE=")],
            body: #"{"password": "p\/ss-w0rd-1"}"#, response: "you said p/ss-w0rd-1")
        let past = try Self.masked(record)
        #expect(past.kept.exchange.request.url == "http://h/{{password}}")
        #expect(Self.text(past.responseBody) == "you said {{password}}")
        #expect(past.kept.exchange.request.headers[0].value.contains("{{password}}"))
        let filled = try RestoredRequest(past.kept, body: past.requestBody) { _ in "p/ss-w0rd-1" }
        #expect(filled.missing.isEmpty && filled.url == record.exchange.request.url)
        #expect(filled.headers == record.exchange.request.headers)
        #expect(Self.text(filled.body) == #"{"password": "p\/ss-w0rd-1"}"#)
    }

    @Test("markers that stand there keep their names; another value of such a name gets another one")
    func markers() throws {
        let record = Self.record(
            url: "http://h/?token={{token}}", headers: [HeaderField("Authorization", "Bearer {{token}}")],
            body: #"{"token": "other-v4lue"}"#)
        let past = try Self.masked(record, markers: ["token"])
        #expect(past.kept.exchange.request.url == "http://h/?token={{token}}")
        #expect(past.kept.exchange.request.headers["Authorization"] == "Bearer {{token}}")
        #expect(Self.text(past.requestBody) == #"{"token": "{{token-2}}"}"#)
        #expect(past.kept.markers.map(\.name) == ["token", "token", "token-2"])
    }

    @Test(
        "bodies that nearly hold a secret at every place come to an end",
        arguments: ["?token=", "<token>", "<a x='", "<![CDATA[", "\"token\":", "<a ", "\\", "%3Ftoken%3D", "token=a&"])
    func hostile(piece: String) throws {
        let text = "<" + String(repeating: piece, count: 200_000 / piece.utf8.count)
        let past = try Self.masked(Self.record(response: text, type: "text/html"))
        #expect(past.responseBody != nil)
    }

    @Test("thousands of secrets under one name each have a name of their own, and all are masked")
    func many() throws {
        let count = 3_000
        let items = (0..<count).map { #"{"key":"v4lue-of-\#($0)-x"}"# }.joined(separator: ",")
        let past = try Self.masked(Self.record(body: "v4lue-of-17-x", response: "[\(items)]", type: "application/json"))
        let text = try #require(Self.text(past.responseBody))
        #expect(!text.contains("v4lue") && text.contains(#"{"key":"{{key}}"},{"key":"{{key-2}}"}"#))
        #expect(text.hasSuffix(#"{"key":"{{key-\#(count)}}"}]"#))
        #expect(Self.text(past.requestBody) == "{{key-18}}")
    }

    @Test("of doubtful ones so many are looked for elsewhere; where its name stands before it, each is masked")
    func doubtful() {
        var names = SecretNames([])
        for number in 0..<SecretNames.mostDoubtful { names.insert("d\(number)", named: "key", isCertain: false) }
        names.insert("one-too-many", named: "key", isCertain: false)
        names.insert("beyond-doubt", named: "password")
        #expect(names.isFound("d17") && !names.isFound("one-too-many") && names.isFound("beyond-doubt"))
        #expect(names.all.count == SecretNames.mostDoubtful + 1)
    }

    @Test("what was sent for a request is masked as carefully, and no certificate goes along")
    func auxiliaryExchanges() throws {
        let jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"
        var inner = Self.record(
            url: "http://auth/?a=1", headers: [HeaderField("X-Back", "http://h/?token=errand-t0ken")])
        let fact = ConnectionFacts.Certificate(
            subject: "CN=mine", issuer: "CN=mine", alternativeNames: [], notBefore: .distantPast,
            notAfter: .distantFuture, serialNumber: "1", fingerprint: Data())
        inner.exchange.attempts[0].hops[0].connection = ConnectionFacts(remoteAddress: "h", certificates: [fact])
        inner.exchange.attempts[0].hops[0].response?.headers = [HeaderField("X-Next", "see /cb#id_token=\(jwt)")]
        var record = Self.record(response: "again errand-t0ken")
        record.exchange.attempts[0].hops[0].connection = ConnectionFacts(remoteAddress: "h", certificates: [fact])
        var auxiliary = AuxiliaryExchange(
            .login(path: "login.yml"), summary: "login", isDone: true, exchange: inner.exchange)
        auxiliary.captures = [
            RecordedCapture(variable: "session_token", expression: "x", outcome: .value(json: "\"c4ptured-1\""))
        ]
        record.auxiliaryExchanges = [auxiliary]
        let past = try Self.masked(record)
        let sent = try #require(past.kept.auxiliaryExchanges.first?.exchange)
        #expect(sent.attempts[0].hops[0].request.headers[0].value == "http://h/?token={{token}}")
        #expect(sent.attempts[0].hops[0].response?.headers[0].value == "see /cb#id_token=••••")
        #expect(Self.text(past.responseBody) == "again {{token}}")
        #expect(past.kept.auxiliaryExchanges[0].captures[0].json == "\"{{session_token}}\"")
        for exchange in [past.kept.exchange, sent] {
            #expect(exchange.attempts[0].hops[0].connection?.certificates == [])
        }
    }

    @Test("a field of credentials keeps its marker where the answer tells it again, and is masked whole there")
    func toldAgain() throws {
        let credentials = "Bearer {{apiToken}}"
        let record = Self.record(
            headers: [HeaderField("Authorization", credentials)],
            response: "{\"headers\": {\"Authorization\": \"\(credentials)\"}, \"said\": \"\(credentials)\"}",
            type: "application/json")
        let past = try Self.masked(record, markers: ["apiToken"])
        #expect(past.kept.exchange.request.headers["Authorization"] == credentials)
        #expect(
            Self.text(past.responseBody)
                == "{\"headers\": {\"Authorization\": \"{{Authorization}}\"}, \"said\": \"\(credentials)\"}")
    }
}
