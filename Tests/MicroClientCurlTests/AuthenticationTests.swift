import Foundation
import MicroClient
import MicroClientCurl
import TestSupport
import Testing

@Suite("Authentication")
struct AuthenticationTests {
    let transport = CurlTransport()

    private func request(
        _ url: String, _ authentication: TransferAuthentication, method: HTTPMethod = .get, body: BodySource = .none
    ) -> WireRequest {
        var request = WireRequest(method: method, url: url, body: body)
        request.options.authentication = authentication
        return request
    }

    /// The value of a field in a request's head.
    private func field(_ name: String, in head: String) -> String? {
        head.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix("\(name.lowercased()): ") }
            .map { String($0.dropFirst(name.count + 2)) }
    }

    // MARK: Basic

    private func echoingServer() throws -> RawServer {
        try RawServer { connection, _ in
            while let head = connection.readHead() { connection.write(ok(head)) }
        }
    }

    @Test("presents basic credentials at once, instead of the request's own field and of the URL's user")
    func basic() async throws {
        let server = try echoingServer()
        let url = server.baseURL.replacingOccurrences(of: "://", with: "://other:word@")
        var basic = request(url, .basic(user: "me", password: "s:ä"))
        basic.headers = [HeaderField("authorization", "Bearer own"), HeaderField("X-One", "1")]
        let answer = try await transport.answer(basic)
        let expected = "Basic " + Data("me:s:ä".utf8).base64EncodedString()
        #expect(field("Authorization", in: answer.text) == expected)
        #expect(answer.text.components(separatedBy: "uthorization").count == 2)
        #expect(answer.text.contains("X-One: 1"))
        #expect(answer.summary.requestHeadersSent?["Authorization"] == expected)
        #expect(answer.resent.isEmpty)
    }

    @Test("still makes basic credentials of the URL's user, and keeps the request's own field without credentials")
    func userInformation() async throws {
        let server = try echoingServer()
        let url = server.baseURL.replacingOccurrences(of: "://", with: "://me:word@")
        let text = try await transport.answer(WireRequest(url: url)).text
        #expect(field("Authorization", in: text) == "Basic " + Data("me:word".utf8).base64EncodedString())
        let own = WireRequest(url: server.baseURL, headers: [HeaderField("Authorization", "Bearer x")])
        #expect(field("Authorization", in: try await transport.answer(own).text) == "Bearer x")
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
        var answer = Answer()
        let digest = request(server.baseURL + "/a?b=c", .digest(user: "me", password: "secret"))
        for try await event in transport.transfer(digest) {
            kinds.append(String(describing: event).prefix { $0 != "(" }.description)
            answer.add(event)
        }
        #expect(kinds == ["connected", "resending", "connected", "head", "body", "completed"])
        #expect(answer.head.status == 200)
        #expect(answer.text == "welcome ")
        #expect(answer.connected.map(\.isReused) == [false, !closes])
        let end = try #require(answer.resent.first)
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
        #expect(answer.summary.requestHeadersSent?["Authorization"]?.hasPrefix("Digest ") == true)
        #expect(answer.summary.bodyBytesOnWire == Int64("welcome ".utf8.count))
        #expect(answer.summary.trailers.isEmpty)
        #expect((answer.summary.timings.connect == nil) == !closes)
        for timings in [end.summary.timings, answer.summary.timings] {
            #expect(timings.phases.allSatisfy { $0 >= .zero })
            #expect(timings.phases.reduce(.zero, +) <= (timings.total ?? .zero), "\(timings)")
        }
    }

    @Test("gives the 401 with its body when the password is wrong")
    func wrongPassword() async throws {
        let server = try digestServer(DigestChecker(user: "me", password: "secret"))
        let answer = try await transport.answer(request(server.baseURL, .digest(user: "me", password: "guess")))
        #expect(answer.resent.count == 1)
        #expect(answer.heads.map(\.status) == [401])
        #expect(answer.text == "wrong response")
        #expect(!"\(answer)".contains("guess"))
    }

    @Test("gives a 401 whole, with its body, to who has no credentials")
    func noCredentials() async throws {
        let server = try digestServer(DigestChecker(user: "me", password: "secret"))
        let answer = try await transport.answer(WireRequest(url: server.baseURL))
        #expect(answer.heads.map(\.status) == [401])
        #expect(answer.text == "no credentials")
    }

    @Test("sends a body after the challenge, and none before it", arguments: [5, 100 << 10])
    func digestWithBody(size: Int) async throws {
        let heads = Reports()
        let server = try digestServer(DigestChecker(user: "me", password: "secret"), heads: heads)
        let body = String(repeating: "x", count: size)
        let answer = try await transport.answer(
            request(
                server.baseURL, .digest(user: "me", password: "secret"), method: .post, body: .bytes(Data(body.utf8))))
        #expect(answer.text == "welcome \(body)")
        #expect(answer.uploaded.last == Int64(size))
        #expect(answer.uploaded.allSatisfy { $0 > 0 })
        #expect(await heads.next().flatMap { field("Content-Length", in: $0) } == "0")
        #expect(await heads.next().flatMap { field("Content-Length", in: $0) } == "\(size)")
        #expect(answer.resent.first?.summary.requestHeadersSent?["Content-Length"] == "0")
        #expect(answer.summary.requestHeadersSent?["Content-Length"] == "\(size)")
    }

    private func stream(_ text: String) -> BodySource {
        .stream(
            BodyStream(length: Int64(text.utf8.count)) {
                let chunks = Reports()
                chunks.add(text)
                chunks.finish()
                return { await chunks.next().map { Data($0.utf8) } }
            })
    }

    @Test("sends a stream after the challenge")
    func digestWithStream() async throws {
        let server = try digestServer(DigestChecker(user: "me", password: "secret"))
        let answer = try await transport.answer(
            request(server.baseURL, .digest(user: "me", password: "secret"), method: .put, body: stream("hello")))
        #expect(answer.text == "welcome hello")
    }

    /// Always challenges anew, and says that the credentials were right but for their age.
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
            await transport.failure(request(server.baseURL, .digest(user: "me", password: "secret"))))
        #expect(error.code == .authenticationFailed)
        #expect(error.message.contains("7 times"), "\(error.message)")
        #expect(!"\(error)".contains("secret"))
    }

    @Test("says that a stream cannot be sent again when the challenge comes after it")
    func challengeAfterStream() async throws {
        let server = try endlessServer()
        let error = try #require(
            await transport.failure(
                request(server.baseURL, .digest(user: "me", password: "secret"), method: .put, body: stream("hello"))))
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
        let answer = try await transport.answer(put)
        #expect(answer.text == "hello")
        #expect(answer.heads.map(\.status) == [200])
        #expect(answer.resent.count == 1)
    }

    @Test("is recorded hop by hop by a client, and keeps its secrets to itself")
    func recorded() async throws {
        let server = try digestServer(DigestChecker(user: "me", password: "s3cr3t"))
        let client = NetworkClient(
            configuration: NetworkConfiguration(session: .curl(transport), baseURL: URL(fileURLWithPath: "/")))
        let digest = request(
            server.baseURL, .digest(user: "me", password: "s3cr3t"), method: .put, body: .bytes(Data("hello".utf8)))
        let response = try await client.send(digest)
        #expect(String(decoding: try await response.collect(upTo: 100), as: UTF8.self) == "welcome hello")
        let exchange = response.exchange()
        let hops = try #require(exchange.attempts.first).hops
        #expect(exchange.attempts.count == 1)
        #expect(hops.map(\.response?.status) == [401, 200])
        #expect(hops.map(\.request.bodyLength) == [0, 5])
        #expect(hops.map { $0.request.headers["Content-Length"] } == ["0", "5"])
        #expect(hops.map(\.connection?.isReused) == [false, true])
        #expect(hops.allSatisfy { $0.timings.total ?? .zero > .zero })
        var dumped = ""
        dump(digest, to: &dumped)
        for text in ["\(exchange)", "\(digest)", String(reflecting: digest.options), dumped] {
            #expect(!text.contains("s3cr3t"))
        }
    }

    // MARK: NTLM and Negotiate, at the level of messages

    @Test("goes through NTLM's three messages on one connection")
    func ntlm() async throws {
        let server = try RawServer { connection, number in
            while let head = connection.readHead() {
                _ = connection.read(field("Content-Length", in: head).flatMap { Int($0) } ?? 0)
                let message = field("Authorization", in: head).flatMap { Data(base64Encoded: String($0.dropFirst(5))) }
                switch message.map(ntlmType) {
                case 1:
                    connection.write(
                        "HTTP/1.1 401 No\r\nWWW-Authenticate: NTLM \(ntlmChallenge.base64EncodedString())\r\n"
                            + "Content-Length: 2\r\n\r\nno")
                case 3: connection.write(ok("\(number) \(namesInUTF16(message, "me"))"))
                default: connection.write("HTTP/1.1 400 Bad\r\nContent-Length: 0\r\n\r\n")
                }
            }
        }
        let ntlm = request(
            server.baseURL, .ntlm(user: "DOMAIN\\me", password: "secret"), method: .post, body: .bytes(Data("x".utf8)))
        let answer = try await transport.answer(ntlm)
        #expect(answer.head.status == 200)
        #expect(answer.text == "1 true")
        #expect(answer.resent.count == 1)
        #expect(answer.connected.map(\.isReused) == [false, true])
        #expect(answer.uploaded == [1])
    }

    @Test("gives the 401 to Negotiate without a ticket")
    func negotiate() async throws {
        let server = try RawServer { connection, _ in
            while connection.readHead() != nil {
                connection.write("HTTP/1.1 401 No\r\nWWW-Authenticate: Negotiate\r\nContent-Length: 2\r\n\r\nno")
            }
        }
        let answer = try await transport.answer(request(server.baseURL, .negotiate))
        #expect(answer.heads.map(\.status) == [401])
        #expect(answer.text == "no")
    }

    // MARK: AWS

    @Test("signs for AWS: scope, signed headers, body")
    func awsSignature() async throws {
        let server = try echoingServer()
        let signed = request(
            server.baseURL + "/a",
            .awsSignature(accessKey: "AKID", secretKey: "secret", region: "eu-west-1", service: "s3"))
        let text = try await transport.answer(signed).text
        let value = try #require(field("Authorization", in: text))
        let day = try #require(field("X-Amz-Date", in: text)).prefix(8)
        #expect(value.hasPrefix("AWS4-HMAC-SHA256 Credential=AKID/\(day)/eu-west-1/s3/aws4_request, SignedHeaders="))
        let signature = try #require(value.components(separatedBy: "Signature=").last)
        #expect(signature.count == 64 && signature.allSatisfy(\.isHexDigit))
        #expect(!text.contains("secret"))
    }

    @Test("refuses to sign for AWS what it cannot: no region to be found, a body that is not there yet")
    func unsignable() async throws {
        let unknown = try #require(
            await transport.failure(request("http://127.0.0.1/", .awsSignature(accessKey: "AKID", secretKey: "secret")))
        )
        #expect(unknown.code == .invalidRequest)
        #expect(unknown.message.contains("region"))
        let aws = TransferAuthentication.awsSignature(
            accessKey: "AKID", secretKey: "secret", region: "eu-west-1", service: "s3")
        let error = try #require(
            await transport.failure(request("http://127.0.0.1/", aws, method: .put, body: stream("x"))))
        #expect(error.code == .invalidRequest)
        #expect(error.message.contains("x-amz-content-sha256"))
    }
}

private func ntlmType(_ message: Data) -> Int? {
    let bytes = Array(message)
    return bytes.count > 8 && bytes.starts(with: Array("NTLMSSP\0".utf8)) ? Int(bytes[8]) : nil
}

private func namesInUTF16(_ message: Data?, _ name: String) -> Bool {
    message?.range(of: Data(name.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })) != nil
}

/// A type 2 message: Unicode and NTLM, a target without a name, eight bytes of challenge.
///
/// - Source: MS-NLMP, section 2.2.1.2.
private let ntlmChallenge = Data(
    Array("NTLMSSP\0".utf8) + [2, 0, 0, 0] + [0, 0, 0, 0, 48, 0, 0, 0] + [0x01, 0x82, 0x00, 0x00]
        + [1, 2, 3, 4, 5, 6, 7, 8] + [UInt8](repeating: 0, count: 8) + [0, 0, 0, 0, 48, 0, 0, 0]
        + [UInt8](repeating: 0, count: 8))
