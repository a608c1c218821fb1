import DemoAPI
import Foundation
import MicroClient
import MicroClientCurl
import TestSupport
import Testing

@Suite("What comes back")
struct ReceivedResponseTests {
    let transport = CurlTransport()

    private func response(to raw: String) async throws -> ReceivedResponse {
        let server = try RawServer(responding: raw)
        return try await transport.response(WireRequest(url: server.baseURL))
    }

    @Test("gives connected, head, body, completed, and then nil")
    func order() async throws {
        let server = try RawServer(responding: ok("hello"))
        let transfer = transport.transfer(WireRequest(url: server.baseURL))
        var response = ReceivedResponse()
        var iterator = transfer.makeAsyncIterator()
        while let event = try await iterator.next() { response.add(event) }
        #expect(response.order == ["connected", "head", "body", "completed"])
        #expect(response.text == "hello")
        #expect(
            response.connected == [
                ConnectionFacts(remoteAddress: "127.0.0.1", remotePort: server.port, isReused: false)
            ])
        #expect(try await iterator.next() == nil)
    }

    @Test("keeps fields as received: order, spelling, duplicates, folded lines, Latin-1")
    func fields() async throws {
        let server = try RawServer { connection, _ in
            guard connection.readHead() != nil else { return }
            connection.write(
                "HTTP/1.1 299 Very  Fine\r\nset-cookie: a=1\r\nX-One:1 \r\nSet-Cookie: b=2\r\nX-Fold: a\r\n b\r\n")
            connection.write(
                Array("X-Latin: caf".utf8) + [0xE9] + Array("\r\nX-Utf: café\r\nContent-Length: 0\r\n\r\n".utf8))
        }
        let head = try await transport.response(WireRequest(url: server.baseURL)).head
        #expect(head.status == 299)
        #expect(head.reason == "Very  Fine")
        #expect(head.httpVersion == "1.1")
        #expect(head.headers.map(\.name).prefix(4) == ["set-cookie", "X-One", "Set-Cookie", "X-Fold"])
        #expect(head.headers.values(for: "Set-Cookie") == ["a=1", "b=2"])
        #expect(head.headers["X-One"] == "1")
        #expect(head.headers["X-Fold"] == "a b")
        #expect(head.headers["X-Latin"] == "café")
        #expect(head.headers["X-Utf"] == "café")
    }

    @Test("gives 1xx heads before the final one")
    func informational() async throws {
        let response = try await response(to: "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + ok("x"))
        #expect(response.informational.map(\.status) == [103])
        #expect(response.informational.first?.headers["Link"] == "</a>")
        #expect(response.heads.map(\.status) == [200])
        #expect(response.heads.first?.headers["Link"] == nil)
    }

    @Test("gives trailers with the summary, not with the head")
    func trailers() async throws {
        let response = try await response(
            to: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX-Sum: 42\r\n\r\n")
        #expect(response.text == "abc")
        #expect(response.summary.trailers == [HeaderField("X-Sum", "42")])
        #expect(response.head.headers["X-Sum"] == nil)
    }

    @Test("reads HTTP/1.0 answers until the connection closes")
    func http10() async throws {
        let response = try await response(to: "HTTP/1.0 200 OK\r\n\r\nold")
        #expect(response.head.httpVersion == "1.0")
        #expect(response.text == "old")
    }

    @Test("knows that the answer to HEAD has no body")
    func head() async throws {
        let server = try RawServer(responding: "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
        let response = try await transport.response(WireRequest(method: .head, url: server.baseURL))
        #expect(response.head.headers["Content-Length"] == "1000")
        #expect(response.body.isEmpty)
        let lengths = try RawServer { connection, _ in
            guard let head = connection.readHead(), let size = head.field("Content-Length").flatMap({ Int($0) }) else {
                return
            }
            connection.write("HTTP/1.1 200 OK\r\nX-Got: \(connection.read(size).count)\r\nContent-Length: 1000\r\n\r\n")
            connection.waitForClose()
        }
        for size in [5, 100_000] {
            let withBody = WireRequest(method: .head, url: lengths.baseURL, body: .bytes(Data(count: size)))
            let response = try await transport.response(withBody)
            #expect(response.body.isEmpty)
            #expect(response.head.headers["X-Got"] == "\(size)")
        }
    }

    @Test("does not follow redirects")
    func redirect() async throws {
        let server = try DemoServer()
        let response = try await transport.response(WireRequest(url: server.baseURL + "/redirect/2"))
        #expect(response.head.status == 302)
    }

    @Test("decodes gzip and counts the bytes on the wire; leaves it alone when told to")
    func gzip() async throws {
        let server = try DemoServer()
        var request = WireRequest(url: server.baseURL + "/gzip?bytes=20000")
        let decoded = try await transport.response(request)
        #expect(decoded.body.count == 20_000)
        #expect(decoded.summary.bodyBytesOnWire ?? .max < 20_000)
        request.headers.append("Accept-Encoding", "gzip")
        #expect(try await transport.response(request).body.count == 20_000)
        request.options.decodesContent = false
        let raw = try await transport.response(request)
        #expect(raw.body.starts(with: [0x1F, 0x8B]))
        #expect(raw.summary.bodyBytesOnWire == Int64(raw.body.count))
    }

    @Test("keeps the connection for the next request, which then has no lookup and no connect")
    func keepAlive() async throws {
        let server = try DemoServer()
        let first = try await transport.response(WireRequest(url: server.baseURL + "/users/1")).summary
        let second = try await transport.response(WireRequest(url: server.baseURL + "/users/2")).summary
        #expect(first.connection.isReused == false)
        #expect(first.timings.connect != nil)
        #expect(second.connection.isReused == true)
        #expect(second.timings.nameLookup == nil)
        #expect(second.timings.connect == nil)
        #expect(second.timings.tls == nil)
    }

    @Test("times phases that do not overlap and do not exceed the whole")
    func timings() async throws {
        let server = try DemoServer()
        let request = WireRequest(
            method: .post, url: server.baseURL + "/slow?seconds=2", body: .bytes(Data(count: 10)))
        let timings = try await transport.response(request).summary.timings
        let phases = [timings.nameLookup, timings.connect, timings.tls, timings.send, timings.wait, timings.download]
        let total = try #require(timings.total)
        #expect(phases.compactMap { $0 }.reduce(.zero, +) <= total)
        #expect(phases.compactMap { $0 }.allSatisfy { $0 >= .zero })
        // Not the whole two seconds: on a busy machine the thread may note late that the request has gone out.
        #expect(try #require(timings.wait) >= .milliseconds(100))
        #expect(timings.tls == nil)
    }

    @Test("carries 64 transfers at once")
    func parallel() async throws {
        let server = try DemoServer()
        let sizes = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<64 {
                let request = WireRequest(url: server.baseURL + "/bytes?count=\(100_000 + number)")
                group.addTask { try await transport.response(request).body.count }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(sizes.sorted() == (0..<64).map { 100_000 + $0 })
    }
}
