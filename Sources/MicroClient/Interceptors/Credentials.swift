import Foundation

/// Presents an API key in a header field.
public struct APIKeyInterceptor: HeaderFieldInterceptor {
    /// The value of the field.
    public let apiKey: String
    /// Default: `X-API-Key`.
    public let fieldName: String

    /// A key in a field of its own.
    public init(apiKey: String, fieldName: String = "X-API-Key") {
        self.apiKey = apiKey
        self.fieldName = fieldName
    }

    public func fieldValue() -> String? { apiKey }
}

/// Presents a bearer token, asked for before every attempt. ``BearerAuthenticator`` presents one that is refreshed.
///
/// - Source: RFC 6750, section 2.1.
public struct BearerTokenInterceptor: HeaderFieldInterceptor {
    /// Always `Authorization`.
    public let fieldName = "Authorization"
    private let token: @Sendable () async throws -> String?

    /// - Parameter token: without the word "Bearer"; nil leaves the field alone. What it throws ends the send.
    public init(token: @escaping @Sendable () async throws -> String?) { self.token = token }

    /// A token that does not change.
    public init(token: String) { self.init { token } }

    public func fieldValue() async throws -> String? { try await token().map { "Bearer \($0)" } }
}

/// Presents a user's name and password, asked for before every attempt.
///
/// - Source: RFC 7617.
public struct BasicCredentialsInterceptor: HeaderFieldInterceptor {
    /// A user as basic authentication knows one.
    public struct Credentials: Sendable, Hashable {
        /// Without a colon.
        public var user: String
        /// May have any character.
        public var password: String

        /// A user and password as they are; they are encoded when sent.
        public init(user: String, password: String) {
            self.user = user
            self.password = password
        }
    }

    /// Always `Authorization`.
    public let fieldName = "Authorization"
    private let credentials: @Sendable () async throws -> Credentials?

    /// Asked for before every attempt; nil leaves the field alone. What the closure throws ends the send.
    public init(credentials: @escaping @Sendable () async throws -> Credentials?) { self.credentials = credentials }

    /// A user and password that do not change.
    public init(user: String, password: String) { self.init { Credentials(user: user, password: password) } }

    /// - Throws: ``TransferError`` with code ``TransferError/Code/invalidRequest`` when the user's name has a colon, which would end it.
    public func fieldValue() async throws -> String? {
        guard let credentials = try await credentials() else { return nil }
        guard !credentials.user.contains(":") else {
            throw TransferError.invalid("The name of a user contains a colon.")
        }
        return "Basic " + Data("\(credentials.user):\(credentials.password)".utf8).base64EncodedString()
    }
}
