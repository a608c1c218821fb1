import Foundation
import MicroClient
import MicroClientCurl
import TestSupport
import Testing

@Suite("Limits", .timeLimit(.minutes(2)))
struct LimitsTests {
    let transport = CurlTransport()

    /// A response that is too large, and what the caller sees.
    struct Excess: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// The bytes that are sent first, before the second ones until the client has enough.
        var begin: String
        var endless = ""
        var limits = TransferOptions.Limits()
        var code: TransferError.Code
        var words: String
    }

    private static func limits(_ set: (inout TransferOptions.Limits) -> Void) -> TransferOptions.Limits {
        var limits = TransferOptions.Limits()
        set(&limits)
        return limits
    }

    static let excesses: [Excess] = [
        Excess(
            testDescription: "a header beyond the limit",
            begin: "HTTP/1.1 200 OK\r\nX-Long: \(String(repeating: "x", count: 1000))\r\n\r\n",
            limits: limits { $0.headerBytes = 1000 }, code: .headersTooLarge, words: "1000 bytes"),
        Excess(
            testDescription: "fields without end", begin: "HTTP/1.1 200 OK\r\n", endless: "X-Field: value\r\n",
            code: .headersTooLarge, words: "262144 bytes"),
        Excess(
            testDescription: "1xx heads without end", begin: "",
            endless: "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n",
            limits: limits { $0.headerBytes = 10_000 }, code: .headersTooLarge, words: "10000 bytes"),
        Excess(
            testDescription: "trailers without end",
            begin: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n",
            endless: "X-Field: value\r\n",
            limits: limits { $0.headerBytes = 10_000 }, code: .headersTooLarge, words: "10000 bytes"),
        Excess(
            testDescription: "a line without end", begin: "HTTP/1.1 200 OK\r\nX-Long: ",
            endless: String(repeating: "x", count: 1000), limits: limits { $0.headerBytes = .max },
            code: .headersTooLarge, words: "100 KiB"),
        Excess(
            testDescription: "a body that announces too much",
            begin: "HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\na",
            limits: limits { $0.bodyBytesOnWire = 1000 }, code: .bodyTooLarge, words: "1000 bytes"),
        Excess(
            testDescription: "a body without end",
            begin: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", endless: "3\r\nabc\r\n",
            limits: limits { $0.bodyBytesOnWire = 1000 }, code: .bodyTooLarge, words: "as sent"),
        Excess(
            testDescription: "a body that is too large by one", begin: "HTTP/1.1 200 OK\r\n\r\n1234",
            limits: limits { $0.bodyBytesOnWire = 3 }, code: .bodyTooLarge, words: "3 bytes"),
        Excess(
            testDescription: "a decoded body without end",
            begin: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", endless: "3\r\nabc\r\n",
            limits: limits { $0.bodyBytes = 1000 }, code: .bodyTooLarge, words: "after decoding"),
    ]

    @Test("end what is too large, and say what the limit was", arguments: excesses)
    func excess(row: Excess) async throws {
        let server = try RawServer { connection, number in
            guard connection.readHead() != nil else { return }
            connection.write(row.begin)
            guard !row.endless.isEmpty else { return }
            let block = String(repeating: row.endless, count: 100)
            while connection.write(block) {}
        }
        var request = WireRequest(url: server.baseURL)
        request.options.limits = row.limits
        request.options.totalTimeout = .seconds(60)
        let error = try #require(await transport.failure(request))
        #expect(error.code == row.code, "\(error)")
        #expect(error.stage == .receive)
        #expect(error.message.contains(row.words), "\(error.message)")
        let healthy = try RawServer(responding: ok("fine"))
        #expect(try await transport.response(WireRequest(url: healthy.baseURL)).text == "fine")
    }

    /// 100,000 zeros.
    private static let bomb = Data(
        base64Encoded: "H4sIAAAAAAAC/+3BMQEAAADCoPVPbQ0PoAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
            + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIBXA32VEdSghgEA")

    private func gzipServer(_ bytes: Data) throws -> RawServer {
        try RawServer { connection, _ in
            while connection.readHead() != nil {
                connection.write(
                    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bytes.count)\r\n\r\n")
                connection.write(Array(bytes))
            }
        }
    }

    @Test("stop a compression bomb while it is being decoded")
    func bomb() async throws {
        let bytes = try #require(Self.bomb)
        let server = try gzipServer(bytes)
        var request = WireRequest(url: server.baseURL)
        let size = Int64(try await transport.response(request).body.count)
        #expect(size == 100_000)
        request.options.limits.bodyBytes = size
        request.options.limits.bodyBytesOnWire = Int64(bytes.count)
        #expect(try await transport.response(request).body.count == Int(size))
        request.options.limits.bodyBytes = size - 1
        let error = try #require(await transport.failure(request))
        #expect(error.code == .bodyTooLarge)
        #expect(error.message.contains("after decoding"))
        request.options.limits.bodyBytes = nil
        request.options.limits.bodyBytesOnWire = Int64(bytes.count - 1)
        #expect(await transport.failure(request)?.code == .bodyTooLarge)
    }

    @Test("the total timeout holds while one read of the socket is decoded, here to 131 GB")
    func timeoutWhileDecoding() async throws {
        let server = try RawServer { connection, _ in
            guard connection.readHead() != nil else { return }
            connection.write(Array("HTTP/1.1 200 OK\r\nContent-Encoding: zstd, gzip, gzip\r\n\r\n".utf8) + Bomb.thrice)
            connection.waitForClose()
        }
        var configuration = CurlTransport.Configuration()
        configuration.queuedBytes = 1 << 30
        var request = WireRequest(url: server.baseURL)
        request.options.totalTimeout = .seconds(2)
        let transport = CurlTransport(configuration: configuration)
        var end = await transport.end(of: request)
        // A reader who lags by so much, on a busy machine, is another reason to stop.
        while end.error?.code == .bodyTooLarge { end = await transport.end(of: request) }
        #expect(end.error?.code == .timedOut && end.error?.stage == .receive)
        #expect(end.bytes > 0)
    }

    @Test("count a hop's own header only")
    func perHop() async throws {
        let checker = DigestChecker(user: "me", password: "secret")
        let server = try RawServer { connection, _ in
            while let head = connection.readHead() {
                let padding = "X-Padding: \(String(repeating: "x", count: 300))\r\n"
                guard checker.fault(in: head, nonce: "n") != nil else {
                    connection.write(ok("in", padding))
                    continue
                }
                connection.write(
                    "HTTP/1.1 401 No\r\nWWW-Authenticate: \(checker.challenge(nonce: "n"))\r\n\(padding)"
                        + "Content-Length: 0\r\n\r\n")
            }
        }
        var request = WireRequest(url: server.baseURL)
        request.options.authentication = .digest(user: "me", password: "secret")
        request.options.limits.headerBytes = 500
        #expect(try await transport.response(request).text == "in")
    }
}

extension CurlTransport {
    /// Returns the error of the request, and how many bytes of its body came before.
    fileprivate func end(of request: WireRequest) async -> (error: TransferError?, bytes: Int) {
        var bytes = 0
        do {
            for try await event in transfer(request) {
                if case .body(let chunk) = event { bytes += chunk.count }
            }
            return (nil, bytes)
        } catch {
            return (error as? TransferError, bytes)
        }
    }
}
