import DemoAPI
import Foundation
import TestSupport
import Testing

@testable import MicroClient

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An option that a `URLSession` cannot fulfil is reported, not left out.
@Suite("Options over URLSession")
struct URLSessionOptionsTests {
    private struct Row: CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable (inout TransferOptions) -> Void
    }

    private static let refused: [Row] = [
        Row(testDescription: "certificates") { $0.verifiesTLS = false },
        Row(testDescription: "TLS") { $0.tls.minimumVersion = .tls13 },
        Row(testDescription: "proxy") { $0.proxy = .proxy(TransferOptions.Proxy("http://127.0.0.1:1")) },
        Row(testDescription: "proxy") { $0.proxy = .direct },
        Row(testDescription: "Unix socket") { $0.unixSocketPath = "/tmp/socket" },
        Row(testDescription: "another host") { $0.connectTarget = TransferOptions.ConnectTarget(host: "a", port: 80) },
        Row(testDescription: "override") {
            $0.addressOverrides = [TransferOptions.AddressOverride(host: "a", port: 80, addresses: ["127.0.0.1"])]
        },
        Row(testDescription: "credentials") { $0.authentication = .basic(user: "u", password: "p") },
        Row(testDescription: "HTTP version") { $0.httpVersion = .http1 },
        Row(testDescription: "100 Continue") { $0.expectContinueTimeout = .seconds(1) },
        Row(testDescription: "encoded") { $0.decodesContent = false },
        Row(testDescription: "wire") { $0.limits.bodyBytesOnWire = 1 },
    ]

    @Test("refuses what it cannot do, before anything is sent", arguments: refused)
    private func refusals(row: Row) async throws {
        var request = WireRequest(url: "http://127.0.0.1:1/")
        row.change(&request.options)
        for session in [URLSession.shared, URLSession(configuration: .ephemeral)] {
            let transfer = URLSessionTransport(session: session).transfer(request)
            let error = await #expect(throws: TransferError.self) { for try await _ in transfer {} }
            #expect(error?.code == .invalidRequest)
            #expect(error?.requestMayHaveBeenSent == false)
            #expect(error?.message.contains("URLSession cannot") == true)
        }
    }

    @Test("ends a body that is larger than allowed")
    func limit() async throws {
        let server = try DemoServer()
        defer { server.stop() }
        var request = WireRequest(url: server.baseURL + "/bytes?count=100000")
        request.options.limits.bodyBytes = 99_999
        let client = NetworkClient(configuration: NetworkConfiguration(session: .shared, baseURL: .noBase))
        let error = await #expect(throws: NetworkClientError.self) { try await client.send(request).collect() }
        #expect(error?.transferError?.code == .bodyTooLarge)
        request.options.limits.bodyBytes = 100_000
        #expect(try await client.send(request).collect().count == 100_000)
    }

    @Test("a file goes up, from a session with a delegate of its own as well")
    func file() async throws {
        final class Delegate: NSObject, URLSessionDelegate {}
        let server = try DemoServer()
        defer { server.stop() }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("upload-\(UUID().uuidString)")
        try Data(count: 3_000_000).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let own = URLSession(configuration: .ephemeral, delegate: Delegate(), delegateQueue: nil)
        defer { own.invalidateAndCancel() }
        for session in [URLSession.shared, own] {
            let client = NetworkClient(configuration: NetworkConfiguration(session: session, baseURL: .noBase))
            let request = WireRequest(method: .put, url: server.baseURL + "/count", body: .file(file))
            let response = try await client.send(request).collect()
            #expect(String(decoding: response, as: UTF8.self).contains("3000000"))
        }
    }

    @Test("a file that cannot be read is said before anything is sent")
    func missingFile() async throws {
        let request = WireRequest(
            method: .put, url: "http://127.0.0.1:1/", body: .file(URL(fileURLWithPath: "/no/such/file")))
        let transfer = URLSessionTransport(session: URLSession.shared).transfer(request)
        let error = await #expect(throws: TransferError.self) { for try await _ in transfer {} }
        #expect(error?.code == .uploadFailed)
        #expect(error?.requestMayHaveBeenSent == false)
    }
}
