import Foundation
import TestSupport
import Testing

@testable import MicroClient

/// An interceptor for both protocols, and the one field that it sets.
private struct Row: Sendable, CustomTestStringConvertible {
    let interceptor: any HeaderFieldInterceptor
    let field: HeaderField
    var testDescription: String { field.name }

    init(_ interceptor: any HeaderFieldInterceptor, _ name: String, _ value: String) {
        self.interceptor = interceptor
        field = HeaderField(name, value)
    }
}

private let rows = [
    Row(APIKeyInterceptor(apiKey: "k"), "X-API-Key", "k"),
    Row(APIKeyInterceptor(apiKey: "k", fieldName: "Api-Key"), "Api-Key", "k"),
    Row(BearerTokenInterceptor(token: "t"), "Authorization", "Bearer t"),
    Row(
        BearerTokenInterceptor {
            await Task.yield()
            return "later"
        }, "Authorization", "Bearer later"),
    Row(
        BasicCredentialsInterceptor(user: "username", password: "päss:word"), "Authorization",
        "Basic dXNlcm5hbWU6cMOkc3M6d29yZA=="),
    Row(BasicCredentialsInterceptor { .init(user: "u", password: "") }, "Authorization", "Basic dTo="),
    Row(ContentTypeInterceptor("application/vnd.api+json"), "Content-Type", "application/vnd.api+json"),
    Row(AcceptInterceptor("application/json", "text/html;q=0.5"), "Accept", "application/json, text/html;q=0.5"),
    Row(UserAgentInterceptor("Weather/2.1"), "User-Agent", "Weather/2.1"),
    Row(RequestIDInterceptor { "id-1" }, "X-Request-ID", "id-1"),
    Row(RequestIDInterceptor(fieldName: "X-Trace") { "id-2" }, "X-Trace", "id-2"),
    Row(OwnFieldInterceptor(tenant: "acme"), "X-Tenant", "acme"),
    Row(CacheControlInterceptor("no-cache", "no-store"), "Cache-Control", "no-cache, no-store"),
]

private struct Provider: Error {}

/// The sample of `HeaderFieldInterceptor`.
private struct OwnFieldInterceptor: HeaderFieldInterceptor {
    let tenant: String
    var fieldName: String { "X-Tenant" }
    func fieldValue() async throws -> String? { tenant }
}

@Suite struct RequestInterceptorTests {
    @Test("H01: a built-in interceptor changes its own field of a raw request, and nothing else", arguments: rows)
    fileprivate func rawH01(row: Row) async throws {
        let others: HeaderFields = [HeaderField("A", "1"), HeaderField("a", "2")]
        let before = WireRequest(
            method: .put, url: "http://h/%zz", headers: HeaderFields(others + [HeaderField(row.field.name, "old")]),
            body: .bytes(Data("b".utf8)))
        let after = try await row.interceptor.intercept(before)
        #expect(Array(after.headers) == others + [row.field])
        #expect(after.url == before.url)
        #expect(after.method == before.method)
        #expect(after.body.length == 1)
        #expect(after.options == before.options)
    }

