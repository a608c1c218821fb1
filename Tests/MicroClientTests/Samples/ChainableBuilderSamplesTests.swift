import Foundation
import MicroClient
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

// The samples of the page "The chainable builder", word for word.

struct PeopleAPI {
    let people: NetworkClient

    init(server: URL, token: String) {
        people = NetworkClient(url: server)("users").auth(.bearer(token)).errorDecoder(.decodable(Complaint.self))
    }

    func first(_ count: Int) async throws -> [Person] { try await people.query("limit", count).get() }
    func add(_ person: NewPerson) async throws -> Person { try await people.body(person).post() }
    func rename(_ id: Int, to name: String) async throws -> Person { try await people(id).body(["name": name]).patch() }
    func remove(_ id: Int) async throws { try await people(id).delete() }
}

struct Complaint: Error, Decodable, Equatable {
    var error: String
}

func patient(_ client: NetworkClient) -> NetworkClient {
    client.retry(.retry(count: 3))
        .configs(\.configuration.cookies, CookieJar())
        .configs(\.configuration.redirects, .none)
}

func search(_ text: String, page: Int?, in client: NetworkClient) throws -> URLRequest {
    try client("search").query(["q": text, "page": page, "tags": ["a", "b"]]).header("Accept", "application/json")
        .request()
}

func status(of client: NetworkClient) async throws -> String {
    try await client("status").auth(enabled: false).call(.http, as: .string)
}

extension NetworkClient.Configs {
    var tenant: String {
        get { self[\.tenant] ?? "main" }
        set { self[\.tenant] = newValue }
    }
}

extension NetworkClient {
    func tenant(_ name: String) -> NetworkClient { configs(\.tenant, name) }

    /// Adds the field that the server tells tenants apart by.
    var forTenants: NetworkClient {
        modifyRequest { request, configs in request.setValue(configs.tenant, forHTTPHeaderField: "X-Tenant") }
    }
}

func downloadReport(_ id: Int, with client: NetworkClient) async throws -> URL {
    try await client("reports", id).call(.httpDownload, as: .identity)
}

func attempts(of client: NetworkClient) async throws -> Int? {
    try await client.get.call(.httpResponse, as: .void).exchange?.attempts.count
}

func europeanClient(for server: URL) -> NetworkClient {
    NetworkClient(url: server)
        .bodyEncoder(.json(dateEncodingStrategy: .iso8601, keyEncodingStrategy: .convertToSnakeCase))
        .bodyDecoder(.json(dateDecodingStrategy: .iso8601, keyDecodingStrategy: .convertFromSnakeCase))
        .queryEncoder(.urlQuery(arrayEncodingStrategy: .commaSeparated, boolEncodingStrategy: .numeric))
}

func nameOrComplaint(_ id: Int, in api: PeopleAPI) async throws -> String {
    do {
        let person: Person = try await api.people(id).get()
        return person.name
    } catch let complaint as Complaint {
        return complaint.error
    }
}

private struct Visit: Encodable, Sendable {
    var firstDay: Date
}

/// The sample against a real server is in `OneRequestThreeWaysSamplesTests`; here a script responds.
@Suite("The samples of the page on the chainable builder")
struct ChainableBuilderSamplesTests {
    private let server: URL

    init() throws { server = try #require(URL(string: "http://one.test")) }

    /// The API over a script: all that the sample does not say is the transport.
    private func api(_ transport: FakeTransport) -> PeopleAPI {
        let api = PeopleAPI(server: server, token: "t0ken")
        return PeopleAPI(people: api.people.httpClient(.session(.transport(transport))))
    }

    private let ada = #"{"id": 7, "name": "Ada", "email": "ada@example.com"}"#

    @Test("an API said step by step sends what its steps say")
    func people() async throws {
        let transport = FakeTransport(
            .response(200, body: ["[\(ada)]"]), .response(201, body: [ada]), .response(200, body: [ada]), .response(204)
        )
        let api = api(transport)
        #expect(try await api.first(1).map(\.name) == ["Ada"])
        #expect(try await api.add(NewPerson(name: "Ada", email: "ada@example.com")).id == 7)
        #expect(try await api.rename(7, to: "Ada").name == "Ada")
        try await api.remove(7)
        #expect(
            transport.requests.map { "\($0.method) \($0.url)" } == [
                "GET http://one.test/users?limit=1", "POST http://one.test/users", "PATCH http://one.test/users/7",
                "DELETE http://one.test/users/7",
            ])
        #expect(transport.requests.allSatisfy { $0.headers["Authorization"] == "Bearer t0ken" })
    }

    @Test("the server's complaint is thrown, or becomes a name")
    func complaint() async throws {
        let refusal = HopScript.response(404, body: [#"{"error": "no user 8"}"#])
        let api = api(FakeTransport(refusal, refusal, .response(200, body: [ada])))
        await #expect(throws: Complaint(error: "no user 8")) { try await api.remove(8) }
        #expect(try await nameOrComplaint(8, in: api) == "no user 8")
        #expect(try await nameOrComplaint(7, in: api) == "Ada")
    }

    @Test("what a configuration says can be said by the chain")
    func configuration() {
        let configuration = patient(NetworkClient(url: server)).withConfigs(\.configuration)
        #expect(configuration.retryStrategy == .retry(count: 3))
        #expect(configuration.redirects == RedirectPolicy.none && configuration.cookies != nil)
    }

    @Test("a request can be looked at: items by name, without what is nil")
    func request() throws {
        let request = try search("a b", page: nil, in: NetworkClient(url: server))
        #expect(request.url?.absoluteString == "http://one.test/search?q=a%20b&tags=a&tags=b")
        #expect(request.value(forHTTPHeaderField: "Accept") == "application/json")
    }

    @Test("credentials stay out of one request")
    func withoutCredentials() async throws {
        let transport = FakeTransport(.response(200, body: ["fine"]))
        #expect(try await status(of: NetworkClient.over(transport).auth(.bearer("t"))) == "fine")
        #expect(transport.requests.first?.headers["Authorization"] == nil)
    }

    @Test("a value of one's own counts wherever in the chain it stands")
    func ownConfig() throws {
        let client = NetworkClient(url: server).forTenants
        #expect(try client.request().value(forHTTPHeaderField: "X-Tenant") == "main")
        #expect(try client.tenant("acme").request().value(forHTTPHeaderField: "X-Tenant") == "acme")
    }

    @Test("a body is saved to a file, and attempts are counted")
    func callers() async throws {
        let file = try await downloadReport(3, with: .over(FakeTransport(.response(200, body: ["re", "port"]))))
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try Data(contentsOf: file) == Data("report".utf8))
        let flaky = NetworkClient.over(FakeTransport(.response(503), .response(200)), retries: 1)
        #expect(try await attempts(of: flaky) == 2)
    }

    @Test("dates, keys, lists and truth are said as the encoders say")
    func encoders() throws {
        let client = europeanClient(for: server).body(Visit(firstDay: Date(timeIntervalSince1970: 0)))
        let request = try client.query("ids", [1, 2]).query("new", true).request()
        #expect(request.httpBody == Data(#"{"first_day":"1970-01-01T00:00:00Z"}"#.utf8))
        #expect(request.url?.query == "ids=1,2&new=1")
    }
}

extension PeopleAPI {
    fileprivate init(people: NetworkClient) { self.people = people }
}
