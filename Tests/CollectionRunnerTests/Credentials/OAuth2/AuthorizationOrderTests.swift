import Foundation
import OpenCollection
import Testing
import YAMLTree

@testable import CollectionRunner

@Suite("Authorization in a browser") struct AuthorizationOrderTests {
    private func order(
        _ flow: String, _ more: YAMLMapping = [:],
        bytes: @escaping (Int) -> [UInt8] = { Array(repeating: 0xAB, count: $0) }
    ) -> AuthorizationOrder {
        var members: YAMLMapping = [
            "flow": .string(flow), "authorizationUrl": "http://h/auth?x=1", "credentials": ["clientId": "me"],
        ]
        for entry in more.entries { members[entry.key] = entry.value }
        return AuthorizationOrder(
            OAuth2Settings(AuthDetails(type: "oauth2", members: members)), randomBytes: bytes)
    }

    private static let state = String(repeating: "ab", count: 16)

    @Test("a verifier's challenge is that of RFC 7636, appendix B")
    func challenge() throws {
        let bytes: [UInt8] = [
            116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77, 105, 214, 191,
            240, 91, 88, 5, 88, 83, 132, 141, 121,
        ]
        let order = order("authorization_code", ["pkce": ["method": "S256"]]) { $0 == 32 ? bytes : [1] }
        #expect(order.verifier == "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        let url = order.url(redirectingTo: "r")
        #expect(url.contains("&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256&"))
    }

    @Test("the page's address has what the standard asks for, behind what it had")
    func url() {
        let plain = order("authorization_code", ["scope": "a b", "pkce": ["disabled": true]])
            .url(redirectingTo: "http://127.0.0.1:5/cb")
        #expect(
            plain == "http://h/auth?x=1&response_type=code&client_id=me&redirect_uri=http%3A%2F%2F127.0.0.1%3A5%2Fcb"
                + "&scope=a%20b&state=\(Self.state)")
        let further: YAMLMapping = [
            "state": "mine", "pkce": [:],
            "additionalParameters": [
                "authorizationRequest": .sequence([
                    ["name": "prompt", "value": "login", "placement": "query"], ["name": "H", "value": "1"],
                ])
            ],
        ]
        #expect(
            order("implicit", further).url(redirectingTo: "r")
                == "http://h/auth?x=1&response_type=token&client_id=me&redirect_uri=r&state=mine&prompt=login")
    }

    @Test(
        "an address that is handed over has to be whole, of this question, and an answer; a refusal is one",
        arguments: [
            ("authorization_code", "code=1&state=STATE", "not the complete address"),
            ("authorization_code", "http://h/cb", "not the complete address"),
            ("authorization_code", "http://h/cb?code=1", "no state"),
            ("authorization_code", "http://h/cb?code=1&state=other", "another state"),
            ("authorization_code", "http://h/cb?state=STATE", "no code and no error"),
            ("authorization_code", " http://h/cb?code=1&state=STATE ", nil),
            ("authorization_code", "http://h/cb?error=access_denied&state=STATE", nil),
            ("implicit", "http://h/cb?code=1&state=STATE", "no access_token and no error"),
            ("implicit", "http://h/cb#access_token=1&state=STATE", nil),
        ] as [(String, String, String?)])
    func complaint(flow: String, address: String, words: String?) {
        let complaint = order(flow).complaint(about: address.replacing("STATE", with: Self.state))
        #expect(words.map { complaint?.contains($0) == true } ?? (complaint == nil), "\(complaint ?? "none")")
    }

    @Test("PKCE is on unless it is disabled or the client has a secret, and for the code alone")
    func pkce() {
        #expect(order("authorization_code").verifier != nil)
        let secret: YAMLMapping = ["credentials": ["clientId": "me", "clientSecret": "s"]]
        #expect(order("authorization_code", secret).verifier == nil)
        #expect(order("authorization_code", ["pkce": false]).verifier == nil)
        #expect(order("authorization_code", ["pkce": [:]]).verifier != nil)
        #expect(order("authorization_code", ["pkce": ["disabled": true]]).verifier == nil)
        #expect(order("implicit", ["pkce": [:]]).verifier == nil)
    }

    @Test("a code is read from the query, a token from the fragment")
    func responses() throws {
        let code = try order("authorization_code").code(in: " http://h/cb?code=a%2Fb&state=\(Self.state)#_=_\n")
        #expect(code == "a/b")
        let address = "http://h/cb#access_token=t&expires_in=60&state=\(Self.state)"
        let token = try order("implicit").token(in: address, at: Date(timeIntervalSince1970: 0))
        #expect(token.value(.accessToken) == "t" && token.expiresAt == Date(timeIntervalSince1970: 60))
    }

    @Test(
        "an answer with another state, without one, without a code, or a refusal, is not used, in words",
        arguments: [
            ("code=a&state=other", "another state"), ("code=a", "has no state"),
            ("error=access_denied&state=other", "another state"),
            ("state=STATE", "has no code"),
            (
                "error=access_denied&state=STATE",
                "The authorization was denied: access_denied: the request was refused."
            ),
        ])
    func refused(query: String, words: String) {
        let address = "http://h/cb?" + query.replacing("STATE", with: Self.state)
        let failure = #expect(throws: TokenFailure.self) { try order("authorization_code").code(in: address) }
        #expect(failure?.message.contains(words) == true)
    }

    @Test("a callback that nobody names is Bruno's page")
    func callback() {
        #expect(order("implicit").callbackURL == "https://oauth.usebruno.com/callback")
        #expect(order("implicit", ["callbackUrl": "http://localhost/x"]).callbackURL == "http://localhost/x")
    }
}
