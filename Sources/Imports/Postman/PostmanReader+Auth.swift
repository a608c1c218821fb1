import OpenCollection
import Quoting
import YAMLTree

/// The attributes of credentials: an object in version 2.0, a list in 2.1.
struct PostmanAttributes {
    private var values: [String: SourceNode] = [:]

    init(_ node: SourceNode?) {
        for (key, value) in node?.members ?? [] { values[key] = value }
        for element in node?.elements ?? [] {
            if let key = element["key"]?.text, let value = element["value"] { values[key] = value }
        }
    }

    /// The value of an attribute; empty when it is missing.
    subscript(key: String) -> String { values[key].flatMap { $0.text ?? $0.value.json(indent: nil) } ?? "" }

    func isTrue(_ key: String) -> Bool { self[key] == "true" }

    /// Returns the elements of an attribute that is a list.
    func elements(_ key: String) -> [SourceNode] { values[key]?.elements ?? [] }

    /// The attributes as a list in Markdown, with the values hidden that must not be written down.
    var shown: String {
        values.sorted { $0.key < $1.key }.map { key, node in
            let text = node.text ?? node.value.json(indent: nil)
            // However short, the key of Hawk is one.
            return "- \(key): \(text.hidingSecrets(named: key == "authKey" ? "secret" : key))"
        }.joined(separator: "\n")
    }

    var isEmpty: Bool { values.isEmpty }
}

extension PostmanReader {
    /// Reads the credentials of the collection, a folder or a request.
    ///
    /// - Parameters:
    ///   - inheriting: the credentials where the source has none.
    ///   - docs: texts for what the format has no place for; the credentials' are added.
    mutating func auth(_ node: SourceNode?, inheriting: Auth, _ docs: inout [String]) -> Auth {
        guard let node, let kind = PostmanParts.authKind(node) else {
            if let node, node.value != .null, !node.isObject {
                note(.error, node, "credentials that are not an object are left out")
            }
            return inheriting
        }
        let attributes = PostmanAttributes(node[kind])
        switch kind {
        case "noauth": return .none
        case "basic": return .basic(username: attributes["username"], password: attributes["password"])
        case "bearer": return .bearer(token: attributes["token"])
        case "apikey":
            return .apiKey(
                name: attributes["key"], value: attributes["value"],
                placement: attributes["in"] == "query" ? .query : .header)
        case "digest":
            return .unsupported(.digest(username: attributes["username"], password: attributes["password"]))
        case "awsv4": return aws(attributes, node)
        case "ntlm":
            if !attributes["workstation"].isEmpty { note(.error, node, "the workstation of NTLM is left out") }
            return .unsupported(
                .ntlm(
                    username: attributes["username"], password: attributes["password"], domain: attributes["domain"]))
        case "oauth1": return oauth1(attributes, node)
        case "oauth2": return oauth2(attributes, node)
        default:
            docs.append("Credentials of type `\(kind)`, which are not sent:\n\n\(attributes.shown)")
            note(.error, node, "credentials of type \(kind) cannot be sent; the docs list them", [.auth: -1])
            return .none
        }
    }

    private mutating func aws(_ attributes: PostmanAttributes, _ node: SourceNode) -> Auth {
        if attributes.isTrue("addAuthDataToQuery") {
            note(.warning, node, "the signature of AWS goes into headers, not into the query")
        }
        return .unsupported(
            .aws(
                accessKeyID: attributes["accessKey"], secretAccessKey: attributes["secretKey"],
                sessionToken: attributes["sessionToken"], region: attributes["region"], service: attributes["service"]))
    }

    // MARK: - OAuth 1

    private static let signatureMethods: Set = [
        "HMAC-SHA1", "HMAC-SHA256", "HMAC-SHA512", "RSA-SHA1", "RSA-SHA256", "RSA-SHA512", "PLAINTEXT",
    ]

