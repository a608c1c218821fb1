import Foundation
import TestSupport
import Testing

@testable import MicroClient

private func response(_ status: Int = 200, setting cookies: String..., to location: String? = nil) -> HopScript {
    var fields = HeaderFields(cookies.map { HeaderField("Set-Cookie", $0) })
    if let location { fields.append("Location", location) }
    return .response(status, headers: fields)
}

@Suite struct CookieSendTests {
    private let clock = TestClock()

    private func client(
        _ transport: FakeTransport, _ jar: CookieJar?, _ change: (inout NetworkConfiguration) -> Void = { _ in }
    ) -> NetworkClient {
        var configuration = NetworkConfiguration(session: .transport(transport), baseURL: .noBase)
        configuration.clock = clock.clock
        configuration.random = { 1 }
        configuration.cookies = jar
        change(&configuration)
        return NetworkClient(configuration: configuration)
    }

    private func sentCookies(_ transport: FakeTransport) -> [String?] {
        transport.requests.map { $0.headers["Cookie"] }
    }

    @Test("keeps what a server sets, and sends it with the next request")
    func keeps() async throws {
        let transport = FakeTransport(response(setting: "a=1", "b=2; Path=/x"), response(), response())
        let client = client(transport, CookieJar(clock: clock.clock))
        for url in ["http://h.test/", "http://h.test/x", "http://other.test/"] {
            _ = try await client.send(WireRequest(url: url)).collect()
        }
        #expect(sentCookies(transport) == [nil, "b=2; a=1", nil])
    }

    @Test("is off unless the configuration or the send names a jar")
    func off() async throws {
        let transport = FakeTransport(
            response(setting: "a=1"), response(setting: "a=2"), response(), response(), response())
        let request = WireRequest(url: "http://h.test/")
        let plain = client(transport, nil)
        _ = try await plain.send(request).collect()
        let jar = CookieJar(clock: clock.clock)
        _ = try await plain.send(request, options: SendOptions(cookies: .jar(jar))).collect()
        #expect(jar.cookies.map(\.value) == ["2"])
        let withJar = client(transport, jar)
        _ = try await withJar.send(request, options: SendOptions(cookies: .off)).collect()
        _ = try await withJar.send(request, options: SendOptions(cookies: .jar(CookieJar()))).collect()
        _ = try await withJar.send(request).collect()
        #expect(sentCookies(transport) == [nil, nil, nil, nil, "a=2"])
    }

    @Test("of a cookie that the request says itself, and one of the jar with the same name, the jar's is sent")
    func own() async throws {
        let jar = CookieJar(clock: clock.clock)
        jar.receive(["a=jar"], from: "http://h.test/")
        let transport = FakeTransport(response(), response())
        let headers = HeaderFields([HeaderField("Cookie", "a=own; b=2; c"), HeaderField("Cookie", " A=3;a =4")])
        _ = try await client(transport, jar).send(WireRequest(url: "http://h.test/", headers: headers)).collect()
        _ = try await client(transport, jar).send(WireRequest(url: "http://other.test/", headers: headers)).collect()
        #expect(sentCookies(transport).first == "b=2; c; A=3; a=jar")
        #expect(transport.requests.last?.headers.values(for: "Cookie") == ["a=own; b=2; c", " A=3;a =4"])
    }

    @Test("each hop of a redirect has the cookies of its own URL, those set on the way included")
    func hops() async throws {
        let jar = CookieJar(clock: clock.clock)
        jar.receive(["own=1"], from: "http://one.test/")
        jar.receive(["theirs=1"], from: "http://two.test/")
        let transport = FakeTransport(
            response(302, setting: "set=1", to: "/next"),
            response(302, setting: "set=; Max-Age=0", to: "http://two.test/"),
            response(302, setting: "more=1; Path=/", to: "http://one.test/"), response())
        let request = WireRequest(url: "http://one.test/", headers: [HeaderField("cookie", "mine=1")])
        let response = try await client(transport, jar).send(request)
        _ = try await response.collect()
        #expect(sentCookies(transport) == ["mine=1; own=1", "mine=1; own=1; set=1", "theirs=1", "own=1"])
        let hops = try #require(response.exchange().attempts.first?.hops)
        #expect(hops.map { $0.request.headers["Cookie"] } == sentCookies(transport))
        #expect(response.exchange().request.headers["Cookie"] == "mine=1")
        #expect(jar.cookies.map(\.name) == ["own", "theirs", "more"])
    }

