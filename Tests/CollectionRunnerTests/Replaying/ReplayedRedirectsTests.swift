import BodyStore
import Exchanges
import Foundation
import MicroClient
import MicroClientCurl
import OpenCollection
import Synchronization
import TestSupport
import Testing

@testable import CollectionRunner

/// A server that redirects as a test says, and writes down what it was asked: "DELETE /a", with `+` where a body came along.
private final class RedirectingServer: Sendable {
    private let log = Log()
    private let server: RawServer
    var baseURL: String { server.baseURL }
    var requests: [String] { log.lines.withLock { $0 } }
    /// The fields of each request, in order.
    var heads: [String] { log.heads.withLock { $0 } }

    private final class Log: Sendable {
        let lines = Mutex<[String]>([])
        let heads = Mutex<[String]>([])
        let routes = Mutex<[String: String]>([:])
    }

    /// - Parameter routes: "302 /b" for a path; other paths get a response with 200.
    init(_ routes: [String: String]) throws {
        let log = log
        log.routes.withLock { $0 = routes }
        server = try RawServer { connection, _ in
            guard let head = connection.readHead() else { return }
            let words = head.split(separator: " ")
            let lengthField = head.split(whereSeparator: \.isNewline).first {
                $0.lowercased().hasPrefix("content-length:")
            }
            let length = lengthField.flatMap { Int($0.split(separator: " ")[1]) } ?? 0
            _ = connection.read(length)
            log.lines.withLock { $0.append("\(words[0]) \(words[1])\(length > 0 ? "+" : "")") }
            log.heads.withLock { $0.append(head) }
            let route = log.routes.withLock { $0[String(words[1])] }?.split(separator: " ").map(String.init) ?? ["200"]
            let location = route.count > 1 ? "Location: \(route[1])\r\n" : ""
            connection.write("HTTP/1.1 \(route[0]) X\r\n\(location)Content-Length: 0\r\nConnection: close\r\n\r\n")
        }
    }

    /// Changes the redirects from now on, and forgets what was asked before.
    func change(_ routes: [String: String]) {
        log.routes.withLock { $0 = routes }
        log.lines.withLock { $0 = [] }
        log.heads.withLock { $0 = [] }
    }
}

@Suite("Redirects of a recorded request that is sent again") struct ReplayedRedirectsTests {
    private struct Sent {
        let demo: DemoCollection
        let runner = CollectionRunner(client: NetworkClient(transport: CurlTransport()))
        let kept: StoredExchange
        let body: BodyStore?

        init(_ method: String, _ url: String, _ change: (inout RequestDefinition) -> Void = { _ in }) async throws {
            var demo = try DemoCollection(method, "/")
            demo.definition.url = url
            demo.definition.settings.followsRedirects = true
            if ["POST", "PUT", "PATCH"].contains(method) {
                demo.definition.body.kind = .text
                demo.definition.body.text = "body"
            }
            change(&demo.definition)
            self.demo = demo
            let record = await runner.run(demo.rendered(), origin: .init(requestPath: "request.yml"))
            let masked = try HistoryMasking().kept(record, source: .screen)
            kept = masked.exchange
            body = masked.bodies.first { $0.sha256?.hexadecimal == masked.exchange.requestBody?.hash }
        }

        func replay() async throws -> RecordedExchange {
            let values = ReplayValues(kept, given: [:], rendered: demo.rendered())
            let terms = try ReplayTerms(kept, values, checks: nil, files: .none)
            return await runner.replay(try RestoredRequest(kept, body: body) { values[$0] }, terms)
        }
    }

    @Test(
        "are followed with the recorded methods and bodies",
        arguments: [301, 302, 303, 307, 308], ["GET", "POST", "PUT", "PATCH", "DELETE"])
    func repeated(status: Int, method: String) async throws {
        let other = try RedirectingServer([:])
        let routes = ["/a": "\(status) /b", "/b": "\(status) \(other.baseURL)/c"]
        let server = try RedirectingServer(routes)
        let sent = try await Sent(method, server.baseURL + "/a") { $0.headers = [Field("X-Api-Key", "h3ader-secret")] }
        let (recorded, elsewhere) = (server.requests, other.requests)
        #expect(recorded.count == 2 && elsewhere.count == 1)
        server.change(routes)
        other.change([:])
        let record = try await sent.replay()
        #expect(server.requests == recorded && other.requests == elsewhere)
        #expect(other.heads.allSatisfy { !$0.contains("h3ader-secret") })
        #expect(record.head?.status == 200 && record.replayDeviation == nil)
    }