    private mutating func oauth1(_ attributes: PostmanAttributes, _ node: SourceNode) -> Auth {
        var members = YAMLMapping()
        for (key, name) in [
            ("consumerKey", "consumerKey"), ("consumerSecret", "consumerSecret"), ("accessToken", "token"),
            ("accessTokenSecret", "tokenSecret"), ("callbackUrl", "callback"), ("verifier", "verifier"),
        ] where !attributes[name].isEmpty {
            members[key] = .string(attributes[name])
        }
        let method = attributes["signatureMethod"]
        if Self.signatureMethods.contains(method) {
            members["signatureMethod"] = .string(method)
        } else if !method.isEmpty {
            note(.warning, node, "the signature method \(method) of OAuth 1 is unknown; HMAC-SHA1 is used")
        }
        if !attributes["privateKey"].isEmpty {
            members["privateKey"] = ["type": "text", "value": .string(attributes["privateKey"])]
        }
        for name in ["timestamp", "nonce", "version", "realm"] where !attributes[name].isEmpty {
            members[name] = .string(attributes[name])
        }
        members["placement"] = attributes["addParamsToHeader"] == "false" ? "query" : "header"
        if attributes.isTrue("includeBodyHash") { members["includeBodyHash"] = true }
        if attributes.isTrue("addEmptyParamsToSign") {
            note(.warning, node, "OAuth 1 signs without empty parameters here")
        }
        return .unsupported(AuthDetails(type: "oauth1", members: members))
    }

    // MARK: - OAuth 2

    private mutating func oauth2(_ attributes: PostmanAttributes, _ node: SourceNode) -> Auth {
        let hasAddress = !(attributes["accessTokenUrl"] + attributes["authUrl"]).isEmpty
        guard hasAddress else { return fetchedToken(attributes, node) }
        if !attributes["accessToken"].isEmpty {
            note(.note, node, "a token that Postman had fetched by OAuth 2 is not imported: it is fetched again")
        }
        let type = attributes["grant_type"]
        if !type.isEmpty, PostmanOAuth2.flows[type] == nil {
            note(.error, node, "the grant type \(type) of OAuth 2 is unknown; authorization_code is used")
        }
        let off = ["authRequestParams", "tokenRequestParams", "refreshRequestParams"].flatMap(attributes.elements)
            .filter { $0["enabled"]?.text == "false" }.compactMap { $0["key"]?.text }
        if !off.isEmpty {
            note(
                .error, node, "disabled parameters of OAuth 2 are left out: \(off.joined(separator: ", "))"
            )
        }
        return .unsupported(PostmanOAuth2(attributes).details)
    }

    /// Reads OAuth 2 that has no addresses: only the token, which Postman keeps once it has been fetched.
    private mutating func fetchedToken(_ attributes: PostmanAttributes, _ node: SourceNode) -> Auth {
        var token = attributes["accessToken"]
        if token.isEmpty {
            token = "{{accessToken}}"
            collection.neededSecrets.insert("accessToken")
            note(.warning, node, "OAuth 2 without addresses and token: the token is a secret variable; give it a value")
        }
        if attributes["addTokenTo"] == "queryParams" {
            return .apiKey(name: "access_token", value: token, placement: .query)
        }
        let prefix = attributes["headerPrefix"].trimmingWhitespaceScalars()
        if prefix.isEmpty || prefix.lowercased() == "bearer" { return .bearer(token: token) }
        return .apiKey(name: "Authorization", value: "\(prefix) \(token)", placement: .header)
    }
}

/// The credentials of OAuth 2 as OpenCollection spells them.
private struct PostmanOAuth2 {
    let details: AuthDetails

