import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A modifier that adds credentials to a request, as the last of its modifiers.
///
/// It runs once for each call. For a token that is refreshed use a ``BearerAuthenticator``.
public struct AuthModifier: Sendable {
    let modify: @Sendable (inout URLRequest, NetworkClient.Configs) throws -> Void

    /// Creates a modifier with custom credentials. An error that the closure throws ends the call; nothing is sent then.
    public init(_ modify: @escaping @Sendable (inout URLRequest) throws -> Void) {
        self.init { request, _ in try modify(&request) }
    }

    /// Creates a modifier with credentials that depend on the configs, as they are at the end of the chain.
    public init(_ modify: @escaping @Sendable (inout URLRequest, NetworkClient.Configs) throws -> Void) {
        self.modify = modify
    }

    /// Returns a modifier that sets the `Authorization` field to a value.
    public static func header(_ value: String) -> AuthModifier {
        AuthModifier { $0.setValue(value, forHTTPHeaderField: "Authorization") }
    }

    /// Returns a modifier that sets a bearer token.
    ///
    /// - Parameter token: The token, without the word "Bearer".
    /// - Source: RFC 6750, section 2.1.
    public static func bearer(_ token: String) -> AuthModifier { header("Bearer \(token)") }

    /// Returns a modifier that sets a user's name, which must not contain a colon, and password.
    ///
    /// - Source: RFC 7617.
    public static func basic(username: String, password: String) -> AuthModifier {
        AuthModifier { request in
            guard !username.contains(":") else {
                throw NetworkClientError.unknown(TransferError.invalid("The name of a user contains a colon."))
            }
            let credentials = Data("\(username):\(password)".utf8).base64EncodedString()
            request.setValue("Basic \(credentials)", forHTTPHeaderField: "Authorization")
        }
    }

    /// Returns a modifier that sets a key in a header field.
    public static func apiKey(_ key: String, field: String = "X-API-Key") -> AuthModifier {
        AuthModifier { $0.setValue(key, forHTTPHeaderField: field) }
    }

    /// Returns the same as ``apiKey(_:field:)``.
    public static func apiKey(key: String, field: String = "X-API-Key") -> AuthModifier { apiKey(key, field: field) }
}

extension NetworkClient.Configs {
    /// The modifier that adds credentials. Default: nil.
    public var auth: AuthModifier? {
        get { self[\.auth] ?? nil }
        set { self[\.auth] = newValue }
    }

    /// Whether ``auth`` is used. Default: true.
    public var isAuthEnabled: Bool {
        get { self[\.isAuthEnabled] ?? true }
        set { self[\.isAuthEnabled] = newValue }
    }
}

extension NetworkClient {
    /// Sets the credentials of requests: `.auth(.bearer(token))`.
    public func auth(_ modifier: AuthModifier?) -> NetworkClient { configs(\.auth, modifier) }

    /// Sets a bearer token that is refreshed when it expires or the server responds with 401.
    public func authenticator(_ authenticator: BearerAuthenticator?) -> NetworkClient {
        configs(\.configuration.authenticator, authenticator)
    }

    /// Sets whether credentials are sent, wherever in the chain they are set.
    public func auth(enabled: Bool) -> NetworkClient { configs(\.isAuthEnabled, enabled) }
}