    @Test("H01: and the same of a URLRequest", arguments: rows)
    fileprivate func foundationH01(row: Row) async throws {
        var before = URLRequest(url: try #require(URL(string: "http://h/x")))
        before.setValue("1", forHTTPHeaderField: "A")
        before.httpBody = Data("b".utf8)
        let after = try await row.interceptor.intercept(before)
        var expected = before
        expected.setValue(row.field.value, forHTTPHeaderField: row.field.name)
        #expect(after == expected)
        #expect(after.allHTTPHeaderFields?.count == 2)
    }

    @Test(
        "credentials that are nil leave the field alone, through both doors",
        arguments: [
            BearerTokenInterceptor { nil as String? }, BasicCredentialsInterceptor { nil },
        ] as [any HeaderFieldInterceptor])
    func noCredentials(interceptor: any HeaderFieldInterceptor) async throws {
        var request = URLRequest(url: try #require(URL(string: "http://h/x")))
        request.setValue("Own", forHTTPHeaderField: "Authorization")
        let wire = WireRequest(url: "http://h/x", headers: [HeaderField("Authorization", "Own")])
        #expect(try await interceptor.intercept(request).value(forHTTPHeaderField: "Authorization") == "Own")
        #expect(try await interceptor.intercept(wire).headers == wire.headers)
        #expect(try await interceptor.intercept(WireRequest(url: "http://h/x")).headers.isEmpty)
    }

    @Test("H01: a timeout changes the timeout only", arguments: [0.5, 60, 90])
    func timeoutH01(seconds: Double) async throws {
        var bench = try Bench(.response(204), .response(204))
        bench.configuration.interceptors = [TimeoutInterceptor(.seconds(seconds))]
        _ = try await bench.client.run(NetworkRequest<VoidRequest, VoidResponse>(method: .get))
        // With a closure before it, the request goes through Foundation's.
        bench.configuration.interceptor = { $0 }
        _ = try await bench.client.run(NetworkRequest<VoidRequest, VoidResponse>(method: .get))
        for request in bench.transport.requests {
            #expect(request.options.idleTimeout == .seconds(seconds))
            #expect(request.headers.map(\.name) == ["Accept", "User-Agent"])
        }
    }

    @Test("H01: no timeout, and one that Foundation takes for its own, survive a closure that knows URLRequest only")
    func noTimeoutH01() async throws {
        var bench = try Bench(.response(204), .response(204))
        bench.configuration.interceptor = { $0 }
        bench.configuration.options.idleTimeout = nil
        _ = try await bench.client.run(NetworkRequest<VoidRequest, VoidResponse>(method: .get))
        bench.configuration.options.idleTimeout = .seconds(10)
        bench.configuration.interceptor = { request in
            var request = request
            request.timeoutInterval = 60
            return request
        }
        _ = try await bench.client.run(NetworkRequest<VoidRequest, VoidResponse>(method: .get))
        #expect(bench.transport.requests.map(\.options.idleTimeout) == [nil, .seconds(60)])
    }

    @Test("H01: a content type is not said of a request without a body")
    func noBodyH01() async throws {
        var bench = try Bench(.response(204), .response(204))
        bench.configuration.interceptors = [ContentTypeInterceptor("a/b")]
        _ = try await bench.client.run(NetworkRequest<VoidRequest, VoidResponse>(method: .get))
        bench.configuration.interceptor = { $0 }
        _ = try await bench.client.run(NetworkRequest<VoidRequest, VoidResponse>(method: .get))
        #expect(bench.transport.requests.allSatisfy { $0.headers["Content-Type"] == nil })
    }

    @Test("H01: through the typed door, the fields keep their order and the URL its spelling")
    func typedH01() async throws {
        var bench = try Bench(.response(204))
        bench.configuration.interceptors = [
            UserAgentInterceptor("u"), AcceptInterceptor("a"), APIKeyInterceptor(apiKey: "k"),
        ]
        _ = try await bench.client.run(NetworkRequest<VoidRequest, VoidResponse>(path: "x?q=|", method: .get))
        #expect(try bench.sent().headers.map(\.name) == ["Accept", "User-Agent", "X-API-Key"])
        #expect(try bench.sent().url == "http://one.test/api/x?q=|")
    }

    @Test("H01: through the raw door, before every attempt")
    func rawDoorH01() async throws {
        let bench = try Bench(.response(503), .response(204))
        let ids = Locked(0)
        let id = RequestIDInterceptor {
            ids.withLock { count in
                count += 1
                return "id-\(count)"
            }
        }
        let options = SendOptions(retry: .retry(count: 1), interceptors: [id])
        _ = try await bench.client.send(WireRequest(url: "http://h/"), options: options)
        #expect(bench.transport.requests.map { $0.headers["X-Request-ID"] } == ["id-1", "id-2"])
    }

    @Test("H01: what a provider throws ends the send, and is reached")
    func providerH01() async throws {
        var bench = try Bench()
        bench.configuration.interceptors = [BearerTokenInterceptor { throw Provider() }]
        let client = bench.client
        let error = await #expect(throws: NetworkClientError.self) {
            try await client.run(NetworkRequest<VoidRequest, VoidResponse>(method: .get))
        }
        #expect(error?.innermost(as: Provider.self) != nil)
        #expect(error?.innermost(as: NetworkClientError.InterceptorFailure.self)?.stage == .request)
        #expect(bench.transport.requests.isEmpty)
    }

    @Test("H01: a user's name with a colon is refused, not cut")
    func colonH01() async {
        let error = await #expect(throws: TransferError.self) {
            try await BasicCredentialsInterceptor(user: "a:b", password: "c").fieldValue()
        }
        #expect(error?.code == .invalidRequest)
    }

    @Test("H01: a token that would end its line is refused before anything is sent")
    func injectionH01() async throws {
        var bench = try Bench()
        bench.configuration.interceptors = [BearerTokenInterceptor(token: "t\r\nX-Evil: 1")]
        let client = bench.client
        let error = await #expect(throws: NetworkClientError.self) {
            try await client.run(NetworkRequest<VoidRequest, VoidResponse>(method: .get))
        }
        #expect(error?.transferError?.code == .invalidRequest)
        #expect(bench.transport.requests.isEmpty)
    }
}
