import DemoAPI
import Foundation
import MicroClient
import TestSupport
import Testing

@testable import MicroClientCurl

@Suite("Proxies")
struct ProxyTests {
    let transport = CurlTransport()

    private func request(_ url: String, _ proxy: TransferOptions.ProxyChoice) -> WireRequest {
        var request = WireRequest(url: url)
        request.options.proxy = proxy
        return request
    }

    private func request(_ url: String, through proxy: String, exceptions: [String] = []) -> WireRequest {
        request(url, .proxy(TransferOptions.Proxy(proxy, exceptions: exceptions)))
    }

    @Test("an HTTP proxy gets the absolute URL and looks the name up itself")
    func forward() async throws {
        let server = try DemoServer()
        let proxy = try HTTPProxy()
        let url = "http://origin.invalid:\(server.port)/echo?q=1"
        let response = try await transport.response(request(url, through: proxy.url))
        #expect(response.head.status == 200)
        #expect(response.text.contains("origin.invalid"))
        #expect(proxy.heads.first?.hasPrefix("GET \(url) HTTP/1.1\r\n") == true)
        #expect(response.connected.first?.remotePort == proxy.port)
    }

    @Test("a proxy's URL may leave its scheme out")
    func withoutScheme() async throws {
        let server = try DemoServer()
        let proxy = try HTTPProxy()
        _ = try await transport.response(request(server.baseURL + "/echo", through: "127.0.0.1:\(proxy.port)"))
        #expect(proxy.heads.count == 1)
    }

    @Test("user information in the proxy's URL is presented to it, percent-decoded, and to nobody else")
    func credentials() async throws {
        let server = try DemoServer()
        let proxy = try HTTPProxy(.basic("us er:p@ss"))
        let url = "http://us%20er:p%40ss@127.0.0.1:\(proxy.port)"
        let response = try await transport.response(request(server.baseURL + "/echo", through: url))
        #expect(response.head.status == 200)
        #expect(!response.text.lowercased().contains("authorization"))
        #expect(proxy.heads.count == 1)
    }

