import Foundation

/// A request to the token endpoint.
///
/// - Source: RFC 6749, sections 2.3.1, 3.2, 4 to 6; RFC 7636, section 4.6.
struct OAuthTokenRequest {
    private let call: Call
    private let form: [String: String]
    private let now: Date

    static func reply(_ call: Call) -> Reply {
        let fields = [("Cache-Control", "no-store"), ("Pragma", "no-cache")]
        do { return .json(try OAuthTokenRequest(call).tokens(), fields: fields) } catch {
            let isClient = error.code == "invalid_client"
            let challenge = isClient ? [("WWW-Authenticate", "Basic realm=\"demo\"")] : []
            let members = error.parameters.map { ($0.name, JSON.string($0.value)) }
            return .json(.object(members), status: isClient ? 401 : 400, fields: fields + challenge)
        }
    }

    private init(_ call: Call) throws(OAuthError) {
        self.call = call
        now = call.state.now()
        let type = call.fields["Content-Type"]?.lowercased() ?? ""
        guard type.hasPrefix("application/x-www-form-urlencoded") else {
            throw OAuthError("invalid_request", "the body is no form")
        }
        let items = RequestTarget.formItems(call.body.bytes)
        form = Dictionary(items.map { ($0.name, $0.value) }) { $1 }
        guard form.count == items.count else { throw OAuthError("invalid_request", "a parameter comes twice") }
    }

    private func tokens() throws(OAuthError) -> JSON {
        let client = try client()
        switch form["grant_type"] {
        case "client_credentials":
            guard client != DemoCredentials.publicClientID else {
                throw OAuthError("unauthorized_client", "a client without a secret has nothing of its own")
            }
            return reply(try grant(client, user: nil), root: "client")
        case "password":
            guard try value("username") == DemoCredentials.username, try value("password") == DemoCredentials.password
            else { throw OAuthError("invalid_grant", "wrong user name or password") }
            return reply(try grant(client, user: DemoCredentials.username), root: "password", isRefreshable: true)
        case "authorization_code": return try exchangeCode(client)
        case "refresh_token": return try refresh(client)
        case nil: throw OAuthError("invalid_request", "grant_type is missing")
        default: throw OAuthError("unsupported_grant_type", "grant_type is not known")
        }
    }

    // MARK: Who asks

    /// Returns the client, which has proved that it is itself, if it has a secret.
    private func client() throws(OAuthError) -> String {
        let basic = try basicCredentials()
        if basic != nil, form["client_secret"] != nil {
            throw OAuthError("invalid_request", "the client authenticates in two ways")
        }
        let (id, secret) = basic ?? (form["client_id"] ?? "", form["client_secret"] ?? "")
        let isKnown =
            (id, secret) == (DemoCredentials.clientID, DemoCredentials.clientSecret)
            || (id, secret) == (DemoCredentials.publicClientID, "")
        guard isKnown else { throw OAuthError("invalid_client", "the client is not known, or its secret is wrong") }
        return id
    }

    /// Returns the Basic credentials, plain or form-encoded as the standard says: clients do both.
    private func basicCredentials() throws(OAuthError) -> (String, String)? {
        guard let field = call.fields["Authorization"] else { return nil }
        guard let text = call.authorization("basic"), let data = Data(base64Encoded: String(text)) else {
            throw OAuthError("invalid_client", "the Authorization \(field.prefix { $0 != " " }) is not Basic")
        }
        let parts = String(decoding: data, as: UTF8.self).split(
            separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let decoded = parts.map { RequestTarget.percentDecoded($0.utf8, plusIsSpace: true) }
        return (decoded[0], decoded.count > 1 ? decoded[1] : "")
    }

    // MARK: Grants

    private func exchangeCode(_ client: String) throws(OAuthError) -> JSON {
        let name = try value("code")
        let found = call.state.grants.withLock { grants in
            let code = grants.codes[name]
            // A code that comes twice may have been stolen: its tokens are no longer valid (RFC 6749, section 4.1.2).
            if code?.isUsed == true { grants.revoke(root: name) }
            grants.codes[name]?.isUsed = true
            return code
        }
        guard let code = found, !code.isUsed, code.grant.client == client, now < code.expires else {
            throw OAuthError("invalid_grant", "the code is not known, used, too old, or another client's")
        }
        guard form["redirect_uri"] == code.redirect else {
            throw OAuthError("invalid_grant", "redirect_uri is not that of the authorization")
        }
        if let challenge = code.challenge, !challenge.isMet(by: form["code_verifier"] ?? "") {
            throw OAuthError("invalid_grant", "code_verifier does not match the challenge")
        }
        var grant = code.grant
        grant.lifetime = try lifetime()
        return reply(grant, root: name, isRefreshable: true)
    }

    private func refresh(_ client: String) throws(OAuthError) -> JSON {
        let name = try value("refresh_token")
        let found = call.state.grants.withLock { grants in
            defer { if grants.refreshTokens[name]?.grant.client == client { grants.refreshTokens[name] = nil } }
            return grants.refreshTokens[name]
        }
        guard let token = found, token.grant.client == client else {
            throw OAuthError("invalid_grant", "the refresh token is not known, used, or another client's")
        }
        var grant = token.grant
        grant.lifetime = try lifetime()
        return reply(grant, root: token.root, isRefreshable: true)
    }

    private func grant(_ client: String, user: String?) throws(OAuthError) -> OAuthGrant {
        OAuthGrant(
            client: client, user: user, scope: try OAuthError.checked(scope: form["scope"]), lifetime: try lifetime())
    }

    private func reply(_ grant: OAuthGrant, root: String, isRefreshable: Bool = false) -> JSON {
        let (token, refresh) = call.state.grants.withLock { grants in
            (
                grants.addToken(grant, root: root, at: now),
                isRefreshable ? grants.addRefreshToken(grant, root: root) : nil
            )
        }
        let members: [(String, JSON)] = [
            ("access_token", .string(token)), ("token_type", "Bearer"), ("expires_in", .integer(grant.lifetime)),
            ("scope", .string(grant.scope)),
        ]
        return .object(members + (refresh.map { [("refresh_token", .string($0))] } ?? []))
    }

    // MARK: Parameters

    private func value(_ name: String) throws(OAuthError) -> String {
        guard let value = form[name], !value.isEmpty else { throw OAuthError("invalid_request", "\(name) is missing") }
        return value
    }

    /// Returns the lifetime in seconds. The parameter is the demo's own: it lets you watch a token expire.
    private func lifetime() throws(OAuthError) -> Int {
        guard let text = form["expires_in"] ?? call.query("expires_in") else { return 3600 }
        guard let seconds = Int(text), (0...86400).contains(seconds) else {
            throw OAuthError("invalid_request", "expires_in is a number of seconds from 0 to 86400")
        }
        return seconds
    }
}
