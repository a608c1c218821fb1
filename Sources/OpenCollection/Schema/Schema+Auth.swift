extension Schema {
    static let auth = SchemaRule.either([.word(["inherit"]), .byWord(key: "type", authKinds)])

    static let authKinds: [(word: String, rule: SchemaRule)] = [
        (
            "awsv4",
            authObject([
                "accessKeyId": .text, "secretAccessKey": .text, "sessionToken": .text, "service": .text,
                "region": .text, "profileName": .text,
            ])
        ),
        ("basic", credentials("basic")), ("wsse", credentials("basic")), ("digest", credentials("basic")),
        ("bearer", credentials("bearer")),
        ("ntlm", authObject(["username": .text, "password": .text, "domain": .text])),
        ("apikey", credentials("apikey")),
        ("oauth1", oauth1), ("oauth2", .byWord(key: "flow", flows)),
        // Bruno writes these; the schema does not have them.
        ("akamai-edgegrid", .map(of: .anything)), ("none", authObject([:])),
    ]

    private static func authObject(_ keys: KeyValuePairs<String, SchemaRule>) -> SchemaRule {
        .object(ObjectRule("auth", required: ["type": .text], keys))
    }

    private static func credentials(_ type: String) -> SchemaRule {
        let said = ObjectRule("auth", keys: Auth.texts(of: type).map { ($0.key, $0.rule) })
        return .object(ObjectRule(ObjectRule("auth", required: ["type": .text]), and: said))
    }

    private static let oauth1 = authObject([
        "consumerKey": .text, "consumerSecret": .text, "accessToken": .text, "accessTokenSecret": .text,
        "callbackUrl": .text, "verifier": .text,
        "signatureMethod": .word([
            "HMAC-SHA1", "HMAC-SHA256", "HMAC-SHA512", "RSA-SHA1", "RSA-SHA256", "RSA-SHA512", "PLAINTEXT",
        ]),
        "privateKey": .object(
            ObjectRule("a private key", required: ["type": .word(["file", "text"]), "value": .text])),
        "timestamp": .text, "nonce": .text, "version": .text, "realm": .text, "placement": placement,
        "includeBodyHash": .boolean,
    ])

    private static let placement = SchemaRule.word(["header", "query", "body"])

    // MARK: - OAuth 2

    static let flows: [(word: String, rule: SchemaRule)] = [
        (
            "client_credentials",
            flow(
                ["accessTokenUrl": .text, "refreshTokenUrl": .text, "credentials": credentials],
                parameters: ["accessTokenRequest", "refreshTokenRequest"])
        ),
        (
            "resource_owner_password_credentials",
            flow(
                [
                    "accessTokenUrl": .text, "refreshTokenUrl": .text, "credentials": credentials,
                    "resourceOwner": .object(
                        ObjectRule("a resource owner", ["username": .text, "password": .text])),
                ],
                parameters: ["accessTokenRequest", "refreshTokenRequest"])
        ),
        (
            "authorization_code",
            flow(
                [
                    "authorizationUrl": .text, "accessTokenUrl": .text, "refreshTokenUrl": .text,
                    "callbackUrl": .text, "credentials": credentials, "state": .text,
                    "pkce": .either([
                        .object(ObjectRule("PKCE", ["disabled": .boolean, "method": .word(["S256", "plain"])])),
                        .only(false),
                    ]),
                ],
                parameters: ["authorizationRequest", "accessTokenRequest", "refreshTokenRequest"])
        ),
        (
            "implicit",
            flow(
                [
                    "authorizationUrl": .text, "callbackUrl": .text, "state": .text,
                    "credentials": .object(ObjectRule("a client", ["clientId": .text])),
                ],
                parameters: ["authorizationRequest"])
        ),
    ]

    private static func flow(
        _ keys: KeyValuePairs<String, SchemaRule>, parameters: [String]
    ) -> SchemaRule {
        let own = ObjectRule("auth", required: ["type": .text, "flow": .text], keys)
        let shared = ObjectRule(
            "auth",
            [
                "scope": .text, "additionalParameters": .object(additionalParameters(parameters)),
                "tokenConfig": .object(tokenConfig),
                "settings": .object(
                    ObjectRule(
                        "settings of tokens", ["autoFetchToken": .boolean, "autoRefreshToken": .boolean])),
            ])
        return .object(ObjectRule(own, and: shared))
    }

    private static let credentials = SchemaRule.object(
        ObjectRule(
            "a client",
            ["clientId": .text, "clientSecret": .text, "placement": .word(["basic_auth_header", "body"])]))

    private static func additionalParameters(_ requests: [String]) -> ObjectRule {
        let parameter = ObjectRule(
            "a further parameter", ["name": .text, "value": .text, "placement": placement])
        return ObjectRule("further parameters", keys: requests.map { ($0, .list(of: .object(parameter))) })
    }

    private static let tokenConfig = ObjectRule(
        "the token settings",
        [
            "id": .text, "source": .word(["access_token", "id_token"]),
            "placement": .byKey([
                ("header", .object(ObjectRule("a token's place", required: ["header": .text]))),
                ("query", .object(ObjectRule("a token's place", required: ["query": .text]))),
            ]),
        ])
}

extension ObjectRule {
    init(_ first: ObjectRule, and second: ObjectRule) {
        title = first.title
        keys = first.keys + second.keys
    }

    fileprivate init(_ title: String, keys: [(String, SchemaRule)]) {
        self.title = title
        self.keys = keys.map { KeyRule($0.0, $0.1, isRequired: false) }
    }
}
