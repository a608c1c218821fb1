import Foundation
import MicroClient
import MicroClientCurl
import TestSupport
import Testing

@Suite("Failures")
struct FailureTests {
    let transport = CurlTransport()

    /// A server's response, after which it closes, and what the caller sees.
    struct BrokenResponse: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var response: String
        var code: TransferError.Code
        var stage: TransferError.Stage
    }

    static let brokenResponses: [BrokenResponse] = [
        BrokenResponse(testDescription: "nothing", response: "", code: .emptyReply, stage: .wait),
        BrokenResponse(
            testDescription: "body cut short", response: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc",
            code: .connectionLost,
            stage: .receive),
        BrokenResponse(
            testDescription: "last chunk missing",
            response: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
            code: .connectionLost, stage: .receive),
        BrokenResponse(
            testDescription: "bad chunk size",
            response: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n",
            code: .malformedResponse, stage: .receive),
        BrokenResponse(
            testDescription: "garbage", response: "\u{1}\u{2}garbage\r\n\r\n", code: .malformedResponse, stage: .receive
        ),
        BrokenResponse(
            testDescription: "not gzip",
            response: "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 8\r\n\r\nnot gzip",
            code: .contentDecodingFailed, stage: .receive),
    ]

    @Test("names code and stage of a broken answer", arguments: brokenResponses)
    func broken(row: BrokenResponse) async throws {
        let server = try RawServer(responding: row.response)
        let error = try #require(await transport.failure(WireRequest(url: server.baseURL + "/x")))
        #expect(error.code == row.code, "\(error)")
        #expect(error.stage == row.stage, "\(error)")
        #expect(!error.message.isEmpty)
        #expect(error.operation == "curl_multi_perform")
        #expect(error.connection?.remotePort == server.port)
        #expect(error.timings?.total != nil)
        #expect(error.requestMayHaveBeenSent)
        let healthy = try RawServer(responding: ok("fine"))
        #expect(try await transport.response(WireRequest(url: healthy.baseURL)).text == "fine")
    }

    @Test("gives what came before the failure")
    func partOfBody() async throws {
        let server = try RawServer(responding: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
        var response = ReceivedResponse()
        await #expect(throws: TransferError.self) {
            for try await event in transport.transfer(WireRequest(url: server.baseURL)) { response.add(event) }
        }
        #expect(response.head.status == 200)
        #expect(response.text == "abc")
    }

    @Test("reports a refused connection, without the password in the URL")
    func refused() async throws {
        let port = unusedPort()
        let error = try #require(await transport.failure(WireRequest(url: "http://me:secret@127.0.0.1:\(port)/")))
        #expect(error.code == .couldNotConnect)
        #expect(error.stage == .connect)
        #expect(error.connection == nil)
        #expect(!error.requestMayHaveBeenSent)
        #expect(error.url == "http://127.0.0.1:\(port)/")
        #expect(!"\(error)".contains("secret"))
    }

    @Test("reports an unknown host")
    func unknownHost() async throws {
        let error = try #require(await transport.failure(WireRequest(url: "http://nothing.invalid/")))
        #expect(error.code == .couldNotResolveHost)
        #expect(error.stage == .nameLookup)
        #expect(!error.requestMayHaveBeenSent)
    }

    @Test(
        "refuses URLs that are none",
        arguments: [
            ("", TransferError.Code.malformedURL), ("localhost/x", .malformedURL),
            ("ftp://localhost/", .unsupportedProtocol),
            ("file:///etc/passwd", .unsupportedProtocol), ("http://a b/", .malformedURL), ("http://", .malformedURL),
        ])
    func urls(url: String, code: TransferError.Code) async throws {
        let error = try #require(await transport.failure(WireRequest(url: url)))
        #expect(error.code == code, "\(error)")
        #expect(error.stage == .prepare)
        #expect(!error.requestMayHaveBeenSent)
    }

    // MARK: Timeouts

    private func timeout(
        _ response: String, _ set: (inout TransferOptions) -> Void
    ) async throws -> TransferError {
        let server = try RawServer { connection, _ in
            guard connection.readHead() != nil else { return }
            connection.write(response)
            connection.waitForClose()
        }
        var request = WireRequest(url: server.baseURL)
        set(&request.options)
        let error = try #require(await transport.failure(request))
        #expect(error.code == .timedOut)
        #expect(error.requestMayHaveBeenSent)
        return error
    }

    @Test("ends after the total timeout")
    func totalTimeout() async throws {
        #expect(try await timeout("") { $0.totalTimeout = .milliseconds(500) }.stage == .wait)
        let begun = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"
        #expect(try await timeout(begun) { $0.totalTimeout = .seconds(1) }.stage == .receive)
    }

    @Test("ends after the first-byte timeout, which the first byte of the answer ends")
    func firstByteTimeout() async throws {
        let error = try await timeout("") { $0.firstByteTimeout = .milliseconds(150) }
        #expect(error.stage == .wait)
        #expect(try #require(error.timings?.wait) >= .milliseconds(100))
        let slow = try await timeout("HTTP/1.1 200 OK\r\n") {
            $0.firstByteTimeout = .milliseconds(150)
            $0.totalTimeout = .milliseconds(600)
        }
        #expect(slow.stage == .receive)
    }

    @Test("ends after a silence of the idle timeout")
    func idleTimeout() async throws {
        let begun = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"
        #expect(try await timeout(begun) { $0.idleTimeout = .seconds(1) }.stage == .receive)
    }

    @Test("ends after the connect timeout, with nothing sent")
    func connectTimeout() async throws {
        let listener = try FullListener()
        var request = WireRequest(url: "http://127.0.0.1:\(listener.port)/")
        request.options.connectTimeout = .milliseconds(150)
        let error = try #require(await transport.failure(request))
        #expect(error.code == .timedOut)
        #expect(error.stage == .connect)
        #expect(!error.requestMayHaveBeenSent)
    }
}
