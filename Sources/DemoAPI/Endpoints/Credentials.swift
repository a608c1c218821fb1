import Foundation

/// The credentials that the demo API accepts. They protect nothing and are meant to be known.
enum DemoCredentials {
    static let username = "demo"
    static let password = "demo"
    static let token = "demo-token"
    static let key = "demo-key"

    static let awsAccessKeyID = "demo-aws-access-key-id"
    static let awsSecretAccessKey = "demo-aws-secret-access-key"
    static let awsSessionToken = "demo-aws-session-token"

    static let consumerKey = "demo-consumer-key"
    static let consumerSecret = "demo-consumer-secret"
    static let accessToken = "demo-access-token"
    static let accessTokenSecret = "demo-access-token-secret"
    /// The public half of the key that OAuth's own test cases publish.
    static let consumerPublicKey = """
        -----BEGIN PUBLIC KEY-----
        MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQC0YjCwIfYoprq/FQO6lb3asXrx
        LlJFuCvtinTF5p0GxvQGu5O3gYytUvtC2JlYzypSRjVxwxrsuRcP3e641SdASwfr
        mzyvIgP08N4S0IFzEURkV1wp/IpH7kH41EtbmUmrXSwfNZsnQRE5SYSOhh+LcK2w
        yQkdgcMv11l4KoBkcwIDAQAB
        -----END PUBLIC KEY-----
        """

    static let clientID = "demo-client"
    static let clientSecret = "demo-client-secret"
    /// A client that keeps no secret: it has to use PKCE.
    static let publicClientID = "demo-public-client"
}

extension Endpoints {
    static let credentials: [Route] = [
        Route(
            method: "POST", pattern: "/login", summary: "form username=demo, password=demo: a token; else 401",
            bodyWish: .kept
        ) {
            try logIn($0)
        },
        Route(method: "GET", pattern: "/private", summary: "needs the bearer token demo-token") { try bearerPage($0) },
        Route(method: "GET", pattern: "/basic", summary: "needs basic credentials demo, demo") { try basicPage($0) },
        Route(method: "GET", pattern: "/key", summary: "needs demo-key, in X-Api-Key or as api_key=") {
            try keyPage($0)
        },
    ]

    private static func logIn(_ call: Call) throws -> Reply {
        try checkLoginForm(call)
        return .json(
            .object([("token", .string(DemoCredentials.token)), ("token_type", "Bearer"), ("expires_in", 3600)]))
    }

    static func checkLoginForm(_ call: Call) throws {
        let items = RequestTarget.formItems(call.body.bytes)
        let form = Dictionary(items.map { ($0.name, $0.value) }) { _, last in last }
        let missing = ["username", "password"].filter { form[$0] == nil }
        guard missing.isEmpty else {
            throw Refusal(
                status: 422, message: "the form is not complete", hint: "send username and password form-urlencoded",
                fieldMessages: missing.map { ($0, "is missing") })
        }
        guard form["username"] == DemoCredentials.username, form["password"] == DemoCredentials.password else {
            throw Refusal(status: 401, message: "wrong user name or password", hint: "both are demo")
        }
    }

    private static func bearerPage(_ call: Call) throws -> Reply {
        let given = credential(call, scheme: "bearer")
        guard given == DemoCredentials.token else {
            let challenge = "Bearer realm=\"demo\"" + (given == nil ? "" : ", error=\"invalid_token\"")
            throw unauthorized(challenge, "POST /login gives a token; send it as Authorization: Bearer <token>")
        }
        return .json(.object([("page", "private"), ("scheme", "bearer"), ("user", .string(DemoCredentials.username))]))
    }

    private static func basicPage(_ call: Call) throws -> Reply {
        let expected = Data("\(DemoCredentials.username):\(DemoCredentials.password)".utf8)
        guard let given = credential(call, scheme: "basic"), Data(base64Encoded: given) == expected else {
            throw unauthorized(
                "Basic realm=\"demo\", charset=\"UTF-8\"", "user name and password are both demo")
        }
        return .json(.object([("page", "basic"), ("scheme", "basic"), ("user", .string(DemoCredentials.username))]))
    }

    private static func keyPage(_ call: Call) throws -> Reply {
        let header = call.fields["X-Api-Key"]
        guard (header ?? call.query("api_key")) == DemoCredentials.key else {
            throw Refusal(
                status: 401, message: "no valid key", hint: "send the header X-Api-Key: \(DemoCredentials.key)")
        }
        return .json(.object([("page", "key"), ("sentIn", header == nil ? "query" : "header")]))
    }

    private static func credential(_ call: Call, scheme: String) -> String? {
        guard let parts = call.fields["Authorization"]?.split(separator: " ", maxSplits: 1), parts.count == 2 else {
            return nil
        }
        return parts[0].lowercased() == scheme ? String(parts[1]) : nil
    }

    static func unauthorized(_ challenge: String, _ hint: String) -> Refusal {
        Refusal(status: 401, message: "no valid credentials", hint: hint, fields: [("WWW-Authenticate", challenge)])
    }
}
