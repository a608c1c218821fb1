import Digests
import Foundation
import OpenCollection

/// The authorization that a person is asked for in a browser; reads the response to it.
///
/// - Source: RFC 6749, sections 4.1.1, 4.1.2, 4.2.1 and 4.2.2; RFC 7636, section 4; RFC 8252.
public struct AuthorizationOrder: Sendable, Hashable {
    private let settings: OAuth2Settings
    /// The value that comes back unchanged: a response without it belongs to another request.
    private let state: String
    /// The PKCE verifier; nil if the code is not bound to the client that asked for it.
    let verifier: String?

    /// - Parameter randomBytes: Returns the given number of unpredictable bytes.
    init(_ settings: OAuth2Settings, randomBytes: (Int) -> [UInt8]) {
        self.settings = settings
        state = settings.state.isEmpty ? Digest(bytes: randomBytes(16)).hexadecimal : settings.state
        let isBound = settings.usesPKCE && settings.flow == .authorizationCode
        verifier = isBound ? Self.base64URL(randomBytes(32)) : nil
    }

    /// The URL that the browser comes back to, as the collection gives it: on this machine, or a page that shows its address.
    public var callbackURL: String {
        settings.callbackURL.isEmpty ? OAuth2Settings.defaultCallbackURL : settings.callbackURL
    }

    /// Whether the response is in the fragment of the URL, which browsers do not send to servers.
    public var isImplicit: Bool { settings.flow == .implicit }

    /// Returns the URL of the page that asks the person.
    ///
    /// - Parameter redirectURI: ``callbackURL``, with the port that is listened on.
    public func url(redirectingTo redirectURI: String) -> String {
        var parameters: [SignedPair] = [
            ("response_type", isImplicit ? "token" : "code"), ("client_id", settings.clientID),
            ("redirect_uri", redirectURI),
        ]
        if !settings.scope.isEmpty { parameters.append(("scope", settings.scope)) }
        if let verifier, let challenge = try? Self.challenge(of: verifier) {
            parameters += [("code_challenge", challenge), ("code_challenge_method", "S256")]
        }
        parameters.append(("state", state))
        let further = settings.authorizationParameters.filter { $0.placement == .query && !$0.name.isEmpty }
        let page = settings.authorizationURL.trimmingCharacters(in: .whitespacesAndNewlines)
        return OAuth1Placing.url(page, parameters + further.map { ($0.name, $0.value) })
    }

    /// - Source: RFC 7636, section 4.2.
    static func challenge(of verifier: String) throws -> String {
        base64URL(try Digest(of: verifier.utf8, .sha256).bytes)
    }

    static func base64URL(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    // MARK: - The response

    /// Returns the code that the browser came back with.
    ///
    /// - Parameter address: the whole URL.
    /// - Throws: ``TokenFailure``: refused, not ours, or without a code.
    func code(in address: String) throws(TokenFailure) -> String {
        guard let code = try checked(address).text("code") else {
            throw TokenFailure("The address that the browser came back to has no code.")
        }
        return code
    }

    /// Returns the token that the browser came back with.
    ///
    /// - Throws: ``TokenFailure``: refused, not ours, or without a token.
    func token(in address: String, at now: Date) throws(TokenFailure) -> OAuth2Token {
        let response = try checked(address, at: now)
        guard response.value(settings.source) != nil else {
            throw TokenFailure("The address that the browser came back to has no \(settings.source.rawValue).")
        }
        return response
    }

    /// Returns why an address that a person entered cannot be the response to this request, and what to do; nil if it is, even a refusal.
    public func complaint(about address: String) -> String? {
        let response = OAuth2Token(
            Self.fields(of: address).map { ($0.name, .string($0.value)) }, receivedAt: .distantPast)
        guard address.contains("://"), !response.fields.isEmpty else {
            return
                "This is not the complete address at which the browser ended: it has a scheme, and parameters after ? or #."
        }
        guard let seen = response.text("state") else {
            return
                "The address has no state, so it may be somebody else's: it is not used. Paste the one at which the browser ended."
        }
        guard seen == state else {
            return
                "The address has another state than this page was opened with: it is an older one, or somebody else's. It is not used."
        }
        let field = isImplicit ? settings.source.rawValue : "code"
        guard response.text("error") == nil, response.text(field) == nil else { return nil }
        return "The address has no \(field) and no error: paste the one at which the browser ended."
    }

    /// Returns whether an address has the state that the page was opened with; without it, it belongs to another request.
    @Sendable public func hasOwnState(_ address: String) -> Bool {
        Self.fields(of: address).first { $0.name == "state" }.map { $0.value.utf8.elementsEqual(state.utf8) } ?? false
    }

    /// - Throws: ``TokenFailure`` if it is an error, or not the response to this request.
    private func checked(_ address: String, at now: Date = .distantPast) throws(TokenFailure) -> OAuth2Token {
        let response = OAuth2Token(Self.fields(of: address).map { ($0.name, .string($0.value)) }, receivedAt: now)
        guard let seen = response.text("state") else {
            throw TokenFailure(
                "The address that the browser came back to has no state, so it may be somebody else's: it is not used.")
        }
        guard seen == state else {
            throw TokenFailure(
                "The browser came back with another state than it was sent with, so somebody else may have sent it: it is not used."
            )
        }
        if let error = response.text("error") {
            throw TokenFailure("The authorization was denied: \(TokenResponse.words(for: error, response))")
        }
        return response
    }

    /// Returns the fields of both the query and the fragment.
    private static func fields(of address: String) -> [SignedPair] {
        let trimmed = address.trimmingCharacters(in: .whitespacesAndNewlines)
        let halves = trimmed.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let query = halves.first.flatMap { $0.firstIndex(of: "?").map { mark in halves[0][mark...].dropFirst() } } ?? ""
        return SignatureCoding.fields(query) + (halves.count > 1 ? SignatureCoding.fields(halves[1]) : [])
    }
}

/// The result of an authorization in a browser.
public struct AuthorizationResponse: Sendable, Hashable {
    /// The redirect URI that the page was given.
    public var redirectURI: String
    /// The whole URL that the browser ended at.
    public var address: String

    public init(redirectURI: String, address: String) {
        self.redirectURI = redirectURI
        self.address = address
    }
}

/// Asks a person to agree in a browser.
public struct AuthorizationUI: Sendable {
    /// Shows the page of an order, and waits for the browser to come back. Cancelling the task ends the waiting.
    public var authorize: @Sendable (AuthorizationOrder) async throws -> AuthorizationResponse

    public init(_ authorize: @escaping @Sendable (AuthorizationOrder) async throws -> AuthorizationResponse) {
        self.authorize = authorize
    }

    /// Refuses every order, since nobody can be asked.
    public static let closed = AuthorizationUI { _ in
        throw CredentialFailure("These credentials need a browser, which is not available here.")
    }
}
