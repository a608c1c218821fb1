import Testing

@testable import Secrets

@Suite("What names say about their values")
struct SecretVocabularyTests {
    @Test(
        "names of credentials, of what may be one, of what describes one, and others",
        arguments: [
            (
                SecretVocabulary.Verdict.secret,
                [
                    "Authorization", "Cookie", "Set-Cookie", "token", "X-CSRF-Token", "accessToken", "authtoken",
                    "password",
                    "user_password", "pwd", "pass", "jwt", "X-API-Key", "apikey", "clientSecret", "X-Session-Id",
                    "sessionId",
                    "PHPSESSID", "JSESSIONID", "secret_id", "signature", "X-Amz-Credential", "next-auth.session-token",
                    "Authentication-Info", "X-WSSE", "id_token_hint",
                ]
            ),
            (
                .ifItLooksSo,
                ["key", "keys", "sortKey", "session", "sid", "sig", "auth", "X-CSRF", "xsrf", "max_tokens", "tokenId"]
            ),
            (
                .describesOne,
                [
                    "tokenUrl", "token_type", "token_type_hint", "tokentype", "expires_in", "expiresAt",
                    "nextPageToken", "next_token",
                    "api_key_id",
                    "secretName", "passwordLength", "cookiePolicy", "session_count", "id", "name",
                ]
            ),
            (
                .plain,
                ["", "1", "page", "keyword", "monkey", "compass", "design", "side", "author", "Content-Disposition"]
            ),
        ])
    func verdicts(verdict: SecretVocabulary.Verdict, names: [String]) {
        for name in names { #expect(SecretVocabulary.verdict(of: name) == verdict, "\(name)") }
    }

    @Test("a value looks like a secret when letters and digits are mixed in it, or when it is long and in one piece")
    func looks() {
        for value in [
            "8f3a9c1d", "k3y-77", "ghp_16C7e42F292c", "AbCdEfGhIjKlMnOp", "pässword1", "Bearer 8f3a9c1d",
            "/AbC9+x/8f3a9c1dQ==", "/abcdefghijklmnop", "/abcdefgh/iJklmnopq", "/8f3a9c1d.QmFzZTY0c2ln",
        ] {
            #expect(SecretVocabulary.looksSecret(value), "\(value)")
        }
        for value in [
            "", "word", "name", "k1", "Bearer name", "two words and 1 number", "12345678", "http://h.test/a1b2c3d4",
            "{{token1}}", "/_assets/css/dist/icons-data-svg.css", "%2Fassets%2Ficons-v2.css", "/settings/profile/",
            "%2Fsettings%2Fuser-profile",
        ] {
            #expect(!SecretVocabulary.looksSecret(value), "\(value)")
        }
    }

    @Test("a name is ordinary only where the table says nothing of it")
    func ordinary() {
        for name in SecretVocabulary.parts {
            for written in [name, name.uppercased(), "my-\(name)", "x_\(name)s", name.map { "\($0)-" }.joined()] {
                #expect(!SecretVocabulary.isOrdinary(written), "\(written)")
            }
        }
        for name in ["id", "page", "user-name", "Content-Type", ""] {
            #expect(SecretVocabulary.isOrdinary(name), "\(name)")
        }
        #expect(!SecretVocabulary.isOrdinary("ключ"), "letters of other scripts are looked at in full")
    }

    @Test(
        "in an object under the name of a secret all is secret, under a doubtful name what has no name of its own that says so"
    )
    func within() {
        typealias Verdict = SecretVocabulary.Verdict
        for own in [Verdict.secret, .ifItLooksSo, .describesOne, .plain] {
            #expect(own.within(.secret) == .secret && own.within(.plain) == own && own.within(.describesOne) == own)
            #expect(own.within(.ifItLooksSo) == (own == .secret ? .secret : .ifItLooksSo))
        }
    }

    @Test("what stands under a name is hidden for the name alone, or for the name and the look")
    func values() {
        #expect(SecretVocabulary.isSecret("x", under: "password") && !SecretVocabulary.isSecret("", under: "password"))
        #expect(SecretVocabulary.isSecret("8f3a9c1d", under: "key") && !SecretVocabulary.isSecret("name", under: "key"))
        #expect(
            !SecretVocabulary.isSecret("8f3a9c1d", under: "tokenUrl")
                && !SecretVocabulary.isSecret("8f3a9c1d", under: "page"))
    }

    @Test(
        "what stands in for a secret is none",
        arguments: [
            "", "<token>", "${TOKEN}", "$API_TOKEN", "YOUR_TOKEN_HERE", "your-access-token", "Inherit", "xxxx-xxxx",
            "••••",
        ])
    func placeholders(text: String) { #expect(SecretVocabulary.isStandIn(text)) }

    @Test(
        "what is no more than like one says something",
        arguments: ["hunter2", "$token", "<token", "your", "YOUR_TOKEN_7f3a", "x1", "<tok>\u{301}"])
    func noStandIns(text: String) { #expect(!SecretVocabulary.isStandIn(text)) }
}
