// Made by Scripts/generate-seed-snippets of Fixtures/002.md.
// swift-format-ignore-file

import MicroClient

enum Seed002 {
    static let blocks = [
        "exempt: manifest",
        "createAConfiguration",
        "DefineYourModels",
        "makeRequests",
        "protocolOfTheClient",
        "membersOfTheRequest",
        "membersOfTheResponse",
        "membersOfTheConfiguration",
        "globalRetries",
        "retriesOfOneRequest",
        "defaultLogger",
        "customLogger",
        "CreateAnInterceptor",
        "configureTheClient",
        "interceptorsOfOneRequest",
        "customDecoder",
        "formData",
        "queryParameters",
        "errorHandling",
        "exempt: shell",
        "exempt: shell",
    ]

    @discardableResult static func createAConfiguration() -> [String: Any] {
        let configuration = NetworkConfiguration(
            session: .shared,
            baseURL: URL(string: "https://api.example.com")!
        )

        let client = NetworkClient(configuration: configuration)
        return ["configuration": configuration, "client": client]
    }

    enum DefineYourModels {
        struct User: Codable {
            let id: Int
            let name: String
            let email: String
        }

        struct CreateUserRequest: Encodable {
            let name: String
            let email: String
        }
    }

    struct ProtocolOfTheClient: NetworkClientProtocol {
        func run<RequestModel, ResponseModel>(
            _ networkRequest: NetworkRequest<RequestModel, ResponseModel>
        ) async throws -> NetworkResponse<ResponseModel> { throw CancellationError() }
    }

    static func membersOfTheRequest<RequestModel, ResponseModel>(_ value: NetworkRequest<RequestModel, ResponseModel>) where RequestModel: Encodable, ResponseModel: Decodable {
        let _: String? = value.path
        let _: HTTPMethod = value.method
        let _: [URLQueryItem]? = value.queryItems
        let _: [URLFormItem]? = value.formItems
        let _: RequestModel? = value.body
        let _: [String: String]? = value.additionalHeaders
        let _: RetryStrategy? = value.retryStrategy
    }

    static func membersOfTheResponse<ResponseModel>(_ value: NetworkResponse<ResponseModel>) {
        let _: ResponseModel = value.value
        let _: URLResponse = value.response
    }

    static func membersOfTheConfiguration(_ value: NetworkConfiguration) {
        let _: any Sendable = value
        let _: URLSessionProtocol = value.session
        let _: JSONDecoder = value.defaultDecoder
        let _: JSONEncoder = value.defaultEncoder
        let _: URL = value.baseURL
        let _: RetryStrategy = value.retryStrategy
        let _: Logger? = value.logger
        let _: LogLevel = value.logLevel
        let _: NetworkRequestsInterceptor? = value.interceptor
        let _: NetworkAsyncRequestInterceptor? = value.asyncInterceptor
    }

    @discardableResult static func globalRetries() -> [String: Any] {
        let configuration = NetworkConfiguration(
            baseURL: URL(string: "https://api.example.com")!,
            retryStrategy: .retry(count: 3)
        )
        return ["configuration": configuration]
    }

    @discardableResult static func defaultLogger() -> [String: Any] {
        let configuration = NetworkConfiguration(
            baseURL: URL(string: "https://api.example.com")!,
            logger: ConsoleLogger(),
            logLevel: .debug // Log debug, info, warning, and error messages
        )
        return ["configuration": configuration]
    }

    @discardableResult static func customLogger() -> [String: Any] {
        struct MyCustomLogger: Logger {
            func log(level: LogLevel, message: String) {
                // Integrate with your preferred logging framework
                print("[\(level)] - \(message)")
            }
        }

        let configuration = NetworkConfiguration(
            baseURL: URL(string: "https://api.example.com")!,
            logger: MyCustomLogger(),
            logLevel: .info
        )
        return ["configuration": configuration]
    }

    enum CreateAnInterceptor {
        // An interceptor for adding a static API key to every request.
        struct APIKeyInterceptor: NetworkRequestInterceptor {
            let apiKey: String

            func intercept(_ request: URLRequest) async throws -> URLRequest {
                var mutableRequest = request
                mutableRequest.setValue(apiKey, forHTTPHeaderField: "X-API-Key")
                return mutableRequest
            }
        }

        // An interceptor that asynchronously refreshes an auth token.
        struct AuthTokenInterceptor: NetworkRequestInterceptor {
            let tokenProvider: TokenProviding

            func intercept(_ request: URLRequest) async throws -> URLRequest {
                // Asynchronously get a fresh token.
                let token = await tokenProvider.getFreshToken()

                var mutableRequest = request
                mutableRequest.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
                return mutableRequest
            }
        }
    }

