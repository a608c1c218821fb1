import MicroClientMacros

// Compiled with the main actor as default isolation, as new apps are: everything here compiles.

struct User: Codable, Sendable { var id: Int }
struct NewUser: Codable { var name: String }
struct Filter: Encodable { var page = 1 }
enum Order: String, Codable { case name, age }
struct Failure: Error, Decodable { var message: String }

@Get("/users/:id", of: User.self)
struct GetUser {
    @Path var id: Int
    @Query var order: Order = .name
    var headers: [String: String?] { ["Accept-Language": "en"] }
}

@Post("/users", of: User.self)
struct AddUser {
    struct Body: HttpBody { var name: String }
    let body: Body
}

@Put("/users")
struct ReplaceUsers {
    @Body struct Users: HttpBody { var names: [String] }
}

struct Token: Middleware {
    func modify(request: inout URLRequest) async throws { request.setValue("1", forHTTPHeaderField: "X-Token") }
}

struct Once: Interceptor {
    func intercept(
        data: Data, response: URLResponse, client: HttpClient, request: some HttpRequest
    ) async throws -> (data: Data, response: URLResponse) { (data, response) }
}

struct Key: NetworkRequestInterceptor {
    func intercept(_ request: URLRequest) async throws -> URLRequest { request }
}

nonisolated extension NetworkClient.Configs {
    var page: Int {
        get { self[\.page] ?? 1 }
        set { self[\.page] = newValue }
    }
}

final class Model {
    let url = URL(fileURLWithPath: "/")
    var users: [User] = []

    func typed() async throws {
        let client = NetworkClient(
            configuration: NetworkConfiguration(baseURL: url, logger: ConsoleLogger(), interceptors: [Key()]))
        let list = NetworkRequest<VoidRequest, [User]>(path: "/users", method: .get)
        users = try await client.run(list).value
    }

    func built() async throws {
        let client = NetworkClient(url: url)("users").configs(\.page, 2).errorDecoder(.decodable(Failure.self))
        users = try await client.query(Filter()).query("order", Order.name).query("filter", Filter()).get()
        users.append(try await client.body(NewUser(name: "Ada")).post())
        users.append(try await client.bodyEncoder(.formURL).body(NewUser(name: "Ada")).call(.http, as: .decodable))
        let text = try await client.bodyStream(NewUser(name: "Ada")).call(.http, as: .string)
        print(text)
        try await client.delete()
    }

    func declared() async throws {
        var client = Client(url)
        client.middlewares = [Token()]
        client.interceptors = [Once()]
        users.append(try await client.perform(GetUser(id: 1)).data)
        users.append(try await client.perform(AddUser(body: .init(name: "Ada"))).data)
        try await client.perform(ReplaceUsers(body: .init(names: [])))
    }
}
