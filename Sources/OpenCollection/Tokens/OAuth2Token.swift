public import Foundation
import Secrets

/// What a server gave for credentials, and when.
///
/// - Source: RFC 6749, section 5.1.
public struct OAuth2Token: Sendable, Hashable, Codable {
    /// The whole answer: compact JSON of an object.
    private let answer: String
    /// Wall clock.
    public let receivedAt: Date

    /// Nil unless the text is a JSON object.
    public init?(json: String, receivedAt: Date) {
        guard case .object(let members)? = TypedValue(json: json) else { return nil }
        self.init(members.map { ($0.name, $0.value) }, receivedAt: receivedAt)
    }

    public init(_ fields: [(name: String, value: TypedValue)], receivedAt: Date) {
        answer = TypedValue.object(fields.map { TypedValue.Member($0.name, $0.value) }).jsonText
        self.receivedAt = receivedAt
    }

    /// Fields of the answer by name, in its order.
    public var fields: [(name: String, value: TypedValue)] {
        guard case .object(let members)? = TypedValue(json: answer) else { return [] }
        return members.map { ($0.name, $0.value) }
    }

    public func text(_ field: String) -> String? {
        let value = fields.last { $0.name == field }?.value
        guard let text = value?.text, value != .null, !text.isEmpty else { return nil }
        return text
    }

    /// What is sent with requests; nil when the answer has none.
    public func value(_ source: OAuth2Settings.TokenSource) -> String? { text(source.rawValue) }

    public var refreshToken: String? { text("refresh_token") }

    /// In seconds; nil: the server does not say, and it counts as good.
    public var lifetime: Double? {
        text("expires_in").flatMap(Double.init).flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    }

    /// Nil: never, as far as one knows.
    public var expiresAt: Date? { lifetime.map { receivedAt + $0 } }

    /// Whether it is to be used: a little before its end it is not, as the request takes its time.
    public func isFresh(at now: Date) -> Bool {
        guard let lifetime, let expiresAt else { return true }
        return now < expiresAt - min(10, lifetime / 10)
    }

    /// The same with what an earlier one had, and this answer does not repeat: its refresh token.
    ///
    /// - Source: RFC 6749, section 6.
    public func keeping(_ earlier: OAuth2Token) -> OAuth2Token {
        guard refreshToken == nil, let refresh = earlier.refreshToken else { return self }
        let kept = fields.filter { $0.name != "refresh_token" }
        return OAuth2Token(kept + [("refresh_token", .string(refresh))], receivedAt: receivedAt)
    }

    /// To be masked wherever they occur.
    public var secretValues: [NamedSecret] {
        let names = ["access_token", "refresh_token", "id_token"]
        return names.compactMap { name in text(name).map { NamedSecret(name: name, value: $0) } }
    }
}

/// What a token was given for: another flow, client, scope, audience or environment has another token.
public struct TokenKey: Sendable, Hashable, Codable {
    /// How it was got, as files name it; nil in a key that an earlier version wrote, which is the key of nothing.
    public var flow: String?
    /// Of the collection's root; nil outside any.
    public var collection: String?
    /// Nil when none is chosen.
    public var environment: String?
    /// Where it came from: the token URL, of the implicit flow the authorization URL.
    public var url: String
    public var credentialsID: String
    public var clientID: String
    public var scope: String
    /// Whose it is: the password flow asks for several people.
    public var username: String
    /// For which servers: values of the further parameters `audience` and `resource` (RFC 8707), in their order; nil when there are none.
    public var audiences: [String]?
    /// Where somebody agreed, for a code: its query may name the audience, too. Nil for other flows.
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
public struct KeptToken: Sendable, Hashable, Codable {
    public var key: TokenKey
    public var token: OAuth2Token

    public init(key: TokenKey, token: OAuth2Token) {
        self.key = key
        self.token = token
    }
}

/// The tokens that are kept for an environment of a collection.
public struct EnvironmentTokens: Sendable, Hashable {
    public var kept: [KeptToken]
    /// Why the private store could not be read or changed, one line for a person; nil when it could.
    public var problem: String?

    public init(_ kept: [KeptToken] = [], problem: String? = nil) {
        self.kept = kept
        self.problem = problem
    }

    public subscript(key: TokenKey) -> OAuth2Token? { kept.first { $0.key == key }?.token }
}

extension VariableScopes {
    /// The same scopes with the fields of tokens, `$oauth2.<id>.<field>`, for those that have an id; of equal ids the newest counts.
    ///
    /// A server's text is taken as it is: `{{` in it is text.
    public func adding(tokens: [KeptToken]) -> VariableScopes {
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
