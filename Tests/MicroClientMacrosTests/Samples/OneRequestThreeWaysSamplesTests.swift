import DemoAPI
import MicroClientMacros
import TestSupport
import Testing

// The samples of the page "One request, three ways", word for word.

struct Member: Codable, Sendable, Equatable {
    var id: Int
    var name: String
}

func membersTyped(of server: URL, token: String) async throws -> [Member] {
    let client = NetworkClient(
        configuration: NetworkConfiguration(
            baseURL: server, retryStrategy: .retry(count: 2), interceptors: [BearerTokenInterceptor(token: token)]))
    let items = [URLQueryItem(name: "limit", value: "5"), URLQueryItem(name: "page", value: "2")]
    return try await client.run(
        NetworkRequest<VoidRequest, [Member]>(path: "/users", method: .get, queryItems: items)
    ).value
}

func membersBuilt(of server: URL, token: String) async throws -> [Member] {
    let client = NetworkClient(url: server).auth(.bearer(token)).retry(.retry(count: 2))
    return try await client("users").query(["limit": 5, "page": 2]).get()
}

@Get("/users")
struct ListMembers {
    @Query var limit: Int
    @Query var page: Int
}

func membersDeclared(of server: URL, token: String) async throws -> [Member] {
    var configuration = NetworkConfiguration(baseURL: server, retryStrategy: .retry(count: 2))
    configuration.interceptors = [BearerTokenInterceptor(token: token)]
    let response: Response<[Member]> = try await Client(configuration: configuration).perform(
        ListMembers(limit: 5, page: 2))
    return response.data
}

struct NewName: Codable, Sendable {
    var name: String
}

func renameTyped(_ id: Int, to name: String, with client: NetworkClient) async throws -> Member {
    let request = NetworkRequest<NewName, Member>(path: "/users/\(id)", method: .patch, body: NewName(name: name))
    return try await client.run(request).value
}

func renameBuilt(_ id: Int, to name: String, with client: NetworkClient) async throws -> Member {
    try await client("users", id).body(NewName(name: name)).patch()
}

@Patch("/users/:id")
struct RenameMember {
    @Path var id: Int
    let body: NewName
}

func renameDeclared(_ id: Int, to name: String, with client: NetworkClient) async throws -> Member {
    let request = RenameMember(id: id, body: NewName(name: name))
    return try await Client(configuration: client.configuration).perform(request).data
}

/// One request as a server reads it. Field by field: `URLSession` sends them in an order of its own.
private struct Received: Equatable {
    var line: String
    var fields: Set<String>
    var body: [UInt8]

    init?(_ connection: RawConnection) {
        guard let head = connection.readHead() else { return nil }
        let lines = head.components(separatedBy: "\r\n").filter { !$0.isEmpty }
        line = lines.first ?? ""
        fields = Set(lines.dropFirst().map { $0.hasPrefix("Content-Length") ? $0.lowercased() : $0 })
        let length = fields.first { $0.hasPrefix("content-length: ") }.flatMap { Int($0.dropFirst(16)) } ?? 0
        body = connection.read(length)
    }
}

@Suite("The samples of the page on one request in three ways")
struct OneRequestThreeWaysSamplesTests {
    /// Returns what a server received that closes each connection after its response.
    private func received(responding json: String, _ ask: (URL) async throws -> Void) async throws -> [Received] {
        let log = RequestLog()
        let response = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: \(json.utf8.count)\r\n\r\n\(json)"
        let server = try RawServer { connection, _ in
            if let received = Received(connection) { log.add(received) }
            connection.write(response)
        }
        try await ask(try #require(URL(string: server.baseURL)))
        return log.requests
    }

    @Test("a query with credentials is the same on the wire, whichever way it is said")
    func query() async throws {
        let received = try await received(responding: "[]") { server in
            _ = try await membersTyped(of: server, token: "t0ken")
            _ = try await membersBuilt(of: server, token: "t0ken")
            _ = try await membersDeclared(of: server, token: "t0ken")
        }
        #expect(received.count == 3)
        #expect(received.first?.line == "GET /users?limit=5&page=2 HTTP/1.1")
        #expect(received.first?.fields.contains("Authorization: Bearer t0ken") == true)
        #expect(received.allSatisfy { $0 == received.first })
    }

    @Test("a request with a body is the same on the wire, whichever way it is said")
    func body() async throws {
        let received = try await received(responding: #"{"id": 7, "name": "Ada"}"#) { server in
            let client = NetworkClient(configuration: NetworkConfiguration(baseURL: server))
            _ = try await renameTyped(7, to: "Ada", with: client)
            _ = try await renameBuilt(7, to: "Ada", with: client)
            _ = try await renameDeclared(7, to: "Ada", with: client)
        }
        #expect(received.count == 3)
        #expect(received.first?.line == "PATCH /users/7 HTTP/1.1")
        #expect(received.first?.body == Array(#"{"name":"Ada"}"#.utf8))
        #expect(received.first?.fields.contains("Content-Type: application/json") == true)
        #expect(received.allSatisfy { $0 == received.first })
    }

    @Test("a real server gives the same members to each")
    func members() async throws {
        let server = try DemoServer()
        let url = try #require(URL(string: server.baseURL))
        let typed = try await membersTyped(of: url, token: "t")
        #expect(typed.map(\.id) == [6, 7, 8, 9, 10])
        #expect(try await membersBuilt(of: url, token: "t") == typed)
        #expect(try await membersDeclared(of: url, token: "t") == typed)
    }

    @Test("what may pass by itself is repeated, whichever way it is said")
    func retries() async throws {
        let counter = Counter()
        let server = try RawServer { connection, _ in
            _ = connection.readHead()
            let isOdd = counter.next() % 2 == 1
            connection.write(
                isOdd
                    ? "HTTP/1.1 503 Busy\r\nRetry-After: 0\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
                    : "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\n[]")
        }
        let url = try #require(URL(string: server.baseURL))
        #expect(try await membersTyped(of: url, token: "t").isEmpty)
        #expect(try await membersBuilt(of: url, token: "t").isEmpty)
        #expect(try await membersDeclared(of: url, token: "t").isEmpty)
        #expect(counter.value == 6)
    }
}

/// `@unchecked Sendable`: guarded by its lock.
private final class RequestLog: @unchecked Sendable {
    private let lock = NSLock()
    private var all: [Received] = []

    var requests: [Received] { lock.withLock { all } }

    func add(_ request: Received) { lock.withLock { all.append(request) } }
}

/// `@unchecked Sendable`: guarded by its lock.
private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    var value: Int { lock.withLock { count } }

    func next() -> Int {
        lock.withLock {
            count += 1
            return count
        }
    }
}
