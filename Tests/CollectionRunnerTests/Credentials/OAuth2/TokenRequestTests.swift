import Foundation
import MicroClient
import OpenCollection
import Testing
import YAMLTree

@testable import CollectionRunner

@Suite("Requests for tokens") struct TokenRequestTests {
    private static let members: YAMLMapping = [
        "flow": "client_credentials", "accessTokenUrl": "http://h/token?a=1", "refreshTokenUrl": "http://h/refresh",
        "credentials": ["clientId": "me:1", "clientSecret": "s&cret"],
        "resourceOwner": ["username": "ann", "password": "p w"], "scope": "read write",
        "additionalParameters": [
            "accessTokenRequest": .sequence([
                ["name": "X-One", "value": "1", "placement": "header"], ["name": "X-Two", "value": "2"],
                ["name": "q", "value": "ü", "placement": "query"], ["name": "b", "value": "3", "placement": "body"],
            ]),
            "refreshTokenRequest": .sequence([["name": "r", "value": "4", "placement": "body"]]),
        ],
    ]

    private func settings(_ change: (inout OAuth2Settings) -> Void = { _ in }) -> OAuth2Settings {
        var settings = OAuth2Settings(AuthDetails(type: "oauth2", members: Self.members))
        change(&settings)
        return settings
    }

    private func form(_ request: WireRequest) -> String {
        guard case .bytes(let data) = request.body else { return "" }
        return String(decoding: data, as: UTF8.self)
    }

    @Test(
        "each grant has the fields of the standard, the client in the body",
        arguments: [
            (TokenGrant.clientCredentials, "grant_type=client_credentials&scope=read%20write"),
            (.password, "grant_type=password&username=ann&password=p%20w&scope=read%20write"),
            (
                .code("c/1", redirectURI: "http://127.0.0.1:9/cb", verifier: "v"),
                "grant_type=authorization_code&code=c%2F1&redirect_uri=http%3A%2F%2F127.0.0.1%3A9%2Fcb&code_verifier=v"
            ),
        ])
    func fields(grant: TokenGrant, fields: String) {
        let request = TokenRequest(grant: grant, settings: settings()).wire()
        #expect(form(request) == fields + "&client_id=me%3A1&client_secret=s%26cret&b=3")
        #expect(request.method == .post)
        #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(request.headers["Accept"] == "application/json")
        #expect(request.headers["Authorization"] == nil)
    }

    @Test("further parameters go where they say; one that says nothing goes into the header")
    func parameters() {
        let request = TokenRequest(grant: .clientCredentials, settings: settings()).wire()
        #expect(request.url == "http://h/token?a=1&q=%C3%BC")
        #expect(request.headers["X-One"] == "1" && request.headers["X-Two"] == "2")
    }

    @Test("a client in the header stands there as it is, and not in the body")
    func basic() {
        let request = TokenRequest(grant: .clientCredentials, settings: settings { $0.usesBasicHeader = true }).wire()
        #expect(request.headers["Authorization"] == "Basic \(Data("me:1:s&cret".utf8).base64EncodedString())")
        #expect(form(request) == "grant_type=client_credentials&scope=read%20write&b=3")
    }

    @Test("a refresh has its own address and parameters; without an address it goes to the token's")
    func refresh() {
        let request = TokenRequest(grant: .refresh("r1"), settings: settings()).wire()
        #expect(request.url == "http://h/refresh")
        #expect(
            form(request)
                == "grant_type=refresh_token&refresh_token=r1&client_id=me%3A1&client_secret=s%26cret&r=4")
        let plain = TokenRequest(grant: .refresh("r1"), settings: settings { $0.refreshTokenURL = "" })
        #expect(plain.url == "http://h/token?a=1")
    }

    // MARK: - Responses

    private func response(_ status: Int, _ body: String, _ source: OAuth2Settings.TokenSource = .accessToken)
        -> Result<OAuth2Token, TokenFailure>
    {
        do throws(TokenFailure) {
            return .success(
                try TokenResponse.token(
                    status: status, body: body, for: source, from: "http://h/t?key=abcde7",
                    at: Date(timeIntervalSince1970: 1000)))
        } catch { return .failure(error) }
    }

    @Test("JSON and forms are read, lifetimes as numbers and as texts")
    func read() throws {
        let json = try response(200, #"{"access_token": "a", "expires_in": 60, "refresh_token": "r"}"#).get()
        #expect(json.value(.accessToken) == "a" && json.refreshToken == "r")
        #expect(json.expiresAt == Date(timeIntervalSince1970: 1060))
        #expect(json.isFresh(at: Date(timeIntervalSince1970: 1050)))
        #expect(!json.isFresh(at: Date(timeIntervalSince1970: 1055)))
        let form = try response(200, "access_token=a%2Bb&expires_in=3600&token_type=bearer\n").get()
        #expect(form.value(.accessToken) == "a+b" && form.lifetime == 3600)
        #expect(try response(200, #"{"id_token": "i", "expires_in": "5"}"#, .idToken).get().lifetime == 5)
        #expect(try response(200, #"{"access_token": "a"}"#).get().isFresh(at: .distantFuture))
    }

    @Test(
        "what is no token is told in words, with the server's where it has some",
        arguments: [
            (
                401, #"{"error": "invalid_client", "error_description": "who are you"}"#,
                "http://h/t?key=•••• returned no token (401): invalid_client: who are you."
            ),
            (
                400, #"{"error": "invalid_grant"}"#,
                "http://h/t?key=•••• returned no token (400): invalid_grant: the code, password or refresh token is wrong, expired or withdrawn."
            ),
            (
                200, "error=bad&error_uri=http%3A%2F%2Fh%2Fwhy",
                "http://h/t?key=•••• returned no token (200): bad (http://h/why)."
            ),
            (500, "<html>", "http://h/t?key=•••• returned no token: the response is 500."),
            (
                302, "",
                "http://h/t?key=•••• returned no token: the response is 302; redirects are not followed with credentials."
            ),
            (
                200, "<html>a=b</html>",
                "http://h/t?key=•••• returned no token: the response is neither JSON nor a form."
            ),
            (200, "{}", "The response of http://h/t?key=•••• has no access_token."),
        ])
    func refused(status: Int, body: String, words: String) {
        guard case .failure(let failure) = response(status, body) else {
            Issue.record("a token came of \(body)")
            return
        }
        #expect(failure.message == words)
    }

    @Test("a refresh that gives no new refresh token keeps the old one")
    func keeping() throws {
        let old = try #require(OAuth2Token(json: #"{"access_token": "a", "refresh_token": "r"}"#, receivedAt: .now))
        let new = try #require(OAuth2Token(json: #"{"access_token": "b"}"#, receivedAt: .now))
        #expect(new.keeping(old).refreshToken == "r" && new.keeping(old).value(.accessToken) == "b")
    }
}
