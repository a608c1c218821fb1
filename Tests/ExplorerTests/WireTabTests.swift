import Exchanges
import Foundation
import MicroClient
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("The wire on screen")
struct WireTabTests {
    private static let url = "http://127.0.0.1:8642/users/7?token=abcdefgh"

    private static func hop(_ status: Int = 200, after start: Duration = .zero) -> Exchange.Hop {
        let sent =
            "GET /users/7?token=abcdefgh HTTP/1.1\r\nHost: 127.0.0.1:8642\r\nauthorization:  Bearer t0p-secret\r\nX-Trace: t0p-secret!\r\n\r\n"
        let received =
            "HTTP/1.1 \(status) OK\r\nSet-Cookie: sid=1234\r\nX-Bell: a\u{7}b\r\nContent-Encoding: gzip\r\n\r\n"
        var certificate = ConnectionFacts.Certificate(
            subject: "CN=localhost", issuer: "CN=Test authority", alternativeNames: ["DNS:localhost"],
            notBefore: Explorers.start - 86_400, notAfter: Explorers.start + 10 * 86_400 + 60, serialNumber: "01AB",
            fingerprint: Data([0xAB, 0x0C]))
        certificate.alternativeNames.append("IP Address:127.0.0.1")
        var hop = Exchange.Hop(
            startedAfter: start, request: Exchange.SentRequest(method: .get, url: url, headers: []),
            response: ResponseHead(status: status, httpVersion: "1.1"),
            connection: ConnectionFacts(
                remoteAddress: "127.0.0.1", remotePort: 8642, isReused: true, tlsVersion: "TLSv1.3",
                tlsCipher: "TLS_AES_256_GCM_SHA384", certificates: [certificate], proxy: "http://proxy.test:3128"),
            bodyBytesOnWire: 1_000, bodyBytes: 4_200)
        hop.timings.wait = .milliseconds(20)
        hop.timings.total = .milliseconds(30)
        hop.wire = Exchange.WireLog([
            Exchange.WireLog.Part(.requestHead, .bytes(Data(sent.utf8))),
            Exchange.WireLog.Part(.requestBody, .bytes(Data("user=me&password=hunter22".utf8)), length: 9_000),
            Exchange.WireLog.Part(.responseHead, .bytes(Data(received.utf8))),
            Exchange.WireLog.Part(.trailers, .bytes(Data("X-Sum: 42\r\n".utf8))),
        ])
        return hop
    }

    private static func attempt(_ number: Int, _ hops: [Exchange.Hop]) -> Exchange.Attempt {
        Exchange.Attempt(
            number: number, startedAfter: hops[0].startedAfter, request: hops[0].request, hops: hops,
            outcome: .response(status: hops.last?.response?.status ?? 0))
    }

    private func scene(_ attempts: [Exchange.Attempt], rows: Int = 60) throws -> SentScene {
        var scene = try SentScene(columns: 130, rows: rows)
        scene.report(.receiving(ResponseHead(status: 200, headers: [HeaderField("Content-Length", "0")]), .init([])))
        scene.finish(attempts)
        scene.press("3", "[", "z")
        return scene
    }

