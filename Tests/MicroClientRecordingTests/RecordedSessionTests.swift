import Foundation
import MicroClientRecording
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Playing back")
struct RecordedSessionTests {
    private func entry(
        _ method: String = "GET", _ url: String, _ status: Int = 200, body: String = "", request: String = "",
        headers: [HAR.Field] = []
    ) -> HAR.Entry {
        var sent = HAR.Request(method: method, url: url)
        sent.headers = headers
        if !request.isEmpty { sent.postData = HAR.PostData(mimeType: "", text: request) }
        let content = HAR.Content(size: body.utf8.count, mimeType: "text/plain", text: body)
        return HAR.Entry(
            startedDateTime: Date(timeIntervalSince1970: 0), request: sent,
            response: HAR.Response(status: status, content: content))
    }

    private func session(_ entries: HAR.Entry..., matching: RecordedSession.Matching = .init()) -> RecordedSession {
        RecordedSession(har: HAR(entries: entries), matching: matching)
    }

    private func body(_ session: RecordedSession, _ url: String) async throws -> String {
        try await body(session, WireRequest(url: url))
    }

    private func body(_ session: RecordedSession, _ request: WireRequest) async throws -> String {
        let response = try await NetworkClient(transport: session).send(request)
        return String(decoding: try await response.collect(), as: UTF8.self)
    }

    private func refusal(_ session: RecordedSession, _ request: WireRequest) async -> String {
        do {
            _ = try await body(session, request)
            return "answered"
        } catch { return error.transferError?.message ?? "\(error)" }
    }

    // MARK: Responses

