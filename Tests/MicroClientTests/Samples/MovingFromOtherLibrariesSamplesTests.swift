import Foundation
import MicroClient
import TestSupport
import Testing

// The samples of the page "Moving from Alamofire, AsyncHTTPClient or Get", word for word.

struct Colleague: Codable, Sendable {
    var id: Int
    var name: String
}

func colleague(_ id: Int, at server: URL) async throws -> Colleague {
    try await NetworkClient(url: server)("users", id).get()
}

func bytes(of url: String, with client: NetworkClient) async throws -> Data {
    var request = WireRequest(url: url)
    request.options.totalTimeout = .seconds(30)
    return try await client.send(request).collect(upTo: 1 << 20)
}

func colleague(_ id: Int, with client: NetworkClient) async throws -> Colleague {
    try await client.run(NetworkRequest<VoidRequest, Colleague>(path: "/users/\(id)", method: .get)).value
}

typealias HTTPMethod = MicroClient.HTTPMethod

struct PrintingLogger: MicroClient.Logger {
    func log(level: LogLevel, message: String) { print("\(level): \(message)") }
}

@Suite("The samples of the page on moving from other libraries")
struct MovingFromOtherLibrariesSamplesTests {
    @Test("a user is fetched with Get's shape of request")
    func typed() async throws {
        let transport = FakeTransport(.response(200, body: [#"{"id": 7, "name": "Ada"}"#]))
        #expect(try await colleague(7, with: .over(transport)).name == "Ada")
        #expect(transport.requests.first?.url == "http://one.test/users/7")
    }

    @Test("a user is fetched from a server by the chain")
    func built() async throws {
        let server = try RawServer(responding: "HTTP/1.0 200 OK\r\n\r\n{\"id\": 7, \"name\": \"Ada\"}")
        #expect(try await colleague(7, at: #require(URL(string: server.baseURL))).id == 7)
    }

    @Test("bytes are collected within a limit of time")
    func raw() async throws {
        let transport = FakeTransport(.response(200, body: ["one ", "two"]))
        #expect(try await bytes(of: "http://one.test/f", with: .over(transport)) == Data("one two".utf8))
        #expect(transport.requests.first?.options.totalTimeout == .seconds(30))
    }
}
