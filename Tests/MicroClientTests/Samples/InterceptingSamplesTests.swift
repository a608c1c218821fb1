import Foundation
import MicroClient
import TestSupport
import Testing

// The samples of the page "Intercepting requests and answers", as they stand there.

struct TenantInterceptor: HeaderFieldInterceptor {
    let tenant: String
    var fieldName: String { "X-Tenant" }

    func fieldValue() async throws -> String { tenant }
}

actor TokenKeeper {
    private let renew: @Sendable () async throws -> String
    private var token: String?

    init(renew: @escaping @Sendable () async throws -> String) { self.renew = renew }

    func current() async throws -> String {
        if let token { return token }
        let new = try await renew()
        token = new
        return new
    }

    func renewed() async throws -> String {
        token = nil
        return try await current()
    }
}

struct RenewOnce: NetworkResponseInterceptor {
    let keeper: TokenKeeper
    let plainClient: NetworkClient

    func intercept(_ answer: NetworkAnswer) async throws -> NetworkAnswer {
        guard answer.status == 401 else { return answer }
        var request = answer.request
        request.headers["Authorization"] = "Bearer \(try await keeper.renewed())"
        return try await NetworkAnswer(plainClient.send(request), to: request)
    }
}

func makeRenewingClient(_ configuration: NetworkConfiguration, keeper: TokenKeeper) -> NetworkClient {
    var renewing = configuration
    renewing.interceptors = [BearerTokenInterceptor { try await keeper.current() }]
    renewing.responseInterceptors = [
        RenewOnce(keeper: keeper, plainClient: NetworkClient(configuration: configuration))
    ]
    return NetworkClient(configuration: renewing)
}

func patience(after error: any Error) -> Duration? {
    error.innermost(as: RateLimitError.self)?.retryAfter
}

@Suite("The samples of the page on interceptors")
struct InterceptingSamplesTests {
    private let report = NetworkRequest<VoidRequest, Report>(path: "/reports/1", method: .get)

    @Test("a field of one's own goes out at both doors")
    func tenant() async throws {
        let transport = FakeTransport(.answer(200, body: [#"{"title": "June"}"#]), .answer(200))
        var configuration = NetworkClient.over(transport).configuration
        configuration.interceptors = [TenantInterceptor(tenant: "acme")]
        let client = NetworkClient(configuration: configuration)
        _ = try await client.run(report)
        let options = SendOptions(interceptors: [TenantInterceptor(tenant: "other")])
        _ = try await client.send(WireRequest(url: "http://one.test/"), options: options)
        #expect(transport.requests.map { $0.headers["X-Tenant"] } == ["acme", "other"])
    }

    @Test("a token that was refused is renewed, and the request sent once more")
    func renewing() async throws {
        let transport = FakeTransport(.answer(401), .answer(200, body: [#"{"title": "June"}"#]))
        let tokens = Tokens(["old", "new"])
        let keeper = TokenKeeper { await tokens.next() }
        let client = makeRenewingClient(NetworkClient.over(transport).configuration, keeper: keeper)
        #expect(try await client.run(report).value.title == "June")
        #expect(transport.requests.map { $0.headers["Authorization"] } == ["Bearer old", "Bearer new"])
    }

    @Test("how long a server wants to be left alone is found inside the error")
    func rateLimit() async throws {
        var configuration = NetworkClient.over(
            FakeTransport(.answer(429, headers: [HeaderField("Retry-After", "7")]))
        ).configuration
        configuration.responseInterceptors = [RateLimitInterceptor()]
        let client = NetworkClient(configuration: configuration)
        let error = await #expect(throws: NetworkClientError.self) { try await client.run(report) }
        #expect(error.flatMap(patience) == .seconds(7))
    }
}

private actor Tokens {
    private var tokens: [String]

    init(_ tokens: [String]) { self.tokens = tokens }

    func next() -> String { tokens.isEmpty ? "" : tokens.removeFirst() }
}
