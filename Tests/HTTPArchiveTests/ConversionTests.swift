import Foundation
import HTTPArchive
import MicroClient
import Testing

@Suite("Exchanges and archives")
struct ConversionTests {
    private let start = Date(timeIntervalSince1970: 1_795_166_130)

    private func timings() -> Transfer.Timings {
        var timings = Transfer.Timings()
        timings.nameLookup = .milliseconds(5)
        timings.connect = .milliseconds(10)
        timings.tls = .milliseconds(20)
        timings.send = .microseconds(250)
        timings.wait = .milliseconds(40)
        timings.download = .milliseconds(2)
        timings.total = .milliseconds(78)
        return timings
    }

    private func hop(_ status: Int, _ url: String = "http://a/") -> Exchange.Hop {
        Exchange.Hop(
            startedAfter: .milliseconds(100), request: Exchange.SentRequest(method: .get, url: url, headers: []),
            response: ResponseHead(status: status, reason: "Why", httpVersion: "1.1"), timings: timings())
    }

    @Test("phases become the format's: connecting includes TLS, the sum is the entry's time")
    func timingsOut() {
        let entry = HAR.Entry(hop(200), startedAt: start)
        #expect(entry.timings.blocked == -1)
        #expect(entry.timings.dns == 5)
        #expect(entry.timings.connect == 30)
        #expect(entry.timings.ssl == 20)
        #expect(entry.timings.send == 0.25)
        #expect(entry.time == 77.25)
        #expect(Transfer.Timings(entry.timings) == timings())
    }

    @Test("phases that did not happen are -1 and come back as nil; a whole without phases is a wait")
    func timingsMissing() {
        var reused = Transfer.Timings()
        reused.wait = .milliseconds(7)
        reused.total = .milliseconds(8)
        let written = HAR.Timings(reused)
        #expect([written.dns, written.connect, written.ssl] == [-1, -1, -1])
        #expect(Transfer.Timings(written).connect == nil)
        #expect(Transfer.Timings(written).total == .milliseconds(8))
        var whole = Transfer.Timings()
        whole.total = .milliseconds(9)
        #expect(HAR.Timings(whole).wait == 9)
        #expect(HAR.Timings(whole).sum == 9)
    }

    @Test(
        "the time of an entry is the sum of its phases, with no more digits than they have",
        arguments: [
            (HAR.Timings(dns: 0.1, wait: 0.2), 0.3),
            (HAR.Timings(blocked: 1.796, dns: 0.034, connect: 0.166, send: 0.044, wait: 0.796, receive: 0.107), 2.943),
            (
                HAR.Timings(blocked: -1, dns: -1, connect: 0.5, send: 0.038, wait: 0.262, receive: 43.678, ssl: 0.4),
                44.478
            ),
        ])
    func sums(timings: HAR.Timings, time: Double) {
        #expect(timings.sum == time)
    }

    @Test("each hop of each attempt is an entry; a repeated attempt says why")
    func attempts() {
        let request = Exchange.SentRequest(method: .get, url: "http://a/", headers: [])
        let retry = Exchange.Attempt.Retry(reason: "503 Why", wait: .milliseconds(1500), source: .retryAfter)
        let exchange = Exchange(
            request: request, startedAt: start,
            attempts: [
                Exchange.Attempt(
                    number: 1, startedAfter: .zero, request: request, hops: [hop(302), hop(503)],
                    outcome: .response(status: 503), retry: retry),
                Exchange.Attempt(number: 2, startedAfter: .seconds(2), request: request, outcome: .cancelled),
                Exchange.Attempt(number: 3, startedAfter: .seconds(3), request: request, hops: [hop(200)]),
            ])
        let entries = HAR.entries(of: exchange, responseBody: Data("hi".utf8))
        #expect(entries.map(\.response.status) == [302, 503, 0, 200])
        #expect(entries.map(\.attempt) == [1, 1, 2, 3])
        #expect(entries.map(\.retry) == [nil, retry, nil, nil])
        #expect(entries[0].startedDateTime == start.addingTimeInterval(0.1))
        #expect(entries[2].response.failure == .cancelled)
        #expect(entries[3].response.content.text == "hi")
        #expect(entries[1].response.content.text == nil)
    }

    @Test(
        "the times of the entries and the waits between them are the time of the whole; the client's share is in the first"
    )
    func wholeTime() {
        let request = Exchange.SentRequest(method: .get, url: "http://a/", headers: [])
        let retry = Exchange.Attempt.Retry(reason: "503", wait: .milliseconds(150), source: .backoff)
        var hop = Exchange.Hop(startedAfter: .zero, request: request)
        (hop.timings.wait, hop.timings.download) = (.milliseconds(30), .milliseconds(5))
        let exchange = Exchange(
            request: request, startedAt: start,
            attempts: [
                Exchange.Attempt(number: 1, startedAfter: .zero, request: request, hops: [hop], retry: retry),
                Exchange.Attempt(number: 2, startedAfter: .milliseconds(190), request: request, hops: [hop]),
            ], duration: .milliseconds(240))
        let entries = HAR.entries(of: exchange)
        #expect(entries.map(\.time) == [55, 35] && entries.map(\.timings.blocked) == [20, -1])
    }

