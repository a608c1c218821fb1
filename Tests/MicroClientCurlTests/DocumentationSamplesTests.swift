import DemoAPI
import Foundation
import MicroClient
import MicroClientCurl
import TestSupport
import Testing

// The samples of README.md and of the library's pages, word for word.

struct User: Codable, Sendable {
    var id: Int
    var name: String
}

func printUsers(of server: URL) async throws {
    let client = NetworkClient(
        configuration: NetworkConfiguration(session: .curl(), baseURL: server, retryStrategy: .retry(count: 2)))
    let users = try await client.run(NetworkRequest<VoidRequest, [User]>(path: "/users", method: .get))
    for user in users.value { print(user.id, user.name) }
    for attempt in users.exchange?.attempts ?? [] {
        print(attempt.number, attempt.outcome, attempt.retry?.reason ?? "")
    }
}

func makeCurlClient(for server: URL) -> NetworkClient {
    NetworkClient(configuration: NetworkConfiguration(session: .curl(), baseURL: server))
}

func makeCrawler(for server: URL) -> NetworkClient {
    var settings = CurlTransport.Configuration()
    settings.keptConnections = 200
    settings.queuedBytes = 4 << 20
    return NetworkClient(
        configuration: NetworkConfiguration(
            session: .curl(CurlTransport(configuration: settings)), baseURL: server, retryStrategy: .retry(count: 2)))
}

func isAlive(_ socket: String, with client: NetworkClient) async throws -> Bool {
    var request = WireRequest(url: "http://localhost/health")
    request.options.unixSocketPath = socket
    request.options.connectTimeout = .seconds(1)
    request.options.totalTimeout = .seconds(2)
    request.options.limits.bodyBytes = 1 << 16
    return try await client.send(request).status == 200
}

func signIn(user: String, password: String, at url: String, with client: NetworkClient) async throws -> Int {
    var request = WireRequest(url: url)
    request.options.authentication = .digest(user: user, password: password)
    return try await client.send(request).status
}

@Suite("The samples of the documentation, over libcurl")
struct DocumentationSamplesTests {
    @Test("users are read and printed with their attempts")
    func users() async throws {
        let server = try DemoServer()
        try await printUsers(of: #require(URL(string: server.baseURL)))
    }

    @Test("a client over libcurl knows its phases")
    func phases() async throws {
        let server = try DemoServer()
        let client = makeCurlClient(for: try #require(URL(string: server.baseURL)))
        let response = try await client.run(NetworkRequest<VoidRequest, [User]>(path: "/users", method: .get))
        #expect(response.value.isEmpty == false)
        #expect(response.exchange?.attempts.last?.hops.last?.timings.total != nil)
    }

    @Test("a transport of one's own is what its settings say, and answers")
    func crawler() async throws {
        let server = try DemoServer()
        let client = makeCrawler(for: try #require(URL(string: server.baseURL)))
        let transport = try #require(client.configuration.transport as? CurlTransport)
        #expect(transport !== CurlTransport.shared)
        let users: [User] = try await client("users").get()
        #expect(!users.isEmpty)
    }

    @Test("a server on a Unix socket is asked")
    func unixSocket() async throws {
        let server = try UnixEchoServer()
        let client = NetworkClient(transport: CurlTransport.shared)
        #expect(try await isAlive(server.path, with: client))
        await #expect(throws: NetworkClientError.self) { try await isAlive(server.path + ".none", with: client) }
    }

    @Test("a digest challenge is answered")
    func digest() async throws {
        let checker = DigestChecker(user: "me", password: "secret")
        let server = try RawServer { connection, _ in
            while let head = connection.readHead() {
                let isRight = checker.fault(in: head, nonce: "n") == nil
                let line = isRight ? "200 OK" : "401 No\r\nWWW-Authenticate: \(checker.challenge(nonce: "n"))"
                connection.write("HTTP/1.1 \(line)\r\nContent-Length: 0\r\n\r\n")
            }
        }
        let client = NetworkClient(transport: CurlTransport.shared)
        #expect(try await signIn(user: "me", password: "secret", at: server.baseURL, with: client) == 200)
        #expect(try await signIn(user: "me", password: "wrong", at: server.baseURL, with: client) == 401)
    }
}
