import Exchanges
import Foundation
import Interchange
import MicroClient
import OpenCollection
import Secrets
import Testing

@testable import Explorer

@Suite("Secrets on the wire")
struct WireSecretsTests {
    private static let secret = "t0p-secret-value"

    private func transcript(
        _ parts: [Exchange.WireLog.Part], type: String? = nil, known: [String] = [], headers: Set<String> = []
    ) -> [String] {
        let fields = type.map { [HeaderField("Content-Type", $0)] } ?? []
        var hop = Exchange.Hop(
            startedAfter: .zero,
            request: Exchange.SentRequest(method: .post, url: "http://127.0.0.1/", headers: HeaderFields(fields)))
        hop.wire = Exchange.WireLog(parts)
        let matcher = SecretMatcher(known)
        return WireTranscript(
            hop, masks: true, secrets: SecretSet(fieldNames: headers), now: Explorers.start,
            hide: { $1 ? matcher.maskedStart($0) : matcher.masked($0) }
        ).lines.map(\.marked)
    }

    @Test("a host's name is a secret in one request alone: the fields that repeat it stay shown in others")
    func host() {
        var secrets = SecretMask()
        secrets.insert(SecretSet(fieldNames: ["host", ":authority", "x-key"]))
        #expect(secrets.fieldNames == ["x-key"])
    }

    @Test("the request line is cut at its blanks, also behind a letter that joins what follows")
    func requestLine() {
        let head = "GET /?token=s3cr3t-abc\u{D4E} HTTP/1.1\r\n\r\n"
        let lines = transcript([Exchange.WireLog.Part(.requestHead, .bytes(Data(head.utf8)))])
        #expect(!lines.joined().utf8.contains("s3cr3t-abc".utf8))
    }

    @Test("secrets that Unicode calls equivalent are both hidden")
    func equivalentSecrets() {
        var secrets = SecretMask()
        #expect(secrets.insert(["caf\u{E9}-1234"]) && secrets.insert(["cafe\u{301}-1234"]))
        #expect(secrets.masked("caf\u{E9}-1234 cafe\u{301}-1234", .unicode) == "•••• ••••")
    }

    private func body(_ text: String, length: Int? = nil) -> Exchange.WireLog.Part {
        Exchange.WireLog.Part(.requestBody, .bytes(Data(text.utf8)), length: length)
    }

    @Test("the first of the trailers is a field like any other", arguments: ["Set-Cookie", "Authentication-Info"])
    func trailers(name: String) {
        let lines = transcript([
            Exchange.WireLog.Part(.trailers, .bytes(Data("\(name): sid=1 2\r\nX-Sum: 42\r\n".utf8)))
        ])
        #expect(lines == ["* after the body:", "< \(name): ••••", "< X-Sum: 42"])
    }

    @Test("a known secret is hidden where lines are cut, or broken within it")
    func knownSecrets() {
        let line = String(repeating: "a", count: 3_995) + Self.secret
        let broken = "first\nsecond"
        let lines = transcript(
            [
                Exchange.WireLog.Part(.responseHead, .bytes(Data("HTTP/1.1 200 OK\r\nX-Long: \(line)\r\n\r\n".utf8))),
                body("{\(broken)}"),
            ], known: [Self.secret, broken])
        #expect(!lines.contains { $0.contains("t0p") || $0.contains("first") || $0.contains("second") })
        #expect(lines.contains("> {••••}"))
    }

    @Test("of a part that was cut, an end that may be the start of a known secret is hidden")
    func cutSecrets() {
        let text = "{\"a\": \"\(Self.secret.prefix(9))"
        #expect(transcript([body(text, length: 100)], known: [Self.secret]).first == "> {\"a\": \"••••")
        #expect(transcript([body(text)], known: [Self.secret]).first == "> \(text)")
        #expect(transcript([body("{\"a\": \"t0", length: 100)], known: [Self.secret]).first == "> {\"a\": \"t0")
    }

