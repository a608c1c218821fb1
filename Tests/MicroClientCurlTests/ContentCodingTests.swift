import Foundation
import MicroClient
import MicroClientCurl
import TestSupport
import Testing

@Suite("Content codings")
struct ContentCodingTests {
    let transport = CurlTransport()

    private static let text = String(
        repeating: "The same text, the same text, the same text, again and again.\n", count: 20)

    /// ``text`` in each coding.
    private static let encoded = [
        "gzip":
            "H4sIAAAAAAACAwvJSFUoTsxNVShJrSjRUSjBy01MT8zMU0jMS4Gw9LhCRnWP6h7VPap70OkGAExvzDLYBAAA",
        "x-gzip":
            "H4sIAAAAAAACAwvJSFUoTsxNVShJrSjRUSjBy01MT8zMU0jMS4Gw9LhCRnWP6h7VPap70OkGAExvzDLYBAAA",
        "deflate": "eJwLyUhVKE7MTVUoSa0o0VEowctNTE/MzFNIzEuBsPS4QkZ1j+oe1T2qe9DpBgDkLKgM",
        "br": "H9cE6IxUtX+ESk8FELpicYENOGAvCEQW5WPUgkzKqINGu8ZfqKeiBg==",
        "zstd": "KLUv/QRYdQEA4FRoZSBzYW1lIHRleHQsIHRhZ2FpbiBhbmQuClQFAGoE8QMUOiDVHS3YIfdcAkKl1Is=",
    ]
    /// The body in what older servers mean by "deflate": without the frame of zlib.
    private static let rawDeflate = "C8lIVShOzE1VKEmtKNFRKMHLTUxPzMxTSMxLgbD0uEJGdY/qHtU9qnvQ6QYA"

    private func response(
        _ coding: String, _ base64: String, chunked: Bool = false, change: (inout WireRequest) -> Void = { _ in }
    ) async throws -> (response: ReceivedResponse, onWire: Data) {
        let bytes = try #require(Data(base64Encoded: base64))
        let server = try RawServer { connection, _ in
            guard connection.readHead() != nil else { return }
            let framing = chunked ? "Transfer-Encoding: chunked" : "Content-Length: \(bytes.count)"
            connection.write("HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\n\(framing)\r\n\r\n")
            if chunked { connection.write(String(bytes.count, radix: 16) + "\r\n") }
            connection.write(Array(bytes))
            if chunked { connection.write("\r\n0\r\n\r\n") }
        }
        var request = WireRequest(url: server.baseURL)
        change(&request)
        return (try await transport.response(request), bytes)
    }

    @Test(
        "each coding is undone, and the bytes on the wire are counted", arguments: encoded.keys.sorted(), [false, true])
    func decoded(coding: String, chunked: Bool) async throws {
        let (response, onWire) = try await response(coding, #require(Self.encoded[coding]), chunked: chunked)
        #expect(response.text == Self.text)
        #expect(response.head.headers["Content-Encoding"] == coding)
        if !chunked { #expect(response.summary.bodyBytesOnWire == Int64(onWire.count)) }
        #expect(response.summary.bodyBytesOnWire ?? .max < Int64(Self.text.utf8.count))
    }

    @Test("deflate without its frame is undone as well")
    func rawDeflate() async throws {
        #expect(try await response("deflate", Self.rawDeflate).response.text == Self.text)
    }

    @Test("identity is no coding")
    func identity() async throws {
        let base64 = Data("plain".utf8).base64EncodedString()
        #expect(try await response("identity", base64).response.text == "plain")
    }

    @Test(
        "a coding that is not known is handed on as it is, with all that is around it",
        arguments: ["aes128gcm", "compress", "gzip, foo", "Foo, gzip"], [false, true])
    func unknown(coding: String, chunked: Bool) async throws {
        let (response, onWire) = try await response(coding, #require(Self.encoded["gzip"]), chunked: chunked)
        #expect(response.body == onWire)
        #expect(response.head.headers["Content-Encoding"] == coding)
    }

    @Test("without decoding the bytes are those of the wire", arguments: encoded.keys.sorted())
    func raw(coding: String) async throws {
        let (response, onWire) = try await response(coding, #require(Self.encoded[coding])) {
            $0.options.decodesContent = false
        }
        #expect(response.body == onWire)
        #expect(response.summary.bodyBytesOnWire == Int64(onWire.count))
    }

    @Test(
        "a body that is not coded as its head says is handed on as it came, and then fails and says why",
        arguments: ["Content-Length: 5\r\n\r\nhello", "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"],
        ["gzip", "zstd"])
    func notCoded(response: String, coding: String) async throws {
        let server = try RawServer(responding: "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\n\(response)")
        var body: [UInt8] = []
        do {
            for try await event in transport.transfer(WireRequest(url: server.baseURL)) {
                if case .body(let chunk) = event { body += chunk }
            }
            Issue.record("it did not fail")
        } catch let error as TransferError {
            #expect(error.code == .contentDecodingFailed && error.stage == .receive)
            #expect(error.message.contains("says \(coding), and the body is not \(coding): it is kept as it came"))
        }
        #expect(String(decoding: body, as: UTF8.self) == "hello")
    }
}
