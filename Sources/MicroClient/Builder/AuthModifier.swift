import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Presents credentials with a request, as the last of its modifiers.
///
/// It is asked once for a call. A token that is refreshed is the business of a ``BearerAuthenticator``.
public struct AuthModifier: Sendable {
    let modify: @Sendable (inout URLRequest, NetworkClient.Configs) throws -> Void

    /// Credentials of your own kind. What the closure throws ends the call; nothing is sent then.
    public init(_ modify: @escaping @Sendable (inout URLRequest) throws -> Void) {
        self.init { request, _ in try modify(&request) }
    }

    /// Credentials that depend on the configs, as they are at the end of the chain.
    public init(_ modify: @escaping @Sendable (inout URLRequest, NetworkClient.Configs) throws -> Void) {
        self.modify = modify
    }

    /// The value of the `Authorization` field as it is.
    public static func header(_ value: String) -> AuthModifier {
        AuthModifier { $0.setValue(value, forHTTPHeaderField: "Authorization") }
    }

    /// - Parameter token: without the word "Bearer".
    /// - Source: RFC 6750, section 2.1.
    public static func bearer(_ token: String) -> AuthModifier { header("Bearer \(token)") }

    /// A user's name, without a colon, which would end it, and password.
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

    /// A key in a header field of its own.
    public static func apiKey(_ key: String, field: String = "X-API-Key") -> AuthModifier {
        AuthModifier { $0.setValue(key, forHTTPHeaderField: field) }
    }

    /// The same as ``apiKey(_:field:)``.
    public static func apiKey(key: String, field: String = "X-API-Key") -> AuthModifier { apiKey(key, field: field) }
}

extension NetworkClient.Configs {
    /// Default: nil.
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
    /// How requests present credentials: `.auth(.bearer(token))`.
    public func auth(_ modifier: AuthModifier?) -> NetworkClient { configs(\.auth, modifier) }

    /// A bearer token that is refreshed when it expires or the server answers 401.
    public func authenticator(_ authenticator: BearerAuthenticator?) -> NetworkClient {
        configs(\.configuration.authenticator, authenticator)
    }

    /// Whether credentials are presented, wherever in the chain they are given.
    public func auth(enabled: Bool) -> NetworkClient { configs(\.isAuthEnabled, enabled) }
}
