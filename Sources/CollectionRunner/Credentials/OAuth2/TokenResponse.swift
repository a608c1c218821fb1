import Foundation
import MicroClient
import OpenCollection

/// The response of a token endpoint.
///
/// - Source: RFC 6749, sections 5.1 and 5.2. Some servers send a form instead of JSON.
enum TokenResponse {
    /// - Throws: ``TokenFailure``, in the server's words where it has some.
    static func token(
        status: Int, body: String, for source: OAuth2Settings.TokenSource, from url: String, at now: Date
    ) throws(TokenFailure) -> OAuth2Token {
        let place = Redaction.url(url)
        let fields = fields(of: body)
        let token = OAuth2Token(fields ?? [], receivedAt: now)
        if let code = token.text("error") {
            throw TokenFailure("\(place) returned no token (\(status)): \(words(for: code, token))")
        }
        guard (200..<300).contains(status) else {
            let redirect = (300..<400).contains(status) ? "; redirects are not followed with credentials" : ""
            throw TokenFailure("\(place) returned no token: the response is \(status)\(redirect).")
        }
        guard fields != nil else {
            throw TokenFailure("\(place) returned no token: the response is neither JSON nor a form.")
        }
        guard token.value(source) != nil else {
            throw TokenFailure("The response of \(place) has no \(source.rawValue).")
        }
        return token
    }

    /// Returns the fields of a JSON object or of a form; nil if the body is neither.
    private static func fields(of body: String) -> [(name: String, value: TypedValue)]? {
        if case .object(let members)? = TypedValue(json: body) { return members.map { ($0.name, $0.value) } }
        let text = body.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.contains("="), !text.contains(where: { $0.isWhitespace || "<{\"".contains($0) }) else { return nil }
        return SignatureCoding.fields(text).map { ($0.name, .string($0.value)) }
    }

    /// Returns the words for an error: "invalid_client: the client is not known".
    static func words(for code: String, _ response: OAuth2Token) -> String {
        let reason = response.text("error_description") ?? meanings[code]
        let page = response.text("error_uri").map { " (\($0))" } ?? ""
        return clean([code, reason].compactMap { $0 }.joined(separator: ": ") + page)
    }

    private static let meanings = [
        "invalid_request": "the request lacks a parameter, or has one that is wrong",
        "invalid_client": "the client is not known, or its secret is wrong",
        "invalid_grant": "the code, password or refresh token is wrong, expired or withdrawn",
        "unauthorized_client": "this client may not use this flow",
        "unsupported_grant_type": "the server does not have this flow",
        "unsupported_response_type": "the server does not have this flow",
        "invalid_scope": "the scope is not known, or more than was granted",
        "access_denied": "the request was refused",
        "server_error": "the server has an internal error",
        "temporarily_unavailable": "the server is too busy; try again later",
    ]

    /// Returns a server's words in one line of reasonable length.
    private static func clean(_ text: String) -> String {
        let line = text.map { $0.isNewline ? " " : $0 }.prefix(400)
        return line.last.map { ".!?".contains($0) } == true ? String(line) : String(line) + "."
    }
}

/// The reason why there is no token, in words for a person and without secrets.
struct TokenFailure: LocalizedError, Sendable, Hashable {
    let message: String

    init(_ message: String) { self.message = message }

    var errorDescription: String? { message }
}