    @Test("an answer is given whole: head, body in chunks, connection, phases")
    func whole() async throws {
        var recorded = entry("GET", "http://a/", 201, body: String(repeating: "x", count: 150_000))
        recorded.response.headers = [HAR.Field("X-A", "1"), HAR.Field("x-a", "2")]
        recorded.response.statusText = "Made"
        recorded.serverIPAddress = "10.0.0.1"
        recorded.timings = HAR.Timings(connect: 2, wait: 3)
        let response = try await NetworkClient(transport: session(recorded)).send(WireRequest(url: "http://a/"))
        var sizes: [Int] = []
        for try await chunk in response.body { sizes.append(chunk.count) }
        let hop = try #require(response.exchange().attempts.first?.hops.first)
        #expect(
            response.head
                == ResponseHead(
                    status: 201, reason: "Made", headers: [HeaderField("X-A", "1"), HeaderField("x-a", "2")]))
        #expect(sizes == [65_536, 65_536, 18_928])
        #expect(hop.connection?.remoteAddress == "10.0.0.1")
        #expect(hop.timings.connect == .milliseconds(2))
    }

    @Test("it is a session for typed requests, and for code that knows URLSession only")
    func bothAPIs() async throws {
        let session = session(entry("GET", "http://a/v1/n", body: "42"))
        let url = try #require(URL(string: "http://a/v1"))
        let client = NetworkClient(configuration: NetworkConfiguration(session: session, baseURL: url))
        let typed = try await client.run(NetworkRequest<VoidRequest, Int>(path: "/n", method: .get))
        #expect(typed.value == 42)
        let (data, response) = try await session.data(for: URLRequest(url: url.appendingPathComponent("n")))
        #expect(data == Data("42".utf8))
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
    }

    @Test("the same request is answered in the recorded order; then the last answer is given again, or none")
    func order() async throws {
        let entries = [
            entry("GET", "http://a/", body: "1"), entry("GET", "http://b/"), entry("GET", "http://a/", body: "2"),
        ]
        let patient = RecordedSession(har: HAR(entries: entries))
        var bodies: [String] = []
        for _ in 0..<3 { bodies.append(try await body(patient, "http://a/")) }
        #expect(bodies == ["1", "2", "2"])
        #expect(patient.unused.map(\.request.url) == ["http://b/"])
        let strict = RecordedSession(har: HAR(entries: entries), repetition: .error)
        for _ in 0..<2 { _ = try await body(strict, "http://a/") }
        let message = await refusal(strict, WireRequest(url: "http://a/"))
        #expect(message.contains("GET http://a/: its recorded answers were all given"))
    }

    @Test("failures are played back, with what came before them; what was cancelled is not")
    func failures() async throws {
        var refused = entry("GET", "http://a/", 0)
        refused.response.failure = Exchange.Failure(
            stage: .connect, code: .couldNotConnect, message: "Connection refused")
        var broken = entry("GET", "http://a/b", 200, body: "par")
        broken.response.failure = Exchange.Failure(stage: .receive, code: .connectionLost, message: "reset")
        var cancelled = entry("GET", "http://a/", 0)
        cancelled.response.failure = .cancelled
        let session = session(cancelled, refused, broken)
        let client = NetworkClient(transport: session)
        let error = await #expect(throws: NetworkClientError.self) {
            try await client.send(WireRequest(url: "http://a/"))
        }
        #expect(error?.transferError?.code == .couldNotConnect)
        #expect(error?.transferError?.requestMayHaveBeenSent == false)
        let response = try await client.send(WireRequest(url: "http://a/b"))
        var received = Data()
        do {
            for try await chunk in response.body { received += chunk }
            Issue.record("the body ended")
        } catch { #expect(error.transferError?.code == .connectionLost) }
        #expect(received == Data("par".utf8))
        #expect(session.unused.isEmpty)
    }

    @Test("a body that was not kept, or not whole, is an error where the missing part begins")
    func missingBodies() async throws {
        var missing = entry("GET", "http://a/1")
        missing.response.content = HAR.Content(size: 12, mimeType: "image/png")
        var truncated = entry("GET", "http://a/2", body: "begin")
        truncated.response.content.size = 9
        truncated.response.content.other = ["_truncated": true]
        let session = session(missing, truncated)
        #expect(
            await refusal(session, WireRequest(url: "http://a/1"))
                == "The recording has 0 of the 12 bytes of this body.")
        #expect(
            await refusal(session, WireRequest(url: "http://a/2")) == "The recording has 5 of the 9 bytes of this body."
        )
    }

    @Test("at the recorded pace it waits for the head and for the body's end")
    func pace() async throws {
        var recorded = entry("GET", "http://a/", body: "x")
        recorded.timings = HAR.Timings(blocked: -1, dns: 1, connect: 5, send: 1, wait: 20, receive: 7, ssl: 3)
        let clock = TestClock()
        let session = RecordedSession(har: HAR(entries: [recorded]), pace: .recorded, clock: clock.clock)
        _ = try await body(session, "http://a/")
        #expect(clock.sleeps == [.milliseconds(27), .milliseconds(7)])
    }

    @Test("a stream is read to its end, and one that fails, fails the request")
    func uploads() async throws {
        struct Broken: Error {}
        let session = session(entry("POST", "http://a/"))
        let broken = BodySource.Stream { { throw Broken() } }
        let error = await #expect(throws: NetworkClientError.self) {
            try await body(session, WireRequest(method: .post, url: "http://a/", body: .stream(broken)))
        }
        #expect(error?.transferError?.code == .uploadFailed)
    }

    @Test("an export of a browser can be played back")
    func browser() async throws {
        let text = #"""
            {"log": {"version": "1.2", "creator": {"name": "Firefox", "version": "132.0"}, "entries": [{
              "startedDateTime": "2026-11-20T10:15:30.412+01:00", "time": 4,
              "request": {"method": "GET", "url": "http://a/x?q=a%20b", "httpVersion": "HTTP/2", "headers": [], "cookies": [],
                "queryString": [], "headersSize": 412, "bodySize": 0},
              "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/2", "headers": [], "cookies": [],
                "content": {"mimeType": "text/plain", "size": 2, "encoding": "base64", "text": "aGk="}, "redirectURL": "",
                "headersSize": 118, "bodySize": 126},
              "cache": {}, "timings": {"send": 0, "wait": 4, "receive": 0}}]}}
            """#
        let session = RecordedSession(har: try HAR(data: Data(text.utf8)))
        #expect(try await body(session, "http://a/x?q=a+b") == "hi")
    }

    // MARK: Matching

    @Test(
        "what is masked in the recording matches anything",
        arguments: [
            ("http://a/?token=••••&x=1", "http://a/?token=abc&x=1", true),
            ("http://a/?token=••••&x=1", "http://a/?token=abc&x=2", false),
            ("http://••••@a/", "http://me:pw@a/", true), ("http://a/users/••••/posts", "http://a/users/17/posts", true),
            ("http://a/users/••••/posts", "http://a/users/17/likes", false), ("http://a", "http://a:80/", true),
            ("https://A:443/", "https://a/#part", true), ("http://a/%7Eme", "http://a/~me", true),
            ("http://a/?x=%2C", "http://a/?x=,", true), ("http://a/", "https://a/", false),
            ("http://a/?x", "http://a/?x=", true),
            ("http://a/?x=1&y=2", "http://a/?y=2&x=1", false),
        ])
    func masks(recorded: String, asked: String, isMatch: Bool) async {
        let message = await refusal(session(entry("GET", recorded)), WireRequest(url: asked))
        #expect((message == "answered") == isMatch, "\(message)")
    }

    @Test("more can be left out, or asked for: origin, order, items, header fields")
    func settings() async throws {
        let recorded = entry("GET", "http://a/?x=1&y=2&now=7", headers: [HAR.Field("accept", "text/plain")])
        let request = WireRequest(
            url: "http://127.0.0.1:99/?y=2&now=8&x=1", headers: [HeaderField("Accept", "text/plain")])
        var matching = RecordedSession.Matching(
            ignoresOrigin: true, ignoresQueryOrder: true, ignoredQueryItems: ["now"], headers: ["Accept"])
        #expect(await refusal(session(recorded, matching: matching), request) == "answered")
        matching.headers = ["Accept", "X-Api-Key"]
        var other = request
        other.headers.append("X-Api-Key", "1")
        let message = await refusal(session(recorded, matching: matching), other)
        #expect(message.contains("header X-Api-Key is ••••, recorded is missing"))
    }

    @Test(
        "bodies are compared by what they mean",
        arguments: [
            (#"{"a": 1, "b": [true, "x"]}"#, #"{"b":[true,"x"],"a":1.0}"#, true), (#"{"a": 1}"#, #"{"a": 2}"#, false),
            (#"{"token": "••••", "password": 0}"#, #"{"token": "abc", "password": 1234}"#, true),
            (#"{"a": 1}"#, #"{"a": 1, "b": 2}"#, false), ("a=1&password=••••", "a=1&password=x", true),
            ("abc", "abd", false),
            ("abc", "", false), ("", "abc", false), ("", "", true),
        ])
    func bodies(recorded: String, asked: String, isMatch: Bool) async {
        let session = session(entry("POST", "http://a/", request: recorded), matching: .init(body: true))
        let request = WireRequest(method: .post, url: "http://a/", body: .bytes(Data(asked.utf8)))
        let message = await refusal(session, request)
        #expect((message == "answered") == isMatch, "\(message)")
    }

    @Test("boundaries of multipart bodies do not count")
    func boundaries() async throws {
        func multipart(_ boundary: String) -> String { "--\(boundary)\r\n\r\nvalue\r\n--\(boundary)--\r\n" }
        var recorded = entry("POST", "http://a/", request: multipart("one"))
        recorded.request.postData?.mimeType = "multipart/form-data; boundary=one"
        let request = WireRequest(
            method: .post, url: "http://a/",
            headers: [HeaderField("Content-Type", "multipart/form-data; boundary=\"another\"")],
            body: .bytes(Data(multipart("another").utf8)))
        #expect(await refusal(session(recorded, matching: .init(body: true)), request) == "answered")
    }

    @Test("an unknown request is an error at once, which names it, the nearest recorded ones and what differs")
    func unknown() async throws {
        let session = session(
            entry("POST", "http://b/other"), entry("GET", "http://a/users?page=1&token=••••"),
            entry("GET", "http://a/posts"),
            entry("DELETE", "http://a/users?page=2&token=••••"))
        var configuration = NetworkConfiguration(
            session: session, baseURL: try #require(URL(string: "http://a")), retryStrategy: .retry(count: 3))
        let clock = TestClock()
        configuration.clock = clock.clock
        let client = NetworkClient(configuration: configuration)
        let error = await #expect(throws: NetworkClientError.self) {
            try await client.send(WireRequest(url: "http://a/users?page=2&token=abc&x=1"))
        }
        #expect(
            error?.transferError?.message == """
                GET http://a/users?page=2&token=••••&x=1 is not recorded. Of 4 recorded, the nearest:
                  GET http://a/users?page=1&token=••••: query item page is 2, recorded is 1; query item x is not recorded
                  DELETE http://a/users?page=2&token=••••: method is GET, recorded is DELETE; query item x is not recorded
                  GET http://a/posts: path is /users, recorded is /posts; query item page is not recorded; \
                query item token is not recorded; query item x is not recorded
                """)
        #expect(clock.sleeps.isEmpty)
        #expect(session.unrecorded.map(\.request) == ["GET http://a/users?page=2&token=••••&x=1"])
        #expect(
            await refusal(RecordedSession(har: HAR()), WireRequest(url: "http://a/")).hasSuffix(
                "the recording is empty."))
    }
}
