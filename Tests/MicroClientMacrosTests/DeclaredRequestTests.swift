import MicroClientMacros
import TestSupport
import Testing

@Suite struct DeclaredRequestTests {
    @Test("D03 D04 the quick start's request is sent and its answer decoded")
    func quickStart() async throws {
        let bench = ClientBench(.user)
        let response: Response<User> = try await bench.client.perform(
            Seed.GetUserRequest(id: "123", includePosts: true))
        #expect(response.data == User(name: "John Doe", email: "john@example.com"))
        #expect(try bench.sent().url == "https://api.example.com/users/123?includePosts=true")
        #expect(try bench.sent().method == .get && bench.sent().headers.withoutDefaults.isEmpty)
    }

    struct Verb: Sendable, CustomTestStringConvertible {
        var id: String
        var request: any HttpRequest
        var line: String
        var testDescription: String { "\(id) \(line)" }
    }

    static let verbs = [
        Verb(id: "D05 D17", request: Seed.GetUsersRequest(page: 1, limit: 20), line: "GET /users?page=1&limit=20"),
        Verb(
            id: "D06", request: Seed.CreateUserRequest(body: .init(name: "J", email: "e", age: 30)), line: "POST /users"
        ),
        Verb(
            id: "D07 D22", request: Seed.UpdateUserRequest(id: "123", body: User(name: "J", email: "e")),
            line: "PUT /users/123"),
        Verb(id: "D08", request: Seed.DeleteUserRequest(id: "123"), line: "DELETE /users/123"),
        Verb(
            id: "D09 D22", request: Seed.PatchUserRequest(id: "123", body: UserPatch(name: "U")),
            line: "PATCH /users/123"),
        Verb(id: "D10", request: Seed.CheckUserRequest(id: "123"), line: "HEAD /users/123"),
        Verb(id: "D11", request: Seed.OptionsUserRequest(), line: "OPTIONS /users"),
        Verb(
            id: "D12 D20", request: Seed.ConnectProxyRequest(host: "example.com", port: 80),
            line: "CONNECT /proxy?host=example.com&port=80"),
        Verb(id: "D13", request: Seed.TraceRequest(), line: "TRACE /debug"),
        Verb(id: "D14", request: Seed.GetPostRequest(id: "123", postId: "456"), line: "GET /users/123/posts/456"),
        Verb(id: "D18", request: Seed.SearchRequest(query: "swift"), line: "GET /search?q=swift"),
    ]

