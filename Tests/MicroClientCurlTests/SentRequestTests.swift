import Foundation
import MicroClient
import MicroClientCurl
import TestSupport
import Testing

@Suite("What stands on the wire")
struct SentRequestTests {
    let transport = CurlTransport()

    /// The head of a request as a server receives it, line by line.
    private func sent(_ request: WireRequest, path: String = "/") async throws -> [String] {
        let reports = Reports()
        let server = try RawServer { connection, _ in
            reports.add(connection.readHead() ?? "")
            connection.write(ok())
            connection.waitForClose()
        }
        var request = request
        request.url = server.baseURL + path
        _ = try await transport.response(request)
        return (await reports.next() ?? "").components(separatedBy: "\r\n").filter {
            !$0.isEmpty && !$0.hasPrefix("Host:")
        }
    }

    private func plain(_ headers: HeaderFields = [], method: HTTPMethod = .get, body: BodySource = .none) -> WireRequest
    {
        var request = WireRequest(method: method, url: "", headers: headers, body: body)
        request.options.decodesContent = false
        return request
    }

    @Test("sends nothing of its own but Host")
    func nothingOfItsOwn() async throws {
        #expect(try await sent(plain()) == ["GET / HTTP/1.1"])
    }

    @Test("keeps order, spelling, duplicates and empty values of fields")
    func fields() async throws {
        let headers: HeaderFields = [
            HeaderField("x-b", "1"), HeaderField("X-A", "2"), HeaderField("X-b", "3"), HeaderField("X-Empty", ""),
            HeaderField("x-A", "Grüße"), HeaderField("User-Agent", "me"), HeaderField("Accept", "*/*"),
        ]
        let lines = try await sent(plain(headers))
        #expect(
            lines == [
                "GET / HTTP/1.1", "x-b: 1", "X-A: 2", "X-b: 3", "X-Empty:", "x-A: Grüße", "User-Agent: me",
                "Accept: */*",
            ])
    }

    @Test(
        "sends any method in its own case",
        arguments: ["GET", "HEAD", "DELETE", "OPTIONS", "PROPFIND", "purge", "M-SEARCH"])
    func methods(method: String) async throws {
        #expect(try await sent(plain(method: HTTPMethod(rawValue: method))) == ["\(method) / HTTP/1.1"])
    }

    @Test("says that a POST, PUT or PATCH without body has none", arguments: [HTTPMethod.post, .put, .patch])
    func emptyBodies(method: HTTPMethod) async throws {
        #expect(try await sent(plain(method: method)) == ["\(method) / HTTP/1.1", "Content-Length: 0"])
    }

    @Test("sends a body with any method and no Content-Type unasked", arguments: ["GET", "POST", "DELETE", "QUERY"])
    func bodyWithAnyMethod(method: String) async throws {
        let request = plain(method: HTTPMethod(rawValue: method), body: .bytes(Data("abc".utf8)))
        #expect(try await sent(request) == ["\(method) / HTTP/1.1", "Content-Length: 3"])
    }

    /// Creates a server that responds with the method, the framing and the size of what it got.
    private func countingServer() throws -> RawServer {
        try RawServer { connection, _ in
            while let head = connection.readHead() {
                let method = head.prefix { $0 != " " }
                var size = 0
                if let length = head.field("Content-Length").flatMap({ Int($0) }) {
                    size = connection.read(length).count
                } else if head.field("Transfer-Encoding") == "chunked" {
                    while let line = connection.readLine(), let count = Int(line, radix: 16) {
                        size += connection.read(count).count
                        _ = connection.readLine()
                        if count == 0 { break }
                    }
                }
                connection.write("HTTP/1.1 200 OK\r\nX-Got: \(method) \(size)\r\nContent-Length: 0\r\n\r\n")
            }
        }
    }

    private static let verbs = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY", "PROPFIND", "m-search",
    ]

    @Test("sends any verb with any body, one after the other over one connection", arguments: verbs)
    func anyVerb(verb: String) async throws {
        let server = try countingServer()
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("body-\(UUID().uuidString)")
        try Data(count: 70_000).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let chunks = AsyncStream<Data> { continuation in
            for _ in 0..<3 { continuation.yield(Data(count: 20_000)) }
            continuation.finish()
        }
        let bodies: [(BodySource, Int)] = [
            (.none, 0), (.bytes(Data()), 0), (.bytes(Data(count: 5)), 5), (.bytes(Data(count: 50_000)), 50_000),
            (.file(file), 70_000), (.stream(BodySource.Stream(chunks)), 60_000), (.none, 0),
            (
                .stream(
                    BodySource.Stream.replaying(length: 5) {
                        AsyncStream(unfolding: { [once = Once(Data(count: 5))] in await once.next() })
                    }), 5
            ),
        ]
        for (index, (body, size)) in bodies.enumerated() {
            let request = WireRequest(method: HTTPMethod(rawValue: verb), url: server.baseURL, body: body)
            let response = try await transport.response(request)
            #expect(response.head.headers["X-Got"] == "\(verb) \(size)")
            // After a HEAD with a body the connection is closed.
            if verb != "HEAD" { #expect(response.connected.first?.isReused == (index > 0)) }
        }
    }

    @Test(
        "leaves path and query as they are",
        arguments: ["/a/../b/./c", "/%zz|x", "/?q=a|b&c={d}", "/%2F%2f?", "//x", "/?a=%zz+b", "/ü?ä", "/'\"<>`^\\"])
    func target(path: String) async throws {
        #expect(try await sent(plain(), path: path) == ["GET \(path) HTTP/1.1"])
    }

    @Test("does not send a fragment")
    func fragment() async throws {
        #expect(try await sent(plain(), path: "/a?b#c") == ["GET /a?b HTTP/1.1"])
    }

    @Test("asks for encodings when it decodes and the request names none")
    func acceptEncoding() async throws {
        let lines = try await sent(WireRequest(url: ""))
        #expect(lines.count == 2 && lines[1].hasPrefix("Accept-Encoding: ") && lines[1].contains("gzip"))
        let own = try await sent(WireRequest(url: "", headers: [HeaderField("accept-encoding", "gzip")]))
        #expect(own == ["GET / HTTP/1.1", "accept-encoding: gzip"])
    }

    @Test("reports the fields that really went out")
    func reported() async throws {
        let server = try RawServer(responding: ok())
        let request = WireRequest(url: server.baseURL, headers: [HeaderField("X-a", "1")])
        let summary = try await transport.response(request).summary
        #expect(summary.requestHeadersSent?.map(\.name) == ["Host", "Accept-Encoding", "X-a"])
        var configuration = CurlTransport.Configuration()
        configuration.reportsHeadersSent = false
        let silent = CurlTransport(configuration: configuration)
        #expect(try await silent.response(request).summary.requestHeadersSent == nil)
    }

    @Test("reports the fields that really went out, too, where the server closes without a response")
    func reportedOfFailure() async throws {
        let server = try RawServer(responding: "")
        let request = WireRequest(url: server.baseURL, headers: [HeaderField("X-a", "1")])
        let error = try #require(await transport.failure(request))
        #expect(error.requestHeadersSent?.map(\.name) == ["Host", "Accept-Encoding", "X-a"])
        let thrown = await #expect(throws: (any Error).self) {
            _ = try await NetworkClient(transport: CurlTransport()).send(request)
        }
        let hop = try #require(thrown?.exchange?.attempts.last?.hops.last)
        #expect(hop.request.headers.map(\.name).contains("Host"))
    }

    @Test(
        "refuses what would end a line or a field early",
        arguments: [
            WireRequest(url: "http://127.0.0.1/", headers: [HeaderField("X", "a\r\nY: b")]),
            WireRequest(url: "http://127.0.0.1/", headers: [HeaderField("X", "a\0b")]),
            WireRequest(url: "http://127.0.0.1/", headers: [HeaderField("X: Y", "a")]),
            WireRequest(url: "http://127.0.0.1/", headers: [HeaderField("", "a")]),
            WireRequest(method: "GET /x", url: "http://127.0.0.1/"),
        ])
    func injection(request: WireRequest) async {
        let error = await transport.failure(request)
        #expect(error?.code == .invalidRequest)
        #expect(error?.stage == .prepare)
        #expect(error?.requestMayHaveBeenSent == false)
    }
}

private actor Once {
    private var value: Data?
    init(_ value: Data) { self.value = value }
    func next() -> Data? {
        defer { value = nil }
        return value
    }
}
