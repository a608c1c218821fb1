import Foundation
import MicroClient
import MicroClientCurl
import TestSupport
import Testing

@Suite("Another way to the host")
struct RouteTests {
    let transport = CurlTransport()

    // MARK: Address overrides

    private func echo() throws -> RawServer {
        try RawServer { connection, number in
            while let head = connection.readHead() { connection.write(ok("\(number) \(head.field("Host") ?? "")")) }
        }
    }

    private func request(_ url: String, _ overrides: TransferOptions.AddressOverride...) -> WireRequest {
        var request = WireRequest(url: url)
        request.options.addressOverrides = overrides
        return request
    }

    @Test("an override leads to its address, for its request only")
    func override() async throws {
        let server = try echo()
        let url = "http://origin.invalid:\(server.port)/"
        let override = TransferOptions.AddressOverride(
            host: "ORIGIN.invalid", port: server.port, addresses: ["127.0.0.1"])
        let response = try await transport.response(request(url, override))
        #expect(response.text == "1 origin.invalid:\(server.port)")
        #expect(response.connected.first?.remoteAddress == "127.0.0.1")
        #expect(try await transport.response(request(url, override)).summary.connection.isReused == true)
        #expect(await transport.failure(request(url))?.code == .couldNotResolveHost)
    }

    @Test("a kept connection to the host itself is not used in place of the override's, nor the other way round")
    func connections() async throws {
        let server = try echo()
        let url = "http://localhost:\(server.port)/"
        let override = TransferOptions.AddressOverride(host: "localhost", port: server.port, addresses: ["127.0.0.1"])
        let responses = [
            try await transport.response(request(url)), try await transport.response(request(url, override)),
            try await transport.response(request(url)), try await transport.response(request(url, override)),
        ]
        #expect(responses.map { $0.text.prefix(1) } == ["1", "2", "1", "2"])
    }

    @Test("several addresses are tried in order; another request does not learn of them")
    func several() async throws {
        let server = try echo()
        let url = "http://origin.invalid:\(server.port)/"
        // Nobody listens at the first.
        let override = TransferOptions.AddressOverride(
            host: "origin.invalid", port: server.port, addresses: ["127.0.0.2", "::1", "127.0.0.1"])
        let response = try await transport.response(request(url, override))
        #expect(response.text == "1 origin.invalid:\(server.port)")
        #expect(response.connected.first?.remoteAddress == "127.0.0.1")
        #expect(await transport.failure(request(url))?.code == .couldNotResolveHost)
    }

    @Test("an override for every host gives way to one for this host; other ports are left alone")
    func wildcard() async throws {
        let server = try echo()
        let any = TransferOptions.AddressOverride(host: "*", port: server.port, addresses: ["127.0.0.2"])
        let own = TransferOptions.AddressOverride(host: "origin.invalid", port: server.port, addresses: ["127.0.0.1"])
        let url = "http://origin.invalid:\(server.port)/"
        #expect(try await transport.response(request(url, any, own)).head.status == 200)
        #expect(await transport.failure(request(url, any))?.code == .couldNotConnect)
        let elsewhere = TransferOptions.AddressOverride(host: "*", port: 1, addresses: ["127.0.0.1"])
        #expect(await transport.failure(request(url, elsewhere))?.code == .couldNotResolveHost)
    }

    @Test("through a proxy, the override is where the tunnel leads")
    func throughProxy() async throws {
        let server = try echo()
        let proxy = try HTTPProxy()
        var request = request(
            "http://origin.invalid:\(server.port)/",
            TransferOptions.AddressOverride(
                host: "origin.invalid", port: server.port, addresses: ["127.0.0.1", "127.0.0.2"]))
        request.options.proxy = .proxy(TransferOptions.Proxy(proxy.url))
        #expect(try await transport.response(request).text == "1 origin.invalid:\(server.port)")
        #expect(proxy.heads.first?.hasPrefix("CONNECT 127.0.0.1:\(server.port) HTTP/1.1\r\n") == true)
    }

    @Test(
        "overrides that cannot be are refused before anything is sent",
        arguments: [
            TransferOptions.AddressOverride(host: "", port: 80, addresses: ["127.0.0.1"]),
            TransferOptions.AddressOverride(host: "a b", port: 80, addresses: ["127.0.0.1"]),
            TransferOptions.AddressOverride(host: "host:80", port: 80, addresses: ["127.0.0.1"]),
            TransferOptions.AddressOverride(host: "host", port: 0, addresses: ["127.0.0.1"]),
            TransferOptions.AddressOverride(host: "host", port: 80, addresses: []),
            TransferOptions.AddressOverride(host: "host", port: 80, addresses: ["127.0.0.1", "example.com"]),
        ])
    func invalidOverrides(override: TransferOptions.AddressOverride) async {
        let error = await transport.failure(request("http://127.0.0.1:1/", override))
        #expect(error?.code == .invalidRequest)
        #expect(error?.requestMayHaveBeenSent == false)
    }