    @Test("without a tunnel a proxy's 407 and 403 are the answer")
    func refusals() async throws {
        let proxy = try HTTPProxy(.basic("user:password"))
        let response = try await transport.response(request("http://origin.invalid/", through: proxy.url))
        #expect(response.head.status == 407)
        #expect(response.head.headers["Proxy-Authenticate"] == "Basic realm=\"proxy\"")
        let refusing = try HTTPProxy(.refusal(403))
        #expect(
            try await transport.response(request("http://origin.invalid/", through: refusing.url)).head.status == 403)
    }

    @Test("Proxy-Authorization of the request goes to the proxy, and never to an origin")
    func ownCredentials() async throws {
        let server = try DemoServer()
        let proxy = try HTTPProxy(.basic("user:password"))
        let own = HeaderField("proxy-authorization", "Basic " + Data("user:password".utf8).base64EncodedString())
        var request = request(server.baseURL + "/echo", through: proxy.url)
        request.headers = [own, HeaderField("X-A", "1")]
        let response = try await transport.response(request)
        #expect(response.head.status == 200)
        #expect(response.text.lowercased().contains("x-a"))
        request.options.proxy = .direct
        #expect(try await !transport.response(request).text.lowercased().contains("proxy-authorization"))
    }

    @Test("what is not ASCII in the target goes out as it is", arguments: ["http", "socks5h"])
    func nonASCII(scheme: String) async throws {
        let reports = Reports()
        let server = try RawServer { connection, _ in
            reports.add(connection.readHead() ?? "")
            connection.write(ok())
        }
        let http = try HTTPProxy()
        let socks = try SOCKSProxy()
        let port = scheme == "http" ? http.port : socks.port
        _ = try await transport.response(
            request(server.baseURL + "/ü?ä", through: "\(scheme)://127.0.0.1:\(port)"))
        let line = await reports.next()?.components(separatedBy: "\r\n").first
        #expect(line == "GET /ü?ä HTTP/1.1")
    }

    @Test("SOCKS5 with the name looked up here, or there")
    func socks() async throws {
        let server = try DemoServer()
        let proxy = try SOCKSProxy()
        let here = request("http://localhost:\(server.port)/echo", through: "socks5://127.0.0.1:\(proxy.port)")
        #expect(try await transport.response(here).head.status == 200)
        let there = request("http://origin.invalid:\(server.port)/echo", through: "socks5h://127.0.0.1:\(proxy.port)")
        #expect(try await transport.response(there).head.status == 200)
        #expect(proxy.asked == ["address 127.0.0.1:\(server.port)", "name origin.invalid:\(server.port)"])
    }

    @Test("SOCKS5 asks for user and password")
    func socksUser() async throws {
        let server = try DemoServer()
        let proxy = try SOCKSProxy(user: "name:pass:word")
        let url = "socks5h://name:pass%3Aword@127.0.0.1:\(proxy.port)"
        #expect(try await transport.response(request(server.baseURL + "/echo", through: url)).head.status == 200)
        #expect(proxy.asked.first == "user name:pass:word")
    }

    @Test(
        "exceptions are reached directly",
        arguments: [["localhost", "127.0.0.1"], ["127.0.0.0/8"], ["example.com", "*"]])
    func exceptions(exceptions: [String]) async throws {
        let server = try DemoServer()
        let proxy = try HTTPProxy()
        let request = request(server.baseURL + "/echo", through: proxy.url, exceptions: exceptions)
        #expect(try await transport.response(request).head.status == 200)
        #expect(proxy.heads.isEmpty)
    }

    @Test(
        "which host is an exception",
        arguments: [
            ("example.com", "example.com", true), ("API.Example.com", ".example.com", true),
            ("notexample.com", "example.com", false), ("a.example.com.", "example.com", true),
            ("127.0.0.1", "127.0.0.0/8", true), ("128.0.0.1", "127.0.0.0/8", false), ("10.1.2.3", "10.1.2.3", true),
            ("10.1.2.3", "2.3", false), ("[fd00::1]", "fd00::/8", true), ("[fd00::1]", "fe00::/8", false),
            ("[::1]", "[::1]", true), ("anything", "*", true), ("anything", "", false),
            ("10.0.0.1", "10.0.0.0/99", false),
        ])
    func excepted(host: String, exception: String, isExcepted: Bool) {
        #expect(TransferOptions.Proxy("p", exceptions: [exception]).excepts(host) == isExcepted)
        #expect(TransferOptions.Proxy("p", exceptions: ["other", exception]).excepts(host) == isExcepted)
    }

    @Test("the proxy is named where it carried the hop, and not where an exception led past it")
    func named() async throws {
        let server = try DemoServer()
        let proxy = try HTTPProxy()
        let plain = "http://127.0.0.1:\(proxy.port)"
        let through = request(server.baseURL + "/echo", through: plain, exceptions: ["example.com"])
        #expect(try await transport.response(through).summary.connection.proxy == plain)
        let past = request(server.baseURL + "/echo", through: plain, exceptions: ["127.0.0.1"])
        #expect(try await transport.response(past).summary.connection.proxy == nil)
        // Whatever the proxy's port is: the origin listens at the same one.
        let twin = request(server.baseURL + "/echo", through: server.baseURL, exceptions: ["127.0.0.0/8"])
        #expect(try await transport.response(twin).summary.connection.proxy == nil)
    }

    @Test("an exception is a domain with its subdomains, and nothing else")
    func otherDomains() async throws {
        let server = try DemoServer()
        let proxy = try HTTPProxy()
        let other = request("http://notexample.com:\(server.port)/", through: proxy.url, exceptions: ["example.com"])
        _ = try await transport.response(other)
        #expect(proxy.heads.count == 1)
    }

    @Test("requests through a proxy, another one and none do not share connections")
    func connections() async throws {
        let server = try DemoServer()
        let first = try SOCKSProxy()
        let second = try SOCKSProxy()
        let url = server.baseURL + "/echo"
        let ways: [TransferOptions.ProxyChoice] = [
            .proxy(TransferOptions.Proxy("socks5://127.0.0.1:\(first.port)")),
            .proxy(TransferOptions.Proxy("socks5://127.0.0.1:\(second.port)")),
            .direct,
        ]
        for way in ways + ways {
            _ = try await transport.response(request(url, way))
        }
        #expect(first.asked.count == 1)
        #expect(second.asked.count == 1)
        #expect(try await transport.response(request(url, .direct)).summary.connection.isReused == true)
    }

    @Test(
        "a proxy that cannot be is refused before anything is sent, and without its password",
        arguments: [
            "", "ftp://host:1", "socks6://host:1", "http://", "http://user:secret@", "http://host:0",
            "http://host:secret", "http://host:70000", "http://ho st:1", "http://host:1/secret", "http://[::1:80",
            "http://user:secret@host:x",
        ])
    func invalid(url: String) async {
        let error = await transport.failure(request("http://127.0.0.1:1/", through: url))
        #expect(error?.code == .invalidRequest)
        #expect(error?.stage == .prepare)
        #expect(error?.requestMayHaveBeenSent == false)
        #expect(error?.message.contains("secret") == false)
    }

    // MARK: With TLS

    private func secureServer(_ authority: TestAuthority) throws -> RawServer {
        try RawServer(tls: ServerTLS(authority.issue(names: ["DNS:origin.invalid", "IP:127.0.0.1"]))) { connection, _ in
            while let head = connection.readHead() { connection.write(ok(head)) }
        }
    }

    private func request(
        _ server: RawServer, through proxy: String, trusting authority: TestAuthority
    ) -> WireRequest {
        var request = request("https://origin.invalid:\(server.port)/a", through: proxy)
        request.options.tls.authorityFile = authority.certificateFile
        return request
    }

    @Test("an https origin is reached through a tunnel, in which the proxy's credentials do not go")
    func tunnel() async throws {
        let authority = try TestAuthority()
        let server = try secureServer(authority)
        let proxy = try HTTPProxy(.basic("user:password"))
        var request = request(server, through: "http://user:password@127.0.0.1:\(proxy.port)", trusting: authority)
        request.headers = [HeaderField("Proxy-Connection", "x"), HeaderField("Authorization", "mine")]
        let response = try await transport.response(request)
        #expect(response.heads.map(\.status) == [200])
        #expect(response.text.hasPrefix("GET /a HTTP/1.1\r\n"))
        #expect(response.text.field("Authorization") == "mine")
        #expect(!response.text.contains("Proxy-"))
        #expect(response.summary.requestHeadersSent?.map(\.name) == ["Host", "Accept-Encoding", "Authorization"])
        #expect(proxy.heads.allSatisfy { $0.hasPrefix("CONNECT origin.invalid:\(server.port) HTTP/1.1\r\n") })
        #expect(proxy.heads.allSatisfy { !$0.contains("\r\nAuthorization") })
        #expect(try await transport.response(request).summary.connection.isReused == true)
    }

    @Test("for a tunnel, the proxy may ask for Digest as well")
    func digest() async throws {
        let authority = try TestAuthority()
        let server = try secureServer(authority)
        let proxy = try HTTPProxy(.digest)
        let url = "http://user:password@127.0.0.1:\(proxy.port)"
        #expect(try await transport.response(request(server, through: url, trusting: authority)).head.status == 200)
        #expect(proxy.heads.last?.field("Proxy-Authorization")?.hasPrefix("Digest username=\"user\"") == true)
    }

    @Test("a SOCKS5 proxy carries TLS")
    func secureSocks() async throws {
        let authority = try TestAuthority()
        let server = try secureServer(authority)
        let proxy = try SOCKSProxy()
        let request = request(server, through: "socks5h://127.0.0.1:\(proxy.port)", trusting: authority)
        #expect(try await transport.response(request).head.status == 200)
        #expect(proxy.asked == ["name origin.invalid:\(server.port)"])
    }

    @Test("an https proxy is spoken to over TLS and checked like an origin, for http and https")
    func secureProxy() async throws {
        let authority = try TestAuthority()
        let server = try secureServer(authority)
        let proxy = try HTTPProxy(.basic("u:p"), tls: ServerTLS(authority.issue()))
        let url = "https://u:p@127.0.0.1:\(proxy.port)"
        var request = request(server, through: url, trusting: authority)
        #expect(try await transport.response(request).head.status == 200)
        let plain = try DemoServer()
        request.url = plain.baseURL + "/echo"
        #expect(try await transport.response(request).head.status == 200)
        #expect(proxy.heads.last?.hasPrefix("GET http://127.0.0.1:\(plain.port)/echo ") == true)
        request.options.tls.authorityFile = nil
        #expect(await transport.failure(request) != nil)
        request.options.verifiesTLS = false
        #expect(try await transport.response(request).head.status == 200)
    }

    // MARK: Proxies that fail

    @Test("a proxy where nobody listens, for http, a tunnel and SOCKS5", arguments: ["http", "https", "socks5h"])
    func down(scheme: String) async {
        let proxy = scheme == "socks5h" ? "socks5h://127.0.0.1:1" : "http://127.0.0.1:1"
        let url = scheme == "https" ? "https://origin.invalid/" : "http://origin.invalid/"
        let error = await transport.failure(request(url, through: proxy))
        #expect(error?.code == .proxyFailed)
        #expect(error?.stage == .connect)
        #expect(error?.requestMayHaveBeenSent == false)
    }

    @Test("a proxy whose name is unknown")
    func unknownProxy() async throws {
        let error = await transport.failure(request("http://127.0.0.1:1/", through: "http://proxy.invalid:3128"))
        #expect(error?.code == .proxyFailed)
        #expect(error?.stage == .nameLookup)
    }

    @Test(
        "a proxy that opens no tunnel", arguments: [HTTPProxy.Demand.refusal(403), .basic("other:one"), .refusal(502)])
    func noTunnel(demand: HTTPProxy.Demand) async throws {
        let proxy = try HTTPProxy(demand)
        let url = "http://user:secret@127.0.0.1:\(proxy.port)"
        let error = await transport.failure(request("https://origin.invalid/", through: url))
        #expect(error?.code == .proxyFailed)
        #expect(error?.requestMayHaveBeenSent == false)
        #expect(error?.message.contains("secret") == false)
    }

    @Test("a SOCKS5 proxy that refuses, the user or the way")
    func socksRefusal() async throws {
        for proxy in [try SOCKSProxy(reply: 2), try SOCKSProxy(user: "a:b")] {
            let server = try DemoServer()
            let error = await transport.failure(
                request(server.baseURL + "/", through: "socks5h://u:p@127.0.0.1:\(proxy.port)"))
            #expect(error?.code == .proxyFailed)
            #expect(error?.requestMayHaveBeenSent == false)
        }
    }

    // MARK: What the environment names

    private func probe(_ url: String, _ environment: [String: String]) async throws -> String {
        try ChildProgram.run([builtProgram("transport-probe"), url], environment: environment).outputText
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test(
        "the environment names the proxy, and who is reached without; HTTP_PROXY in capitals does not",
        .timeLimit(.minutes(1)))
    func environment() async throws {
        let server = try DemoServer()
        let proxy = try HTTPProxy()
        let url = "http://origin.invalid:\(server.port)/users/1"
        #expect(try await probe(url, ["http_proxy": proxy.url]) == "200")
        #expect(try await probe(url, ["ALL_PROXY": "http://127.0.0.1:\(proxy.port)"]) == "200")
        #expect(proxy.heads.count == 2)
        #expect(try await probe(url, ["HTTP_PROXY": proxy.url]) == "couldNotResolveHost")
        #expect(try await probe(url, ["http_proxy": proxy.url, "no_proxy": ".invalid"]) == "couldNotResolveHost")
        #expect(proxy.heads.count == 2)
    }
}
