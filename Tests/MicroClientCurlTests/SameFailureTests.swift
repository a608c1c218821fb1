import Foundation
import MicroClient
import MicroClientCurl
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends the same request over both transports, which fail with the same code.
@Suite("The same failure over both transports", .timeLimit(.minutes(2)))
struct SameFailureTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var code: TransferError.Code
        var response = ""
        /// Whether the connection is reset after the response, instead of closed.
        var resets = false
        /// Whether the connection stays open after the response.
        var holds = false
    }

    static let responses = [
        Row(testDescription: "closed before an answer", code: .emptyReply),
        Row(testDescription: "reset before an answer", code: .connectionLost, resets: true),
        Row(
            testDescription: "cut short by its length", code: .connectionLost,
            response: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"),
        Row(
            testDescription: "cut short in its chunks", code: .connectionLost,
            response: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"),
        Row(
            testDescription: "reset in its body", code: .connectionLost,
            response: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", resets: true),
        Row(
            testDescription: "a chunk that is none", code: .malformedResponse,
            response: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n"),
        Row(testDescription: "no HTTP", code: .malformedResponse, response: "\u{1}\u{2}garbage\r\n\r\n"),
        Row(
            testDescription: "not gzip", code: .contentDecodingFailed,
            response: "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 8\r\n\r\nnot gzip"),
        Row(testDescription: "silence before an answer", code: .timedOut, holds: true),
        Row(
            testDescription: "silence in the body", code: .timedOut,
            response: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", holds: true),
    ]

    private func clients() -> [NetworkClient] {
        let session = URLSession(configuration: .ephemeral)
        return [URLSessionTransport(session: session) as any Transport, CurlTransport()].map(
            NetworkClient.init(transport:))
    }

    private func codes(_ url: String) async -> [TransferError.Code?] {
        var codes: [TransferError.Code?] = []
        for client in clients() {
            do {
                var request = WireRequest(url: url)
                request.options.idleTimeout = .seconds(1)
                _ = try await client.send(request).collect()
                codes.append(nil)
            } catch { codes.append(error.transferError?.code) }
        }
        return codes
    }

    @Test("of a server that answers", arguments: responses)
    func received(row: Row) async throws {
        let server = try RawServer { connection, _ in
            guard connection.readHead() != nil else { return }
            connection.write(row.response)
            if row.resets { connection.reset() }
            if row.holds { connection.waitForClose() }
        }
        #expect(await codes(server.baseURL) == [row.code, row.code])
    }

    @Test("of a server that is not there, or not under this name")
    func notThere() async throws {
        let port = unusedPort()
        #expect(await codes("http://127.0.0.1:\(port)/") == [.couldNotConnect, .couldNotConnect])
        #expect(await codes("http://nothing.invalid/") == [.couldNotResolveHost, .couldNotResolveHost])
    }

    @Test("of TLS: an authority that nobody trusts, and a server that does not speak it")
    func tls() async throws {
        let untrusted = try RawServer(tls: ServerTLS(TestAuthority().issue())) { connection, _ in
            _ = connection.readHead()
        }
        #expect(await codes(untrusted.baseURL) == [.certificateNotTrusted, .certificateNotTrusted])
        let plain = try RawServer { connection, _ in
            _ = connection.read(8)
            connection.write("HTTP/1.1 400 Bad Request\r\n\r\n")
        }
        let url = "https://127.0.0.1:\(plain.port)/"
        #expect(await codes(url) == [.tlsHandshakeFailed, .tlsHandshakeFailed])
    }

    @Test("too many redirects are the status of the last one, and a cancelled send is cancelled")
    func others() async throws {
        let loop = try RawServer { connection, _ in
            while connection.readHead() != nil {
                connection.write("HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\n\r\n")
            }
        }
        let silent = try RawServer { connection, _ in connection.waitForClose() }
        for client in clients() {
            #expect(try await client.send(WireRequest(url: loop.baseURL)).status == 302)
            let task = Task { try await client.send(WireRequest(url: silent.baseURL)).status }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }
}
