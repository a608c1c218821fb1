import Foundation
import TestSupport
import Testing

@testable import MicroClient

// The code blocks of the MicroClient READMEs, as they stand there: that this file compiles is most of the test.

private struct User: Codable {
    let id: Int
    let name: String
    let email: String
}

private struct CreateUserRequest: Encodable {
    let name: String
    let email: String
}

private struct PostsResponse: Decodable {}
private struct TimestampedResponse: Decodable {}
private struct LoginResponse: Decodable {}
private struct SearchResults: Decodable {}

private protocol TokenProviding: Sendable { func getFreshToken() async -> String }

private struct MyCustomLogger: MicroClient.Logger {
    func log(level: LogLevel, message: String) {
        print("[\(level)] - \(message)")
    }
}

private struct APIKeyInterceptor: NetworkRequestInterceptor {
    let apiKey: String

    func intercept(_ request: URLRequest) async throws -> URLRequest {
        var mutableRequest = request
        mutableRequest.setValue(apiKey, forHTTPHeaderField: "X-API-Key")
        return mutableRequest
    }
}

private struct AuthTokenInterceptor: NetworkRequestInterceptor {
    let tokenProvider: any TokenProviding

    func intercept(_ request: URLRequest) async throws -> URLRequest {
        let token = await tokenProvider.getFreshToken()

        var mutableRequest = request
        mutableRequest.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        return mutableRequest
    }
}

private struct OneTimeHeaderInterceptor: NetworkRequestInterceptor {
    func intercept(_ request: URLRequest) async throws -> URLRequest {
        var mutableRequest = request
        mutableRequest.setValue("true", forHTTPHeaderField: "X-Special-Request")
        return mutableRequest
    }
}

private func configurations(_ tokens: any TokenProviding) -> [NetworkConfiguration] {
    [
        NetworkConfiguration(
            session: .shared,
            baseURL: URL(string: "https://api.example.com")!
        ),
        NetworkConfiguration(
            baseURL: URL(string: "https://api.example.com")!,
            retryStrategy: .retry(count: 3)
        ),
        NetworkConfiguration(
            baseURL: URL(string: "https://api.example.com")!,
            logger: ConsoleLogger(),
            logLevel: .debug  // Log debug, info, warning, and error messages
        ),
        NetworkConfiguration(
            baseURL: URL(string: "https://api.example.com")!,
            logger: MyCustomLogger(),
            logLevel: .info
        ),
        NetworkConfiguration(
            baseURL: URL(string: "https://api.example.com")!,
            interceptors: [
                APIKeyInterceptor(apiKey: "my-secret-key"),
                AuthTokenInterceptor(tokenProvider: tokens),
            ]
        ),
    ]
}

private func performing(_ client: NetworkClient) async throws {
    let getUserRequest = NetworkRequest<VoidRequest, User>(
        path: "/users/123",
        method: .get
    )

    let userResponse = try await client.run(getUserRequest)
    _ = userResponse.value

    let createUserRequest = NetworkRequest<CreateUserRequest, User>(
        path: "/users",
        method: .post,
        body: CreateUserRequest(name: "John Doe", email: "john@example.com")
    )

    _ = try await client.run(createUserRequest)
}

private func requests() -> [Any] {
    let customDecoder = JSONDecoder()
    customDecoder.dateDecodingStrategy = .iso8601

    return [
        NetworkRequest<VoidRequest, PostsResponse>(
            path: "/posts/bookmarks",
            method: .get
        ),
        NetworkRequest<VoidRequest, User>(
            path: "/users/123",
            method: .get,
            retryStrategy: .none  // This request will not be retried
        ),
        NetworkRequest<VoidRequest, User>(
            path: "/users/123",
            method: .get,
            interceptors: [OneTimeHeaderInterceptor()]  // This interceptor runs instead of the global ones.
        ),
        NetworkRequest<VoidRequest, TimestampedResponse>(
            path: "/events",
            method: .get,
            decoder: customDecoder
        ),
        NetworkRequest<VoidRequest, LoginResponse>(
            path: "/auth/login",
            method: .post,
            formItems: [
                URLFormItem(name: "username", value: "user"),
                URLFormItem(name: "password", value: "pass"),
            ]
        ),
        NetworkRequest<VoidRequest, SearchResults>(
            path: "/search",
            method: .get,
            queryItems: [
                URLQueryItem(name: "q", value: "swift"),
                URLQueryItem(name: "limit", value: "10"),
            ]
        ),
    ]
}

