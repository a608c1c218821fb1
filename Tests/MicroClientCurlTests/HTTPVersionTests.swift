import DemoAPI
import Foundation
import MicroClient
import MicroClientCurl
import TestSupport
import Testing

@Suite("HTTP versions")
struct HTTPVersionTests {
    let transport = CurlTransport()

    private func request(_ url: String, _ version: TransferOptions.HTTPVersion = .automatic) -> WireRequest {
        var request = WireRequest(url: url)
        request.options.verifiesTLS = false
        request.options.httpVersion = version
        return request
    }

    private func secureServer(_ arguments: [String] = []) throws -> NGHTTPServer {
        try NGHTTPServer(
            certificate: TestAuthority().issue(), files: ["a": Data("hello".utf8), "b": Data("pushed".utf8)],
            arguments: arguments)
    }

    @Test(
        "TLS negotiates HTTP/2; HTTP/1.1 can be asked for", arguments: [TransferOptions.HTTPVersion.automatic, .http2])
    func negotiated(version: TransferOptions.HTTPVersion) async throws {
        let server = try secureServer()
        let response = try await transport.response(request(server.baseURL + "/a", version))
        #expect(response.head.httpVersion == "2")
        #expect(response.head.reason == "")
        #expect(response.text == "hello")
        #expect(response.summary.connection.tlsVersion == "TLSv1.3")
    }

    @Test("a request for HTTP/1.1 does not get a kept HTTP/2 connection, nor the other way round")
    func http1() async throws {
        let http1 = try RawServer(tls: ServerTLS(TestAuthority().issue())) { connection, _ in
            while connection.readHead() != nil { connection.write(ok("one")) }
        }
        #expect(try await transport.response(request(http1.baseURL, .http2)).head.httpVersion == "1.1")
        let server = try secureServer()
        #expect(try await transport.response(request(server.baseURL + "/a")).head.httpVersion == "2")
        // The server speaks HTTP/2 only, and says so.
        let refused = await transport.failure(request(server.baseURL + "/a", .http1))
        #expect(refused != nil)
        #expect(try await transport.response(request(server.baseURL + "/a")).summary.connection.isReused == true)
    }

    @Test("HTTP/2 without TLS, by prior knowledge, and HTTP/1.1 to another server meanwhile")
    func priorKnowledge() async throws {
        let server = try NGHTTPServer(files: ["a": Data("hello".utf8)])
        let response = try await transport.response(request(server.baseURL + "/a", .http2PriorKnowledge))
        #expect(response.head.httpVersion == "2")
        #expect(response.text == "hello")
        let demo = try DemoServer()
        #expect(try await transport.response(request(demo.baseURL + "/users/1", .http2)).head.httpVersion == "1.1")
        #expect(await transport.failure(request(demo.baseURL + "/users/1", .http2PriorKnowledge)) != nil)
    }

    @Test("trailers of HTTP/2 come with the summary")
    func trailers() async throws {
        let server = try RawServer { connection, _ in
            guard connection.openHTTP2(), let stream = connection.readHTTP2Request() else { return }
            connection.write(
                HTTP2Frame.ok(stream: stream) + HTTP2Frame.data("hello", stream: stream, isLast: false)
                    + HTTP2Frame.trailer("x-sum", "42", stream: stream))
            connection.waitForClose()
        }
        let response = try await transport.response(request(server.baseURL, .http2PriorKnowledge))
        #expect(response.text == "hello")
        #expect(response.summary.trailers == [HeaderField("x-sum", "42")])
        #expect(response.head.headers["x-sum"] == nil)
    }

    @Test("a trailer announced by a real server disturbs nothing")
    func trailerAfterLength() async throws {
        // libcurl reads no trailer after a body whose length was announced.
        let server = try NGHTTPServer(files: ["a": Data("hello".utf8)], arguments: ["--trailer", "x-sum: 42"])
        let response = try await transport.response(request(server.baseURL + "/a", .http2PriorKnowledge))
        #expect(response.text == "hello")
        #expect(response.head.headers["trailer"] == "x-sum")
    }

    @Test("a body goes up over HTTP/2, known and unknown in length", arguments: [nil, 600_000])
    func upload(length: Int64?) async throws {
        let server = try NGHTTPServer(files: [:], arguments: ["--echo-upload"])
        let chunks = (0..<6).map { Data(repeating: UInt8($0), count: 100_000) }
        var request = request(server.baseURL + "/a", .http2PriorKnowledge)
        request.method = .post
        request.body = .stream(
            BodySource.Stream(length: length) {
                let rest = AsyncStream { continuation in
                    for chunk in chunks { continuation.yield(chunk) }
                    continuation.finish()
                }
                return { await rest.first { _ in true } }
            })
        let response = try await transport.response(request)
        #expect(response.body == Data(chunks.joined()))
    }

    @Test("an answer that is whole before its request ends with it", .timeLimit(.minutes(1)), arguments: [nil, 4])
    func earlyResponse(length: Int64?) async throws {
        let server = try earlyServer()
        let (chunks, rest) = AsyncStream<Data>.makeStream()
        var request = request(server.baseURL, .http2PriorKnowledge)
        request.method = .post
        request.body = .stream(BodySource.Stream(length: length) { { await chunks.first { _ in true } } })
        var completed = false
        for try await event in transport.transfer(request) {
            if case .head = event {
                rest.yield(Data("late".utf8))
                rest.finish()
            }
            if case .completed = event { completed = true }
        }
        #expect(completed)
    }

