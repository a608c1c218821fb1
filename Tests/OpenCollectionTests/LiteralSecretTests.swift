import Testing
import YAMLTree

@testable import OpenCollection

@Suite struct LiteralSecretTests {
    private static let webToken =
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"

    private func texts(_ text: String, named name: String? = nil) -> [String] {
        let bytes = Array(text.utf8)
        return LiteralSecret.all(in: text, named: name).map {
            String(decoding: bytes[$0.range], as: UTF8.self)
        }
    }

    @Test(
        "a literal under the name of a credential is one, without its scheme",
        arguments: [
            ("Authorization", "Bearer abc", ["abc"]), ("Authorization", "abc", ["abc"]), ("password", "x1", ["x1"]),
            ("X-Api-Key", "k", ["k"]), ("accessToken", "12", ["12"]), ("client_secret", "s p", ["s p"]),
            ("Cookie", "a=1; b={{b}}; c=3", ["1", "3"]), ("X-CSRF-Token", "t", ["t"]),
            ("apiKey", "tail-{{env}}-long", ["tail-{{env}}-long"]), ("password", "$ecret", ["$ecret"]),
            ("password", "your-pet-rex", ["your-pet-rex"]), ("password", "$TOKEN1x", ["$TOKEN1x"]),
            ("password", "yourpassword", ["yourpassword"]), ("token", "access-token", ["access-token"]),
        ])
    func named(name: String, value: String, found: [String]) {
        #expect(texts(value, named: name) == found)
    }

    @Test("the attributes of a Set-Cookie field are none, also where its cookie has no value")
    func setCookie() {
        #expect(texts("sid=; Domain=.a-long-domain.example.test; Path=/", named: "Set-Cookie") == [])
        #expect(texts("sid=a1b2; Domain=.example.test", named: "Set-Cookie") == ["a1b2"])
        #expect(texts("a=; b=c1", named: "Cookie") == ["c1"])
    }

    @Test(
        "variables, masks, examples and settings are none",
        arguments: [
            ("Authorization", "Bearer {{token}}"), ("password", "{{password}}"), ("password", ""), ("token", "••••"),
            ("password", "xxxx"), ("token", "<your token>"), ("tokenUrl", "https://x"), ("token_type", "Bearer"),
            ("nextPageToken", "abc"), ("max_tokens", "100"), ("key", "colour"), ("Cookie", "a={{a}}"),
            ("accessKeyId", "someone"), ("secret", "${SECRET}"), ("autoToken", "true"), ("session", "morning"),
            ("Accept", "application/json"), ("Authorization", "Bearer YOUR_BEARER_TOKEN"),
            ("access_token", "your-access-token-here"), ("password", "YOUR PASSWORD"), ("token", "$TOKEN"),
            ("Authorization", "Bearer $API_TOKEN"), ("X-Api-Key", "insert.api.key.here"),
            ("Cookie", "sid=YOUR_SESSION"),
        ])
    func harmless(name: String, value: String) {
        #expect(texts(value, named: name).isEmpty)
    }

    @Test(
        "tokens of well-known services are found anywhere in a text",
        arguments: [
            webToken, "ghp_" + String(repeating: "a1", count: 18), "xoxb-123456789012-abc", "AKIAIOSFODNN7EXAMPLE",
            "sk_live_" + String(repeating: "4", count: 24), "glpat-abcdefghij0123456789",
            "AIza" + String(repeating: "x", count: 35), "github_pat_" + String(repeating: "B", count: 30),
        ])
    func shapes(token: String) {
        #expect(texts(token) == [token])
        #expect(texts("see (\(token)), please") == [token])
        #expect(texts("x\(token)") == [], "within a word it is something else")
    }

    @Test("what only begins like a token is none")
    func noShapes() {
        for text in ["ghp_short", "eyJhbGciOiJIUzI1NiJ9", "sk-learn is a library", "risk-averse-people-everywhere-now"]
        {
            #expect(texts(text).isEmpty, "\(text)")
        }
    }

    @Test("private keys, passwords in URLs, query items and fields of JSON")
    func places() {
        #expect(texts("-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----").count == 1)
        #expect(texts("https://ann:s3cret@host/x") == ["s3cret"])
        #expect(texts("https://ann:{{p}}@host/x") == [])
        for colon in ["%3A", "%3a", "%253A", "%253a"] {
            let inner = "https%3A%2F%2Fann\(colon)s3cr3t-1nside%40host%2F"
            #expect(texts("https://h/?next=\(inner)") == ["s3cr3t-1nside"], "\(colon)")
        }
        #expect(texts("https://h/?next=https%3a%2f%2fann%3as3cr3t-1nside%40host%2f") == ["s3cr3t-1nside"])
        #expect(texts("https://h/x?a=1&access_token=t0p#f") == ["t0p"])
        #expect(texts("{\"user\": \"ann\", \"password\" : \"a\\\"b\", \"n\": {\"token\":\"{{t}}\"}}") == ["a\\\"b"])
    }

    @Test("elements and attributes of markup are found by their names, and the items of a form in a body")
    func bodies() {
        #expect(texts("<user><name>ann</name><password>hunter2</password></user>") == ["hunter2"])
        #expect(texts("<user token=\"t0p\"><password>{{password}}</password></user>") == ["t0p"])
        func inBody(_ text: String, _ type: String = "") -> [String] {
            let bytes = Array(text.utf8)
            return LiteralSecret.all(in: text, ofBody: type).map { String(decoding: bytes[$0.range], as: UTF8.self) }
        }
        #expect(inBody("password=secretword&page=2&token={{token}}") == ["secretword"])
        #expect(inBody("password=secret word&page=2") == [])
        #expect(inBody("password=secret word&page=2", "application/x-www-form-urlencoded") == ["secret word"])
    }