    @Test("tells the connection, the certificate with its days, what was sent and received, and the sizes")
    func whole() throws {
        let scene = try scene([Self.attempt(1, [Self.hop()])])
        for text in [
            "[Wire]", "Attempt 1", "* 127.0.0.1:8642, a reused connection, HTTP/1.1",
            "* TLSv1.3, TLS_AES_256_GCM_SHA384",
            "* through the proxy http://proxy.test:3128", "* certificate 1: CN=localhost",
            "issued by CN=Test authority",
            "for DNS:localhost, IP Address:127.0.0.1", "10 days left", "serial 01AB", "SHA-256 AB:0C",
            "> Host: 127.0.0.1:8642", "* request body: 9.0 KB, of which the first 25 B are shown",
            "< HTTP/1.1 200 OK", "* after the body:", "< X-Sum: 42",
            "* response body: 1.0 KB on the wire, 4.2 KB decoded, 4.2 times", "* heads: ",
        ] { #expect(scene.state.screen.contains(text), "\(text)") }
    }

    @Test("hides credentials and known secrets until asked, spelling and blanks as they were sent")
    func secrets() throws {
        var scene = try scene([Self.attempt(1, [Self.hop()])])
        scene.state.secrets.insert(["t0p-secret"])
        for text in [
            "> GET /users/7?token=•••• HTTP/1.1", "> authorization:  ••••", "> X-Trace: ••••!",
            "> user=me&password=••••",
            "< Set-Cookie: ••••", "Ctrl-O shows them",
        ] { #expect(scene.state.screen.contains(text), "\(text)") }
        scene.press(.control("o"))
        for text in [
            "> GET /users/7?token=abcdefgh HTTP/1.1", "> authorization:  Bearer t0p-secret", "> X-Trace: t0p-secret!",
            "password=hunter22", "< Set-Cookie: sid=1234", "Ctrl-O hides them",
        ] { #expect(scene.state.screen.contains(text), "\(text)") }
        scene.press(.control("o"))
        #expect(!scene.state.screen.contains("t0p-secret"))
    }

    @Test("what is copied is masked as it is shown")
    func copying() throws {
        var scene = try scene([Self.attempt(1, [Self.hop()])])
        scene.state.secrets.insert(["t0p-secret"])
        func copied() throws -> Clip {
            scene.press("y")
            scene.type("Tab")
            scene.press(.enter)
            guard case .copy(let clip)? = scene.effects.last?.order else { throw SentScene.NothingSent() }
            return clip
        }
        let masked = try copied()
        let text = try #require(masked.textForTerminal)
        #expect(text.contains("> X-Trace: ••••!") && !text.contains("t0p-secret") && !text.contains("sid=1234"))
        #expect(!masked.isSecret)
        scene.press(.control("o"))
        let shown = try copied()
        #expect(shown.textForTerminal?.contains("Bearer t0p-secret") == true && shown.isSecret)
        #expect(scene.state.status?.text.contains("secrets included") == true)
    }

    @Test("control characters are pictured")
    func controls() throws {
        let screen = try scene([Self.attempt(1, [Self.hop()])]).state.screen
        #expect(!screen.contains("\u{7}") && screen.contains("< X-Bell: a"))
    }

    @Test("each attempt and hop has a heading")
    func headings() throws {
        let screen = try scene(
            [Self.attempt(1, [Self.hop(503)]), Self.attempt(2, [Self.hop(302), Self.hop(after: .milliseconds(60))])],
            rows: 120
        ).state.screen
        for text in ["Attempt 1", "Attempt 2, hop 1", "Attempt 2, hop 2"] { #expect(screen.contains(text)) }
    }

    @Test("while it runs, what is known stands there, and that the bytes come later")
    func running() throws {
        var scene = try SentScene(columns: 130, rows: 60)
        let request = Exchange.SentRequest(
            method: .get, url: Self.url, headers: [HeaderField("Authorization", "Bearer x")])
        scene.press("3", "[", "z")
        #expect(scene.state.screen.contains("Nothing was sent yet"))
        scene.report(.exchange(.attemptStarted(number: 1, request)))
        scene.report(.exchange(.connected(ConnectionFacts(remoteAddress: "127.0.0.1", remotePort: 1, isReused: false))))
        scene.report(.exchange(.responseHead(ResponseHead(status: 200, headers: [HeaderField("X-A", "1")]))))
        for text in [
            "the bytes are shown at the end", "* 127.0.0.1:1, a new connection", "> GET http", "token=••••",
            "> Authorization: ••••", "< X-A: 1",
        ] { #expect(scene.state.screen.contains(text), "\(text)") }
    }

    @Test("outside of the tab Ctrl-O says where secrets are shown")
    func elsewhere() throws {
        var scene = try scene([Self.attempt(1, [Self.hop()])])
        scene.press("]", .control("o"))
        #expect(scene.state.status?.text.contains("tabs Headers and Wire") == true)
    }

    @Test("a head of thousands of lines, and a line of 64 KiB, are cut for the screen")
    func long() throws {
        var hop = Self.hop()
        let many = (0..<4_000).map { "X-\($0): 1\r\n" }.joined()
        hop.wire = Exchange.WireLog([
            Exchange.WireLog.Part(.responseHead, .bytes(Data("HTTP/1.1 200 OK\r\n\(many)\r\n".utf8))),
            Exchange.WireLog.Part(.trailers, .bytes(Data("X: \(String(repeating: "a", count: 64_000))\r\n".utf8))),
        ])
        let lines = WireTranscript(hop, masks: true, now: Explorers.start).lines
        #expect(lines.count < 500)
        #expect(lines.contains { $0.text.hasPrefix("and ") && $0.text.hasSuffix(" more lines") })
        #expect(lines.allSatisfy { $0.text.utf8.count < 5_000 })
    }

    @Test("in the waterfall a login stands where it was, and a token's request before the first attempt")
    func waterfall() throws {
        var token = AuxiliaryExchange(
            .token(grant: "client_credentials"), summary: "token fetched", isDone: true,
            exchange: Exchange(
                request: Self.hop().request, startedAt: Explorers.start - 0.1,
                attempts: [Self.attempt(1, [Self.hop()])],
                duration: .milliseconds(50)))
        token.attemptsBefore = 0
        var login = AuxiliaryExchange(
            .login(path: "auth/login.yml"), summary: "logged in", isDone: true,
            exchange: Exchange(
                request: Self.hop().request, startedAt: Explorers.start + 0.4,
                attempts: [Self.attempt(1, [Self.hop()])],
                duration: .milliseconds(50)))
        login.attemptsBefore = 1
        var scene = try SentScene(columns: 130, rows: 60)
        scene.report(.receiving(ResponseHead(status: 200, headers: [HeaderField("Content-Length", "0")]), .init([])))
        scene.finish(
            [Self.attempt(1, [Self.hop(401)]), Self.attempt(2, [Self.hop(after: .milliseconds(800))])],
            auxiliaryExchanges: [token, login], after: .milliseconds(900))
        scene.press("3", "]", "]", "z")
        let lines = scene.state.screen.split(separator: "\n").map(String.init)
        let order = ["token: client_credentials", "Attempt 1", "login: auth/login.yml", "Attempt 2", "total"].map {
            text in
            lines.firstIndex { $0.contains(text) } ?? -1
        }
        #expect(order == order.sorted() && !order.contains(-1), "\(order)")
        #expect(lines[order[4]].contains("1.00 s"))
        let starts = order.dropLast().map { row in lines[row + 1].distance(to: "█") }
        #expect(starts == starts.sorted() && Set(starts).count == 4, "\(starts)")
    }
}

extension String {
    /// Returns the number of characters before the first such one.
    fileprivate func distance(to character: Character) -> Int { prefix { $0 != character }.count }
}
