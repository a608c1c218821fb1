import Exchanges
import Foundation
import MicroClient
import OpenCollection
import TestSupport
import Testing

@testable import CollectionRunner

@Suite("Requests through proxies and with client certificates")
struct ConnectionTests {
    private let runner = CollectionRunner.impatient()

    private func run(
        _ demo: DemoCollection, _ proxy: ProxyServer?, _ change: (inout RenderedRequest) -> Void = { _ in }
    ) async -> RecordedExchange {
        var rendered = demo.rendered()
        rendered.proxy = proxy.map { .server($0) } ?? .direct
        change(&rendered)
        return await runner.run(rendered, origin: RecordedExchange.Origin())
    }

    private func server(_ proxy: HTTPProxy, bypass: String = "") -> ProxyServer {
        ProxyServer(scheme: "http", host: "127.0.0.1", port: proxy.port, bypass: ProxyBypass(bypass))
    }

    @Test("a request goes through the collection's proxy, with its credentials, and past it where it is passed by")
    func proxied() async throws {
        let proxy = try HTTPProxy(.basic("ada:p@ss"))
        let demo = try DemoCollection("GET", "/users/1")
        var through = server(proxy)
        #expect(await run(demo, through).head?.status == 407)
        through.username = "ada"
        through.password = "p@ss"
        #expect(await run(demo, through).head?.status == 200)
        #expect(proxy.heads.count == 2)
        through.bypass = ProxyBypass("127.0.0.1")
        #expect(await run(demo, through).head?.status == 200)
        #expect(await run(demo, nil).head?.status == 200)
        #expect(proxy.heads.count == 2)
    }

    @Test("the proxy is chosen anew at each redirect")
    func redirected() async throws {
        let proxy = try HTTPProxy()
        let target = try DemoCollection("GET", "/")
        let demo = try DemoCollection("GET", "/redirect-to?url=\(target.server.baseURL)/users/1")
        let port = try #require(URL(string: target.server.baseURL)?.port)
        let record = await run(demo, server(proxy, bypass: "127.0.0.1:\(port)"))
        #expect(record.head?.status == 200 && record.exchange.attempts.first?.hops.count == 2)
        #expect(proxy.heads.count == 1)
        #expect(await run(demo, server(proxy)).head?.status == 200)
        #expect(proxy.heads.count == 3)
    }

    @Test("SOCKS 5 is spoken, too")
    func socks() async throws {
        let proxy = try SOCKSProxy(user: "ada:secret")
        var through = ProxyServer(scheme: "socks5", host: "127.0.0.1", port: proxy.port)
        through.username = "ada"
        through.password = "secret"
        let demo = try DemoCollection("GET", "/users/1")
        #expect(await run(demo, through).head?.status == 200)
        #expect(proxy.asked.contains("user ada:secret"))
    }

    @Test(
        "a client certificate is shown, its path relative to the root; a file that may not be read is not sent without")
    func certificates() async throws {
        let authority = try TestAuthority()
        let certificate = try authority.issue(subject: "/CN=client", names: [])
        let tls = try ServerTLS(authority.issue(), clientAuthorityFile: authority.certificateFile)
        let server = try RawServer(tls: tls) { connection, _ in
            guard connection.readHead() != nil else { return }
            connection.write("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
        }
        var demo = try DemoCollection("GET", "/")
        demo.definition.url = server.baseURL
        var rendered = demo.rendered()
        rendered.verifiesTLS = false
        let root = URL(fileURLWithPath: certificate.certificateFile).deletingLastPathComponent()
        func status(_ certificate: RenderedCertificate?) async -> (Int?, String?) {
            rendered.clientCertificate = certificate
            let record = await runner.run(
                rendered, origin: RecordedExchange.Origin(),
                dependencies: SendDependencies(files: RequestFiles(root: root)))
            return (record.head?.status, record.failure?.message)
        }
        func name(_ path: String) -> String { URL(fileURLWithPath: path).lastPathComponent }
        let key = try certificate.encryptedKey(password: "op3n")
        let own = RenderedCertificate.pem(
            certificate: name(certificate.certificateFile), key: name(key), passphrase: "op3n")
        #expect(await status(own).0 == 204)
        let bundle = name(try certificate.pkcs12(password: "op3n"))
        #expect(await status(.pkcs12(file: bundle, passphrase: "op3n")).0 == 204)
        #expect(await status(nil).0 == nil)
        let missing = await status(.pkcs12(file: "gone.p12", passphrase: ""))
        #expect(missing.0 == nil && missing.1?.contains("gone.p12") == true)
    }
}