    // MARK: Another host

    @Test("another host and port is connected to, for its request only; the URL's stays the host of the request")
    func connectTarget() async throws {
        let server = try echo()
        var request = WireRequest(url: "http://origin.invalid/")
        request.options.connectTarget = TransferOptions.ConnectTarget(host: "localhost", port: server.port)
        let response = try await transport.response(request)
        #expect(response.text == "1 origin.invalid")
        request.options.connectTarget = nil
        #expect(await transport.failure(request)?.code == .couldNotResolveHost)
    }

    @Test("the name that TLS checks stays the URL's; an address override for the host goes before")
    func connectTargetNames() async throws {
        let authority = try TestAuthority()
        let server = try RawServer(tls: ServerTLS(authority.issue(names: ["DNS:origin.invalid"]))) { connection, _ in
            while connection.readHead() != nil { connection.write(ok("here")) }
        }
        var request = WireRequest(url: "https://origin.invalid/")
        request.options.tls.authorityFile = authority.certificateFile
        request.options.connectTarget = TransferOptions.ConnectTarget(host: "127.0.0.1", port: server.port)
        #expect(try await transport.response(request).text == "here")
        request.url = "https://other.invalid/"
        #expect(await transport.failure(request)?.code == .certificateNotTrusted)
        request.url = "https://origin.invalid:\(server.port)/"
        request.options.connectTarget?.host = "127.0.0.2"
        request.options.addressOverrides = [
            TransferOptions.AddressOverride(host: "origin.invalid", port: server.port, addresses: ["127.0.0.1"])
        ]
        #expect(try await transport.response(request).text == "here")
    }

    @Test(
        "a target that cannot be is refused before anything is sent",
        arguments: [("", 80), ("a b", 80), ("a:80", 80), ("user@a", 80), ("a", 0), ("a", 65536)])
    func invalidTarget(host: String, port: Int) async {
        var request = WireRequest(url: "http://127.0.0.1:1/")
        request.options.connectTarget = TransferOptions.ConnectTarget(host: host, port: port)
        #expect(await transport.failure(request)?.code == .invalidRequest)
    }

    // MARK: Unix sockets

    @Test("a Unix socket is connected to in place of the host, which stays the host of the request")
    func unixSocket() async throws {
        let server = try UnixEchoServer()
        var request = WireRequest(url: "http://service.invalid/path")
        request.options.unixSocketPath = server.path
        let response = try await transport.response(request)
        #expect(response.text == "GET /path HTTP/1.1, service.invalid")
        #expect(response.connected == [ConnectionFacts(remoteAddress: server.path, isReused: false)])
        #expect(try await transport.response(request).summary.connection.isReused == true)
        request.options.unixSocketPath = nil
        #expect(await transport.failure(request)?.code == .couldNotResolveHost)
    }

    @Test("a Unix socket where nobody listens is a connection that could not be made")
    func noUnixSocket() async {
        var request = WireRequest(url: "http://localhost/")
        request.options.unixSocketPath = "/no/such/socket"
        let error = await transport.failure(request)
        #expect(error?.code == .couldNotConnect)
        #expect(error?.stage == .connect)
        #expect(error?.requestMayHaveBeenSent == false)
    }

    @Test("a path that no Unix socket can have is refused, and so is a proxy beside it")
    func invalidSocket() async {
        var request = WireRequest(url: "http://localhost/")
        for path in ["", "/tmp/" + String(repeating: "x", count: 104), "/a\0b"] {
            request.options.unixSocketPath = path
            #expect(await transport.failure(request)?.code == .invalidRequest)
        }
        request.options.unixSocketPath = "/tmp/socket"
        request.options.connectTarget = TransferOptions.ConnectTarget(host: "a", port: 80)
        #expect(await transport.failure(request)?.code == .invalidRequest)
        request.options.connectTarget = nil
        request.options.proxy = .proxy(TransferOptions.Proxy("http://127.0.0.1:1"))
        #expect(await transport.failure(request)?.code == .invalidRequest)
    }
}
