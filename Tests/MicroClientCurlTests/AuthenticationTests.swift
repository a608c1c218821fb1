import Foundation
import MicroClient
import MicroClientCurl
import TestSupport
import Testing

@Suite("Authentication")
struct AuthenticationTests {
    let transport = CurlTransport()

    // MARK: Basic

    @Test("presents basic credentials at once, instead of the request's own field and of the URL's user")
    func basic() async throws {
        let server = try echoingServer()
        let url = server.baseURL.replacingOccurrences(of: "://", with: "://other:word@")
        var basic = authenticated(url, .basic(user: "me", password: "s:ä"))
        basic.headers = [HeaderField("authorization", "Bearer own"), HeaderField("X-One", "1")]
        let response = try await transport.response(basic)
        let expected = "Basic " + Data("me:s:ä".utf8).base64EncodedString()
        #expect(field("Authorization", in: response.text) == expected)
        #expect(response.text.components(separatedBy: "uthorization").count == 2)
        #expect(response.text.contains("X-One: 1"))
        #expect(response.summary.requestHeadersSent?["Authorization"] == expected)
        #expect(response.resent.isEmpty)
    }

    @Test("still makes basic credentials of the URL's user, and keeps the request's own field without credentials")
    func userInformation() async throws {
        let server = try echoingServer()
        let url = server.baseURL.replacingOccurrences(of: "://", with: "://me:word@")
        let text = try await transport.response(WireRequest(url: url)).text
        #expect(field("Authorization", in: text) == "Basic " + Data("me:word".utf8).base64EncodedString())
        let own = WireRequest(url: server.baseURL, headers: [HeaderField("Authorization", "Bearer x")])
        #expect(field("Authorization", in: try await transport.response(own).text) == "Bearer x")
    }

    // MARK: Digest

    /// Lets in who knows the password; a body as long as Content-Length says is read and echoed.
    private func digestServer(
        _ checker: DigestChecker, closes: Bool = false, heads: Reports = Reports()
    ) throws -> RawServer {
        try RawServer { connection, number in
            while let head = connection.readHead() {
                heads.add(head)
                let length = field("Content-Length", in: head).flatMap { Int($0) } ?? 0
                let body = String(decoding: connection.read(length), as: UTF8.self)
                guard let fault = checker.fault(in: head, nonce: "n1") else {
                    connection.write(ok("welcome \(body)"))
                    continue
                }
                let ending = closes ? "Connection: close\r\n" : ""
                connection.write(
                    "HTTP/1.1 401 No\r\nWWW-Authenticate: \(checker.challenge(nonce: "n1"))\r\n\(ending)"
                        + "Content-Length: \(fault.utf8.count)\r\n\r\n\(fault)")
                if closes { return }
            }
        }
    }

    @Test(
        "answers a digest challenge, the challenged sending a hop of its own", arguments: ["MD5", "SHA-256"],
        [false, true])
    func digest(algorithm: String, closes: Bool) async throws {
        let checker = DigestChecker(user: "me", password: "secret", algorithm: algorithm)
        let server = try digestServer(checker, closes: closes)
        var kinds: [String] = []
        var response = ReceivedResponse()
        let digest = authenticated(server.baseURL + "/a?b=c", .digest(user: "me", password: "secret"))
        for try await event in transport.transfer(digest) {
            kinds.append(String(describing: event).prefix { $0 != "(" }.description)
            response.add(event)
        }
        #expect(kinds == ["connected", "resending", "connected", "head", "body", "completed"])
        #expect(response.head.status == 200)
        #expect(response.text == "welcome ")
        #expect(response.connected.map(\.isReused) == [false, !closes])
        let end = try #require(response.resent.first)
        guard case .challenge(let head) = end.reason else {
            Issue.record("\(end.reason)")
            return
        }
        #expect(head.status == 401)
        #expect(head.headers["WWW-Authenticate"]?.hasPrefix("Digest ") == true)
        #expect(end.summary.requestHeadersSent?.contains(named: "Authorization") == false)
        #expect(end.summary.bodyBytesOnWire == nil)
        #expect(end.summary.connection.isReused == false)
        #expect(end.summary.timings.connect != nil)
        #expect(end.summary.timings.wait != nil)
        #expect(response.summary.requestHeadersSent?["Authorization"]?.hasPrefix("Digest ") == true)
        #expect(response.summary.bodyBytesOnWire == Int64("welcome ".utf8.count))
        #expect(response.summary.trailers.isEmpty)
        #expect((response.summary.timings.connect == nil) == !closes)
        for timings in [end.summary.timings, response.summary.timings] {
            #expect(timings.phases.allSatisfy { $0 >= .zero })
            #expect(timings.phases.reduce(.zero, +) <= (timings.total ?? .zero), "\(timings)")
        }
    }

    @Test("gives the 401 with its body when the password is wrong")
    func wrongPassword() async throws {
        let server = try digestServer(DigestChecker(user: "me", password: "secret"))
        let response = try await transport.response(
            authenticated(server.baseURL, .digest(user: "me", password: "guess")))
        #expect(response.resent.count == 1)
        #expect(response.heads.map(\.status) == [401])
        #expect(response.text == "wrong response")
        #expect(!"\(response)".contains("guess"))
    }

