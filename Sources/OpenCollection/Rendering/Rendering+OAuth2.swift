import Quoting
import Secrets

// What a token is asked for with. The token itself comes when the request is sent.

extension Rendering {
    mutating func applyOAuth2(_ template: OAuth2Settings, _ origin: Origin) {
        var oauth = template
        let legs = TokenLegs(oauth)
        flowing(into: legs.all) { $0.resolveShared(&oauth, origin) }
        flowing(into: legs.token + legs.refresh) {
            $0.resolve(secret: &oauth.clientSecret, "client secret", origin)
            $0.resolve(&oauth.accessTokenURL, "token URL", origin)
        }
        flowing(into: legs.refresh) {
            $0.resolve(&oauth.refreshTokenURL, "refresh URL", origin)
            $0.resolve(&oauth.refreshTokenParameters, origin)
        }
        flowing(into: legs.token) { $0.resolve(&oauth.accessTokenParameters, origin) }
        flowing(into: legs.owner) {
            $0.resolve(&oauth.username, "user name", origin)
            $0.resolve(secret: &oauth.password, "password", origin)
        }
        flowing(into: legs.authorization) {
            $0.resolve(&oauth.authorizationURL, "authorization URL", origin)
            $0.resolve(&oauth.state, "state", origin)
            $0.resolve(&oauth.authorizationParameters, origin)
        }
        flowing(into: []) { $0.resolve(&oauth.credentialsID, "token id", origin) }
        check(oauth, origin)
        place(&oauth, origin)
        noteIssued(by: oauth, legs)
        credential = .oauth2(oauth)
    }

    private mutating func resolveShared(_ oauth: inout OAuth2Settings, _ origin: Origin) {
        resolve(&oauth.callbackURL, "callback URL", origin)
        resolve(&oauth.clientID, "client id", origin)
        resolve(&oauth.scope, "scope", origin)
    }

    /// Notes where issued values go: a code and a refresh token to the token server, the token with the request.
    private mutating func noteIssued(by oauth: OAuth2Settings, _ legs: TokenLegs) {
        func issued(_ field: String, by endpoint: String) -> [NamedSource] {
            [NamedSource(field, .token(field, endpoint: endpoint, client: oauth.clientID))]
        }
        note(issued(oauth.source.rawValue, by: oauth.tokenOrigin))
        flowing(into: legs.refresh) { $0.note(issued("refresh_token", by: oauth.tokenOrigin)) }
        flowing(into: oauth.flow == .authorizationCode ? legs.token : []) {
            $0.note(issued("code", by: oauth.authorizationURL))
        }
    }

    private mutating func resolve(_ parameters: inout [OAuth2Settings.Parameter], _ origin: Origin) {
        for index in parameters.indices {
            resolve(&parameters[index].name, "parameter name", origin)
            let name = parameters[index].name
            if SecretVocabulary.isSecret(scopes.resolve(parameters[index].value).text, under: name) {
                resolve(secret: &parameters[index].value, name, origin)
            } else {
                resolve(&parameters[index].value, "parameter \(name)", origin)
            }
            let isSecret = !credentialSecrets.text(parameters[index].value).spans.isEmpty
            if parameters[index].placement == .header, isSecret {
                credentialSecrets.tokenFieldNames.insert(name.lowercased())
            }
        }
    }

    /// Reports missing or invalid settings before anything is sent.
    private mutating func check(_ oauth: OAuth2Settings, _ origin: Origin) {
        guard let flow = oauth.flow else {
            let known = OAuth2Settings.Flow.allCases.map(\.rawValue).joined(separator: ", ")
            return problems.append(
                "\"\(oauth.flowWord)\" is not a flow of OAuth 2 (\(origin.title)): \(known) are known.")
        }
        let needed = [
            ("authorizationUrl", oauth.authorizationURL, flow.needsBrowser),
            ("accessTokenUrl", oauth.accessTokenURL, flow != .implicit),
        ]
        for (key, value, isNeeded) in needed where isNeeded && value.isWhitespaceOnly {
            problems.append(
                "The OAuth 2 credentials (\(origin.title)) have no \(key), which the flow \(flow.rawValue) needs.")
        }
        if flow.needsBrowser, oauth.authorizationParameters.contains(where: { $0.placement == .header }) {
            notes.append(
                "Parameters of the authorization request (\(origin.title)) that go into its header are not sent: a browser makes it."
            )
        }
    }

    private mutating func place(_ oauth: inout OAuth2Settings, _ origin: Origin) {
        if oauth.placement == nil {
            notes.append(
                "The OAuth 2 credentials (\(origin.title)) do not say where the token goes: it is sent as Bearer in Authorization."
            )
        }
        switch oauth.placement ?? .header(prefix: "Bearer") {
        case .header(var prefix):
            resolve(&prefix, "token prefix", origin)
            oauth.placement = .header(prefix: prefix)
            let words = [prefix, "token, fetched when it is sent"].filter { !$0.isEmpty }.joined(separator: " ")
            describe("Authorization", words, origin)
        case .query(var name):
            resolve(&name, "token parameter", origin)
            oauth.placement = .query(name: name)
        }
    }
}

/// The requests that texts of OAuth 2 settings are a part of, by the flow.
private struct TokenLegs {
    var token: [SecretFlow.Leg] = []
    var refresh: [SecretFlow.Leg] = []
    var authorization: [SecretFlow.Leg] = []
    /// The requests with user and password of the resource owner.
    var owner: [SecretFlow.Leg] = []

    var all: [SecretFlow.Leg] { authorization + token + refresh }

    init(_ oauth: OAuth2Settings) {
        if oauth.flow?.needsBrowser == true { authorization = [.authorization] }
        if oauth.flow == .password { owner = [.token] }
        guard oauth.flow != .implicit else { return }
        token = [.token]
        if oauth.refreshesToken { refresh = [.refresh] }
    }
}

extension RenderedRequest {
    /// The request with a token where its credentials say; as it is without such credentials.
    public func carrying(_ token: OAuth2Token) -> RenderedRequest {
        guard case .oauth2(let oauth)? = credential, let value = token.value(oauth.source) else { return self }
        var request = self
        request.secrets.insert(token.secretValues)
        let secret = SecretText(value, secret: oauth.source.rawValue)
        switch oauth.placement ?? .header(prefix: "Bearer") {
        case .header(let prefix): request.fillHeader(SecretText(prefix.isEmpty ? "" : prefix + " ") + secret)
        case .query(let name):
            var url = SentURL(secretURL, encodes: false)
            url.setQuery(SecretText(name), secret)
            request.secretURL = url.text
        }
        return request
    }

    private mutating func fillHeader(_ value: SecretText) {
        guard let index = headers.firstIndex(where: \.isMadeWhenSent) else { return }
        (headers[index].value, headers[index].spans) = (value.string, value.spans)
        headers[index].isMadeWhenSent = false
    }
}
