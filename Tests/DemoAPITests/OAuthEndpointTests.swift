import DemoAPI
import Foundation
import TestSupport
import Testing

@Suite("OAuth 2 endpoints") struct OAuthEndpointTests {
    private let clock = TestClock()
    private let server: DemoServer
    private let client: RawClient

    init() throws {
        let clock = clock
        server = try DemoServer(options: .init(now: { clock.clock.now() }))
        client = try RawClient(port: server.port)
    }

    private static let own = "client_id=demo-client&client_secret=demo-client-secret"
    private static let basic =
        "Authorization: Basic \(Data("demo-client:demo-client-secret".utf8).base64EncodedString())"
    /// RFC 7636, appendix B.
    private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    private static let callback = "http://127.0.0.1:9000/callback"

    private func token(_ form: String, _ fields: [String] = []) throws -> RawClient.Response {
        let type = "Content-Type: application/x-www-form-urlencoded"
        return try client.send("POST", "/oauth/token", [type] + fields, body: Array(form.utf8))
    }

    private func text(_ response: RawClient.Response, _ name: String) throws -> String? {
        try response.object()[name] as? String
    }

    private func protectedPage(_ token: String?) throws -> RawClient.Response {
        try client.get("/oauth/protected", token.map { ["Authorization: Bearer \($0)"] } ?? [])
    }

    /// The items of a redirect's query or fragment.
    private func redirect(_ target: String, _ mark: Character = "?") throws -> [String: String] {
        let response = try client.get(target)
        let location = response["Location"] ?? ""
        #expect(response.status == 302 && location.hasPrefix("\(Self.callback)\(mark)"), "\(response.text)")
        let items = URLComponents(string: "?" + (location.split(separator: mark).last ?? ""))?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
    }

    private func freshCode(_ more: String = "&client_id=demo-client") throws -> String {
        try redirect("/oauth/authorize?response_type=code&redirect_uri=\(Self.callback)\(more)")["code"] ?? ""
    }

    // MARK: Tokens

    @Test(
        "a client gets a token for itself, proved by header or body",
        arguments: [
            ("header", "", [basic]), ("body", "&" + own, []),
        ])
    func clientCredentials(id: String, form: String, fields: [String]) throws {
        let response = try token("grant_type=client_credentials&scope=read\(form)", fields)
        #expect(response.status == 200, "\(response.text)")
        #expect(response["Cache-Control"] == "no-store")
        let object = try response.object()
        #expect(object["token_type"] as? String == "Bearer" && object["expires_in"] as? Int == 3600)
        #expect(object["scope"] as? String == "read" && object["refresh_token"] == nil)
        let page = try protectedPage(object["access_token"] as? String)
        #expect(try page.status == 200 && page.object()["user"] is NSNull && text(page, "client") == "demo-client")
    }

