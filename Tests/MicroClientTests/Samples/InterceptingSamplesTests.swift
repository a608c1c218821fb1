import Foundation
import MicroClient
import TestSupport
import Testing

// The samples of the page "Intercepting requests and responses", word for word.

struct TenantInterceptor: HeaderFieldInterceptor {
    let tenant: String
    var fieldName: String { "X-Tenant" }

    func fieldValue() async throws -> String? { tenant }
}

struct OAuthGrant: Decodable {
    var accessToken: String
    var refreshToken: String?
    var expiresIn: Double?

    enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case refreshToken = "refresh_token"
        case expiresIn = "expires_in"
    }
}

func makeAuthenticator(_ saved: BearerAuthenticator.Token?, at login: NetworkClient) -> BearerAuthenticator {
    BearerAuthenticator(token: saved) { old in
        guard let refresh = old?.refreshToken else { throw LoginNeeded() }
        let form = ["grant_type": "refresh_token", "refresh_token": refresh]
        let grant: OAuthGrant = try await login("token").bodyEncoder(.formURL).body(form).post()
        return BearerAuthenticator.Token(
            grant.accessToken, refreshToken: grant.refreshToken, expiresAt: grant.expiresIn.map { Date() + $0 })
    }
}

func makeRefreshingClient(_ configuration: NetworkConfiguration, _ tokens: BearerAuthenticator) -> NetworkClient {
    var configuration = configuration
    configuration.authenticator = tokens
    return NetworkClient(configuration: configuration)
}

private struct LoginNeeded: Error {}

func patience(after error: any Error) -> Duration? {
    error.innermost(as: RateLimitError.self)?.retryAfter
}

@Suite("The samples of the page on interceptors")
struct InterceptingSamplesTests {
    private let report = NetworkRequest<VoidRequest, Report>(path: "/reports/1", method: .get)

    @Test("a field of one's own goes out at both doors")
    func tenant() async throws {
        let transport = FakeTransport(.response(200, body: [#"{"title": "June"}"#]), .response(200))
        var configuration = NetworkClient.over(transport).configuration
        configuration.interceptors = [TenantInterceptor(tenant: "acme")]
        let client = NetworkClient(configuration: configuration)
        _ = try await client.run(report)
        let options = SendOptions(interceptors: [TenantInterceptor(tenant: "other")])
        _ = try await client.send(WireRequest(url: "http://one.test/"), options: options)
        #expect(transport.requests.map { $0.headers["X-Tenant"] } == ["acme", "other"])
    }

    @Test("a token that was refused is refreshed, and the request sent once more")
    func refreshing() async throws {
        let grant = #"{"access_token": "new", "expires_in": 3600}"#
        let transport = FakeTransport(
            .response(401), .response(200, body: [grant]), .response(200, body: [#"{"title": "June"}"#]))
        let client = NetworkClient.over(transport)
        let tokens = makeAuthenticator(.init("old", refreshToken: "r"), at: client)
        #expect(try await makeRefreshingClient(client.configuration, tokens).run(report).value.title == "June")
        #expect(transport.requests.map { $0.headers["Authorization"] } == ["Bearer old", nil, "Bearer new"])
        #expect(tokens.token?.refreshToken == "r" && tokens.token?.expiresAt != nil)
    }

    @Test("how long a server wants to be left alone is found inside the error")
    func rateLimit() async throws {
        var configuration = NetworkClient.over(
            FakeTransport(.response(429, headers: [HeaderField("Retry-After", "7")]))
        ).configuration
        configuration.responseInterceptors = [RateLimitInterceptor()]
        let client = NetworkClient(configuration: configuration)
        let error = await #expect(throws: NetworkClientError.self) { try await client.run(report) }
        #expect(error.flatMap(patience) == .seconds(7))
    }
}