    @Test(
        "items of a form are hidden by their names, whatever stands in the others",
        arguments: ["a b", "a\"b", "what?", "a#b", "<x>", "a\nb"])
    func forms(value: String) {
        let lines = transcript(
            [body("note=\(value)&password=hunter2 \(value)&pass%77ord=x&id=7")],
            type: "application/x-www-form-urlencoded; charset=utf-8")
        let text = lines.dropLast().map { $0.dropFirst(2) }.joined(separator: "\n")
        #expect(text == "note=\(value)&password=••••&pass%77ord=••••&id=7")
    }

    @Test("lines of a body end where it says so, with a return or without")
    func lineEnds() {
        #expect(transcript([body("a\r\nb\nc")]).dropLast() == ["> a", "> b", "> c"])
    }

    @Test("fields whose value came from a secret are hidden however short, in HTTP/2 too")
    func secretHeaders() {
        let lines = transcript(
            [
                Exchange.WireLog.Part(.requestHead, .bytes(Data("GET / HTTP/1.1\r\nX-Pin: 1234\r\n\r\n".utf8))),
                Exchange.WireLog.Part(.requestHead, .fields([HeaderField("x-pin", "1234")])),
            ], headers: ["x-pin"])
        #expect(lines == ["> GET / HTTP/1.1", "> X-Pin: ••••", ">", "> x-pin: ••••"])
    }

    @Test("secrets too short to be looked for are hidden at their places in head and body, however HTTP writes these")
    func shortSecrets() {
        let url = "http://h/12/1234?q=1234"
        var hop = Exchange.Hop(startedAfter: .zero, request: Exchange.SentRequest(method: .post, url: url, headers: []))
        hop.wire = Exchange.WireLog([
            Exchange.WireLog.Part(.requestHead, .bytes(Data("POST /12/1234?q=1234 HTTP/1.1\r\nHost: h\r\n\r\n".utf8))),
            Exchange.WireLog.Part(.requestHead, .fields([HeaderField(":path", "/12/1234?q=1234")])),
            body("n=1234&p=1234"),
        ])
        let parts = Array("n=1234&p=1234".utf8).withUnsafeBytes {
            SecretSet.BodyPart.all(in: $0, [SecretSpan(9..<13, "pin")])
        }
        let places = SecretSet(url: SecretText(Array(url.utf8), [SecretSpan(12..<16, "pin")]), body: parts)
        func lines(masks: Bool) -> [String] {
            WireTranscript(hop, masks: masks, secrets: places, now: Explorers.start).lines.map(\.text)
        }
        #expect(lines(masks: true).contains("POST /12/••••?q=1234 HTTP/1.1"))
        #expect(lines(masks: true).contains(":path: /12/••••?q=1234") && lines(masks: true).contains("n=1234&p=••••"))
        #expect(lines(masks: false).contains("POST /12/1234?q=1234 HTTP/1.1"))
    }

    @Test("of a secret too short to be looked for, the log says once how far it is hidden")
    func shortSecretsAreTold() {
        var state = Explorers.state(secrets: ["token": "123"])
        state.show("secret.yml")
        state.press("s", "s")
        let reported = state.log.entries.filter {
            $0.message.contains("token is shorter than 6 bytes: it is hidden where")
        }
        #expect(reported.count == 1)
    }

    @Test("what a login captured is hidden while the send goes on")
    func auxiliaryExchanges() throws {
        var scene = try SentScene(columns: 130, rows: 60)
        var auxiliary = AuxiliaryExchange(
            .login(path: "auth/login.yml"), summary: "logged in", isDone: true, exchange: nil)
        auxiliary.captures = [
            RecordedCapture(
                variable: "token", expression: "res.body.token", outcome: .value(json: "\"\(Self.secret)\""),
                isSecret: true)
        ]
        scene.report(.auxiliary(auxiliary))
        #expect(scene.state.secrets.masked("X: \(Self.secret)", scene.state.glyphs) == "X: ••••")
    }
}
