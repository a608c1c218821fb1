import Foundation
import MicroClient
import MicroClientCurl
import TestSupport
import Testing

@Suite("The wire log", .timeLimit(.minutes(2)))
struct WireLogTests {
    private static let configuration = {
        var configuration = CurlTransport.Configuration()
        configuration.keepsWireLog = true
        return configuration
    }()
    let transport = CurlTransport(configuration: configuration)

    /// One exchange on a connection of its own: what the server received, and the log.
    private func said(
        _ request: WireRequest, responding response: String
    ) async throws -> (received: String, log: Exchange.WireLog) {
        let reports = Reports()
        let server = try RawServer { connection, _ in
            reports.add(connection.readHead() ?? "")
            connection.write(response)
        }
        var request = request
        request.url = server.baseURL + "/a?b=%7B"
        let summary = try await transport.response(request).summary
        return (await reports.next() ?? "", try #require(summary.wire))
    }

    @Test("holds the request's head as the server received it, byte for byte")
    func requestHead() async throws {
        var request = WireRequest(url: "")
        request.headers = [
            HeaderField("x-odd", "1"), HeaderField("X-ODD", " two  blanks"), HeaderField("x-odd", "Grüße"),
            HeaderField("X-Empty", ""), HeaderField("Authorization", "Bearer abc"),
        ]
        let (received, log) = try await said(request, responding: ok("hello"))
        #expect(log.text(.requestHead) == received)
        #expect(received.hasPrefix("GET /a?b=%7B HTTP/1.1\r\n") && received.hasSuffix("\r\n\r\n"))
        #expect(log[.requestHead]?.length == received.utf8.count)
    }

    @Test("holds what was answered as the server sent it: spelling, duplicates, blanks, folded lines")
    func responseHead() async throws {
        let head =
            "HTTP/1.1 200  Sure thing \r\nContent-Length: 2\r\nset-COOKIE:a=1\r\nSet-Cookie: b=2; Path=/ \r\nX-Gr\u{FC}n: \t3\r\n\r\n"
        let (_, log) = try await said(WireRequest(url: ""), responding: head + "ok")
        #expect(log.text(.responseHead) == head)
        #expect(log.parts.map(\.kind) == [.requestHead, .responseHead])
    }

    @Test("holds informational answers, and trailers of a chunked body")
    func informationalAndTrailers() async throws {
        let early = "HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n"
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: x-sum\r\n\r\n"
        let (_, log) = try await said(
            WireRequest(url: ""), responding: early + early + head + "2\r\nok\r\n0\r\nX-Sum: 42\r\nx-sum: 43\r\n\r\n")
        #expect(log.parts.map(\.kind) == [.requestHead, .informational, .informational, .responseHead, .trailers])
        #expect(log.text(.informational) == early)
        #expect(log.text(.responseHead) == head)
        #expect(log.text(.trailers)?.hasPrefix("X-Sum: 42\r\nx-sum: 43\r\n") == true)
    }

    @Test(
        "holds the start of the body as it went out, and says how long it was",
        arguments: [100, 4_096, 40_000, 200_000])
    func requestBody(count: Int) async throws {
        let body = Data((0..<count).map { UInt8($0 % 251) })
        let server = try RawServer { connection, _ in
            _ = connection.readHead()
            _ = connection.read(count)
            connection.write(ok("hello"))
        }
        let request = WireRequest(method: .post, url: server.baseURL, body: .bytes(body))
        let log = try #require(try await transport.response(request).summary.wire)
        let part = try #require(log[.requestBody])
        #expect(part.length == count)
        #expect(part.isCut == (count > Exchange.WireLog.longestBody))
        #expect(part.content == .bytes(body.prefix(Exchange.WireLog.longestBody)))
    }

    @Test("keeps of an endless head no more than its bound, and tells the whole size")
    func bounds() async throws {
        let hints = String(repeating: "HTTP/1.1 103 Early\r\nX: 1\r\n\r\n", count: 100)
        let long = (0..<40).map { "X-\($0): \(String(repeating: "a", count: 3_000))\r\n" }.joined()
        let head = "HTTP/1.1 200 OK\r\n\(long)Content-Length: 0\r\n\r\n"
        var request = WireRequest(url: "")
        request.options.limits.headerBytes = 1 << 20
        let (_, log) = try await said(request, responding: hints + head)
        #expect(log.parts.filter { $0.kind == .informational }.count < Exchange.WireLog.mostParts)
        let part = try #require(log[.responseHead])
        #expect(part.length == head.utf8.count)
        #expect(part.content == .bytes(Data(head.utf8.prefix(Exchange.WireLog.longestPart))))
    }

    @Test("holds what was said before a failure, also of a head that broke off")
    func brokenOff() async throws {
        let server = try RawServer(responding: "HTTP/1.1 200 OK\r\nX-One: 1\r\n")
        let failure = try #require(await transport.failure(WireRequest(url: server.baseURL)))
        #expect(failure.wire?.text(.requestHead)?.hasPrefix("GET / HTTP/1.1\r\n") == true)
        #expect(failure.wire?.text(.responseHead) == "HTTP/1.1 200 OK\r\nX-One: 1\r\n")
    }

    @Test("each hop of a redirect has its own, and so has each attempt")
    func hopsAndAttempts() async throws {
        let moved = "HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        let busy = "HTTP/1.1 503 Busy\r\nRetry-After: 0\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        let server = try RawServer { connection, number in
            _ = connection.readHead()
            connection.write([busy, moved, ok("hello", "Connection: close\r\n")][min(number - 1, 2)])
        }
        let client = NetworkClient(transport: transport)
        var options = SendOptions()
        options.retry = RetryPolicy(maximumRetries: 1)
        let response = try await client.send(WireRequest(url: server.baseURL + "/a"), options: options)
        for try await _ in response.body {}
        let attempts = response.exchange().attempts
        #expect(attempts.map { $0.hops.count } == [1, 2])
        let hops = attempts.flatMap(\.hops)
        #expect(hops.map { $0.wire?.text(.responseHead) } == [busy, moved, ok("", "Connection: close\r\n", length: 5)])
        #expect(hops.map { $0.wire?.text(.requestHead)?.prefix(6) } == ["GET /a", "GET /a", "GET /b"])
    }

    @Test("a request that libcurl repeats after a challenge leaves both heads, each with its own hop")
    func challenged() async throws {
        let challenge =
            "HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm=\"r\", nonce=\"n\"\r\nContent-Length: 0\r\n\r\n"
        let server = try RawServer { connection, _ in
            _ = connection.readHead()
            connection.write(challenge)
            guard connection.readHead() != nil else { return }
            connection.write(ok("hello"))
        }
        var request = WireRequest(url: server.baseURL)
        request.options.authentication = .digest(user: "me", password: "secret")
        let response = try await transport.response(request)
        #expect(response.resent.first?.summary.wire?.text(.responseHead) == challenge)
        #expect(response.resent.first?.summary.wire?.text(.requestHead)?.contains("Authorization") == false)
        #expect(response.summary.wire?.text(.requestHead)?.contains("Authorization: Digest") == true)
        #expect(response.summary.wire?.text(.responseHead) == ok("", "", length: 5))
    }

    @Test("what is said to a proxy for a tunnel stands before the request, and the proxy among the connection's facts")
    func tunnel() async throws {
        let proxy = try HTTPProxy(.basic("me:secret"))
        let server = try RawServer(tls: ServerTLS(TestAuthority().issue())) { connection, _ in
            _ = connection.readHead()
            connection.write(ok("hello"))
        }
        var request = WireRequest(url: server.baseURL)
        request.options.verifiesTLS = false
        request.options.proxy = .proxy(TransferOptions.Proxy("http://me:secret@127.0.0.1:\(proxy.port)"))
        let summary = try await transport.response(request).summary
        let log = try #require(summary.wire)
        #expect(log.parts.last?.kind == .responseHead)
        let asked = log.parts.filter { $0.kind == .tunnelRequest }.map(\.text)
        #expect(asked == proxy.heads)
        #expect(log.parts.last { $0.kind == .tunnelResponse }?.text == "HTTP/1.1 200 Connection established\r\n\r\n")
        #expect(log.text(.requestHead)?.hasPrefix("GET / HTTP/1.1\r\n") == true)
        #expect(summary.connection.proxy == "http://127.0.0.1:\(proxy.port)")
    }

    @Test("a tunnel that is made anew, for a request that goes out once more, is kept with that")
    func secondTunnel() async throws {
        let proxy = try HTTPProxy()
        let server = try RawServer(tls: ServerTLS(TestAuthority().issue())) { connection, _ in
            let head = connection.readHead() ?? ""
            if head.contains("Authorization: Digest") {
                connection.write(ok("hello"))
                return
            }
            let challenge = "WWW-Authenticate: Digest realm=\"r\", nonce=\"n\", qop=\"auth\""
            connection.write(
                "HTTP/1.1 401 Unauthorized\r\n\(challenge)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        }
        var request = WireRequest(url: server.baseURL)
        request.options.verifiesTLS = false
        request.options.proxy = .proxy(TransferOptions.Proxy("http://127.0.0.1:\(proxy.port)"))
        request.options.authentication = .digest(user: "me", password: "secret")
        let response = try await transport.response(request)
        #expect(response.head.status == 200 && proxy.heads.count == 2)
        let logs: [Exchange.WireLog?] = response.resent.map { $0.summary.wire } + [response.summary.wire]
        try #require(logs.count == 2)
        for log in logs.compactMap({ $0 }) {
            #expect(log.parts.map(\.kind) == [.tunnelRequest, .tunnelResponse, .requestHead, .responseHead])
            #expect(log.text(.tunnelRequest)?.hasPrefix("CONNECT 127.0.0.1:\(server.port) ") == true)
            #expect(log.text(.tunnelResponse) == "HTTP/1.1 200 Connection established\r\n\r\n")
            #expect(log.text(.requestHead)?.components(separatedBy: "GET / HTTP/1.1").count == 2)
        }
        #expect(logs[0]?.text(.responseHead)?.hasPrefix("HTTP/1.1 401") == true)
        #expect(logs[1]?.text(.responseHead)?.hasPrefix("HTTP/1.1 200") == true)
    }

    @Test("without a tunnel the proxy is sent the absolute URL, and that is what the log holds")
    func forwarded() async throws {
        let proxy = try HTTPProxy()
        let server = try RawServer(responding: ok("hello"))
        var request = WireRequest(url: server.baseURL + "/a")
        request.options.proxy = .proxy(TransferOptions.Proxy("127.0.0.1:\(proxy.port)"))
        let log = try #require(try await transport.response(request).summary.wire)
        #expect(log.text(.requestHead) == proxy.heads.first)
    }

    @Test("of HTTP/2 it holds the fields in their order, pseudo-fields first")
    func http2() async throws {
        let server = try NGHTTPServer(
            certificate: TestAuthority().issue(), files: ["a": Data("hello".utf8)])
        var request = WireRequest(url: server.baseURL + "/a?b=1")
        request.headers = [HeaderField("X-Two", "2"), HeaderField("x-one", "1"), HeaderField("X-Two", "3")]
        request.options.verifiesTLS = false
        request.options.decodesContent = false
        let log = try #require(try await transport.response(request).summary.wire)
        guard case .fields(let sent)? = log[.requestHead]?.content,
            case .fields(let received)? = log[.responseHead]?.content
        else { throw WireLogError.noFields(log.description) }
        #expect(Set(sent.prefix(4).map(\.name)) == [":method", ":path", ":scheme", ":authority"])
        #expect(sent[":path"] == "/a?b=1")
        #expect(sent[":authority"] == "127.0.0.1:\(server.port)")
        #expect(sent.dropFirst(4).map { "\($0.name)=\($0.value)" } == ["x-two=2", "x-one=1", "x-two=3"])
        #expect(received.first == HeaderField(":status", "200"))
        #expect(received["content-length"] == "5")
        #expect(log.parts.allSatisfy { !$0.isCut })
    }

    @Test("fields behind a body of HTTP/2 are fields too")
    func http2Trailers() async throws {
        let server = try RawServer { connection, _ in
            guard connection.openHTTP2(), let stream = connection.readHTTP2Request() else { return }
            connection.write(
                HTTP2Frame.ok(stream: stream) + HTTP2Frame.data("hello", stream: stream, isLast: false)
                    + HTTP2Frame.trailer("x-sum", "42", stream: stream))
            connection.waitForClose()
        }
        var request = WireRequest(url: server.baseURL)
        request.options.httpVersion = .http2PriorKnowledge
        let log = try #require(try await transport.response(request).summary.wire)
        #expect(log[.trailers]?.content == .fields([HeaderField("x-sum", "42")]))
        #expect(log.parts.allSatisfy { !$0.isCut })
        guard case .fields(let sent)? = log[.requestHead]?.content else { throw WireLogError.noFields(log.description) }
        #expect(sent[":scheme"] == "http")
    }

    @Test("is left out where nobody wants to know", arguments: [CurlTransport.Configuration(), withoutHeaders])
    func switchedOff(configuration: CurlTransport.Configuration) async throws {
        let server = try RawServer(responding: ok("hello"))
        let response = try await CurlTransport(configuration: configuration).response(WireRequest(url: server.baseURL))
        #expect(response.summary.wire == nil)
    }

    private static let withoutHeaders = {
        var configuration = WireLogTests.configuration
        configuration.reportsHeadersSent = false
        return configuration
    }()

    @Test("tells nothing of what was said when it is printed")
    func description() {
        let log = Exchange.WireLog([Exchange.WireLog.Part(.requestHead, .bytes(Data("Authorization: Bearer abc".utf8)))]
        )
        var dumped = ""
        dump(log, to: &dumped)
        #expect("\(log)" == "requestHead 25 B")
        #expect(!dumped.contains("abc"))
        for content in log.parts.map(\.content) {
            dump(content, to: &dumped)
            #expect("\(content)" == "25 B" && !dumped.contains("abc"))
        }
    }

    @Test("holds of a long head of ours no more than of another's")
    func longRequest() async throws {
        var request = WireRequest(url: "")
        request.headers = [HeaderField("X-Long", String(repeating: "a", count: 80_000))]
        let (received, log) = try await said(request, responding: ok("hello"))
        let part = try #require(log[.requestHead])
        #expect(part.length == received.utf8.count)
        #expect(part.content == .bytes(Data(received.utf8.prefix(Exchange.WireLog.longestPart))))
    }

    @Test("holds a body that waited for 100 Continue, and one that was never answered")
    func lateBody() async throws {
        let body = Data("name=value".utf8)
        let patient = try RawServer { connection, _ in
            _ = connection.readHead()
            connection.write("HTTP/1.1 100 Continue\r\n\r\n")
            _ = connection.read(body.count)
            connection.write(ok("hello"))
        }
        var request = WireRequest(method: .post, url: patient.baseURL, body: .bytes(body))
        request.headers = [HeaderField("Expect", "100-continue")]
        let responded = try await transport.response(request).summary.wire
        #expect(responded?[.requestBody]?.content == .bytes(body))
        let silent = try RawServer { connection, _ in
            _ = connection.readHead()
            _ = connection.read(body.count)
        }
        let failure = await transport.failure(WireRequest(method: .post, url: silent.baseURL, body: .bytes(body)))
        #expect(failure?.wire?[.requestBody]?.content == .bytes(body))
    }
}

private enum WireLogError: Error { case noFields(String) }

extension Exchange.WireLog {
    fileprivate func text(_ kind: Part.Kind) -> String? { self[kind]?.text }
}

extension Exchange.WireLog.Part {
    /// The text of HTTP/1, in Latin-1 if it is not UTF-8.
    fileprivate var text: String? {
        guard case .bytes(let data) = content else { return nil }
        return String(data: data, encoding: .utf8) ?? String(data: data, encoding: .isoLatin1)
    }
}

/// Returns the head of a response, whose body is elsewhere.
private func ok(_ body: String, _ fields: String, length: Int) -> String {
    "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\(fields)\r\n"
}
