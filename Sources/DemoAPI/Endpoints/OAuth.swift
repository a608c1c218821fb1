import Foundation

extension Endpoints {
    static let oauth: [Route] = [
        Route(
            method: "POST", pattern: "/oauth/token", summary: "OAuth 2 tokens for every grant; expires_in=3600",
            bodyWish: .kept
        ) { OAuthTokenRequest.reply($0) },
        Route(
            method: "GET", pattern: "/oauth/authorize",
            summary: "OAuth 2: back to redirect_uri with a code or token; deny=1 refuses"
        ) { try OAuthAuthorization.reply($0) },
        Route(
            method: "GET", pattern: "/oauth/protected", summary: "needs a token of /oauth/token that has not expired"
        ) { try protectedPage($0) },
    ]

    /// - Source: RFC 6750, sections 2 and 3.
    private static func protectedPage(_ call: Call) throws -> Reply {
        guard let text = call.authorization("bearer").map(String.init) ?? call.query("access_token") else {
            throw refusal("no token", "Bearer realm=\"demo\"")
        }
        let now = call.state.now()
        guard let token = call.state.grants.withLock({ $0.tokens[text] }) else {
            throw refusal("the token is not known", invalid("the token is not known"))
        }
        guard now < token.expires else { throw refusal("the token has expired", invalid("the token has expired")) }
        return .json(
            .object([
                ("page", "protected"), ("client", .string(token.grant.client)), ("user", JSON(token.grant.user)),
                ("scope", .string(token.grant.scope)),
                ("expires_in", .integer(Int(token.expires.timeIntervalSince(now).rounded()))),
            ]))
    }

    private static func invalid(_ reason: String) -> String {
        "Bearer realm=\"demo\", error=\"invalid_token\", error_description=\"\(reason)\""
    }

    private static func refusal(_ reason: String, _ challenge: String) -> Refusal {
        notVerified(reason, hint: "POST /oauth/token gives one", challenge: challenge)
    }
}

/// A grant: its client, its user and its scope.
struct OAuthGrant: Hashable {
    var client: String
    /// The user; nil if the client acts for itself.
    var user: String?
    /// Words with a space between them.
    var scope: String
    /// Lifetime in seconds.
    var lifetime: Int

    static let scopes = ["read", "write"]
}

/// Codes and tokens that were given out. Their names count up, so that they are the same after every start.
struct OAuthGrants {
    struct Token {
        var grant: OAuthGrant
        var expires: Date
        /// The code or token that it was made from.
        var root: String
    }

    struct Code {
        var grant: OAuthGrant
        var redirect: String
        var challenge: PKCEChallenge?
        var expires: Date
        var isUsed = false
    }

    var codes = RecentEntries<Code>()
    var tokens = RecentEntries<Token>()
    var refreshTokens = RecentEntries<Token>()

    mutating func addCode(_ code: Code) -> String {
        let name = "demo-code-\(codes.total + 1)"
        codes[name] = code
        return name
    }

    mutating func addToken(_ grant: OAuthGrant, root: String, at now: Date) -> String {
        let name = "demo-oauth-token-\(tokens.total + 1)"
        tokens[name] = Token(grant: grant, expires: now + Double(grant.lifetime), root: root)
        return name
    }

    mutating func addRefreshToken(_ grant: OAuthGrant, root: String) -> String {
        let name = "demo-refresh-token-\(refreshTokens.total + 1)"
        refreshTokens[name] = Token(grant: grant, expires: .distantFuture, root: root)
        return name
    }

    /// Revokes all tokens that were made with a code.
    mutating func revoke(root: String) {
        tokens.removeAll { $0.root == root }
        refreshTokens.removeAll { $0.root == root }
    }
}