    @Test("a failure is told in words and by its code, and read again")
    func failures() throws {
        var failed = hop(200)
        failed.response = nil
        failed.failure = Exchange.Failure(stage: .connect, code: .couldNotConnect, message: "Connection refused")
        let entry = HAR.Entry(failed, startedAt: start)
        #expect(entry.response.status == 0)
        #expect(entry.response.other["_error"] == "Connection refused")
        let read = try #require(try HAR(data: HAR(entries: [entry]).encoded()).log.entries.first)
        #expect(read.response.failure == failed.failure)
    }

    @Test("cookies, query and form are taken apart; the body is kept as it was")
    func request() throws {
        let headers: HeaderFields = [
            HeaderField("Cookie", "a=1; b = two=2 ;c"),
            HeaderField("Content-Type", "application/x-www-form-urlencoded"),
        ]
        let body = Data("q=a+b&r=%C3%BC".utf8)
        let request = Exchange.SentRequest(
            method: .post, url: "http://a/p?x=1+2&y=%26&z#part", headers: headers, bodyLength: 14, body: body)
        var sent = hop(200)
        sent.request = request
        let entry = HAR.Entry(sent, startedAt: start)
        #expect(entry.request.url == "http://a/p?x=1+2&y=%26&z")
        #expect(entry.request.cookies.map(\.name) == ["a", "b", "c"])
        #expect(entry.request.cookies.map(\.value) == ["1", "two=2", ""])
        #expect(entry.request.queryString.map(\.value) == ["1 2", "&", ""])
        #expect(entry.request.bodySize == 14)
        let wire = WireRequest(entry.request)
        #expect(wire.method == .post)
        #expect(wire.headers == headers)
        guard case .bytes(body) = wire.body else {
            Issue.record("\(wire.body)")
            return
        }
    }

    @Test(
        "bodies keep their bytes: text as text, the rest in base64",
        arguments: [
            (Data("plain".utf8), "text/plain", nil), (Data("Käse ☕".utf8), "application/json", nil),
            (Data([0x4B, 0xE4, 0x73, 0x65]), "text/plain; charset=ISO-8859-1", "base64"),
            (Data("Käse".utf8), "text/plain; charset=iso-8859-1", "base64"),
            (Data([0, 1, 2, 0xFF]), "application/octet-stream", "base64"),
            (Data([0xEF, 0xBB, 0xBF, 0x41]), "text/plain", nil), (Data(), "", nil),
        ] as [(Data, String, String?)])
    func bodies(body: Data, type: String, encoding: String?) throws {
        var responded = hop(200)
        responded.response?.headers.append("Content-Type", type)
        let entry = HAR.Entry(responded, startedAt: start, bodies: HAR.Bodies(response: HAR.Body(body)))
        #expect(entry.response.content.encoding == encoding)
        let read = try #require(try HAR(data: HAR(entries: [entry]).encoded()).log.entries.first)
        #expect(read.response.content.body == body)
    }

    @Test("text of other programs gets its charset back")
    func charsets() {
        let content = HAR.Content(size: 4, mimeType: "text/html; charset=\"ISO-8859-1\"", text: "Käse")
        #expect(content.body == Data([0x4B, 0xE4, 0x73, 0x65]))
    }

    @Test(
        "versions as programs write them",
        arguments: [
            ("HTTP/1.1", "1.1"), ("http/2.0", "2"), ("HTTP/2", "2"), ("h3", "3"), ("HTTP/1.0", "1.0"), ("unknown", nil),
            ("", nil),
        ] as [(String, String?)])
    func versions(text: String, version: String?) {
        var response = HAR.Response(status: 200)
        response.httpVersion = text
        #expect(ResponseHead(response)?.httpVersion == version)
    }

    @Test("an entry of a browser can be sent again: names with a colon, length and host are left out")
    func replay() throws {
        let entry = try #require(try HAR(data: Data(Exports.chrome.utf8)).log.entries.first)
        let wire = WireRequest(entry.request)
        #expect(wire.headers.map(\.name) == ["accept", "sec-ch-ua"])
        #expect(wire.url == "https://shop.example/api/basket?currency=EUR&with=prices%2Ctaxes")
        #expect(ConnectionFacts(entry)?.remoteAddress == "[2001:db8::17]")
        #expect(Transfer.Timings(entry.timings).connect == .milliseconds(11.5))
    }
}

extension Duration {
    fileprivate static func milliseconds(_ value: Double) -> Duration { .microseconds(Int64(value * 1000)) }
}