    init(_ attributes: PostmanAttributes) {
        let flow = Self.flow(attributes)
        var members: YAMLMapping = ["flow": .string(flow)]
        func add(_ key: String, _ name: String, unless isLeftOut: Bool = false) {
            if !isLeftOut, !attributes[name].isEmpty { members[key] = .string(attributes[name]) }
        }
        let (isImplicit, isCode) = (flow == "implicit", flow == "authorization_code")
        add("authorizationUrl", "authUrl", unless: !isImplicit && !isCode)
        add("accessTokenUrl", "accessTokenUrl", unless: isImplicit)
        add("refreshTokenUrl", "refreshTokenUrl", unless: isImplicit)
        add("callbackUrl", "redirect_uri", unless: !isImplicit && !isCode)
        members["credentials"] = Self.client(attributes, isImplicit: isImplicit)
        if flow.beginsWithBytes(of: "resource_owner") {
            members["resourceOwner"] = [
                "username": .string(attributes["username"]), "password": .string(attributes["password"]),
            ]
        }
        add("state", "state", unless: !isImplicit && !isCode)
        if isCode, attributes["grant_type"].endsWithBytes(of: "_with_pkce") {
            let method = attributes["challengeAlgorithm"] == "plain" ? "plain" : "S256"
            members["pkce"] = ["method": .string(method)]
        }
        add("scope", "scope")
        members["additionalParameters"] = Self.parameters(attributes, isImplicit: isImplicit, isCode: isCode)
        members["tokenConfig"] = Self.token(attributes)
        details = AuthDetails(type: "oauth2", members: members)
    }

    /// The flows by Postman's grant types.
    static let flows = [
        "authorization_code": "authorization_code", "authorization_code_with_pkce": "authorization_code",
        "client_credentials": "client_credentials", "implicit": "implicit",
        "password_credentials": "resource_owner_password_credentials",
    ]

    private static func flow(_ attributes: PostmanAttributes) -> String {
        let type = attributes["grant_type"]
        if type.isEmpty, attributes["authUrl"].isEmpty { return "client_credentials" }
        return flows[type] ?? "authorization_code"
    }

    private static func client(_ attributes: PostmanAttributes, isImplicit: Bool) -> YAMLValue {
        var client: YAMLMapping = ["clientId": .string(attributes["clientId"])]
        if !isImplicit {
            client["clientSecret"] = .string(attributes["clientSecret"])
            client["placement"] = attributes["client_authentication"] == "body" ? "body" : "basic_auth_header"
        }
        return .mapping(client)
    }

    private static func token(_ attributes: PostmanAttributes) -> YAMLValue {
        var token = YAMLMapping()
        if !attributes["tokenName"].isEmpty { token["id"] = .string(attributes["tokenName"]) }
        let prefix = attributes["headerPrefix"].trimmingWhitespaceScalars()
        token["placement"] =
            attributes["addTokenTo"] == "queryParams"
            ? ["query": "access_token"] : ["header": .string(prefix.isEmpty ? "Bearer" : prefix)]
        return .mapping(token)
    }

    private static func parameters(
        _ attributes: PostmanAttributes, isImplicit: Bool, isCode: Bool
    ) -> YAMLValue? {
        var requests = YAMLMapping()
        if isImplicit || isCode {
            requests["authorizationRequest"] = list(attributes.elements("authRequestParams"), "query")
        }
        if !isImplicit {
            let further = ["audience", "resource"].filter { !attributes[$0].isEmpty }.map { name -> YAMLValue in
                ["name": .string(name), "value": .string(attributes[name]), "placement": "body"]
            }
            requests["accessTokenRequest"] = list(attributes.elements("tokenRequestParams"), "body", further)
            requests["refreshTokenRequest"] = list(attributes.elements("refreshRequestParams"), "body")
        }
        return requests.entries.isEmpty ? .none : .mapping(requests)
    }

    private static func list(_ rows: [SourceNode], _ usual: String, _ further: [YAMLValue] = []) -> YAMLValue? {
        let places = ["request_header": "header", "request_url": "query", "request_body": "body"]
        let parameters = rows.filter { $0["enabled"]?.text != "false" }.compactMap { row -> YAMLValue? in
            guard let name = row["key"]?.text, !name.isEmpty else { return nil }
            return [
                "name": .string(name), "value": .string(row["value"]?.text ?? ""),
                "placement": .string(places[row["send_as"]?.string ?? ""] ?? usual),
            ]
        }
        return (further + parameters).isEmpty ? .none : .sequence(further + parameters)
    }
}
