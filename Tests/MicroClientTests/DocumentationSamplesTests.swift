import Foundation
import MicroClient
import TestSupport
import Testing

// The samples of the library's pages, word for word: `SamplePagesTests` compares them line by line.

func makeClient(for server: URL) -> NetworkClient {
    NetworkClient(configuration: NetworkConfiguration(baseURL: server, retryStrategy: .retry(count: 2)))
}

struct Person: Codable, Sendable {
    var id: Int
    var name: String
    var email: String
}

struct NewPerson: Encodable, Sendable {
    var name: String
    var email: String
}

func createUser(named name: String, email: String, with client: NetworkClient) async throws -> Person {
    let body = NewPerson(name: name, email: email)
    let created = try await client.run(NetworkRequest<NewPerson, Person>(path: "/users", method: .post, body: body))
    let request = NetworkRequest<VoidRequest, Person>(path: "/users/\(created.value.id)", method: .get)
    return try await client.run(request).value
}

func download(_ url: String, to file: FileHandle, with client: NetworkClient) async throws -> ResponseHead {
    let request = WireRequest(url: url, headers: [HeaderField("Accept", "*/*")])
    let response = try await client.send(request)
    for try await chunk in response.body { try file.write(contentsOf: chunk) }
    return response.head
}

func patientPolicy() -> RetryPolicy {
    var policy = RetryPolicy.retry(count: 4)
    policy.backoff = .exponential(base: .milliseconds(200), cap: .seconds(5))
    policy.maximumRetryAfter = .seconds(20)
    policy.budget = .seconds(30)
    policy.methods = .only([.get, .post])
    return policy
}

func sendPatiently(_ request: WireRequest, with client: NetworkClient) async throws -> WireResponse {
    try await client.send(request, options: SendOptions(retry: patientPolicy()))
}

func lines(of exchange: Exchange) -> [String] {
    exchange.attempts.map { attempt in
        let repeated = attempt.retry.map { ", \($0.reason): again after \($0.wait)" } ?? ""
        let waited = attempt.hops.last?.timings.wait.map { ", \($0) until the first byte" } ?? ""
        return "\(attempt.number): \(attempt.outcome)\(waited)\(repeated)"
    }
}

func sendWatched(_ request: WireRequest, with client: NetworkClient) async throws -> Data {
    let response = try await client.send(request) { event in
        if case .retrying(let retry, let next) = event { print("attempt \(next) after \(retry.wait): \(retry.reason)") }
    }
    return try await response.collect()
}

func explain(_ error: any Error) -> String {
    switch error {
    case is CancellationError: return "cancelled"
    case NetworkClientError.unacceptableStatusCode(let status, _, _): return "the server said \(status)"
    default: return "\(error.localizedDescription) Attempts: \(error.exchange?.attempts.count ?? 0)."
    }
}

struct BearerToken: WireInterceptor {
    var current: @Sendable () async throws -> String

    func intercept(_ request: WireRequest) async throws -> WireRequest {
        var request = request
        request.headers["Authorization"] = "Bearer \(try await current())"
        return request
    }
}

struct OneResponse: Transport {
    var body: String

    func transfer(_ request: WireRequest) -> Transfer {
        let head = ResponseHead(status: 200, headers: [HeaderField("Content-Type", "application/json")])
        return Transfer([.head(head), .body(Data(body.utf8)), .completed(Transfer.Summary())])
    }
}

@Suite("The samples of the documentation")
struct DocumentationSamplesTests {
    private func client(_ transport: FakeTransport, retries: Int = 0) throws -> NetworkClient {
        let server = try #require(URL(string: "http://one.test"))
        var configuration = NetworkConfiguration(
            session: .transport(transport), baseURL: server, retryStrategy: .retry(count: retries))
        configuration.clock = TestClock().clock
        configuration.random = { 1 }
        return NetworkClient(configuration: configuration)
    }

