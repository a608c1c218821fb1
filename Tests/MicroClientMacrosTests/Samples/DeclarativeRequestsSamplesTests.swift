import DemoAPI
import MicroClientMacros
import TestSupport
import Testing

// The samples of the page "Declarative requests", word for word.

struct Person: Codable, Sendable {
    var id: Int
    var name: String
    var email: String
}

@Get("/users", of: [Person].self)
struct ListPeople {
    @Query var limit: Int?
    @Query var page: Int = 1
}

@Get("/users/:id", of: Person.self)
struct GetPerson {
    @Path var id: Int
}

func firstPerson(on client: Client) async throws -> Person {
    let people = try await client.perform(ListPeople(limit: 3)).data
    return try await client.perform(GetPerson(id: people[0].id)).data
}

func bookID(of title: String, on client: Client) async throws -> String {
    let response: Response<String> = try await client.perform(AddBook(body: .init(title: title)))
    return response.data
}

struct GetPersonByHand: TypedHttpRequest {
    typealias ResponseModel = Person
    var id: Int

    func write(to request: inout RequestWriter) throws {
        request.method = .get
        request.append(path: "/users/")
        request.append(segment: id)
    }
}

enum SortOrder: String, Sendable {
    case name, age
}

@Get("/search")
struct SearchPeople {
    @Query("q") var text: String
    @Query var sort: SortOrder = .name
    @Query var tags: [String] = []
    var language: String?
    var headers: [String: String?] { ["Accept-Language": language] }
    let timeout: Duration = .seconds(5)
}

@Post("/users")
struct AddPerson {
    struct Body: HttpBody {
        var name: String
        var email: String
    }

    let body: Body
}

@Post("/books")
struct AddBook {
    @Body struct Book: HttpBody {
        var title: String
    }
}

@Post("/upload")
struct UploadPhoto {
    let body: MultipartForm

    init(_ photo: URL, caption: String) {
        body = MultipartForm {
            FileField(named: "photo", file: photo, mimeType: .jpegImage)
            TextField(named: "caption", value: caption)
        }
    }
}

struct CSVLines: HttpBody {
    var lines: [String]

    func modify(_ request: inout URLRequest, using encoder: JSONEncoder) {
        request.httpBody = Data(lines.joined(separator: "\r\n").utf8)
        request.setValue("text/csv", forHTTPHeaderField: "Content-Type")
    }
}

func upload(_ photo: URL, on client: Client) async throws -> Int {
    let response: Response<Void> = try await client.perform(UploadPhoto(photo, caption: "On the beach")) { progress in
        print("\(Int(progress.fractionCompleted * 100)) %")
    }
    return response.statusCode
}

struct Tracing: Middleware {
    let id: String

    func modify(request: inout URLRequest) { request.setValue(id, forHTTPHeaderField: "X-Request-ID") }
}

/// Sends once more what was refused for an old token.
struct Renewing: Interceptor {
    let renew: @Sendable () async throws -> Void

    func intercept(
        data: Data, response: URLResponse, client: HttpClient, request: some HttpRequest
    ) async throws -> (data: Data, response: URLResponse) {
        guard (response as? HTTPURLResponse)?.statusCode == 401 else { return (data, response) }
        try await renew()
        let second = try await client.performRaw(request)
        return (second.data, second.response)
    }
}

func makeClient(for server: String, renew: @escaping @Sendable () async throws -> Void) -> Client {
    var client = Client(server)
    client.configuration.retryStrategy = .retry(count: 2)
    client.middlewares = [Tracing(id: "4711")]
    client.interceptors = [Renewing(renew: renew)]
    client.logger = nil
    return client
}

struct OneResponse: HttpClient {
    var json: String

    func perform<Value: Decodable>(
        _ request: some HttpRequest, onProgress: ProgressHandler?
    ) async throws -> Response<Value> {
        Response(data: try JSONDecoder().decode(Value.self, from: Data(json.utf8)))
    }

    func perform(_ request: some HttpRequest, onProgress: ProgressHandler?) async throws -> Response<Void> {
        Response(data: ())
    }

    func performRaw(_ request: some HttpRequest, onProgress: ProgressHandler?) async throws -> Response<Data> {
        Response(data: Data(json.utf8))
    }
}

