import DemoAPI
import MicroClientMacros
import Testing

/// The content of the server's echo.
private struct Echo: Decodable {
    var method: String
    var target: String
    var body: String?
    var headers: [String: String]
}

private enum Declared {
    @Get("/echo/:id")
    struct Get {
        @Path var id: String
        @Query var q: [Int]
        @Query("on") var isOn: Bool?
    }
    @Post("/echo/:id")
    struct Post {
        @Path var id: Int
        let body: [String: Int]
    }
    @Put("/echo") struct Put { let body: String }
    @Delete("/echo") struct Delete {}
    @Patch("/echo") struct Patch { @Body var text: String }
    @Options("/echo") struct Options {}
    @Trace("/echo") struct Trace {}
    @Head("/echo") struct Head {}

    @Post("/upload") struct Upload { let body: MultipartForm }
    @Get("/flaky")
    struct Flaky {
        @Query var fails = 1
        @Query var retryAfter = "none"
        @Query let key: String
    }
}

@Suite struct DemoAPITests {
    private let server: DemoServer
    private var client: Client

    init() throws {
        server = try DemoServer()
        client = Client(server.baseURL)
        client.logger = nil
    }

    @Test("D05-D14 each verb arrives at a real server, with path and query")
    func verbs() async throws {
        let get: Response<Echo> = try await client.perform(Declared.Get(id: "a/b c", q: [1, 2], isOn: true))
        #expect(get.data.method == "GET" && get.data.target == "/echo/a%2Fb%20c?q=1&q=2&on=true")
        let others: [any HttpRequest] = [
            Declared.Put(body: "x"), Declared.Delete(), Declared.Patch(text: "y"), Declared.Options(), Declared.Trace(),
        ]
        var methods: [String] = []
        for request in others { methods.append(try await echo(request).data.method) }
        #expect(methods == ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
        let head = try await client.perform(Declared.Head())
        #expect(head.statusCode == 200 && head.headers["Content-Length"] != nil)
    }

    private func echo(_ request: some HttpRequest) async throws -> Response<Echo> { try await client.perform(request) }

    @Test("D21 D23 JSON arrives as JSON")
    func json() async throws {
        let echo = try await echo(Declared.Post(id: 7, body: ["a": 1])).data
        #expect(echo.method == "POST" && echo.target == "/echo/7" && echo.body == #"{"a":1}"#)
        #expect(echo.headers["Content-Type"] == "application/json")
    }

    @Test("D25 D26 a form of a file and text arrives in its parts, declared and built")
    func upload() async throws {
        struct Parts: Decodable {
            struct Part: Decodable, Equatable {
                var name: String
                var filename: String?
                var type: String?
                var size: Int
            }
            var parts: [Part]
        }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).bin")
        try Data(count: 200_000).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let form = MultipartForm {
            FileField(named: "größe", file: file, mimeType: .pngImage, fileName: "日本.png")
            TextField(named: "t", value: "v")
        }
        let response: Response<Parts> = try await client.perform(Declared.Upload(body: form))
        #expect(
            response.data.parts == [
                .init(name: "größe", filename: "日本.png", type: "image/png", size: 200_000),
                .init(name: "t", filename: nil, type: "text/plain; charset=utf-8", size: 1),
            ])
        let built: Parts = try await NetworkClient(configuration: client.configuration)("upload").body(form).post()
        #expect(built.parts == response.data.parts)
        #expect(throws: NetworkClientError.self) {
            let missing = FileField(named: "f", file: file.appendingPathExtension("none"))
            _ = try NetworkClient(configuration: client.configuration).body(MultipartForm([missing])).request()
        }
    }

    @Test("retries are on the response")
    func retries() async throws {
        var client = client
        client.configuration.retryStrategy = .policy(RetryPolicy(maximumRetries: 2))
        client.configuration.clock.sleep = { _ in }
        let response = try await client.perform(Declared.Flaky(key: "\(UUID())"))
        #expect(response.exchange?.attempts.count == 2)
    }
}
