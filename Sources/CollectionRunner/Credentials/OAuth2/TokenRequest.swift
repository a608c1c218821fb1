import Foundation
import MicroClient
import OpenCollection
import Secrets
import Text

/// The grant that a token is requested with.
///
/// - Source: RFC 6749, sections 4.1.3, 4.3.2, 4.4.2 and 6; RFC 7636, section 4.5.
enum TokenGrant: Sendable, Hashable {
    case clientCredentials
    case password
    /// - Parameters:
    ///   - redirectURI: The redirect URI of the authorization.
    ///   - verifier: The PKCE verifier; nil if the code is not bound.
    case code(String, redirectURI: String, verifier: String?)
    case refresh(String)

    /// The value of `grant_type` in the request.
    var word: String {
        switch self {
        case .clientCredentials: "client_credentials"
        case .password: "password"
        case .code: "authorization_code"
        case .refresh: "refresh_token"
        }
    }
}

/// The request to the token endpoint.
struct TokenRequest: Sendable {
    let grant: TokenGrant
    let settings: OAuth2Settings

    func wire(_ options: TransferOptions = TransferOptions()) -> WireRequest {
        var headers: HeaderFields = [
            HeaderField("Content-Type", "application/x-www-form-urlencoded"), HeaderField("Accept", "application/json"),
        ]
        if settings.usesBasicHeader { headers["Authorization"] = "Basic \(basic)" }
        for parameter in parameters(.header) { headers[parameter.name] = parameter.value }
        return WireRequest(
            method: .post, url: url, headers: headers,
            body: .bytes(Data(SignatureCoding.form(fields + parameters(.body)).utf8)), options: options)
    }

    var url: String { url { SecretText($0) }.string }

    /// Returns the URL of the endpoint; of a refresh perhaps another one.
    ///
    /// - Parameter text: a text of the settings, with what is secret in it.
    func url(saying text: (String) -> SecretText) -> SecretText {
        let own = isRefresh && !settings.refreshTokenURL.isEmpty ? settings.refreshTokenURL : settings.accessTokenURL
        let url = text(own).trimmed
        let query = parameters(.query).map { ($0.name, text($0.value)) }
        return query.isEmpty ? url : OAuth1Placing.url(url, query)
    }

    private var isRefresh: Bool { if case .refresh = grant { true } else { false } }

    /// The client's ID and secret in base64, not percent-encoded first: the standard asks for that, but more servers expect plain ones.
    private var basic: String { Data("\(settings.clientID):\(settings.clientSecret)".utf8).base64EncodedString() }

    private var fields: [SignedPair] {
        let scope = settings.scope.isEmpty ? [] : [("scope", settings.scope)]
        let own: [SignedPair] =
            switch grant {
            case .clientCredentials: [("grant_type", "client_credentials")] + scope
            case .password:
                [("grant_type", "password"), ("username", settings.username), ("password", settings.password)] + scope
            case .code(let code, let redirectURI, let verifier):
                [("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirectURI)]
                    + (verifier.map { [("code_verifier", $0)] } ?? [])
            case .refresh(let token): [("grant_type", "refresh_token"), ("refresh_token", token)]
            }
        return own + client
    }

    private var client: [SignedPair] {
        guard !settings.usesBasicHeader else { return [] }
        let secret = settings.clientSecret.isEmpty ? [] : [("client_secret", settings.clientSecret)]
        return [("client_id", settings.clientID)] + secret
    }

    private func parameters(_ placement: OAuth2Settings.Parameter.Placement) -> [SignedPair] {
        let all = isRefresh ? settings.refreshTokenParameters : settings.accessTokenParameters
        return all.filter { $0.placement == placement && !$0.name.isEmpty }.map { ($0.name, $0.value) }
    }
}

extension SignatureCoding {
    /// Fields as a form's body or a query has them.
    static func form(_ fields: [SignedPair]) -> String {
        fields.map { "\(encoded($0.name))=\(encoded($0.value))" }.joined(separator: "&")
    }

    /// Returns fields of a form's body, a query or a fragment.
    static func fields(_ form: some StringProtocol) -> [SignedPair] {
        QueryItem.all(in: form).map { ($0.decodedName(), $0.decodedValue()) }
    }
}