@Suite("The samples of the page on declarative requests")
struct DeclarativeRequestsSamplesTests {
    private func client(_ transport: FakeTransport) -> Client {
        var client = Client("http://one.test", session: .transport(transport))
        client.logger = nil
        return client
    }

    private func sent(_ request: some HttpRequest) throws -> URLRequest {
        try client(FakeTransport()).urlRequest(for: request)
    }

    @Test("a list and one of it come from a real server")
    func quickStart() async throws {
        let server = try DemoServer()
        var client = Client(server.baseURL)
        client.logger = nil
        #expect(try await firstPerson(on: client).id == 1)
    }

    @Test("written by hand it is the same")
    func byHand() throws {
        #expect(try sent(GetPersonByHand(id: 7).untyped) == sent(GetPerson(id: 7).untyped))
        #expect(try sent(GetPerson(id: 7).untyped).url?.absoluteString == "http://one.test/users/7")
    }

    @Test("the response is decoded as each call says, where the request does not")
    func book() async throws {
        let transport = FakeTransport([.response(200, body: ["7"])])
        #expect(try await bookID(of: "Emma", on: client(transport)) == "7")
        let sent = try #require(transport.requests.first)
        #expect(try sent.shownRequest().httpBody == Data(#"{"title":"Emma"}"#.utf8))
    }

    @Test("properties are what the table says")
    func properties() throws {
        let request = try sent(SearchPeople(text: "a b", tags: ["x", "y"], language: "fr"))
        #expect(request.url?.absoluteString == "http://one.test/search?q=a%20b&sort=name&tags=x&tags=y")
        #expect(request.value(forHTTPHeaderField: "Accept-Language") == "fr")
        #expect(request.timeoutInterval == 5)
        let silent = try sent(SearchPeople(text: "a", language: nil))
        #expect(silent.value(forHTTPHeaderField: "Accept-Language") == nil)
    }

    @Test("bodies are JSON, or what they say of themselves")
    func bodies() throws {
        let json = try sent(AddPerson(body: .init(name: "Ada", email: "a@b.c")))
        let names = try JSONDecoder().decode([String: String].self, from: json.httpBody ?? Data())
        #expect(names == ["name": "Ada", "email": "a@b.c"])
        var lines = URLRequest(url: try #require(URL(string: "http://one.test")))
        CSVLines(lines: ["a,b", "1,2"]).modify(&lines, using: JSONEncoder())
        #expect(lines.httpBody == Data("a,b\r\n1,2".utf8))
        #expect(lines.value(forHTTPHeaderField: "Content-Type") == "text/csv")
    }

    @Test("a photo is uploaded to a real server")
    func photo() async throws {
        let photo = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).jpg")
        try Data(count: 100_000).write(to: photo)
        defer { try? FileManager.default.removeItem(at: photo) }
        let server = try DemoServer()
        var client = Client(server.baseURL)
        client.logger = nil
        #expect(try await upload(photo, on: client) == 200)
    }

    @Test("middlewares run before each attempt; what was refused is sent once more after the interceptor renewed")
    func client() async throws {
        let transport = FakeTransport(
            .response(503), .response(401), .response(200, body: [#"{"id": 1, "name": "Ada", "email": "a@b.c"}"#]))
        let renewals = Renewals()
        var client = makeClient(for: "http://one.test") { await renewals.add() }
        client.configuration = NetworkConfiguration(
            session: .transport(transport), baseURL: client.configuration.baseURL,
            retryStrategy: client.configuration.retryStrategy)
        client.configuration.clock = TestClock().clock
        try await client.perform(GetPerson(id: 1))
        #expect(transport.requests.map { $0.headers["X-Request-ID"] } == ["4711", "4711", "4711"])
        #expect(await renewals.count == 1)
    }

    @Test("a double answers without a wire")
    func double() async throws {
        let double = OneResponse(json: #"{"id": 7, "name": "Ada", "email": "ada@example.com"}"#)
        let response: Response<Person> = try await double.perform(GetPerson(id: 7))
        #expect(response.data.name == "Ada")
    }
}

private actor Renewals {
    private(set) var count = 0

    func add() { count += 1 }
}
