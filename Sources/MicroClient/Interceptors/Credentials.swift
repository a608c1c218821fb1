import Foundation

/// An interceptor that adds an API key in a header field.
public struct APIKeyInterceptor: HeaderFieldInterceptor {
    /// The value of the field.
    public let apiKey: String
    /// The name of the field. Default: `X-API-Key`.
    public let fieldName: String

    /// Creates an interceptor that adds a key in a field.
    public init(apiKey: String, fieldName: String = "X-API-Key") {
        self.apiKey = apiKey
        self.fieldName = fieldName
    }

    public func fieldValue() -> String? { apiKey }
}

/// An interceptor that adds a bearer token, fetched before every attempt. ``BearerAuthenticator`` adds one that is refreshed.
///
/// - Source: RFC 6750, section 2.1.
public struct BearerTokenInterceptor: HeaderFieldInterceptor {
    /// The name `Authorization`.
    public let fieldName = "Authorization"
    private let token: @Sendable () async throws -> String?

    /// Creates an interceptor for a token that may change.
    ///
    /// - Parameter token: Returns the token without the word "Bearer"; nil leaves the field unchanged. An error that it throws ends the send.
    public init(token: @escaping @Sendable () async throws -> String?) { self.token = token }

    /// Creates an interceptor for a token that does not change.
    public init(token: String) { self.init { token } }

    public func fieldValue() async throws -> String? { try await token().map { "Bearer \($0)" } }
}

/// An interceptor that adds a user's name and password, fetched before every attempt.
///
/// - Source: RFC 7617.
public struct BasicCredentialsInterceptor: HeaderFieldInterceptor {
    /// The user and password of basic authentication.
    public struct Credentials: Sendable, Hashable {
        /// The name of the user; without a colon.
        public var user: String
        /// The password; any character is allowed.
        public var password: String

        /// Creates credentials from plain text; they are encoded when sent.
        public init(user: String, password: String) {
            self.user = user
            self.password = password
        }
    }

    /// The name `Authorization`.
    public let fieldName = "Authorization"
    private let credentials: @Sendable () async throws -> Credentials?

    /// Creates an interceptor that calls a closure before every attempt; nil leaves the field unchanged. An error that it throws ends the send.
    public init(credentials: @escaping @Sendable () async throws -> Credentials?) { self.credentials = credentials }

    /// Creates an interceptor for a user and password that do not change.
    public init(user: String, password: String) { self.init { Credentials(user: user, password: password) } }

    /// Returns the value of the `Authorization` field; nil leaves the field unchanged.
    ///
    /// - Throws: ``TransferError`` with code ``TransferError/Code/invalidRequest`` when the user's name contains a colon, which would end it.
    public func fieldValue() async throws -> String? {
        guard let credentials = try await credentials() else { return nil }
        guard !credentials.user.contains(":") else {
            throw TransferError.invalid("The name of a user contains a colon.")
        }
        return "Basic " + Data("\(credentials.user):\(credentials.password)".utf8).base64EncodedString()
    }
}
