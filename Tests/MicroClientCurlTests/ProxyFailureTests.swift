import Foundation
import MicroClient
import MicroClientCurl
import TestSupport
import Testing

@Suite("Proxies that fail")
struct ProxyFailureTests {
    let transport = CurlTransport()

    private func failure(_ url: String, through proxy: String) async throws -> TransferError {
        var request = WireRequest(url: url)
        request.options.proxy = .proxy(TransferOptions.Proxy(proxy))
        let error = try #require(await transport.failure(request))
        #expect(!error.requestMayHaveBeenSent)
        #expect(!"\(error)".contains("s3cr3t"))
        return error
    }

    /// A port at which nobody listens, and that none of the servers beside this test is given.
    private let closedPort = 1

    @Test("are told from servers that fail: nobody listens", arguments: ["http", "https", "socks5", "socks5h"])
    func refused(scheme: String) async throws {
        let error = try await failure(
            "http://origin.invalid/", through: "\(scheme)://me:s3cr3t@127.0.0.1:\(closedPort)")
        // The name is looked up here for a proxy by SOCKS5, before anyone is asked.
        #expect(error.code == (scheme == "socks5" ? .couldNotResolveHost : .proxyFailed) || error.code == .proxyFailed)
        #expect(error.stage == .connect || error.stage == .nameLookup)
    }

    @Test("are told from servers that fail: unknown host")
    func unknown() async throws {
        let error = try await failure("http://127.0.0.1/", through: "http://me:s3cr3t@nothing.invalid:3128")
        #expect(error.code == .proxyFailed)
        #expect(error.stage == .nameLookup)
        #expect(error.message.contains("proxy"), "\(error.message)")
    }

    @Test(
        "are told from servers that fail: no tunnel",
        arguments: ["403 Forbidden", "407 Proxy Authentication Required", "502 Bad Gateway"])
    func noTunnel(status: String) async throws {
        let proxy = try RawServer(
            responding: "HTTP/1.1 \(status)\r\nProxy-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n")
        let error = try await failure("https://origin.invalid/", through: proxy.baseURL)
        #expect(error.code == .proxyFailed, "\(error)")
        #expect(error.stage == .connect)
        #expect(error.message.contains(status.prefix(3)), "\(error.message)")
    }

    @Test(
        "are told from servers that fail: it speaks no SOCKS, or refuses",
        arguments: [[UInt8]([9, 9]), [5, 255], [5, 0, 5, 2, 0, 1, 0, 0, 0, 0, 0, 0]])
    func socks(response: [UInt8]) async throws {
        let proxy = try RawServer { connection, _ in
            _ = connection.read(3)
            connection.write(response)
            connection.waitForClose()
        }
        let error = try await failure("http://origin.invalid/", through: "socks5h://127.0.0.1:\(proxy.port)")
        #expect(error.code == .proxyFailed, "\(error)")
        #expect(error.stage == .connect)
    }

    @Test(
        "a server that cannot be reached is not taken for a proxy",
        arguments: [TransferOptions.ProxyChoice.direct, .environment])
    func serverRefused(proxy: TransferOptions.ProxyChoice) async throws {
        var request = WireRequest(url: "http://LOCALHOST:\(closedPort)/")
        request.options.proxy = proxy
        #expect(await transport.failure(request)?.code == .couldNotConnect)
    }
}