    @Test(
        "end where the server leads another way: nothing is sent that was not recorded",
        arguments: [
            (["/a": "307 /b"], ["/a": "307 /c"], "redirect 1 (307) is not the recorded one"),
            (["/a": "302 /b"], ["/a": "307 /b"], "redirect 1 was 302 and is 307 now"),
            (["/a": "302 /b"], ["/a": "302 /c"], "redirect 1 (302) is not the recorded one"),
            (["/a": "307 /b"], [:], "redirect 1 was 307 and is 200 now"),
            ([:], ["/a": "307 /b"], "redirect 1 (307) was not recorded"),
            (["/a": "307 /b"], ["/a": "307 /b", "/b": "308 /c"], "redirect 2 (308) was not recorded"),
            (["/a": "307 /b", "/b": "307 /c"], ["/a": "307 /b", "/b": "404"], "redirect 2 was 307 and is 404 now"),
        ] as [([String: String], [String: String], String)])
    func led(before: [String: String], after: [String: String], words: String) async throws {
        for method in ["GET", "POST", "DELETE"] {
            let server = try RedirectingServer(before)
            let sent = try await Sent(method, server.baseURL + "/a")
            let recorded = server.requests
            server.change(after)
            let record = try await sent.replay()
            #expect(record.replayDeviation?.words == words && record.failure == nil)
            #expect(recorded.starts(with: server.requests), "\(method): \(server.requests)")
            let masked = try HistoryMasking().kept(record, source: .replay(of: sent.kept.id)).exchange
            #expect(ReplayDeviation(of: masked.exchange, from: sent.kept.exchange)?.words == words)
        }
    }

    @Test("are followed where another redirect of the same kind leads to the same place")
    func otherStatus() async throws {
        let server = try RedirectingServer(["/a": "302 /b"])
        let sent = try await Sent("DELETE", server.baseURL + "/a")
        server.change(["/a": "303 /b"])
        #expect(try await sent.replay().replayDeviation == nil)
        #expect(server.requests == ["DELETE /a", "GET /b"])
    }

    @Test("may bring a new code in the query, and no other path, where a secret was recorded")
    func codes() async throws {
        let server = try RedirectingServer(["/a": "302 /b?access_token=0ld-t0ken-value&x=1"])
        let sent = try await Sent("POST", server.baseURL + "/a")
        #expect(!"\(sent.kept.exchange)".contains("0ld-t0ken-value"))
        server.change(["/a": "302 /b?access_token=n3w-t0ken-value&x=1"])
        #expect(try await sent.replay().replayDeviation == nil && server.requests.count == 2)
        server.change(["/a": "302 /b?access_token=n3w-t0ken-value&x=2"])
        #expect(try await sent.replay().replayDeviation != nil && server.requests.count == 1)
    }

    @Test(
        "change the method by the one rule that explains every recorded hop",
        arguments: [
            (["POST", "GET"], [302], .everyMethod), (["DELETE", "DELETE"], [302], .likeBrowsers),
            (["POST", "POST"], [302], .seeOtherOnly), (["PUT", "PUT", "GET", "GET"], [302, 303, 307], .likeBrowsers),
            (["POST", "POST", "POST", "GET"], [307, 301, 303], .seeOtherOnly), (["GET"], [], .everyMethod),
        ] as [([String], [Int], RedirectPolicy.MethodChange)])
    func rule(methods: [String], statuses: [Int], rule: RedirectPolicy.MethodChange) throws {
        let hops = methods.enumerated().map { index, method in
            let request = Exchange.SentRequest(
                method: HTTPMethod(rawValue: method), url: "http://h/\(index)", headers: [])
            let status = index < statuses.count ? statuses[index] : 200
            return Exchange.Hop(
                startedAfter: .zero, request: request,
                response: ResponseHead(status: status, headers: [HeaderField("Location", "/\(index + 1)")]))
        }
        let attempt = Exchange.Attempt(number: 1, startedAfter: .zero, request: hops[0].request, hops: hops)
        let exchange = Exchange(request: hops[0].request, startedAt: .distantPast, attempts: [attempt])
        let record = RecordedExchange(id: UUID(), exchange: exchange, origin: .init(), sentAt: .distantPast)
        let kept = try HistoryMasking().kept(record, source: .screen).exchange
        #expect(RecordedRoute(exchange, ReplayValues(kept, given: [:], rendered: nil)).methodChange == rule)
    }

    @Test("match an address by its recorded secrets only")
    func targets() {
        let target = RecordedTarget("http://a.test/users/{{id}}?code={{code}}") { ["id": "7 8"][$0] }
        #expect(
            target.matches("http://a.test/users/7%208?code=other") && target.matches("http://a.test/users/7 8?code="))
        for url in [
            "http://a.test/users/9?code=x", "http://a.test/users/7%208?code=x&y=1", "http://a.test/users/7%208",
        ] {
            #expect(!target.matches(url), "\(url)")
        }
        let marked = RecordedTarget("http://a.test/\u{D4E}{{id}}\u{301}/{{\u{301}x}}") { _ in "7" }
        #expect(marked.matches("http://a.test/\u{D4E}7\u{301}/7"))
        #expect(!RecordedTarget("http://{{host}}/a", value: { _ in nil }).matches("http://b.test/a"))
    }
}
