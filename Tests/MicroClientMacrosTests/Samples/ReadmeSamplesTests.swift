import DemoAPI
import MicroClientMacros
import Testing

// The sample of README.md that says a request in three ways, word for word.

func sayTyped(with client: NetworkClient) async throws -> [User] {
    let limit = URLQueryItem(name: "limit", value: "3")
    return try await client.run(NetworkRequest<VoidRequest, [User]>(path: "/users", method: .get, queryItems: [limit]))
        .value
}

func sayBuilt(with client: NetworkClient) async throws -> [User] {
    try await client("users").query("limit", 3).get()
}

@Get("/users", of: [User].self)
struct ListUsers {
    @Query var limit: Int
}

func sayDeclared(with client: NetworkClient) async throws -> [User] {
    try await Client(configuration: client.configuration).perform(ListUsers(limit: 3)).data
}

@Suite("The sample of the README on three ways to say a request")
struct ReadmeSamplesTests {
    @Test("each gets the same users from a real server")
    func sameUsers() async throws {
        let server = try DemoServer()
        let client = NetworkClient(url: try #require(URL(string: server.baseURL)))
        let typed = try await sayTyped(with: client)
        #expect(typed.count == 3)
        #expect(try await sayBuilt(with: client) == typed)
        #expect(try await sayDeclared(with: client) == typed)
    }
}
