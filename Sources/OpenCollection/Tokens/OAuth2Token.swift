public import Foundation
import Secrets

/// A token response of a server, and its time.
///
/// - Source: RFC 6749, section 5.1.
public struct OAuth2Token: Sendable, Hashable, Codable {
    /// The whole response: compact JSON of an object.
    private let response: String
    /// The time at which it was received, by the wall clock.
    public let receivedAt: Date

    /// Stored tokens have these keys.
    private enum CodingKeys: String, CodingKey {
        case response = "answer"
        case receivedAt
    }

    /// Creates a token; nil if the text is not a JSON object.
    public init?(json: String, receivedAt: Date) {
        guard case .object(let members)? = TypedValue(json: json) else { return nil }
        self.init(members.map { ($0.name, $0.value) }, receivedAt: receivedAt)
    }

    public init(_ fields: [(name: String, value: TypedValue)], receivedAt: Date) {
        response = TypedValue.object(fields.map { TypedValue.Member($0.name, $0.value) }).jsonText
        self.receivedAt = receivedAt
    }

    /// Fields of the response by name, in its order.
    public var fields: [(name: String, value: TypedValue)] {
        guard case .object(let members)? = TypedValue(json: response) else { return [] }
        return members.map { ($0.name, $0.value) }
    }

    public func text(_ field: String) -> String? {
        let value = fields.last { $0.name == field }?.value
        guard let text = value?.text, value != .null, !text.isEmpty else { return nil }
        return text
    }

    /// Returns the value that is sent with requests; nil if the response has none.
    public func value(_ source: OAuth2Settings.TokenSource) -> String? { text(source.rawValue) }

    public var refreshToken: String? { text("refresh_token") }

    /// The lifetime in seconds; nil if the server does not say, so that the token counts as good.
    public var lifetime: Double? {
        text("expires_in").flatMap(Double.init).flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    }

    /// The time at which it expires; nil if that is not known.
    public var expiresAt: Date? { lifetime.map { receivedAt + $0 } }

    /// Whether it is to be used: a little before its end it is not, as the request takes its time.
    public func isFresh(at now: Date) -> Bool {
        guard let lifetime, let expiresAt else { return true }
        return now < expiresAt - min(10, lifetime / 10)
    }

    /// Returns the same with what an earlier one had, and this response does not repeat: its refresh token.
    ///
    /// - Source: RFC 6749, section 6.
    public func keeping(_ earlier: OAuth2Token) -> OAuth2Token {
        guard refreshToken == nil, let refresh = earlier.refreshToken else { return self }
        let kept = fields.filter { $0.name != "refresh_token" }
        return OAuth2Token(kept + [("refresh_token", .string(refresh))], receivedAt: receivedAt)
    }

    /// The values to mask wherever they occur.
    public var secretValues: [NamedSecret] {
        let names = ["access_token", "refresh_token", "id_token"]
        return names.compactMap { name in text(name).map { NamedSecret(name: name, value: $0) } }
    }
}

/// The key of a token: another flow, client, scope, audience or environment has another token.
public struct TokenKey: Sendable, Hashable, Codable {
    /// The flow, as files name it; nil in a key that an earlier version wrote, which is the key of nothing.
    public var flow: String?
    /// The collection's root; nil outside any.
    public var collection: String?
    /// The environment; nil if none is chosen.
    public var environment: String?
    /// The source of the token: the token URL, or the authorization URL of the implicit flow.
    public var url: String
    public var credentialsID: String
    public var clientID: String
    public var scope: String
    /// The owner of the token: the password flow asks for several people.
    public var username: String
    /// The servers that it is for: values of the further parameters `audience` and `resource` (RFC 8707), in their order; nil if there are none.
    public var audiences: [String]?
    /// The page on which the user agreed, for a code: its query may name the audience, too. Nil for other flows.
    public var authorizationURL: String?

    public init(_ settings: OAuth2Settings, collection: String?, environment: String?) {
        flow = settings.flow?.rawValue
        self.collection = collection
        self.environment = environment
        url = settings.tokenOrigin
        credentialsID = settings.credentialsID
        clientID = settings.clientID
        scope = settings.scope
        username = settings.flow == .password ? settings.username : ""
        let parameters = settings.authorizationParameters + settings.accessTokenParameters
        let audiences = parameters.filter { ["audience", "resource"].contains($0.name) }.map(\.value)
        self.audiences = audiences.isEmpty ? nil : audiences
        authorizationURL = settings.flow == .authorizationCode ? settings.authorizationURL : nil
    }
}

/// A token with what it was given for.
public struct StoredToken: Sendable, Hashable, Codable {
    public var key: TokenKey
    public var token: OAuth2Token

    public init(key: TokenKey, token: OAuth2Token) {
        self.key = key
        self.token = token
    }
}

/// The tokens that are kept for an environment of a collection.
public struct EnvironmentTokens: Sendable, Hashable {
    public var kept: [StoredToken]
    /// Why the private store could not be read or changed, one line for the user; nil when it could.
    public var problem: String?

    public init(_ kept: [StoredToken] = [], problem: String? = nil) {
        self.kept = kept
        self.problem = problem
    }

    public subscript(key: TokenKey) -> OAuth2Token? { kept.first { $0.key == key }?.token }
}

extension VariableScopes {
    /// The same scopes with the fields of tokens, `$oauth2.<id>.<field>`, for those that have an id; of equal ids the newest counts.
    ///
    /// A server's text is taken as it is: `{{` in it is text.
    public func adding(tokens: [StoredToken]) -> VariableScopes {
        let named = tokens.filter { !$0.key.credentialsID.isEmpty }.sorted { $0.token.receivedAt < $1.token.receivedAt }
        var captured = CapturedValues()
        for kept in named {
            let secrets = Set(kept.token.secretValues.map(\.name))
            for (name, value) in kept.token.fields {
                let isSecret =
                    secrets.contains(name) || SecretVocabulary.isSecret(value.text, under: name)
                let source = ValueSource.token(name, endpoint: kept.key.url, client: kept.key.clientID)
                captured.set(
                    "$oauth2.\(kept.key.credentialsID).\(name)", value, isSecret: isSecret, sources: [source])
            }
        }
        guard !captured.isEmpty else { return self }
        var layer = VariableLayer(captured: captured)
        layer.scope = .tokens
        layer.place = "OAuth 2 tokens"
        return placingBelowSession(layer)
    }
}
