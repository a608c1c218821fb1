import Foundation
import MicroClient
import TestSupport
import Testing

// The samples of the page "From zero to a tested client", word for word: its tests are tests here, too.

func printFirstTodo(from server: URL) async throws {
    print(try await NetworkClient(url: server)("todos", 1).call(.http, as: .string))
}

struct Todo: Codable, Sendable, Equatable {
    var id: Int
    var title: String
    var completed = false
}

struct NewTodo: Encodable, Sendable {
    var userId: Int
    var title: String
    var completed = false
}

struct TodoAPI: Sendable {
    private let todos: NetworkClient

    init(_ server: NetworkClient) { todos = server("todos") }

    func open(of user: Int) async throws -> [Todo] {
        try await todos.query(["userId": user, "completed": false]).get()
    }

    func add(_ title: String, for user: Int) async throws -> Todo {
        try await todos.body(NewTodo(userId: user, title: title)).post()
    }

    func todo(_ id: Int) async throws -> Todo? {
        do {
            return try await todos(id).get()
        } catch NetworkClientError.unacceptableStatusCode(404, _, _) {
            return nil
        }
    }
}

func makeTodoAPI(at server: URL, token: String) -> TodoAPI {
    TodoAPI(NetworkClient(url: server).auth(.bearer(token)).retry(.retry(count: 2)))
}

struct TestServer: Transport {
    var status = 200
    var json = "{}"
    var sees: @Sendable (WireRequest) -> Void = { _ in }

    func transfer(_ request: WireRequest) -> Transfer {
        sees(request)
        return Transfer([.head(ResponseHead(status: status)), .body(Data(json.utf8)), .completed(Transfer.Summary())])
    }

    func api() throws -> TodoAPI {
        let server = try #require(URL(string: "https://todos.test"))
        return TodoAPI(
            NetworkClient(configuration: NetworkConfiguration(session: .transport(self), baseURL: server)))
    }
}

@Suite struct TodoAPITests {
    @Test func asksForWhatIsOpen() async throws {
        let server = TestServer(json: #"[{"id": 1, "title": "Write", "completed": false}]"#) { request in
            #expect(request.url == "https://todos.test/todos?completed=false&userId=7")
        }
        #expect(try await server.api().open(of: 7) == [Todo(id: 1, title: "Write")])
    }

    @Test func sendsWhatIsNew() async throws {
        let server = TestServer(status: 201, json: #"{"id": 9, "title": "Read", "completed": false}"#) { request in
            #expect(request.method == .post)
            #expect(request.headers["Content-Type"] == "application/json")
        }
        #expect(try await server.api().add("Read", for: 7).id == 9)
    }

    @Test func aMissingOneIsNil() async throws {
        #expect(try await TestServer(status: 404).api().todo(1) == nil)
    }

    @Test func aBrokenServerIsAnError() async throws {
        let error = await #expect(throws: NetworkClientError.self) {
            try await TestServer(status: 500).api().todo(1)
        }
        #expect(error?.exchange?.attempts.count == 1)
    }
}

@Suite("The first request of the tutorial")
struct FirstRequestTests {
    @Test("it is sent and printed, and what an API is made with goes along")
    func made() async throws {
        let server = try RawServer { connection, _ in
            guard let head = connection.readHead() else { return }
            let isKnown = head.lowercased().contains("authorization: bearer t\r\n")
            let todo = #"{"id": 1, "title": "\#(isKnown ? "mine" : "anybody's")", "completed": false}"#
            connection.write("HTTP/1.0 200 OK\r\n\r\n\(todo)")
        }
        let url = try #require(URL(string: server.baseURL))
        try await printFirstTodo(from: url)
        #expect(try await makeTodoAPI(at: url, token: "t").todo(1)?.title == "mine")
    }
}
