import Foundation
import TestSupport
import Testing

@testable import MicroClient

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client at `http://one.test/v1` over a script, and the transport that saw what it sent.
func builder(_ script: HopScript...) throws -> (client: NetworkClient, transport: FakeTransport) {
    let transport = FakeTransport(script)
    let url = try #require(URL(string: "http://one.test/v1"))
    return (NetworkClient(url: url, session: .transport(transport)), transport)
}

func builder() throws -> NetworkClient { try builder(script: []) }
private func builder(script: [HopScript]) throws -> NetworkClient {
    NetworkClient(
        url: try #require(URL(string: "http://one.test/v1")), session: .transport(FakeTransport(script)))
}

extension NetworkClient {
    var builtURL: String { get throws { try request().url?.absoluteString ?? "" } }
    var builtBody: String { get throws { String(decoding: try request().httpBody ?? Data(), as: UTF8.self) } }

    func builtHeader(_ name: String) throws -> String? { try request().value(forHTTPHeaderField: name) }
}

struct Account: Codable, Hashable, Sendable {
    var id: Int
    var name = "Ann"
    var born: Date?
}

extension NetworkClient.Configs {
    fileprivate var intValue: Int {
        get { self[\.intValue] ?? 0 }
        set { self[\.intValue] = newValue }
    }
}

extension NetworkClient.Configs {
    fileprivate var optional: Int? {
        get { self[\.optional] ?? 5 }
        set { self[\.optional] = newValue }
    }
}

@Suite("Requests that are built step by step")
struct BuilderRequestTests {
    @Test("C01: a client begins at a URL, as a request, or as a closure makes one")
    func beginningsC01() throws {
        let url = try #require(URL(string: "http://one.test/v1?a=1"))
        var request = URLRequest(url: url)
        request.httpMethod = "PUT"
        #expect(try NetworkClient(url: url).builtURL == "http://one.test/v1?a=1")
        #expect(try NetworkClient(baseURL: url)("x").builtURL == "http://one.test/v1/x?a=1")
        #expect(try NetworkClient(baseURL: { _ in url })("x").builtURL == "http://one.test/v1/x?a=1")
        #expect(try NetworkClient(request: request).request().httpMethod == "PUT")
        let made = NetworkClient(createRequest: { configs in
            URLRequest(url: url.appendingPathComponent("\(configs.intValue)"))
        })
        #expect(try made.configs(\.intValue, 4).builtURL == "http://one.test/v1/4?a=1")
        let configured = NetworkClient(configuration: NetworkConfiguration(baseURL: url))
        #expect(try configured("x").builtURL == "http://one.test/v1/x?a=1")
    }

    @Test("the server is changed as a whole or by its parts, and what is appended stays")
    func server() throws {
        let url = try #require(URL(string: "https://two.test/v2?b=2"))
        let users = try builder()("users").query("a", 1)
        #expect(try users.baseURL(url).builtURL == "https://two.test/v2/users?b=2&a=1")
        #expect(try users.baseURL(url)("5").builtURL == "https://two.test/v2/users/5?b=2&a=1")
        #expect(users.baseURL(url).withConfigs(\.configuration.baseURL) == url)
        var request = URLRequest(url: try #require(URL(string: "http://one.test/v1")))
        request.httpMethod = "PUT"
        let copied = try NetworkClient(request: request).baseURL(url).request()
        #expect(copied.httpMethod == "PUT" && copied.url == url)
        #expect(try users.scheme("https").host("two.test").port(8443).builtURL == "https://two.test:8443/v1/users?a=1")
        #expect(try users.port(8080).port(nil).builtURL == "http://one.test/v1/users?a=1")
        #expect(try users.modifyURLComponents { $0.path += "/5" }.builtURL == "http://one.test/v1/users/5?a=1")
        #expect(throws: NetworkClientError.self) { try users.modifyURLComponents { $0.path = "x" }.request() }
        struct Refused: Error {}
        #expect(throws: Refused.self) { try users.modifyURLComponents { _ in throw Refused() }.request() }
    }

    @Test("C06: a path makes a client of its own, and leaves its parent as it was")
    func childrenC06() throws {
        let client = try builder()
        let users = client("users")
        #expect(try users.builtURL == "http://one.test/v1/users")
        #expect(try users("5").builtURL == "http://one.test/v1/users/5")
        #expect(try client.builtURL == "http://one.test/v1")
    }

    @Test(
        "C07 C21: path components of any kind; slashes in text separate, in a segment they are encoded",
        arguments: [
            ("/v1/users/5", { @Sendable in $0("users")(5) }), ("/v1/users/123", { $0.path("users", 123) }),
            ("/v1/a/b", { $0("a/b") }), ("/v1/a%2Fb%20c", { $0.path(segment: "a/b c") }),
            ("/v1/users/5?a=1", { $0("/users/", 5)("?a=1") }),
            ("/v1/100%25/%2520", { $0("100%").path(segment: "%20") }),
            ("/v1/caf%C3%A9%20bar", { $0("café bar") }), ("/v1//evil.test/x", { $0("//evil.test/x") }),
        ] as [(String, @Sendable (NetworkClient) -> NetworkClient)])
    func pathsC07C21(expected: String, build: @Sendable (NetworkClient) -> NetworkClient) throws {
        #expect(try build(builder()).builtURL == "http://one.test" + expected)
    }

    @Test("C07: a segment that no URL can say is a malformed one", arguments: [".", ".."])
    func dotsC07(segment: String) throws {
        let client = try builder().path(segment: segment)
        #expect(throws: NetworkClientError.self) { try client.request() }
    }

    @Test("C20 C24: methods, by name and by shorthand")
    func methodsC20C24() async throws {
        let (client, transport) = try builder(.response(200), .response(200), .response(200), .response(200))
        for method in [HTTPMethod.head, .options, .trace, "PURGE"] { try await client.method(method).call() }
        #expect(transport.requests.map(\.method) == [.head, .options, .trace, "PURGE"])
        let shorthands = [client.get, client.post, client.put, client.delete, client.patch, client.head]
        #expect(
            try shorthands.map { try $0.request().httpMethod } == ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD"])
    }

    @Test("C13: both forms of modifyRequest reach the wire, in order")
    func modifyingC13() async throws {
        let (client, transport) = try builder(.response(200))
        try await client.modifyRequest { $0.setValue("1", forHTTPHeaderField: "X-A") }.configs(\.intValue, 7)
            .modifyRequest { $0.setValue("\($1.intValue)", forHTTPHeaderField: "X-B") }.get()
        let sent = try #require(transport.requests.first)
        #expect(sent.headers["X-A"] == "1" && sent.headers["X-B"] == "7")
    }

    @Test("C14 C15: configs by key path and by closure, and every way to read them")
    func configsC14C15() async throws {
        let client = try builder().configs(\.intValue, 1).configs { $0.intValue += 1 }
        #expect(client.withConfigs(\.intValue) == 2)
        #expect(client.withConfigs { $0.intValue } == 2)
        func url() throws -> String? { try client("x").withRequest { request, _ in request.url?.path } }
        #expect(try url() == "/v1/x")
        #expect(try await client("x").withRequest { request, _ in await Self.later(request.url?.path) } == "/v1/x")
        #expect(try client("x").request().url?.path == "/v1/x")
    }

    private static func later<Value: Sendable>(_ value: Value) async -> Value {
        await Task.yield()
        return value
    }

    @Test("C54: an optional value has its default until it is set, to nil too")
    func optionalC54() throws {
        let client = try builder()
        #expect(client.withConfigs(\.optional) == 5)
        #expect(client.configs(\.optional, 7).withConfigs(\.optional) == 7)
        #expect(client.configs(\.optional, nil).withConfigs(\.optional) == nil)
    }

    @Test("C55 C56: every step sees the last value, wherever it was set")
    func lastWinsC55C56() throws {
        let client = try builder().configs(\.intValue, 1).query { [URLQueryItem(name: "0", value: "\($0.intValue)")] }
            .configs(\.intValue, 2).query { [URLQueryItem(name: "1", value: "\($0.intValue)")] }
            .configs(\.intValue, 3).query { [URLQueryItem(name: "2", value: "\($0.intValue)")] }
        #expect(try client.builtURL == "http://one.test/v1?0=3&1=3&2=3")
    }

    @Test("C19: headers are added to, replaced, removed")
    func headersC19() throws {
        let client = try builder().header("X-A", "a")
        #expect(try client.header("X-A", "b").builtHeader("X-A") == "a, b")
        #expect(try client.header("x-a", "b", update: true).builtHeader("X-A") == "b")
        #expect(try client.removeHeader("X-A").builtHeader("X-A") == nil)
        #expect(try client.header("X-A", nil).builtHeader("X-A") == "a")
        let typed = client.headers(.accept(.json, "text/plain; q=0.5"), .contentType(.pdf))
        #expect(try typed.builtHeader("Accept") == "application/json, text/plain; q=0.5")
        #expect(try typed.builtHeader("Content-Type") == "application/pdf")
        let many = client.headers(.accept("text/plain"), .userAgent("mine")).headers(["X-B": "1"], update: true)
        #expect(try many.builtHeader("Accept") == "text/plain" && many.builtHeader("User-Agent") == "mine")
        #expect(try many.builtHeader("X-B") == "1")
    }

    @Test("C23: the cache policy stands in the request; one that passes caches over says so on the wire")
    func cachePolicyC23() async throws {
        let (client, transport) = try builder(.response(200), .response(200))
        let fresh = client.cachePolicy(.reloadIgnoringLocalCacheData)
        #expect(try fresh.request().cachePolicy == .reloadIgnoringLocalCacheData)
        try await fresh.get()
        try await client.cachePolicy(.returnCacheDataElseLoad).get()
        #expect(transport.requests.map { $0.headers["Cache-Control"] } == ["no-cache", nil])
    }

    @Test("C22: the timeout is the longest silence, also when it is Foundation's own default", arguments: [2.5, 60])
    func timeoutC22(seconds: Double) async throws {
        let (client, transport) = try builder(.response(200), .response(200))
        #expect(try client.timeout(seconds).request().timeoutInterval == seconds)
        try await client.timeout(seconds).get()
        try await client.get()
        #expect(transport.requests.map(\.options.idleTimeout) == [.seconds(seconds), .seconds(60)])
    }

    @Test("A client without modifiers is a configuration and nothing else")
    func free() throws {
        let client = NetworkClient(url: try #require(URL(string: "http://one.test")))
        #expect(client.chain == nil)
    }
}
