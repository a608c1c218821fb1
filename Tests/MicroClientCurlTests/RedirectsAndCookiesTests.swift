import DemoAPI
import Foundation
import MicroClient
import MicroClientCurl
import TestSupport
import Testing

/// Creates a server that reports each request's head, and responds by its path.
private func server(_ reports: Reports, _ response: @escaping @Sendable (String) -> String) throws -> RawServer {
    try RawServer { connection, _ in
        while let head = connection.readHead() {
            let length = head.field("Content-Length").flatMap(Int.init) ?? 0
            reports.add(head + String(decoding: connection.read(length), as: UTF8.self))
            connection.write(response(head.components(separatedBy: " ")[1]))
        }
    }
}

private func redirect(_ status: Int = 302, to location: String, _ fields: String = "") -> String {
    "HTTP/1.1 \(status) Moved\r\nContent-Length: 0\r\nLocation: \(location)\r\n\(fields)\r\n"
}

extension String {
    /// The value of a field of a head.
    fileprivate func field(_ name: String) -> String? {
        components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
            .map { String($0.dropFirst(name.count + 2)) }
    }

    fileprivate var requestLine: String { components(separatedBy: "\r\n").first ?? "" }
}

@Suite("Redirects and cookies on real connections")
struct RedirectsAndCookiesTests {
    private func client(_ change: (inout NetworkConfiguration) -> Void = { _ in }) throws -> NetworkClient {
        let base = try #require(URL(string: "http://127.0.0.1"))
        var configuration = NetworkConfiguration(session: .curl(), baseURL: base)
        change(&configuration)
        return NetworkClient(configuration: configuration)
    }

    @Test("a login sets cookies on its way, and each hop sends those of its own host")
    func login() async throws {
        let reports = Reports()
        let other = try server(reports) { _ in ok("end") }
        let otherURL = "http://localhost:\(other.port)/end"
        let first = try server(reports) { path in
            path == "/login"
                ? redirect(303, to: "/home", "Set-Cookie: id=1; Path=/; HttpOnly\r\nSet-Cookie: seen=1; Path=/home\r\n")
                : redirect(to: otherURL, "Set-Cookie: id=2; Path=/\r\n")
        }
        let jar = CookieJar()
        let request = WireRequest(
            method: .post, url: first.baseURL + "/login", headers: [HeaderField("Authorization", "Bearer t")],
            body: .bytes(Data("name=me".utf8)))
        let response = try await client { $0.cookies = jar }.send(request)
        #expect(try await response.collect() == Data("end".utf8))
        var heads: [String] = []
        for _ in 0..<3 { heads.append(await reports.next() ?? "") }
        #expect(heads.map(\.requestLine) == ["POST /login HTTP/1.1", "GET /home HTTP/1.1", "GET /end HTTP/1.1"])
        #expect(heads.map { $0.field("Cookie") } == [nil, "seen=1; id=1", nil])
        #expect(heads.map { $0.field("Authorization") } == ["Bearer t", "Bearer t", nil])
        #expect(jar.cookies.map { "\($0.name)=\($0.value)" } == ["id=2", "seen=1"])
    }

    @Test("a loop ends at the maximum: the redirect is the response, and every hop is recorded")
    func loop() async throws {
        let server = try DemoServer()
        defer { server.stop() }
        let response = try await client().send(WireRequest(url: server.baseURL + "/redirect/loop"))
        _ = try await response.collect()
        #expect(response.status == 302)
        let hops = try #require(response.exchange().attempts.first?.hops)
        #expect(hops.count == 6)
        #expect(hops.allSatisfy { $0.response?.status == 302 && $0.timings.total != nil })
    }

    @Test("307 sends the body once more, and the credentials not to another origin")
    func replay() async throws {
        let reports = Reports()
        let second = try server(reports) { _ in ok() }
        let target = second.baseURL + "/b"
        let first = try server(reports) { _ in redirect(307, to: target) }
        let request = WireRequest(
            method: .put, url: first.baseURL.replacingOccurrences(of: "//", with: "//me:pw@") + "/a",
            headers: [HeaderField("Content-Type", "text/plain")], body: .bytes(Data("body".utf8)))
        _ = try await client().send(request).collect()
        var heads: [String] = []
        for _ in 0..<2 { heads.append(await reports.next() ?? "") }
        #expect(heads.map(\.requestLine) == ["PUT /a HTTP/1.1", "PUT /b HTTP/1.1"])
        #expect(heads.allSatisfy { $0.hasSuffix("\r\n\r\nbody") && $0.field("Content-Type") == "text/plain" })
        #expect(heads.map { $0.field("Authorization") } == ["Basic bWU6cHc=", nil])
    }

    @Test(
        "nothing but http and https is gone to",
        arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "dict://127.0.0.1/"])
    func schemes(location: String) async throws {
        let server = try DemoServer()
        defer { server.stop() }
        let response = try await client().send(WireRequest(url: server.baseURL + "/redirect-to?url=\(location)"))
        #expect(response.status == 302 && response.headers["Location"] == location)
    }

    @Test("a host that is not ASCII is asked for in ASCII, from the caller and from a Location alike")
    func internationalHosts() async throws {
        let reports = Reports()
        let server = try server(reports) { path in path == "/ü" ? redirect(to: "http://B\u{FC}cher.localhost/") : ok() }
        let url = "http://b\u{FC}cher.localhost:\(server.port)/ü"
        let response = try await client { $0.redirects = .none }.send(WireRequest(url: url))
        #expect(response.status == 302)
        let head = await reports.next() ?? ""
        #expect(head.requestLine == "GET /ü HTTP/1.1")
        #expect(head.field("Host") == "xn--bcher-kva.localhost:\(server.port)")
    }

    @Test("A14: a form arrives at a real server as it was encoded")
    func form() async throws {
        let reports = Reports()
        let server = try server(reports) { _ in ok("null") }
        let items = [URLFormItem(name: "username", value: "user"), URLFormItem(name: "password", value: "p&+")]
        let request = NetworkRequest<VoidRequest, VoidResponse>(
            path: "a b", method: .post, queryItems: [URLQueryItem(name: "q", value: "1+1")], formItems: items,
            baseURL: URL(string: server.baseURL + "/api?k=v"))
        _ = try await client().run(request)
        let head = await reports.next() ?? ""
        #expect(head.requestLine == "POST /api/a%20b?k=v&q=1%2B1 HTTP/1.1")
        #expect(head.field("Content-Type") == "application/x-www-form-urlencoded")
        #expect(head.hasSuffix("\r\n\r\nusername=user&password=p%26%2B"))
    }
}