    @Test("D05-D14 D17 D18 D20 D22 each of the seed's requests has its line", arguments: verbs)
    func lines(verb: Verb) async throws {
        let bench = ClientBench(.noContent)
        try await bench.client.perform(verb.request)
        let sent = try bench.sent()
        #expect(
            "\(sent.method) \(sent.url)" == verb.line.replacingOccurrences(of: " /", with: " https://api.example.com/"))
        let built = try bench.client.urlRequest(for: verb.request)
        #expect(built.httpMethod == sent.method.rawValue && built.url?.absoluteString == sent.url)
    }

    @Test(
        "D15 a path value is one segment and is not substituted again",
        arguments: [
            ("a/b c", "a%2Fb%20c"), (":postId", ":postId"), ("?x=1#y&%41", "%3Fx%3D1%23y%26%2541"), ("ä", "%C3%A4"),
            ("a+b;c", "a%2Bb%3Bc"),
            ("-._~!$'()*,:@", "-._~!$'()*,:@"), ("..a", "..a"), ("", ""), ("\r\n\0", "%0D%0A%00"),
        ])
    func segments(value: String, expected: String) async throws {
        let bench = ClientBench(.noContent)
        try await bench.client.perform(Seed.GetPostRequest(id: value, postId: "P"))
        #expect(try bench.sent().url == "https://api.example.com/users/\(expected)/posts/P")
    }

    @Test("a path value that would lead elsewhere is refused, and nothing sent", arguments: [".", ".."])
    func dots(value: String) async throws {
        let bench = ClientBench()
        await #expect(throws: NetworkClientError.self) {
            try await bench.client.perform(Seed.GetPostRequest(id: value, postId: "P"))
        }
        #expect(bench.transport.requests.isEmpty)
    }

    enum Order: String { case up, down }
    struct Coordinate: CustomStringConvertible {
        var description: String { "1.5,2" }
    }

    @Get("search")
    struct Values {
        @Query var text: String?
        @Query("n") var count: Int
        @Query var flag: Bool = false
        @Query var near: Coordinate
        @Query var order: Order?
        @Query var tags: [String]
        @Query var none: [Int]?
        @Query let version = 2
        @Query var twice: Int { count * 2 }
        @Query("sp ace&") var odd: Double
    }

    @Test("D17 D19 values by their descriptions, in order, nil left out, arrays repeated, raw values")
    func values() async throws {
        let bench = ClientBench(.noContent, .noContent)
        try await bench.client.perform(
            Values(text: nil, count: 3, near: Coordinate(), order: .down, tags: ["a b", "c&d+é"], none: nil, odd: 0.5))
        #expect(
            try bench.sent().url
                == "https://api.example.com/search?n=3&flag=false&near=1.5,2&order=down&tags=a%20b&tags=c%26d%2B%C3%A9&version=2&twice=6&sp%20ace%26=0.5"
        )
        try await bench.client.perform(Values(text: "", count: 3, near: Coordinate(), tags: [], odd: 0))
        #expect(
            try bench.sent(1).url
                == "https://api.example.com/search?text=&n=3&flag=false&near=1.5,2&version=2&twice=6&sp%20ace%26=0.0")
    }

    @Test("D21 D23 JSON of an HttpBody and of what is only Codable")
    func json() async throws {
        let bench = ClientBench(.noContent, .noContent)
        bench.client.encoder.outputFormatting = .sortedKeys
        try await bench.client.perform(
            Seed.CreateUserRequest(body: .init(name: "John Doe", email: "john@example.com", age: 30)))
        #expect(try await bench.text() == #"{"age":30,"email":"john@example.com","name":"John Doe"}"#)
        #expect(try bench.sent().headers.withoutDefaults == [HeaderField("Content-Type", "application/json")])
        try await bench.client.perform(Seed.PatchUserRequest(id: "1", body: UserPatch(name: "U")))
        #expect(try await bench.text(1) == #"{"name":"U"}"#)
        #expect(try bench.sent(1).headers.withoutDefaults == [HeaderField("Content-Type", "application/json")])
    }

    @Post("/:kind")
    struct Send<Content: Encodable & Sendable> {
        @Path var kind: String
        @Body var content: Content?
        var headers: [String: String?] = [:]
    }

    @Test("D24 bytes, text, a custom body, a missing one")
    func bodies() async throws {
        let bench = ClientBench(.noContent, .noContent, .noContent, .noContent)
        try await bench.client.perform(Seed.UploadDataRequest(body: Data([0xFF, 0, 0x0D])))
        #expect(try await bench.body() == Data([0xFF, 0, 0x0D]))
        #expect(try bench.sent().headers.withoutDefaults == [HeaderField("Content-Type", "application/octet-stream")])
        try await bench.client.perform(Send(kind: "text", content: "ä"))
        #expect(try await bench.text(1) == "ä")
        #expect(try bench.sent(1).headers["Content-Type"] == "text/plain; charset=utf-8")
        try await bench.client.perform(Send<User>(kind: "none", content: nil))
        #expect(try await bench.body(2) == nil)
        #expect(try bench.sent(2).headers.withoutDefaults.isEmpty)
        try await bench.client.perform(Seed.CustomRequest(body: .init(content: "Hello, World!")))
        #expect(try await bench.text(3) == "Hello, World!")
    }

    @Test("D28 a custom body sets its own header fields")
    func custom() async throws {
        let bench = ClientBench(.noContent)
        try await bench.client.perform(Seed.CustomRequest(body: .init(content: "Hello, World!")))
        #expect(try bench.sent().headers["Content-Type"] == "text/plain")
        #expect(try bench.sent().headers["Content-Length"] == "13")
    }

    @Test("D29 headers are sent, nil ones left out, and win over the body's Content-Type")
    func headers() async throws {
        let bench = ClientBench(.noContent, .noContent)
        try await bench.client.perform(Seed.GetMeRequest())
        #expect(try bench.sent().headers["Authorization"] == "Bearer your-token")
        try await bench.client.perform(
            Send(kind: "x", content: Data(), headers: ["content-type": "image/png", "X-B": nil, "X-A": "1"]))
        #expect(
            try bench.sent(1).headers.withoutDefaults == [
                HeaderField("X-A", "1"), HeaderField("content-type", "image/png"),
            ])
    }

    @Get("/me")
    struct Dynamic {
        var token: String?
        var timeout: Duration? = .seconds(3)
        var cachePolicy: URLRequest.CachePolicy = .reloadIgnoringLocalCacheData

        var headers: [String: String?] { ["Authorization": token.map { "Bearer \($0)" }] }
    }

    @Test("D44 computed headers follow the request's properties")
    func dynamic() async throws {
        let bench = ClientBench(.noContent, .noContent)
        try await bench.client.perform(Dynamic(token: "a"))
        try await bench.client.perform(Dynamic())
        #expect(try bench.sent().headers["Authorization"] == "Bearer a")
        #expect(try bench.sent(1).headers["Authorization"] == nil)
    }

    @Test("D41 timeout and cache policy are visible in the URLRequest, and act on the wire")
    func limits() async throws {
        let bench = ClientBench(.noContent)
        let built = try bench.client.urlRequest(for: Dynamic())
        #expect(built.timeoutInterval == 3 && built.cachePolicy == .reloadIgnoringLocalCacheData)
        try await bench.client.perform(Dynamic())
        #expect(try bench.sent().options.idleTimeout == .seconds(3))
        #expect(try bench.sent().headers["Cache-Control"] == "no-cache")
    }

    struct ByHand: HttpRequest {
        var id: Int

        func write(to request: inout RequestWriter) throws {
            request.method = .delete
            request.append(path: "/users/")
            request.append(segment: id)
            request.append(query: "force", true)
            request.set(headers: [HeaderField("X-A", "1"), HeaderField("x-a", "2")])
        }
    }

    @Test("a request by hand needs no macro")
    func byHand() async throws {
        let bench = ClientBench(.noContent)
        try await bench.client.perform(ByHand(id: 5))
        #expect(try bench.sent().method == .delete && bench.sent().url == "https://api.example.com/users/5?force=true")
        #expect(try bench.sent().headers.values(for: "X-A") == ["1", "2"])
    }

    @Test("D02 one request, two clients, two servers")
    func environments() async throws {
        let request = Seed.GetUsersRequest(page: 1, limit: 2)
        let one = ClientBench(.noContent, base: "http://one.test/v1/")
        let two = ClientBench(.noContent, base: "http://two.test?key=k")
        try await one.client.perform(request)
        try await two.client.perform(request)
        #expect(try one.sent().url == "http://one.test/v1/users?page=1&limit=2")
        #expect(try two.sent().url == "http://two.test/users?key=k&page=1&limit=2")
    }
}
