import DemoAPI
import Foundation
import MicroClient
import MicroClientCurl
import Testing

// The samples of README.md and of the library's pages, as they stand there.

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
        let answer = try await client.run(NetworkRequest<VoidRequest, [User]>(path: "/users", method: .get))
        #expect(answer.value.isEmpty == false)
        #expect(answer.exchange?.attempts.last?.hops.last?.timings.total != nil)
    }
}
