import MicroClientMacros
import TestSupport
import Testing

@Get("/users/:id", of: User.self)
private struct GetUser {
    @Path var id: Int
}

@Delete("/users/:id", of: VoidResponse.self)
private struct RemoveUser {
    @Path var id: Int
}

/// Declared within a type, whose other types it names.
private enum Library {
    struct Page<Item: Decodable & Sendable>: Decodable, Sendable { var items: [Item] }

    struct Title: Codable, Sendable { var title: String }

    @Post("/books", of: Page<Title>.self)
    struct AddBook {
        @Query var shelf: Int
        @Body struct Book: HttpBody { var title: String }
    }

    @Put("/books", of: Data.self)
    struct Replace {
        @Body struct Book: HttpBody { var title: String }
        let body: Book

        init(_ title: String) { body = Book(title: title) }
    }
}

/// Responds to every request, and keeps what it was asked.
private struct ClientDouble: HttpClient {
    let asked = Locked<[Int]>([])

    func perform<Value: Decodable>(
        _ request: some HttpRequest, onProgress: ProgressHandler?
    ) async throws -> Response<Value> {
        asked.withLock { $0.append((request as? UntypedRequest<GetUser>)?.typed.id ?? 0) }
        return Response(data: try JSONDecoder().decode(Value.self, from: Data(#"{"name": "N", "email": "E"}"#.utf8)))
    }

    func perform(_ request: some HttpRequest, onProgress: ProgressHandler?) async throws -> Response<Void> {
        Response(data: ())
    }

    func performRaw(_ request: some HttpRequest, onProgress: ProgressHandler?) async throws -> Response<Data> {
        Response(data: Data())
    }
}

@Suite("Requests that say what their response is")
struct TypedRequestTests {
    @Test("the response is decoded as the type that the request declares, without an annotation")
    func typed() async throws {
        let bench = ClientBench(.user)
        let user = try await bench.client.perform(GetUser(id: 3)).data
        #expect(user == User(name: "John Doe", email: "john@example.com"))
        #expect(try bench.sent().url == "https://api.example.com/users/3" && bench.sent().method == .get)
        #expect(try bench.client.urlRequest(for: GetUser(id: 4)).url?.path == "/users/4")
    }

    @Test("a body that does not matter, the body as it came, and progress")
    func others() async throws {
        let bench = ClientBench(.noContent, .user, .user)
        try await bench.client.perform(RemoveUser(id: 3))
        #expect(try bench.sent().method == .delete)
        let raw: Response<Data> = try await bench.client.performRaw(GetUser(id: 3))
        #expect(String(decoding: raw.data, as: UTF8.self).contains("John Doe"))
        let last = Locked(0.0)
        let user = try await bench.client.perform(GetUser(id: 3)) { progress in
            last.withLock { $0 = progress.fractionCompleted }
        }.data
        #expect(user.name == "John Doe" && last.withLock(\.self) == 1)
    }

    @Test("the response may be a type that is declared beside the request, and that of the body within it")
    func nested() async throws {
        let bench = ClientBench(
            .response(200, body: [#"{"items": [{"title": "Emma"}]}"#]), .response(200, body: ["raw"]))
        let page = try await bench.client.perform(Library.AddBook(shelf: 2, body: .init(title: "Emma"))).data
        #expect(page.items.map(\.title) == ["Emma"])
        #expect(try bench.sent().url == "https://api.example.com/books?shelf=2")
        #expect(try await bench.text() == #"{"title":"Emma"}"#)
        let raw = try await bench.client.perform(Library.Replace("Persuasion")).data
        #expect(raw == Data("raw".utf8))
        #expect(try await bench.text(1) == #"{"title":"Persuasion"}"#)
    }

    @Test("a double of the client serves typed requests, and sees them as they are declared")
    func double() async throws {
        let client = ClientDouble()
        #expect(try await client.perform(GetUser(id: 7)).data.name == "N")
        #expect(client.asked.withLock(\.self) == [7])
    }
}