    @Test("a user's password gives a token, which expires, and one to refresh it")
    func passwordGrant() throws {
        let response = try token("grant_type=password&username=demo&password=demo&expires_in=60&\(Self.own)")
        let first = try text(response, "access_token")
        #expect(try text(protectedPage(first), "user") == "demo")
        clock.advance(by: .seconds(60))
        let expired = try protectedPage(first)
        #expect(expired.status == 401)
        #expect(
            expired["WWW-Authenticate"]
                == "Bearer realm=\"demo\", error=\"invalid_token\", error_description=\"the token has expired\"")
        let refresh = try text(response, "refresh_token") ?? ""
        let second = try token("grant_type=refresh_token&refresh_token=\(refresh)&\(Self.own)")
        #expect(try protectedPage(text(second, "access_token")).status == 200)
        #expect(try text(second, "refresh_token") != refresh)
        let again = try token("grant_type=refresh_token&refresh_token=\(refresh)&\(Self.own)")
        #expect(try again.status == 400 && text(again, "error") == "invalid_grant")
    }

    @Test(
        "what is wrong is said as RFC 6749, section 5.2, has it",
        arguments: [
            ("grant_type=client_credentials", 401, "invalid_client"),
            ("grant_type=client_credentials&client_id=demo-client&client_secret=x", 401, "invalid_client"),
            ("grant_type=client_credentials&client_id=demo-public-client", 400, "unauthorized_client"),
            (own, 400, "invalid_request"), ("grant_type=magic&\(own)", 400, "unsupported_grant_type"),
            ("grant_type=password&username=demo&password=x&\(own)", 400, "invalid_grant"),
            ("grant_type=password&username=demo&\(own)", 400, "invalid_request"),
            ("grant_type=client_credentials&scope=all&\(own)", 400, "invalid_scope"),
            ("grant_type=client_credentials&grant_type=password&\(own)", 400, "invalid_request"),
            ("grant_type=authorization_code&code=none&\(own)", 400, "invalid_grant"),
            ("grant_type=refresh_token&refresh_token=none&\(own)", 400, "invalid_grant"),
        ])
    func tokenErrors(form: String, status: Int, error: String) throws {
        let response = try token(form)
        #expect(response.status == status)
        #expect(try text(response, "error") == error)
        #expect(try text(response, "error_description")?.isEmpty == false)
        #expect((response["WWW-Authenticate"] == "Basic realm=\"demo\"") == (status == 401))
    }

    @Test("two ways of authentication, and a body that is no form, are refused")
    func tokenForm() throws {
        let both = try token("grant_type=client_credentials&\(Self.own)", [Self.basic])
        #expect(try text(both, "error") == "invalid_request")
        let json = try client.send("POST", "/oauth/token", ["Content-Type: application/json"], body: Array("{}".utf8))
        #expect(try json.status == 400 && text(json, "error") == "invalid_request")
    }

    @Test("the protected page refuses what is no token of ours")
    func refusesStrangers() throws {
        #expect(try protectedPage(nil)["WWW-Authenticate"] == "Bearer realm=\"demo\"")
        #expect(try protectedPage("demo-token").status == 401)
        let good = try text(token("grant_type=client_credentials&\(Self.own)"), "access_token") ?? ""
        #expect(try client.get("/oauth/protected?access_token=\(good)").status == 200)
        #expect(try client.send("POST", "/reset").status == 204)
        #expect(try protectedPage(good).status == 401)
    }

    // MARK: Authorization

    @Test("a code comes back with the state, and gives a token once; a second use takes the token back")
    func codeOnce() throws {
        let items = try redirect(
            "/oauth/authorize?response_type=code&client_id=demo-client&redirect_uri=\(Self.callback)&state=a%26b&scope=write"
        )
        #expect(items["state"] == "a&b")
        let form =
            "grant_type=authorization_code&code=\(items["code"] ?? "")&redirect_uri=\(Self.callback)&\(Self.own)"
        let response = try token(form)
        let access = try text(response, "access_token")
        #expect(try text(response, "scope") == "write" && text(response, "refresh_token") != nil)
        #expect(try protectedPage(access).status == 200)
        #expect(try text(token(form), "error") == "invalid_grant")
        #expect(try protectedPage(access).status == 401)
    }

    @Test("a code is good for its client, its redirect_uri and a minute")
    func codeLimits() throws {
        let form = "grant_type=authorization_code&\(Self.own)"
        #expect(
            try text(token("\(form)&code=\(freshCode())&redirect_uri=http://127.0.0.1:1/"), "error") == "invalid_grant")
        let other = "&client_id=demo-public-client&code_challenge=\(Self.challenge)&code_challenge_method=S256"
        let foreign =
            "\(form)&code=\(try freshCode(other))&redirect_uri=\(Self.callback)&code_verifier=\(Self.verifier)"
        #expect(try text(token(foreign), "error") == "invalid_grant")
        let late = try freshCode()
        clock.advance(by: .seconds(60))
        #expect(try text(token("\(form)&code=\(late)&redirect_uri=\(Self.callback)"), "error") == "invalid_grant")
    }

    @Test(
        "PKCE is checked (RFC 7636, appendix B)",
        arguments: [
            ("S256", challenge, verifier, 200), ("S256", challenge, verifier + "x", 400), ("S256", challenge, "", 400),
            ("plain", verifier, verifier, 200), ("plain", verifier, challenge, 400),
        ])
    func pkce(method: String, challenge: String, verifier: String, status: Int) throws {
        let code = try freshCode(
            "&client_id=demo-public-client&code_challenge=\(challenge)&code_challenge_method=\(method)")
        let response = try token(
            "grant_type=authorization_code&client_id=demo-public-client&code=\(code)&redirect_uri=\(Self.callback)"
                + "&code_verifier=\(verifier)")
        #expect(response.status == status)
    }

    @Test("implicit: the token comes in the fragment")
    func implicit() throws {
        let items = try redirect(
            "/oauth/authorize?response_type=token&client_id=demo-client&redirect_uri=\(Self.callback)&state=s", "#")
        #expect(items["token_type"] == "Bearer" && items["expires_in"] == "3600" && items["state"] == "s")
        #expect(try protectedPage(items["access_token"]).status == 200)
    }

    @Test(
        "errors go back to the client, with its state",
        arguments: [
            ("response_type=code&client_id=demo-client&deny=1", "access_denied"),
            ("response_type=magic&client_id=demo-client", "unsupported_response_type"),
            ("response_type=code&client_id=demo-client&scope=all", "invalid_scope"),
            ("response_type=code&client_id=demo-public-client", "invalid_request"),
            (
                "response_type=code&client_id=demo-client&code_challenge=\(challenge)&code_challenge_method=MD5",
                "invalid_request"
            ), ("response_type=code&client_id=demo-client&code_challenge=x", "invalid_request"),
        ])
    func authorizationErrors(query: String, error: String) throws {
        let items = try redirect("/oauth/authorize?\(query)&state=s&redirect_uri=\(Self.callback)")
        #expect(items["error"] == error && items["state"] == "s" && items["code"] == nil)
    }

    @Test(
        "nobody is sent elsewhere: the client has to be known, and wait on loopback",
        arguments: [
            "client_id=stranger&redirect_uri=\(callback)", "client_id=demo-client",
            "client_id=demo-client&redirect_uri=https://evil.example/",
            "client_id=demo-client&redirect_uri=http://127.0.0.1.evil.example/",
            "client_id=demo-client&redirect_uri=http://127.0.0.1@evil.example/",
            "client_id=demo-client&redirect_uri=http://me@127.0.0.1/",
            "client_id=demo-client&redirect_uri=javascript:alert(1)",
        ])
    func noOpenRedirect(query: String) throws {
        let response = try client.get("/oauth/authorize?response_type=code&\(query)")
        #expect(response.status == 400 && response["Location"] == nil)
    }

    @Test("a callback with a query keeps it, and [::1] and localhost are loopback")
    func callbacks() throws {
        for callback in ["http://localhost:1/?a=1", "http://[::1]:1/"] {
            let target = callback.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let response = try client.get(
                "/oauth/authorize?response_type=code&client_id=demo-client&redirect_uri=\(target)")
            let mark = callback.contains("?") ? "&" : "?"
            #expect(response["Location"]?.hasPrefix("\(callback)\(mark)code=") == true)
        }
    }
}
