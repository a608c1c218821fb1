import Testing

@testable import OpenCollection

/// Rows with files, for what `RenderedHeadersTests`, `OAuth2RenderingTests` and the signatures of the runner's tests do not have already.
@Suite("Reference, section 5: auth") struct Section5AuthTests {
    private static func auth(
        _ own: String?, inner: String? = nil, outer: String? = nil,
        root: String = "request: {auth: {type: bearer, token: root}}"
    ) -> ReferenceFiles {
        ReferenceFiles(
            root: root, outer: outer, inner: inner,
            request: "http:\n  url: http://h/?k=1&k=2\n" + (own.map { "  auth: \($0)" } ?? ""))
    }

    private static let sent = "GET http://h/?k=1&k=2"

    @Test(
        "5.1 inheritance",
        arguments: [
            ReferenceRow("5.1 absent auth means none", auth(nil), sent),
            ReferenceRow("5.1 only the word inherit inherits", auth("inherit"), sent, "Authorization: Bearer root"),
            ReferenceRow("5.1 auth: none is read as none", auth("none"), sent),
            ReferenceRow("5.1 so is a mapping of the type none, as Bruno writes it", auth("{type: none}"), sent),
            ReferenceRow(
                "5.1 the nearest enclosing folder whose auth is not inherit",
                auth(
                    "inherit", inner: "request: {auth: inherit}", outer: "request: {auth: {type: bearer, token: outer}}"
                ),
                sent, "Authorization: Bearer outer"),
            ReferenceRow(
                "5.1 the inner of two folders",
                auth(
                    "inherit", inner: "request: {auth: {type: bearer, token: inner}}",
                    outer: "request: {auth: {type: bearer, token: outer}}"), sent, "Authorization: Bearer inner"),
            ReferenceRow(
                "5.1 a folder.yml without auth stops, as in the app", auth("inherit", inner: "info: {name: Admin}"),
                sent),
            ReferenceRow(
                "5.1 a directory without folder.yml is skipped",
                auth("inherit", outer: "request: {auth: {type: bearer, token: outer}}"), sent,
                "Authorization: Bearer outer"),
            ReferenceRow(
                "5.1 auth outranks a user header of its name",
                ReferenceFiles(
                    request:
                        "http: {url: \"http://h/\", headers: [{name: authorization, value: mine}], auth: {type: bearer, token: t}}"
                ),
                "GET http://h/", "Authorization: Bearer t"),
        ])
    func inheritance(row: ReferenceRow) throws { try expectSent(row) }

    @Test(
        "5.2 kinds",
        arguments: [
            ReferenceRow(
                "5.2 basic: base64 of UTF-8", auth("{type: basic, username: ä, password: ö}"), sent,
                "Authorization: Basic w6Q6w7Y="),
            ReferenceRow(
                "5.2 basic: missing parts are empty", auth("{type: basic}"), sent, "Authorization: Basic Og=="),
            ReferenceRow(
                "5.2 basic: credentials in the URL win",
                ReferenceFiles(request: "http: {url: \"http://a:b@h/\", auth: {type: bearer, token: t}}"),
                "GET http://h/",
                "Authorization: Basic YTpi"),
            ReferenceRow(
                "5.2 bearer: also with an empty token", auth("{type: bearer}"), sent, "Authorization: Bearer "),
            ReferenceRow(
                "5.2 apikey in header: as given", auth("{type: apikey, key: X-Key, value: v w, placement: header}"),
                sent,
                "X-Key: v w"),
            ReferenceRow(
                "5.2 apikey in query: replaces one of that name",
                auth("{type: apikey, key: k, value: v, placement: query}"),
                "GET http://h/?k=v"),
            ReferenceRow(
                "5.2 apikey: placement absent, nothing is sent", auth("{type: apikey, key: k, value: v}"), sent),
            ReferenceRow("5.2 digest: needs both", auth("{type: digest, username: a}"), sent),
            ReferenceRow(
                "5.2 digest: not if an Authorization header was set",
                ReferenceFiles(
                    request:
                        "http: {url: \"http://h/\", headers: [{name: Authorization, value: mine}], auth: {type: digest, username: a, password: b}}"
                ),
                "GET http://h/", "Authorization: mine"),
            ReferenceRow("5.2 awsv4: missing keys, unsigned", auth("{type: awsv4, accessKeyId: a}"), sent),
            ReferenceRow(
                "1.7 akamai-edgegrid is not in the schema: refused in words", auth("{type: akamai-edgegrid}"), sent,
                "problem Credentials of type akamai-edgegrid (this request) cannot be sent yet."),
            ReferenceRow(
                "5.3 placement absent: Bearer in Authorization (0)",
                auth("{type: oauth2, flow: client_credentials, accessTokenUrl: \"http://t/\"}"), sent,
                "Authorization: Bearer token, fetched when it is sent"),
            ReferenceRow(
                "5.3 placement.header is the prefix: empty, the bare token",
                auth(
                    "{type: oauth2, flow: client_credentials, accessTokenUrl: \"http://t/\", tokenConfig: {placement: {header: \"\"}}}"
                ),
                sent, "Authorization: token, fetched when it is sent"),
        ])
    func kinds(row: ReferenceRow) throws { try expectSent(row) }

    /// The settings of the credentials that are sent.
    private func oauth2(_ members: String) throws -> OAuth2Settings {
        let url = "accessTokenUrl: \"http://t/\", refreshTokenUrl: \"http://r/\", authorizationUrl: \"http://a/\""
        let credential = try Self.auth("{type: oauth2, \(url), \(members)}").rendered().credential
        guard case .oauth2(let settings)? = credential else {
            Issue.record("\(members): \(String(describing: credential))")
            throw CancellationError()
        }
        return settings
    }

    @Test("5.3 what is not said has the reference's value")
    func defaults() throws {
        let settings = try oauth2("flow: authorization_code")
        #expect(settings.fetchesToken, "autoFetchToken: true")
        #expect(!settings.refreshesToken, "autoRefreshToken: false")
        #expect(settings.usesPKCE, "pkce absent: on without a secret, which no other proof replaces")
        #expect(settings.callbackURL.isEmpty)
    }

    @Test("5.3 what is said counts")
    func said() throws {
        let settings = try oauth2(
            "flow: authorization_code, pkce: {method: plain}, settings: {autoFetchToken: false, autoRefreshToken: true}"
        )
        #expect(!settings.fetchesToken && settings.refreshesToken)
        #expect(settings.usesPKCE, "on if present and not disabled")
        #expect(try !oauth2("flow: authorization_code, pkce: {disabled: true}").usesPKCE)
        #expect(try !oauth2("flow: authorization_code, pkce: false").usesPKCE)
        #expect(try !oauth2("flow: authorization_code, credentials: {clientSecret: s}").usesPKCE)
        #expect(try oauth2("flow: authorization_code, credentials: {clientSecret: s}, pkce: {}").usesPKCE)
    }
}
