import Foundation
import MicroClient
import Secrets
import Testing

@testable import Exchanges

@Suite("Places of secrets that are too short to be looked for")
struct SecretSetTests {
    private static let url = "http://h/12/1234/a?b=1234"
    private static let body = #"{"n":1234,"pin":"1234"}"#

    private let places = SecretSet(
        url: url, inURL: [12..<16], body: Array(body.utf8), inBody: [17..<21])

    @Test(
        "a URL is known by all up to its last secret: what was put behind that changes nothing, nor a redirect to another origin",
        arguments: [
            ("http://h/12/1234/a?b=1234", "http://h/12/••••/a?b=1234"),
            ("http://h/12/1234/a?b=1234&access_token=x", "http://h/12/••••/a?b=1234&access_token=x"),
            ("http://h/12/1234/", "http://h/12/••••/"), ("/12/1234/a?b=1234&c", "/12/••••/a?b=1234&c"),
            ("http://h/13/1234/a", "http://h/13/1234/a"), ("https://other:8/12/1234/a", "https://other:8/12/••••/a"),
            ("/x/12/1234/a", "/x/12/1234/a"), ("http://h/12/12", "http://h/12/••••"),
            ("http://h/12/129", "http://h/12/129"),
        ])
    func urls(url: String, shown: String) { #expect(places.hiding(url) == shown) }

    @Test(
        "a body is known by what stands at its places; of one that is cut, a part of a secret is hidden too",
        arguments: [
            (body, #"{"n":1234,"pin":"••••"}"#), (#"{"n":1234,"pin":"12"#, #"{"n":1234,"pin":"••••"#),
            (#"{"n":1234,"#, #"{"n":1234,"#), (#"{"user":"bob","n":1"#, #"{"user":"bob","n":1"#),
        ])
    func bodies(body: String, shown: String) {
        #expect(String(decoding: places.hiding(body: Data(body.utf8)), as: UTF8.self) == shown)
    }

    @Test("parts of a form that say the same have a secret each, and parts of another name or text have none")
    func sameParts() {
        let part = SecretSet.BodyPart(
            SecretText(Array("a1\r\n".utf8), [SecretSpan(1..<2, "s")]), behind: Array("name=x\r\n\r\n".utf8))
        func form(_ secret: String) -> Data {
            Data(
                """
                --b\r\nname=x\r\n\r\na\(secret)\r\n--b\r\nname=y\r\n\r\na1\r\n--b\r\nname=x\r\n\r\na1b\r\n--b\r\n\
                name=x\r\n\r\na\(secret)\r\n--b--
                """.utf8)
        }
        #expect(SecretSet(url: "", body: [part, part]).hiding(body: form("1")) == form("••••"))
    }

    @Test("what was made anew, as after logging in, has places of its own")
    func twice() {
        let again = SecretSet(
            url: "http://h/9/1234?t=2", inURL: [11..<15], body: Array("p=1234".utf8), inBody: [2..<6])
        let both = places.union(again)
        #expect(both.hiding(Self.url) == "http://h/12/••••/a?b=1234")
        #expect(both.hiding("http://h/9/1234?t=2") == "http://h/9/••••?t=2")
        #expect(both.hiding(body: Data("p=1234".utf8)) == Data("p=••••".utf8))
        #expect(places.union(places) == places)
    }

    @Test("a redirect that adds a slash keeps the places before it")
    func slash() {
        let places = SecretSet(url: "http://h/1234?b=1234", inURL: [9..<13, 16..<20])
        #expect(places.hiding("http://h/1234/?b=1234") == "http://h/••••/?b=1234")
        #expect(places.hiding("http://other/1234/?b=1234") == "http://other/••••/?b=1234")
    }

    @Test("the line of a request whose URL is so long that the head is cut has its places")
    func cutHead() {
        let hop = { (text: String) in
            var hop = Exchange.Hop(
                startedAfter: .zero, request: Exchange.SentRequest(method: .get, url: "http://h/", headers: []))
            hop.wire = Exchange.WireLog([Exchange.WireLog.Part(.requestHead, .bytes(Data(text.utf8)), length: 99)])
            return hop
        }
        let shown = places.hiding(hop("GET /12/1234/aaaa")).wire?.parts.first?.content
        #expect(shown == .bytes(Data("GET /12/••••/aaaa".utf8)))
        #expect(
            places.hiding(hop("GET /12/1234/a HTTP/1.1\r\nA: 1 2\r\n")).wire?.parts.first?.content
                == .bytes(Data("GET /12/••••/a HTTP/1.1\r\nA: 1 2\r\n".utf8)))
    }

    @Test(
        "what is shown of a URL begins like the URL without what its names tell",
        arguments: [
            "http://h/a?token=&pin=", "http://h/a?token&pin=", "http://@h/?a=", "http://me:pw@h/?key=1&&pin=",
            "http://h/a?sig=%&x=",
            "http://h/a?=1&token==&p=",
        ])
    func shownStart(start: String) {
        let places = SecretSet(url: start + "1234", inURL: [start.utf8.count..<start.utf8.count + 4])
        let line = "GET \(Redaction.url(start + "1234&c=d"))"
        #expect(places.hiding(inText: line) == "GET \(Redaction.url(start))••••&c=d")
    }

    @Test("of two that begin alike, the one that reaches further counts: in URLs, bodies and lines")
    func longest() {
        let first = SecretSet(
            url: "http://h/?pin=12&s=none", inURL: [14..<16], body: Array("12,none".utf8), inBody: [0..<2])
        let second = SecretSet(
            url: "http://h/?pin=12&s=ab", inURL: [14..<16, 19..<21], body: Array("12,ab".utf8), inBody: [0..<2, 3..<5])
        for places in [first.union(second), second.union(first)] {
            #expect(places.hiding("http://h/?pin=12&s=ab") == "http://h/?pin=••••&s=••••")
            #expect(places.hiding(inText: "GET http://h/?pin=12&s=ab") == "GET http://h/?pin=••••&s=••••")
            #expect(places.hiding(body: Data("12,ab".utf8)) == Data("••••,••••".utf8))
            #expect(places.hiding("http://h/?pin=12&s=none") == "http://h/?pin=••••&s=none")
        }
    }

    @Test("a line of a log has its URL without what is named like a secret, and is known all the same")
    func lines() {
        let url = "http://me:pw@h/a?token=abc&pin=1234"
        let places = SecretSet(url: url, inURL: [31..<35])
        #expect(places.hiding(url) == "http://me:pw@h/a?token=abc&pin=••••")
        let line = "GET \(Redaction.url(url + "&c=1234")) (attempt 1)"
        #expect(
            places.hiding(inText: line)
                == "GET \(Redaction.url("http://me:pw@h/a?token=abc&pin="))••••&c=1234 (attempt 1)")
        let other = places.hiding(
            inText: "301 Moved, following to https://other\(Redaction.url("/a?token=abc&pin=1234"))")
        #expect(other.hasPrefix("301 Moved, following to https://other/a?token=") && other.hasSuffix("&pin=••••"))
        #expect(places.hiding(inText: "a\n(\(line)\nb").hasSuffix("pin=••••&c=1234 (attempt 1)\nb"))
        #expect(places.hiding(inText: "HTTP/1.1 200, 1234 bytes") == "HTTP/1.1 200, 1234 bytes")
    }

    @Test("a redirect that keeps the body keeps it hidden, whatever its URL")
    func redirected() {
        let data = Data(Self.body.utf8)
        var hop = Exchange.Hop(
            startedAfter: .zero,
            request: Exchange.SentRequest(method: .post, url: "http://h/b", headers: [], body: data))
        hop.wire = Exchange.WireLog([Exchange.WireLog.Part(.requestBody, .bytes(data))])
        let hidden = places.hiding(hop)
        let shown = Data(#"{"n":1234,"pin":"••••"}"#.utf8)
        #expect(hidden.request.body == shown && hidden.wire?.parts.first?.content == .bytes(shown))
    }
}