    @Test("placeholders without quotes are no secrets, and braces with a text or a number in them are no placeholders")
    func barePlaceholders() {
        #expect(texts("{\"token\": {{token1}}, \"password\": [{{p2}}, {\"a\": {{p3}}}]}") == [])
        #expect(texts("{\"token\": {{\"a\": \"s3cret-1\"}}}") == ["s3cret-1"])
        #expect(texts("{\"token\": {{1234567}}, \"password\": {{x") == ["1234567"])
    }

    @Test("what stands behind Bearer or Basic, and behind the name of a credential, is found in any text")
    func credentials() {
        #expect(texts("Bearer abcdef1234567", named: "X-Upstream") == ["abcdef1234567"])
        #expect(texts("curl -H 'Authorization: bearer abcdef1234567'") == ["abcdef1234567"])
        #expect(texts("Basic YW5uOnMzY3JldA==", named: "X-Upstream") == ["YW5uOnMzY3JldA=="])
        #expect(texts("grant_type=password&username=ann&password=hunter2") == ["hunter2"])
        #expect(texts("Server=db;User=sa;Password=hunter2;") == ["hunter2"])
        #expect(texts("client_secret=\"a1b2c3d4\" and apiKey=k3y-v4lue") == ["k3y-v4lue"])
    }

    @Test(
        "prose, code and placeholders hold none",
        arguments: [
            "Basic authentication is what the endpoint asks for; a bearer token2 works, too.",
            "The Bearer authentication-scheme (RFC6750) sends an oauth2-access-token in a header.",
            "Bearer {{token}}", "Bearer YOUR_TOKEN", "Bearer <token1234567890>", "Basic {{user1234}}", "Basic abcdefgh",
            "grant_type=password&password={{password}}", "password=secret", "password=YOUR_PASSWORD&x1=1",
            "const token=res.body2.access_token;", "token=next(page1)", "if (password==entered1) {",
            "token_type=bearer1",
            "nextPageToken=abc123", "max_tokens=1000 and page=2", "a bearer of good news, 12345678 of them",
            "HTTP Basic c29tZXRoaW5n", "the forbearer abcdef1234567", "x=abc123",
        ])
    func prose(text: String) { #expect(texts(text) == []) }

    @Test("a name that is only suspicious wants a value that looks random")
    func suspicious() {
        #expect(texts("9f8a7b6c5d4e3f2a1b", named: "X-Session") == ["9f8a7b6c5d4e3f2a1b"])
        #expect(texts("https://host/12345678", named: "auth") == [])
    }

    @Test("in a file each has its place, and what is no literal has none")
    func files() throws {
        let document = try YAMLDocument(
            text: """
                info:
                  name: token
                http:
                  url: https://h/x?api_key=k1
                  headers:
                    - name: X-Token
                      value: "{{token}}"
                    - name: Cookie
                      value: sid=abc
                  body:
                    type: json
                    data: |-
                      {"password": "p1"}
                  auth:
                    type: apikey
                    key: X-Api-Key
                    value: v1
                runtime:
                  variables:
                    - name: clientSecret
                      value: {type: string, data: c1}
                    - name: pin
                      secret: true
                      value: "1234"
                """)
        let found = LiteralSecret.all(inFile: document.root)
        #expect(found.map(\.place.line) == [4, 9, 12, 17, 21, 24])
        #expect(
            found.map { "\($0.path)" } == [
                "http.url", "http.headers[1].value", "http.body.data", "http.auth.value",
                "runtime.variables[0].value.data", "runtime.variables[1].value",
            ])
        #expect(found[3].text == "a hard-coded value for API key")
    }

    @Test(
        "texts that nearly hold a secret at every place come to an end",
        arguments: [
            "eyJ.", "eyJaaaaa.", "-----BEGIN ", "-----BEGIN PRIVATE KEY-----\n-----END ", "?token=", "://",
            "\"token\": \"",
            "ya29.",
        ])
    func hostile(piece: String) {
        let text = String(repeating: piece, count: 300_000 / piece.utf8.count)
        let found = LiteralSecret.all(in: text)
        for (one, next) in zip(found, found.dropFirst()) { #expect(one.range.upperBound <= next.range.lowerBound) }
    }

    @Test("of many that overlap the longer ones are kept, in order")
    func overlaps() {
        let count = 10_000
        let text = (0..<count).map { "https://u:p\($0)secret@h/?token=t\($0)value" }.joined(separator: " ")
        #expect(LiteralSecret.all(in: text).count == 2 * count)
        #expect(texts("https://h/?token=ghp_\(String(repeating: "a1", count: 18))").count == 1)
    }

    @Test("a private key ends where its footer begins, a token where its last part does")
    func ends() {
        let key = "-----BEGIN RSA PRIVATE KEY-----\nMIIB\n"
        #expect(texts("x \(key)-----END RSA PRIVATE KEY-----\n") == [key])
        #expect(texts("a.\(Self.webToken).more b") == [Self.webToken + ".more"])
        #expect(texts("eyJhbGciOi.eyJ.abcdefghijklmnop") == [])
    }
}
