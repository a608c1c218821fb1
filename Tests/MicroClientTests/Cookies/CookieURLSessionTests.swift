import Foundation
import TestSupport
import Testing

@testable import MicroClient

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct CookieURLSessionTests {
    private func response(_ fields: String, status: String = "200 OK") -> String {
        "HTTP/1.1 \(status)\r\nContent-Length: 0\r\n\(fields)\r\n"
    }

    @Test("over a URLSession the jar is the only one, and two cookies of one answer are two")
    func jar() async throws {
        let heads = Locked<[String]>([])
        let twoCookies = response(
            "Set-Cookie: a=1; Expires=Wed, 09 Jun 2100 10:18:14 GMT; Path=/\r\nSet-Cookie: b=2\r\nLocation: /next\r\n",
            status: "302 Found")
        let last = response("")
        let server = try RawServer { connection, _ in
            while let head = connection.readHead() {
                heads.withLock { $0.append(head) }
                connection.write(head.hasPrefix("GET /first") ? twoCookies : last)
            }
        }
        let base = try #require(URL(string: server.baseURL))
        var configuration = NetworkConfiguration(session: .shared, baseURL: base)
        let jar = CookieJar()
        configuration.cookies = jar
        let client = NetworkClient(configuration: configuration)
        _ = try await client.send(WireRequest(url: server.baseURL + "/first")).collect()
        let off = SendOptions(cookies: .off)
        _ = try await client.send(WireRequest(url: server.baseURL + "/off"), options: off).collect()
        #expect(jar.cookies.map { "\($0.name)=\($0.value)" } == ["a=1", "b=2"])
        #expect(jar.cookies.map { $0.expiresAt != nil } == [true, false])
        let sent = heads.withLock { $0 }.map { head in
            head.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix("cookie:") }
        }
        #expect(sent == [nil, "Cookie: a=1; b=2", nil])
    }

    @Test("the configuration of the caller's session is left alone")
    func callersConfiguration() {
        let session = URLSession(configuration: .default)
        defer { session.invalidateAndCancel() }
        _ = URLSessionTransport(session: session)
        #expect(session.configuration.httpShouldSetCookies)
    }
}
