import MicroClientMacros
import TestSupport
import Testing

/// Remembers what happened, in order.
private actor Journal {
    private(set) var entries: [String] = []
    func write(_ entry: String) { entries.append(entry) }
}

private struct Noting: Middleware {
    let journal: Journal
    let name: String

    func modify(request: inout URLRequest) async throws {
        await journal.write("middleware \(name)")
        request.addValue(name, forHTTPHeaderField: "X-Chain")
    }
}

private struct NotingResponses: Interceptor {
    let journal: Journal
    let name: String

    func intercept(
        data: Data, response: URLResponse, client: HttpClient, request: some HttpRequest
    ) async throws -> (data: Data, response: URLResponse) {
        await journal.write("interceptor \(name) \((response as? HTTPURLResponse)?.statusCode ?? 0)")
        return (data + Data(name.utf8), response)
    }
}

private struct Refusal: Error, Equatable {}

private struct Refusing: Middleware, Interceptor {
    func modify(request: inout URLRequest) async throws { throw Refusal() }

    func intercept(
        data: Data, response: URLResponse, client: HttpClient, request: some HttpRequest
    ) async throws -> (data: Data, response: URLResponse) { throw Refusal() }
}

private let get = Seed.GetUserRequest(id: "1", includePosts: false)

@Suite struct ClientTests {
    @Test("D01 a client from a text, a URL, or parts; bad parts give none")
    func initializers() throws {
        let url = try #require(URL(string: "https://api.example.com/v1"))
        #expect(Client("https://api.example.com/v1").configuration.baseURL == url)
        #expect(Client(url).configuration.baseURL == url)
        #expect(Client(scheme: "https", host: "api.example.com", path: "v1")?.configuration.baseURL == url)
        #expect(
            Client(scheme: "http", host: "h.test", port: 8080, path: "/a b")?.configuration.baseURL.absoluteString
                == "http://h.test:8080/a%20b")
        for port in [0, -1, 65536] { #expect(Client(host: "h.test", port: port) == nil) }
        for host in ["", "a b", "a/b", "u@h", "h?x"] { #expect(Client(host: host) == nil, "\(host)") }
        #expect(Client(scheme: "ftp", host: "h.test") == nil && Client(scheme: "", host: "h.test") == nil)
    }

    @Test(
        "a base URL that is none makes every request malformed",
        arguments: ["", "not a url", "/relative", "ftp://h.test"])
    func badBase(base: String) async throws {
        let bench = ClientBench(base: base)
        await #expect { try await bench.client.perform(get) } throws: { error in
            if case NetworkClientError.malformedURL = error { true } else { false }
        }
    }

