import Foundation
import MicroClient
import MicroClientCurl
import TestSupport
import Testing

@Suite("Expect: 100-continue")
struct ExpectContinueTests {
    let transport = CurlTransport()

    /// Bodies that libcurl holds itself, and that it asks for.
    static let bodies: [BodySource] = [.bytes(Data("hello".utf8)), .bytes(Data(repeating: 0x61, count: 40_000))]

    private func request(_ server: RawServer, _ body: BodySource, wait: Duration? = .seconds(30)) -> WireRequest {
        var request = WireRequest(method: .post, url: server.baseURL, body: body)
        request.options.expectContinueTimeout = wait
        return request
    }

    @Test("the body follows the server's 100 Continue", arguments: bodies)
    func continued(body: BodySource) async throws {
        let size = try Int(#require(body.length))
        let server = try RawServer { connection, _ in
            guard let head = connection.readHead() else { return }
            connection.write("HTTP/1.1 100 Continue\r\n\r\n")
            let read = connection.read(size)
            connection.write(ok("\(head.field("Expect") ?? "") \(read.count)"))
        }
        let response = try await transport.response(request(server, body))
        #expect(response.text == "100-continue \(size)")
        #expect(response.informational.map(\.status) == [100])
        #expect(response.heads.map(\.status) == [200])
    }

    @Test("a final answer comes instead: the body is not sent", arguments: bodies)
    func refused(body: BodySource) async throws {
        let reports = Reports()
        let server = try RawServer { connection, _ in
            guard connection.readHead() != nil else { return }
            connection.write("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
            reports.add("\(connection.read(1).count)")
        }
        let response = try await transport.response(request(server, body))
        #expect(response.head.status == 403)
        #expect(await reports.next() == "0")
    }

    @Test("a silent server gets the body after the wait", arguments: bodies)
    func silent(body: BodySource) async throws {
        let size = try Int(#require(body.length))
        let server = try RawServer { connection, _ in
            guard connection.readHead() != nil else { return }
            connection.write(ok("\(connection.read(size).count)"))
        }
        #expect(try await transport.response(request(server, body, wait: .milliseconds(20))).text == "\(size)")
    }

    @Test(
        "a server that does not know Expect gets the request once more without it, as a hop of its own",
        arguments: bodies, [false, true])
    func unknown(body: BodySource, hasOwnField: Bool) async throws {
        let size = try Int(#require(body.length))
        let server = try RawServer { connection, _ in
            while let head = connection.readHead() {
                if head.field("Expect") != nil {
                    connection.write("HTTP/1.1 417 Expectation Failed\r\nContent-Length: 0\r\n\r\n")
                } else {
                    connection.write(ok("\(connection.read(size).count)"))
                }
            }
        }
        var request = request(server, body, wait: hasOwnField ? nil : .seconds(30))
        request.headers = [HeaderField("X-A", "1")]
        if hasOwnField { request.headers.append("expect", "100-continue") }
        let response = try await transport.response(request)
        #expect(response.heads.map(\.status) == [200])
        #expect(response.text == "\(size)")
        #expect(response.resent.count == 1)
        guard case .challenge(let head)? = response.resent.first?.reason else { return #expect(Bool(false)) }
        #expect(head.status == 417)
        #expect(response.summary.requestHeadersSent?.contains(named: "Expect") == false)
        #expect(response.summary.requestHeadersSent?["X-A"] == "1")
    }

    @Test("nothing is expected without a body, nor unasked")
    func unasked() async throws {
        let server = try RawServer { connection, _ in
            while let head = connection.readHead() {
                _ = connection.read(Int(head.field("Content-Length") ?? "") ?? 0)
                connection.write(ok(head.field("Expect") ?? "none"))
            }
        }
        #expect(try await transport.response(request(server, .none)).text == "none")
        #expect(try await transport.response(request(server, Self.bodies[0], wait: nil)).text == "none")
        #expect(try await transport.response(request(server, Self.bodies[1], wait: nil)).text == "none")
    }
}