    @Test("the same with a body that waits for the server to take more of it", .timeLimit(.minutes(1)))
    func earlyResponseToBytes() async throws {
        let server = try earlyServer()
        var request = request(server.baseURL, .http2PriorKnowledge)
        request.method = .put
        request.body = .bytes(Data(count: 300_000))
        let response = try await transport.response(request)
        #expect(response.head.status == 200 && response.uploaded.last == 300_000)
    }

    /// Creates a server that responds as soon as a request begins, and reads the rest.
    private func earlyServer() throws -> RawServer {
        try RawServer { connection, _ in
            guard connection.openHTTP2(), let stream = connection.readHTTP2Request() else { return }
            connection.write(HTTP2Frame.ok(stream: stream, isLast: true))
            connection.write(HTTP2Frame.windowUpdate(stream: 0, by: 1 << 20))
            connection.write(HTTP2Frame.windowUpdate(stream: stream, by: 1 << 20))
            connection.waitForClose()
        }
    }

    @Test("16 transfers at once share one connection, the first ones too")
    func multiplexing() async throws {
        let server = try secureServer()
        #expect(try await reused(16, request(server.baseURL + "/a")) == 15)
    }

    @Test("16 transfers at once, and one after the other, by prior knowledge")
    func manyByPriorKnowledge() async throws {
        let server = try NGHTTPServer(files: ["a": Data("hello".utf8)])
        let request = request(server.baseURL + "/a", .http2PriorKnowledge)
        _ = try await reused(16, request)
        for _ in 0..<3 { #expect(try await transport.response(request).text == "hello") }
    }

    private func reused(_ count: Int, _ request: WireRequest) async throws -> Int {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<count {
                group.addTask { try await transport.response(request).summary.connection.isReused == true }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
    }

    @Test("what a server pushes is refused, and the answer is whole")
    func push() async throws {
        let server = try secureServer(["--push", "/a=/b"])
        let response = try await transport.response(request(server.baseURL + "/a"))
        #expect(response.heads.map(\.status) == [200])
        #expect(response.text == "hello")
    }

    @Test("HTTP/3 where libcurl has none is refused with its reason")
    func http3() async throws {
        let error = await transport.failure(request("https://127.0.0.1:1/", .http3))
        guard error?.code == .invalidRequest else { return #expect(error != nil, "libcurl has HTTP/3, the server not") }
        #expect(error?.message == "This libcurl has no HTTP/3.")
        #expect(error?.requestMayHaveBeenSent == false)
    }

    // MARK: Servers that end streams and connections

    @Test("a stream that is reset before the answer is the server's fault")
    func resetBefore() async throws {
        let server = try RawServer { connection, _ in
            guard connection.openHTTP2(), let stream = connection.readHTTP2Request() else { return }
            connection.write(HTTP2Frame.reset(stream: stream, code: 2))
            connection.waitForClose()
        }
        let error = await transport.failure(request(server.baseURL, .http2PriorKnowledge))
        #expect(error?.code == .malformedResponse)
        #expect(error?.stage == .wait)
        #expect(error?.requestMayHaveBeenSent == true)
    }

    @Test("a stream that is reset inside the answer fails after what arrived")
    func resetInside() async throws {
        let half = DispatchSemaphore(value: 0)
        let server = try RawServer { connection, _ in
            guard connection.openHTTP2(), let stream = connection.readHTTP2Request() else { return }
            connection.write(
                HTTP2Frame.ok(stream: stream) + HTTP2Frame.data("half", stream: stream, isLast: false))
            half.wait()
            connection.write(HTTP2Frame.reset(stream: stream, code: 2))
            connection.waitForClose()
        }
        var response = ReceivedResponse()
        let error = await #expect(throws: TransferError.self) {
            for try await event in transport.transfer(request(server.baseURL, .http2PriorKnowledge)) {
                response.add(event)
                if case .body = event { half.signal() }
            }
        }
        #expect(response.text == "half")
        #expect(error?.code == .malformedResponse)
        #expect(error?.stage == .receive)
    }

    @Test("after GOAWAY the stream that it names is finished, and the next request gets another connection")
    func goAway() async throws {
        let server = try RawServer { connection, number in
            guard connection.openHTTP2(), let stream = connection.readHTTP2Request() else { return }
            connection.write(
                HTTP2Frame.goAway(lastStream: stream, code: 0) + HTTP2Frame.ok(stream: stream)
                    + HTTP2Frame.data("\(number)", stream: stream, isLast: true))
            connection.waitForClose()
        }
        let request = request(server.baseURL, .http2PriorKnowledge)
        #expect(try await transport.response(request).text == "1")
        #expect(try await transport.response(request).text == "2")
    }

    @Test("a stream that the server refuses unread is sent again, whatever its method: nothing was done with it")
    func refused() async throws {
        let server = try RawServer { connection, number in
            guard connection.openHTTP2(), let stream = connection.readHTTP2Request() else { return }
            if number == 1 {
                connection.write(HTTP2Frame.reset(stream: stream, code: 7))
            } else {
                connection.write(
                    HTTP2Frame.ok(stream: stream) + HTTP2Frame.data("\(number)", stream: stream, isLast: true))
            }
            connection.waitForClose()
        }
        let response = try await transport.response(request(server.baseURL, .http2PriorKnowledge))
        #expect(response.text == "2")
    }
}