private func handling(_ client: NetworkClient, _ request: NetworkRequest<VoidRequest, User>) async -> String {
    do {
        _ = try await client.run(request)
        return "success"
    } catch let error as NetworkClientError {
        switch error {
        case .malformedURL:
            return "Error: The URL for the request was invalid."

        case .transportError(let underlyingError):
            return "Error: A network transport error occurred: \(underlyingError.localizedDescription)"

        case .unacceptableStatusCode(let statusCode, _, let data):
            if let data = data, let errorBody = String(data: data, encoding: .utf8) {
                return "Server response: \(statusCode) \(errorBody)"
            }
            return "Error: Server returned an unacceptable status code: \(statusCode)."

        case .decodingError(let underlyingError):
            return "Error: Failed to decode the response: \(underlyingError.localizedDescription)"

        case .encodingError(let underlyingError):
            return "Error: Failed to encode the request body: \(underlyingError.localizedDescription)"

        case .unknown(let underlyingError):
            if let underlyingError = underlyingError {
                return "An unknown error occurred: \(underlyingError.localizedDescription)"
            } else {
                return "An unknown error occurred."
            }
        }
    } catch {
        return "An unexpected error occurred: \(error.localizedDescription)"
    }
}

@Suite struct SeedSnippetTests {
    private let user = HopScript.answer(200, body: [#"{"id":1,"name":"John Doe","email":"john@example.com"}"#])

    @Test("B09 B10 the quick start runs")
    func quickStart() async throws {
        let bench = try Bench(user, user)
        try await performing(bench.client)
        #expect(bench.transport.requests.map(\.url) == ["http://one.test/api/users/123", "http://one.test/api/users"])
    }

    @Test("B08 B13 B19 every configuration of the README is one, and Sendable, with all its fields")
    func fields() async throws {
        struct Tokens: TokenProviding { func getFreshToken() async -> String { "t" } }
        for configuration in configurations(Tokens()) {
            let sendable: any Sendable = configuration
            #expect(sendable is NetworkConfiguration)
            let fields: [Any?] = [
                configuration.session, configuration.defaultDecoder, configuration.defaultEncoder,
                configuration.baseURL,
                configuration.retryStrategy, configuration.logger, configuration.logLevel, configuration.interceptor,
                configuration.asyncInterceptor,
            ]
            #expect(fields.count == 9)
        }
        #expect(requests().count == 6)
    }

    @Test("B22 a logger of one's own is told of the request at level info")
    func logger() async throws {
        let logger = RecordingLogger()
        var bench = try Bench(user)
        bench.configuration.logger = logger
        _ = try await bench.client.run(NetworkRequest<VoidRequest, User>(path: "/users/1", method: .get))
        #expect(logger.messages(.info).first == "GET http://one.test/api/users/1 (attempt 1)")
        #expect(logger.messages(.debug).isEmpty)
    }

    @Test("B40 the README's error handling says what happened")
    func errors() async throws {
        let bench = try Bench(.answer(404, body: ["none"]), .failing(TransferError.refused))
        let request = NetworkRequest<VoidRequest, User>(path: "/users/1", method: .get)
        #expect(await handling(bench.client, request) == "Server response: 404 none")
        #expect(
            await handling(bench.client, request)
                == "Error: A network transport error occurred: could not connect (connect): Connection refused")
    }
}