    @Test("gives a 401 whole, with its body, to who has no credentials")
    func noCredentials() async throws {
        let server = try digestServer(DigestChecker(user: "me", password: "secret"))
        let response = try await transport.response(WireRequest(url: server.baseURL))
        #expect(response.heads.map(\.status) == [401])
        #expect(response.text == "no credentials")
    }

    @Test("sends a body after the challenge, and none before it", arguments: [5, 100 << 10])
    func digestWithBody(size: Int) async throws {
        let heads = Reports()
        let server = try digestServer(DigestChecker(user: "me", password: "secret"), heads: heads)
        let body = String(repeating: "x", count: size)
        let response = try await transport.response(
            authenticated(
                server.baseURL, .digest(user: "me", password: "secret"), method: .post, body: .bytes(Data(body.utf8))))
        #expect(response.text == "welcome \(body)")
        #expect(response.uploaded.last == Int64(size))
        #expect(response.uploaded.allSatisfy { $0 > 0 })
        #expect(await heads.next().flatMap { field("Content-Length", in: $0) } == "0")
        #expect(await heads.next().flatMap { field("Content-Length", in: $0) } == "\(size)")
        #expect(response.resent.first?.summary.requestHeadersSent?["Content-Length"] == "0")
        #expect(response.summary.requestHeadersSent?["Content-Length"] == "\(size)")
    }

    @Test("sends a stream after the challenge")
    func digestWithStream() async throws {
        let server = try digestServer(DigestChecker(user: "me", password: "secret"))
        let response = try await transport.response(
            authenticated(
                server.baseURL, .digest(user: "me", password: "secret"), method: .put, body: readOnce("hello")))
        #expect(response.text == "welcome hello")
    }

    /// Creates a server that always challenges again, and says that the credentials were right but for their age.
    private func endlessServer() throws -> RawServer {
        try RawServer { connection, number in
            var nonce = 0
            while let head = connection.readHead() {
                nonce += 1
                _ = connection.read(field("Content-Length", in: head).flatMap { Int($0) } ?? 0)
                let challenge = DigestChecker(user: "", password: "").challenge(nonce: "n\(nonce)", isStale: nonce > 1)
                connection.write("HTTP/1.1 401 No\r\nWWW-Authenticate: \(challenge)\r\nContent-Length: 2\r\n\r\nno")
            }
        }
    }

    @Test("ends when the challenges do not")
    func endlessChallenges() async throws {
        let server = try endlessServer()
        let error = try #require(
            await transport.failure(authenticated(server.baseURL, .digest(user: "me", password: "secret"))))
        #expect(error.code == .authenticationFailed)
        #expect(error.message.contains("7 times"), "\(error.message)")
        #expect(!"\(error)".contains("secret"))
    }

    @Test("says that a stream cannot be sent again when the challenge comes after it")
    func challengeAfterStream() async throws {
        let server = try endlessServer()
        let error = try #require(
            await transport.failure(
                authenticated(
                    server.baseURL, .digest(user: "me", password: "secret"), method: .put, body: readOnce("hello"))))
        #expect(error.code == .authenticationFailed)
        #expect(error.message.contains("stream"), "\(error.message)")
    }

    @Test("sends a body without its expectation, as a hop of its own, after 417")
    func expectationFailed() async throws {
        let server = try RawServer { connection, number in
            while let head = connection.readHead() {
                guard field("Expect", in: head) == nil else {
                    connection.write("HTTP/1.1 417 No\r\nContent-Length: 2\r\n\r\nno")
                    continue
                }
                connection.write(ok(String(decoding: connection.read(5), as: UTF8.self)))
            }
        }
        var put = WireRequest(method: .put, url: server.baseURL, body: .bytes(Data("hello".utf8)))
        put.options.expectContinueTimeout = .seconds(60)
        let response = try await transport.response(put)
        #expect(response.text == "hello")
        #expect(response.heads.map(\.status) == [200])
        #expect(response.resent.count == 1)
    }

    @Test("is recorded hop by hop by a client, and keeps its secrets to itself")
    func recorded() async throws {
        let server = try digestServer(DigestChecker(user: "me", password: "s3cr3t"))
        let client = NetworkClient(
            configuration: NetworkConfiguration(session: .curl(transport), baseURL: URL(fileURLWithPath: "/")))
        let digest = authenticated(
            server.baseURL, .digest(user: "me", password: "s3cr3t"), method: .put, body: .bytes(Data("hello".utf8)))
        let response = try await client.send(digest)
        #expect(String(decoding: try await response.collect(upTo: 100), as: UTF8.self) == "welcome hello")
        let exchange = response.exchange()
        let hops = try #require(exchange.attempts.first).hops
        #expect(exchange.attempts.count == 1)
        #expect(hops.map { $0.response?.status } == [401, 200])
        #expect(hops.map(\.request.bodyLength) == [0, 5])
        #expect(hops.map { $0.request.headers["Content-Length"] } == ["0", "5"])
        #expect(hops.map { $0.connection?.isReused } == [false, true])
        #expect(hops.allSatisfy { $0.timings.total ?? .zero > .zero })
        var dumped = ""
        dump(digest, to: &dumped)
        for text in ["\(exchange)", "\(digest)", String(reflecting: digest.options), dumped] {
            #expect(!text.contains("s3cr3t"))
        }
    }
}
