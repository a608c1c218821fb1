/// The settings of a collection for a token by OAuth 2.0, and where it goes; every text is a template until it is rendered.
///
/// - Source: RFC 6749; RFC 7636.
public struct OAuth2Settings: Sendable, Hashable {
    /// The flow; nil if the format has no such flow.
    public var flow: Flow?
    /// The word of `flow`.
    public var flowWord: String
    public var authorizationURL: String
    public var accessTokenURL: String
    /// The URL that refreshes tokens; empty: the same as ``accessTokenURL``.
    public var refreshTokenURL: String
    /// The URL that the browser is sent back to; empty: ``defaultCallbackURL``.
    public var callbackURL: String
    public var clientID: String
    public var clientSecret: String
    /// Whether the client says who it is in the header Authorization; default: in the body.
    public var usesBasicHeader: Bool
    /// The user name of the resource owner, for the password flow.
    public var username: String
    public var password: String
    /// The scope; empty: not sent.
    public var scope: String
    /// The state; empty: a new one for each authorization.
    public var state: String
    /// Whether the code is bound to who asked for it (RFC 7636), as the collection says it; nil when it says nothing.
    public var pkce: Bool?
    /// Whether the code is bound. By default, a client without a secret is bound: nothing else proves that the code is its own.
    ///
    /// - Source: RFC 8252, section 6; RFC 9700, section 2.1.1.
    public var usesPKCE: Bool { pkce ?? clientSecret.isEmpty }
    public var authorizationParameters: [Parameter]
    public var accessTokenParameters: [Parameter]
    public var refreshTokenParameters: [Parameter]
    /// A name for the token, `{{$oauth2.<id>.access_token}}`; empty: none.
    public var credentialsID: String
    /// The token that is sent. Default: the access token.
    public var source: TokenSource
    /// The place of the token; nil if not set, which is Bearer in Authorization.
    public var placement: TokenPlacement?
    /// Whether a token is asked for when there is none that is good. Default: true.
    public var fetchesToken: Bool
    /// Whether an expired token is refreshed when it can be. Default: false.
    public var refreshesToken: Bool

    public enum Flow: String, Sendable, Hashable, CaseIterable {
        case clientCredentials = "client_credentials"
        case password = "resource_owner_password_credentials"
        case authorizationCode = "authorization_code"
        case implicit

        /// Whether the user has to agree in a browser.
        public var needsBrowser: Bool { [.authorizationCode, .implicit].contains(self) }
    }

    public enum TokenSource: String, Sendable, Hashable, CaseIterable {
        case accessToken = "access_token"
        case idToken = "id_token"
    }

    public enum TokenPlacement: Sendable, Hashable {
        /// The header Authorization, after this word; empty: the token alone.
        case header(prefix: String)
        /// A parameter of the URL.
        case query(name: String)
    }

    /// A further parameter of one of the requests.
    public struct Parameter: Sendable, Hashable {
        public var name: String
        public var value: String
        public var placement: Placement

        /// The place of a parameter. Default: the header.
        public enum Placement: String, Sendable, Hashable { case header, query, body }

        init(_ parameter: AuthParameter) {
            name = parameter.name
            value = parameter.value
            placement = Placement(rawValue: parameter.placement) ?? .header
        }
    }

    /// The URL that the browser is sent back to by default: a page that shows the address, which the user then pastes.
    public static let defaultCallbackURL = "https://oauth.usebruno.com/callback"

    public init(_ details: AuthDetails) {
        func text(_ path: String...) -> String { details.text(at: path) }
        func parameters(_ request: String) -> [Parameter] {
            details.parameters(at: ["additionalParameters", request]).map(Parameter.init)
        }
        flowWord = text("flow")
        flow = Flow(rawValue: flowWord)
        authorizationURL = text("authorizationUrl")
        accessTokenURL = text("accessTokenUrl")
        refreshTokenURL = text("refreshTokenUrl")
        callbackURL = text("callbackUrl")
        clientID = text("credentials", "clientId")
        clientSecret = text("credentials", "clientSecret")
        usesBasicHeader = text("credentials", "placement") == "basic_auth_header"
        username = text("resourceOwner", "username")
        password = text("resourceOwner", "password")
        scope = text("scope")
        state = text("state")
        pkce = details.has(["pkce"]) ? text("pkce") != "off" && text("pkce", "disabled") != "on" : nil
        authorizationParameters = parameters("authorizationRequest")
        accessTokenParameters = parameters("accessTokenRequest")
        refreshTokenParameters = parameters("refreshTokenRequest")
        credentialsID = text("tokenConfig", "id")
        source = TokenSource(rawValue: text("tokenConfig", "source")) ?? .accessToken
        placement = TokenPlacement(details)
        fetchesToken = text("settings", "autoFetchToken") != "off"
        refreshesToken = text("settings", "autoRefreshToken") == "on"
    }

    /// The URL that tokens come from: the same for all flows but the implicit one, which has the page itself.
    public var tokenOrigin: String { flow == .implicit ? authorizationURL : accessTokenURL }
}

extension OAuth2Settings.TokenPlacement {
    /// Reads a placement; nil if there is none.
    fileprivate init?(_ details: AuthDetails) {
        let path = ["tokenConfig", "placement"]
        if details.has(path + ["header"]) {
            self = .header(prefix: details.text(at: path + ["header"]))
        } else if details.has(path + ["query"]) {
            self = .query(name: details.text(at: path + ["query"]))
        } else {
            return nil
        }
    }
}