    @Test("the caller's own fields come first, in one field with the jar's")
    func joined() async throws {
        let jar = CookieJar(clock: clock.clock)
        jar.receive(["jar=1"], from: "http://h.test/")
        let transport = FakeTransport(response())
        let headers: HeaderFields = [HeaderField("cookie", "a=1"), HeaderField("X", "1"), HeaderField("Cookie", "b=2")]
        _ = try await client(transport, jar).send(WireRequest(url: "http://h.test/", headers: headers)).collect()
        let sent: HeaderFields = [HeaderField("cookie", "a=1; b=2; jar=1"), HeaderField("X", "1")]
        #expect(transport.requests.first?.headers == sent)
    }

    @Test("a retry sends what the failed attempt set")
    func retries() async throws {
        let transport = FakeTransport(response(503, setting: "a=1"), response())
        let client = client(transport, CookieJar(clock: clock.clock)) { $0.retryStrategy = .retry(count: 1) }
        _ = try await client.send(WireRequest(url: "http://h.test/")).collect()
        #expect(sentCookies(transport) == [nil, "a=1"])
    }

    @Test("cookies of a challenge that the transport answers by itself are kept; those of a proxy's refusal are not")
    func challenges() async throws {
        func challenge(_ status: Int) -> HopScript.Step {
            let head = ResponseHead(status: status, headers: [HeaderField("Set-Cookie", "c\(status)=1")])
            return .event(.resending(after: Exchange.Hop.End(.challenge(head))))
        }
        var script = response(setting: "end=1")
        script.steps.insert(contentsOf: [challenge(401), challenge(407)], at: 1)
        let jar = CookieJar(clock: clock.clock)
        _ = try await client(FakeTransport(script, response(407, setting: "x=1")), jar).send(
            WireRequest(url: "http://h.test/")
        ).collect()
        #expect(jar.cookies.map(\.name) == ["c401", "end"])
    }

    @Test("typed requests use the jar too")
    func typed() async throws {
        let transport = FakeTransport(response(204, setting: "a=1; Path=/"), response(204))
        let client = client(transport, CookieJar(clock: clock.clock)) {
            $0.baseURL = URL(string: "http://h.test/api") ?? .noBase
        }
        for _ in 0..<2 { _ = try await client.run(NetworkRequest<VoidRequest, VoidResponse>(method: .get)) }
        #expect(sentCookies(transport) == [nil, "a=1"])
    }

    @Test("no cookie's value is in a log line or an error's text")
    func secrets() async throws {
        let logger = RecordingLogger()
        let jar = CookieJar(clock: clock.clock)
        jar.receive(["id=s3cret"], from: "http://h.test/")
        let client = client(FakeTransport(response(500, setting: "new=s3cret2")), jar) {
            $0.logger = logger
            $0.logLevel = .debug
        }
        _ = try await client.send(WireRequest(url: "http://h.test/")).collect()
        #expect(!logger.lines.isEmpty)
        #expect(!logger.lines.contains { "\($0)".contains("s3cret") })
    }

    @Test("H07: neither a cookie nor a jar shows a value when it is printed or dumped")
    func printed() {
        let jar = CookieJar(clock: clock.clock)
        jar.receive(["id=s3cret; Domain=h.test"], from: "http://h.test/")
        var text = "\(jar.cookies) \(jar) \(String(reflecting: jar.cookies))"
        dump(jar.cookies, to: &text)
        dump(jar, to: &text)
        #expect(!text.contains("s3cret"))
        #expect("\(jar.cookies)" == "[id=\(Redaction.mask); Domain=h.test; Path=/]")
    }
}

@Suite struct RedirectSendTests {
    @Test("a loop is the response of send and an error of run, with every hop, and the error counts them")
    func loop() async throws {
        let script = Array(repeating: HopScript.redirect(302, to: "/again"), count: 6)
        let sent = try await NetworkClient(transport: FakeTransport(script)).send(WireRequest(url: "http://h.test/"))
        #expect(sent.status == 302)
        #expect(sent.exchange().attempts.map { $0.hops.count } == [6])
        let base = try #require(URL(string: "http://h.test/x"))
        let client = NetworkClient(
            configuration: NetworkConfiguration(session: .transport(FakeTransport(script)), baseURL: base))
        let error = await #expect(throws: NetworkClientError.self) {
            try await client.run(NetworkRequest<VoidRequest, VoidResponse>(method: .get))
        }
        #expect(error?.exchange?.attempts.first?.hops.map { $0.response?.status } == Array(repeating: 302, count: 6))
        #expect(
            error?.localizedDescription
                == "GET http://h.test/x returned 302 Found and 0 bytes after 5 redirects.")
    }
}