    @discardableResult static func customDecoder() -> [String: Any] {
        let customDecoder = JSONDecoder()
        customDecoder.dateDecodingStrategy = .iso8601

        let request = NetworkRequest<VoidRequest, TimestampedResponse>(
            path: "/events",
            method: .get,
            decoder: customDecoder
        )
        return ["customDecoder": customDecoder, "request": request]
    }

    @discardableResult static func formData() -> [String: Any] {
        let request = NetworkRequest<VoidRequest, LoginResponse>(
            path: "/auth/login",
            method: .post,
            formItems: [
                URLFormItem(name: "username", value: "user"),
                URLFormItem(name: "password", value: "pass")
            ]
        )
        return ["request": request]
    }

    @discardableResult static func queryParameters() -> [String: Any] {
        let request = NetworkRequest<VoidRequest, SearchResults>(
            path: "/search",
            method: .get,
            queryItems: [
                URLQueryItem(name: "q", value: "swift"),
                URLQueryItem(name: "limit", value: "10")
            ]
        )
        return ["request": request]
    }
}

extension Seed002.DefineYourModels {
    @discardableResult static func makeRequests(client: NetworkClient) async throws -> [String: Any] {
        // GET request
        let getUserRequest = NetworkRequest<VoidRequest, User>(
            path: "/users/123",
            method: .get
        )

        let userResponse = try await client.run(getUserRequest)
        let user = userResponse.value

        // POST request with body
        let createUserRequest = NetworkRequest<CreateUserRequest, User>(
            path: "/users",
            method: .post,
            body: CreateUserRequest(name: "John Doe", email: "john@example.com")
        )

        let newUserResponse = try await client.run(createUserRequest)
        return ["getUserRequest": getUserRequest, "userResponse": userResponse, "user": user, "createUserRequest": createUserRequest, "newUserResponse": newUserResponse]
    }

    @discardableResult static func retriesOfOneRequest() -> [String: Any] {
        let request = NetworkRequest<VoidRequest, User>(
            path: "/users/123",
            method: .get,
            retryStrategy: .none // This request will not be retried
        )
        return ["request": request]
    }

    @discardableResult static func interceptorsOfOneRequest() -> [String: Any] {
        struct OneTimeHeaderInterceptor: NetworkRequestInterceptor {
            func intercept(_ request: URLRequest) async throws -> URLRequest {
                var mutableRequest = request
                mutableRequest.setValue("true", forHTTPHeaderField: "X-Special-Request")
                return mutableRequest
            }
        }

        let request = NetworkRequest<VoidRequest, User>(
            path: "/users/123",
            method: .get,
            interceptors: [OneTimeHeaderInterceptor()] // This interceptor runs instead of the global ones.
        )
        return ["request": request]
    }

    @discardableResult static func errorHandling(client: NetworkClient, request: NetworkRequest<VoidRequest, User>) async throws -> [String: Any] {
        do {
            let response = try await client.run(request)
            // Handle success
            _ = response
        } catch let error as NetworkClientError {
            switch error {
            case .malformedURL:
                print("Error: The URL for the request was invalid.")

            case .transportError(let underlyingError):
                print("Error: A network transport error occurred: \(underlyingError.localizedDescription)")

            case .unacceptableStatusCode(let statusCode, _, let data):
                print("Error: Server returned an unacceptable status code: \(statusCode).")
                if let data = data, let errorBody = String(data: data, encoding: .utf8) {
                    print("Server response: \(errorBody)")
                }

            case .decodingError(let underlyingError):
                print("Error: Failed to decode the response: \(underlyingError.localizedDescription)")

            case .encodingError(let underlyingError):
                print("Error: Failed to encode the request body: \(underlyingError.localizedDescription)")

            case .unknown(let underlyingError):
                if let underlyingError = underlyingError {
                    print("An unknown error occurred: \(underlyingError.localizedDescription)")
                } else {
                    print("An unknown error occurred.")
                }
            }
        } catch {
            // Handle any other errors
            print("An unexpected error occurred: \(error.localizedDescription)")
        }
        return [:]
    }
}

extension Seed002.CreateAnInterceptor {
    @discardableResult static func configureTheClient(myTokenProvider: TokenProviding) -> [String: Any] {
        let configuration = NetworkConfiguration(
            baseURL: URL(string: "https://api.example.com")!,
            interceptors: [
                APIKeyInterceptor(apiKey: "my-secret-key"),
                AuthTokenInterceptor(tokenProvider: myTokenProvider)
            ]
        )

        let client = NetworkClient(configuration: configuration)
        return ["configuration": configuration, "client": client]
    }
}