    @Test("D30 D31 middlewares in order, then the wire, then interceptors in order, then decoding")
    func lifecycle() async throws {
        let journal = Journal()
        var bench = ClientBench(
            HopScript([.run { await journal.write("send") }] + HopScript.response(200, body: ["body"]).steps))
        bench.client.middlewares = [Noting(journal: journal, name: "a"), Noting(journal: journal, name: "b")]
        bench.client.interceptors = [
            NotingResponses(journal: journal, name: "1"), NotingResponses(journal: journal, name: "2"),
        ]
        let response: Response<String> = try await bench.client.perform(get)
        #expect(
            await journal.entries == ["middleware a", "middleware b", "send", "interceptor 1 200", "interceptor 2 200"])
        #expect(response.data == "body12")
        #expect(try bench.sent().headers["X-Chain"] == "a,b")
    }

    @Test("D31 the seed's middleware sets its header, afresh for each attempt")
    func middleware() async throws {
        var bench = ClientBench(.response(503), .noContent)
        bench.client.configuration.retryStrategy = .retry(count: 1)
        bench.client.middlewares = [Seed.AuthMiddleware(token: "your-token")]
        try await bench.client.perform(Seed.DeleteUserRequest(id: "1"))
        #expect(
            bench.transport.requests.map { $0.headers["Authorization"] } == ["Bearer your-token", "Bearer your-token"])
    }

    @Test("D31 a middleware that throws keeps the request from being sent")
    func refusingMiddleware() async throws {
        var bench = ClientBench()
        bench.client.middlewares = [Refusing()]
        let error = await #expect(throws: NetworkClientError.self) { try await bench.client.perform(get) }
        #expect(error?.innermost(as: Refusal.self) != nil && bench.transport.requests.isEmpty)
    }

    @Test("D32 an interceptor sees a 403 and turns it into a retried 200, without meeting itself again")
    func retryInterceptor() async throws {
        var bench = ClientBench(.response(403), .user)
        bench.client.interceptors = [Seed.RetryInterceptor()]
        let response: Response<User> = try await bench.client.perform(get)
        #expect(response.data.name == "John Doe" && response.statusCode == 200)
        #expect(bench.transport.requests.count == 2)
        var failing = ClientBench(.response(403), .response(403))
        failing.client.interceptors = [Seed.RetryInterceptor()]
        await #expect(throws: NetworkClientError.self) { try await failing.client.perform(get) }
        #expect(failing.transport.requests.count == 2)
    }

    @Test("D32 an interceptor may throw; its error is found inside")
    func refusingInterceptor() async throws {
        var bench = ClientBench(.response(500, body: ["x"]))
        bench.client.interceptors = [Refusing()]
        let error = await #expect(throws: NetworkClientError.self) { try await bench.client.perform(get) }
        #expect(error?.innermost(as: Refusal.self) != nil && error?.exchange?.attempts.count == 1)
    }

    @Test(
        "D34 an answer without a body, or with one nobody wants, is fine; a status that is none of 200 to 299 is an error"
    )
    func empty() async throws {
        let bench = ClientBench(.noContent, .response(200, body: ["not JSON"]), .response(404, body: ["gone"]))
        try await bench.client.perform(Seed.DeleteUserRequest(id: "1"))
        let response = try await bench.client.perform(Seed.DeleteUserRequest(id: "1"))
        #expect(response.statusCode == 200 && response.data == ())
        await #expect { try await bench.client.perform(Seed.DeleteUserRequest(id: "1")) } throws: { error in
            guard case NetworkClientError.unacceptableStatusCode(404, _, let data) = error else { return false }
            return data == Data("gone".utf8) && error.exchange?.attempts.count == 1
        }
    }

    @Test("D33 D35 D37 raw bytes, status and header fields of the answer")
    func raw() async throws {
        let bench = ClientBench(
            .response(201, headers: [HeaderField("X-A", "1"), HeaderField("x-a", "2")], body: ["{", "}"]))
        let response: Response<Data> = try await bench.client.performRaw(get)
        #expect(response.data == Data("{}".utf8) && response.statusCode == 201)
        #expect(response.headers["x-A"] == "1" && response.headers.values(for: "X-A") == ["1", "2"])
        #expect((response.response as? HTTPURLResponse)?.statusCode == 201)
        #expect(response.exchange?.attempts.count == 1)
    }

    @Test("D33 an answer that is not what was wanted is a decoding error")
    func undecodable() async throws {
        let bench = ClientBench(.response(200, body: ["[]"]))
        await #expect {
            let _: Response<User> = try await bench.client.perform(get)
        } throws: { error in
            guard case NetworkClientError.decodingError = error else { return false }
            return error.innermost(as: DecodingError.self) != nil && error.exchange != nil
        }
    }

    @Test("a body that cannot be encoded is an encoding error, and nothing is sent")
    func unencodable() async throws {
        let bench = ClientBench()
        await #expect {
            try await bench.client.perform(DeclaredRequestTests.Send(kind: "x", content: Double.nan))
        } throws: { error in
            if case NetworkClientError.encodingError = error { true } else { false }
        }
        #expect(bench.transport.requests.isEmpty)
    }

    @Test("D42 encoder and decoder of a client can be changed")
    func coders() async throws {
        struct Snake: Codable, Equatable { var userName: String }
        let bench = ClientBench(.response(200, body: [#"{"user_name":"a"}"#]))
        var client = bench.client
        let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
        encoder.keyEncodingStrategy = .convertToSnakeCase
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        client.encoder = encoder
        client.decoder = decoder
        let response: Response<Snake> = try await client.perform(
            DeclaredRequestTests.Send(kind: "x", content: Snake(userName: "b")))
        #expect(response.data == Snake(userName: "a"))
        #expect(try await bench.text() == #"{"user_name":"b"}"#)
    }

    @Test("retries are those of every other door, with their waits and reasons")
    func retries() async throws {
        var bench = ClientBench(.response(503), .breaking(after: ["{"]), .user)
        bench.client.configuration.retryStrategy = .retry(count: 3)
        let response: Response<User> = try await bench.client.perform(get)
        #expect(
            response.exchange?.attempts.map { $0.retry?.reason } == ["503 Service Unavailable", "connection lost", nil])
    }

    @Test("cancellation stays CancellationError and closes the connection")
    func cancellation() async throws {
        let (started, start) = AsyncStream<Void>.makeStream()
        let bench = ClientBench(HopScript([.run { start.yield() }, .hang]))
        let task = Task { try await bench.client.perform(get) }
        for await _ in started { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(bench.transport.droppedTransfers == 1)
    }

    @Test("D45 HttpClient is a protocol that a double can conform to")
    func double() async throws {
        struct Double: HttpClient {
            func perform<Value: Decodable>(
                _ request: some HttpRequest, onProgress: ProgressHandler?
            ) async throws -> Response<Value> {
                try Response(data: JSONDecoder().decode(Value.self, from: Data("[1]".utf8)))
            }
            func perform(_ request: some HttpRequest, onProgress: ProgressHandler?) async throws -> Response<Void> {
                Response(data: (), statusCode: 204)
            }
            func performRaw(_ request: some HttpRequest, onProgress: ProgressHandler?) async throws -> Response<Data> {
                Response(data: Data())
            }
        }
        let client: HttpClient = Double()
        let response: Response<[Int]> = try await client.perform(get)
        #expect(response.data == [1])
        #expect(try await client.perform(get).statusCode == 204)
    }
}
