import Imports
import OpenCollection
import Testing

@Suite("Credentials of Postman collections")
struct PostmanAuthTests {
    private func auth(_ auth: String) throws -> (Imported, Auth) {
        let imported = try Imported(
            postman(request: #"{"url": "https://a.test", "auth": \#(auth)}"#), movesSecrets: false)
        return (imported, try imported.request.auth)
    }

    @Test("a request without credentials inherits, and noauth sends none")
    func inheritance() throws {
        #expect(try auth("null").1 == .inherit)
        #expect(try auth(#"{"type": "noauth"}"#).1 == .none)
        #expect(try auth(#"{"type": "noauth"}"#).0.collection.root.auth == .none)
    }

    @Test("basic, bearer and API keys, as the object of 2.0 and the list of 2.1")
    func simpleKinds() throws {
        #expect(
            try auth(#"{"type": "basic", "basic": {"username": "u", "password": 7}}"#).1
                == .basic(username: "u", password: "7"))
        #expect(
            try auth(#"{"type": "bearer", "bearer": [{"key": "token", "value": "{{t}}", "type": "string"}]}"#).1
                == .bearer(token: "{{t}}"))
        #expect(
            try auth(
                #"{"type": "apikey", "apikey": [{"key": "key", "value": "K"}, {"key": "value", "value": "V"}, {"key": "in", "value": "query"}]}"#
            ).1
                == .apiKey(name: "K", value: "V", placement: .query))
        #expect(
            try auth(#"{"type": "apikey", "apikey": {"key": "K", "value": "V"}}"#).1
                == .apiKey(name: "K", value: "V", placement: .header))
    }

    @Test(
        "digest, NTLM, AWS and OAuth 1 keep what they say",
        arguments: [
            (
                #"{"type": "digest", "digest": [{"key": "username", "value": "u"}, {"key": "realm", "value": "r"}]}"#,
                "digest", ["username"], "u"
            ),
            (
                #"{"type": "ntlm", "ntlm": {"username": "u", "password": "{{p}}", "domain": "d", "workstation": "w"}}"#,
                "ntlm", ["domain"], "d"
            ),
            (
                #"{"type": "awsv4", "awsv4": {"accessKey": "{{a}}", "secretKey": "{{s}}", "region": "eu", "service": "s3"}}"#,
                "awsv4", ["region"], "eu"
            ),
            (
                #"{"type": "oauth1", "oauth1": {"consumerKey": "c", "token": "{{t}}", "tokenSecret": "{{ts}}", "signatureMethod": "HMAC-SHA256", "addParamsToHeader": false}}"#,
                "oauth1", ["placement"], "query"
            ),
        ])
    func detailedKinds(source: String, type: String, key: [String], value: String) throws {
        let (imported, auth) = try auth(source)
        guard case .unsupported(let details) = auth else {
            Issue.record("\(auth)")
            return
        }
        #expect(details.type == type)
        #expect(details.text(at: key) == value)
        #expect(imported.report.made[.auth] == 1)
        try imported.expectWhole()
    }

    @Test(
        "parameters of OAuth 1 that are in no header go into a form that is sent, else into the query",
        arguments: [
            ("POST", "urlencoded", "body"), ("GET", "urlencoded", "query"), ("POST", "formdata", "query"),
        ])
    func oauth1Placement(method: String, mode: String, placement: String) throws {
        let imported = try Imported(
            postman(
                request:
                    #"{"method": "\#(method)", "url": "https://a.test", "body": {"mode": "\#(mode)", "\#(mode)": [{"key": "a", "value": "1"}]}, "auth": {"type": "oauth1", "oauth1": {"consumerKey": "c", "addParamsToHeader": false}}}"#,
                item: #", "protocolProfileBehavior": {"disableBodyPruning": true}"#), movesSecrets: false)
        guard case .unsupported(let details) = try imported.request.auth else {
            Issue.record("no OAuth 1")
            return
        }
        #expect(details.text(at: ["placement"]) == placement)
    }

    @Test(
        "each grant of OAuth 2 has its flow with what that needs",
        arguments: [
            ("authorization_code", "authorization_code"), ("authorization_code_with_pkce", "authorization_code"),
            ("client_credentials", "client_credentials"),
            ("password_credentials", "resource_owner_password_credentials"),
            ("implicit", "implicit"),
        ])
    func oauth2(grant: String, flow: String) throws {
        let (imported, auth) = try auth(
            """
            {"type": "oauth2", "oauth2": [{"key": "grant_type", "value": "\(grant)"}, {"key": "authUrl", "value": "https://a.test/auth"},
             {"key": "accessTokenUrl", "value": "https://a.test/token"}, {"key": "redirect_uri", "value": "https://a.test/back"}, {"key": "clientId", "value": "c"},
             {"key": "clientSecret", "value": "{{s}}"}, {"key": "scope", "value": "r w"}, {"key": "state", "value": "st"}, {"key": "username", "value": "u"},
             {"key": "password", "value": "{{p}}"}, {"key": "client_authentication", "value": "body"}, {"key": "headerPrefix", "value": "Token"},
             {"key": "tokenName", "value": "main"}, {"key": "audience", "value": "api"}, {"key": "challengeAlgorithm", "value": "S256"},
             {"key": "tokenRequestParams", "value": [{"key": "k", "value": "v", "enabled": true, "send_as": "request_header"}]}]}
            """)
        guard case .unsupported(let details) = auth else {
            Issue.record("\(auth)")
            return
        }
        let settings = OAuth2Settings(details)
        #expect(settings.flowWord == flow)
        #expect(settings.clientID == "c")
        #expect(settings.scope == "r w")
        #expect(settings.placement == .header(prefix: "Token"))
        #expect(settings.credentialsID == "main")
        if flow != "implicit" {
            #expect(settings.accessTokenURL == "https://a.test/token")
            #expect(settings.usesBasicHeader == false)
            #expect(settings.accessTokenParameters.map(\.name) == ["audience", "k"])
            #expect(settings.accessTokenParameters.map(\.placement) == [.body, .header])
        }
        if flow == "authorization_code" || flow == "implicit" { #expect(settings.callbackURL == "https://a.test/back") }
        if flow == "resource_owner_password_credentials" { #expect(settings.username == "u") }
        #expect(try imported.problems() == [])
    }

    @Test("OAuth 2 with nothing but a token is that token; with nothing at all it is a secret variable to fill in")
    func fetchedToken() throws {
        #expect(
            try auth(
                #"{"type": "oauth2", "oauth2": [{"key": "accessToken", "value": "{{t}}"}, {"key": "addTokenTo", "value": "header"}]}"#
            ).1
                == .bearer(token: "{{t}}"))
        #expect(
            try auth(#"{"type": "oauth2", "oauth2": {"accessToken": "{{t}}", "addTokenTo": "queryParams"}}"#).1
                == .apiKey(name: "access_token", value: "{{t}}", placement: .query))
        let imported = try Imported(
            postman(
                request:
                    #"{"url": "https://a.test", "auth": {"type": "oauth2", "oauth2": [{"key": "addTokenTo", "value": "header"}]}}"#
            ))
        #expect(try imported.request.auth == .bearer(token: "{{accessToken}}"))
        #expect(imported.collection.environments.map { $0.variables.map(\.isSecret) } == [[true]])
        try imported.expectWhole()
    }

    @Test(
        "credentials of other kinds are in the docs, their secrets hidden, and counted as missing",
        arguments: ["hawk", "jwt", "edgegrid", "asap"])
    func otherKinds(kind: String) throws {
        let (imported, auth) = try auth(
            #"{"type": "\#(kind)", "\#(kind)": [{"key": "authId", "value": "id-1"}, {"key": "clientSecret", "value": "5up3rS3cret99"}]}"#
        )
        #expect(auth == .none)
        let docs = try #require(try imported.request.docs)
        #expect(docs.contains(kind))
        #expect(docs.contains("authId: id-1"))
        #expect(!docs.contains("5up3rS3cret99"))
        #expect(!imported.report.isComplete)
        try imported.expectWhole()
    }
}