    @Test("the first client repeats twice")
    func first() throws {
        let server = try #require(URL(string: "http://one.test"))
        #expect(makeClient(for: server).configuration.retryStrategy.policy.maximumRetries == 2)
    }

    @Test("a user is created and read again")
    func typed() async throws {
        let body = #"{"id": 7, "name": "Ada", "email": "ada@example.com"}"#
        let transport = FakeTransport(.response(201, body: [body]), .response(200, body: [body]))
        let user = try await createUser(named: "Ada", email: "ada@example.com", with: client(transport))
        #expect(user.id == 7)
        #expect(
            transport.requests.map { "\($0.method) \($0.url)" } == [
                "POST http://one.test/users", "GET http://one.test/users/7",
            ])
    }

    @Test("a body is written while it arrives")
    func wire() async throws {
        let pipe = Pipe()
        let transport = FakeTransport(.response(200, body: ["one ", "two"]))
        let head = try await download("http://one.test/file", to: pipe.fileHandleForWriting, with: client(transport))
        try pipe.fileHandleForWriting.close()
        #expect(head.status == 200)
        #expect(try pipe.fileHandleForReading.readToEnd() == Data("one two".utf8))
    }

    @Test("a policy of one's own repeats a POST, and the attempts say why")
    func retries() async throws {
        let transport = FakeTransport(.response(503, headers: [HeaderField("Retry-After", "2")]), .response(200))
        let response = try await sendPatiently(
            WireRequest(method: .post, url: "http://one.test/"), with: client(transport))
        _ = try await response.collect()
        let lines = lines(of: response.exchange())
        #expect(lines.count == 2)
        #expect(lines.first?.contains("503 Service Unavailable: again after 2.0 seconds") == true)
    }

    @Test("a send that is watched gives its body")
    func watched() async throws {
        let transport = FakeTransport(.response(503), .response(200, body: ["ok"]))
        let body = try await sendWatched(WireRequest(url: "http://one.test/"), with: client(transport, retries: 1))
        #expect(body == Data("ok".utf8))
    }

    @Test("errors are explained: a status, a failure with its attempts, a cancellation")
    func errors() async throws {
        let request = NetworkRequest<VoidRequest, VoidResponse>(path: "/", method: .get)
        let refused = try client(
            FakeTransport(.failing(TransferError.refused), .failing(TransferError.refused)), retries: 1)
        let failure = await #expect(throws: NetworkClientError.self) { try await refused.run(request) }
        #expect(try explain(#require(failure)).hasSuffix("Attempts: 2."))
        let missing = try client(FakeTransport(.response(404)))
        let status = await #expect(throws: NetworkClientError.self) { try await missing.run(request) }
        #expect(try explain(#require(status)) == "the server said 404")
        #expect(explain(CancellationError()) == "cancelled")
    }

    @Test("a token is asked for before each attempt")
    func credentials() async throws {
        let transport = FakeTransport(.response(503), .response(200))
        let options = SendOptions(interceptors: [BearerToken { "t" }])
        _ = try await client(transport, retries: 1).send(WireRequest(url: "http://one.test/"), options: options)
        #expect(transport.requests.map { $0.headers["Authorization"] } == ["Bearer t", "Bearer t"])
    }

    @Test("a transport of one's own answers both doors")
    func ownTransport() async throws {
        let transport = OneResponse(body: #"{"id": 1, "name": "Ada", "email": "ada@example.com"}"#)
        let server = try #require(URL(string: "http://one.test"))
        let configuration = NetworkConfiguration(session: .transport(transport), baseURL: server)
        let client = NetworkClient(configuration: configuration)
        let typed = try await client.run(NetworkRequest<VoidRequest, Person>(path: "/users/1", method: .get))
        #expect(typed.value.name == "Ada")
        let raw = try await client.send(WireRequest(url: "http://one.test/users/1"))
        #expect(try await raw.collect() == Data(transport.body.utf8))
    }
}
