import OpenCollection
import Quoting
import YAMLTree

/// The parts of a request that authenticate it.
struct OpenAPICredential {
    var auth = Auth.none
    /// Headers with further keys.
    var headers: [Field] = []
    var query: [Field] = []
    /// Cookies as "name=value".
    var cookies: [String] = []

    /// Whether it is sent in the header Authorization, or may be.
    var setsAuthorization: Bool {
        if headers.contains(where: { $0.name.lowercased() == "authorization" }) { return true }
        switch auth {
        case .none: return false
        case .apiKey(let name, _, let placement): return placement != .query && name.lowercased() == "authorization"
        default: return true
        }
    }

    /// Adds what is asked for together with the rest; false if it cannot be sent beside it.
    fileprivate mutating func add(_ other: Auth) -> Bool {
        switch (auth, other) {
        case (.none, _): auth = other
        case (.apiKey(let name, let value, let placement), _):
            addRow(name, value, placement)
            auth = other
        case (_, .apiKey(let name, let value, let placement)): addRow(name, value, placement)
        default: return false
        }
        return true
    }

    private mutating func addRow(_ name: String, _ value: String, _ placement: Auth.Placement?) {
        if placement == .query { query.append(Field(name, value)) } else { headers.append(Field(name, value)) }
    }
}

extension OpenAPIReader {
    private var schemes: SourceNode? { document["securityDefinitions"] ?? document["components"]?["securitySchemes"] }

    /// Reads the credentials of the whole document. Requests have no way to refuse inherited rows: each gets its own.
    mutating func readSecurity() {
        var docs = [collection.defaults.docs].compactMap { $0 }
        let lines = (schemes?.members ?? []).compactMap { name, node -> String? in
            let scheme = resolved(node)
            let texts = [scheme?["description"]?.title, scheme?["openIdConnectUrl"]?.string].compactMap { $0 }
            return texts.isEmpty ? nil : "- \(name): \(texts.joined(separator: " "))"
        }
        if !lines.isEmpty { docs.append("Credentials:\n\n" + lines.joined(separator: "\n")) }
        inherited = credential(document["security"], &docs)
        collection.defaults.auth = inherited.auth
        collection.defaults.docs = docs.paragraphs
    }

    /// Reads the first alternative that can be sent; the docs list the others.
    mutating func credential(_ security: SourceNode?, _ docs: inout [String]) -> OpenAPICredential {
        let alternatives = (security?.elements ?? []).filter { $0.members?.isEmpty == false }
        for node in security.map({ $0.elements ?? [$0] }) ?? [] where !node.isObject {
            note(.error, node, "this names no credentials; it is left out")
        }
        guard let chosen = alternatives.first(where: canSay) ?? alternatives.first else { return OpenAPICredential() }
        var whole = OpenAPICredential()
        for (name, scopes) in chosen.members ?? [] {
            guard let scheme = resolved(schemes?[name]) else {
                note(.error, chosen, "the security scheme \(name) is not defined")
                continue
            }
            let part = credential(name, scheme, scopes.elements?.compactMap(\.string) ?? [])
            whole.cookies += part.cookies
            if part.auth == .none {
                if part.cookies.isEmpty { docs.append("Requires \(name), which is not sent.") }
            } else if !whole.add(part.auth) {
                docs.append("Also requires \(name), which is not sent.")
                note(
                    .error, chosen,
                    "of credentials that are required together, one type is sent; the docs name the others")
            }
        }
        let others = alternatives.filter { $0.origin != chosen.origin }
            .map { ($0.members ?? []).map(\.key).joined(separator: " with ") }
        if !others.isEmpty { docs.append("Other credentials are accepted, too: \(others.joined(separator: ", or ")).") }
        return whole
    }

    private func canSay(_ alternative: SourceNode) -> Bool {
        (alternative.members ?? []).allSatisfy { name, _ in
            let scheme = schemes?[name]
            let isOther =
                scheme?["type"]?.string == "http"
                && !["basic", "bearer", "digest"].contains(scheme?["scheme"]?.string?.lowercased())
            return scheme != nil && scheme?["type"]?.string != "mutualTLS" && !isOther
        }
    }

    private mutating func credential(_ name: String, _ scheme: SourceNode, _ scopes: [String]) -> OpenAPICredential {
        var credential = OpenAPICredential()
        switch (scheme["type"]?.string, scheme["scheme"]?.string?.lowercased()) {
        case ("basic", _), ("http", "basic"):
            credential.auth = .basic(username: variable("username", name), password: secret("password", name))
        case ("http", "bearer"): credential.auth = .bearer(token: secret("token", name))
        case ("http", "digest"):
            credential.auth = .unsupported(
                .digest(username: variable("username", name), password: secret("password", name)))
        case ("apiKey", _):
            let key = scheme["name"]?.string ?? name
            switch scheme["in"]?.string {
            case "cookie": credential.cookies = ["\(key)=\(secret("apiKey", name))"]
            case "query": credential.auth = .apiKey(name: key, value: secret("apiKey", name), placement: .query)
            default: credential.auth = .apiKey(name: key, value: secret("apiKey", name), placement: .header)
            }
        case ("oauth2", _): credential.auth = oauth2(name, scheme, scopes)
        case ("openIdConnect", _):
            // Its URLs are those of the discovery document, which the docs name: nothing is fetched here.
            credential.auth = oauth2("authorization_code", scheme, name, scopes)
        default: note(.error, scheme, "credentials of this type cannot be sent")
        }
        return credential
    }

    // MARK: - Variables

    /// Names a variable for a part of credentials; with its scheme if several have such a part, or if the name is taken.
    private mutating func name(of part: String, _ scheme: String) -> String {
        let isShared = (schemes?.members ?? []).count { Self.parts(of: resolved($0.value)).contains(part) } > 1
        guard isShared || takenNames.contains(part) else { return part }
        return "\(scheme.keepingLetters(else: "_"))_\(part)"
    }

    /// Returns the names of the parts of a scheme that are variables.
    private static func parts(of scheme: SourceNode?) -> Set<String> {
        switch (scheme?["type"]?.string, scheme?["scheme"]?.string?.lowercased()) {
        case ("basic", _), ("http", "basic"), ("http", "digest"): ["username", "password"]
        case ("http", "bearer"): ["token"]
        case ("apiKey", _): ["apiKey"]
        case ("oauth2", _): parts(ofFlow: scheme.flatMap(flow)?.word)
        case ("openIdConnect", _): parts(ofFlow: "authorization_code")
        default: []
        }
    }

    private static func parts(ofFlow word: String?) -> Set<String> {
        switch word {
        case nil: ["token"]
        case "implicit": ["clientId"]
        case "resource_owner_password_credentials": ["clientId", "clientSecret", "username", "password"]
        default: ["clientId", "clientSecret"]
        }
    }

    private mutating func secret(_ part: String, _ scheme: String) -> String {
        let name = name(of: part, scheme)
        collection.neededSecrets.insert(name)
        return "{{\(name)}}"
    }

    private mutating func variable(_ part: String, _ scheme: String) -> String {
        let name = name(of: part, scheme)
        if !credentialNames.contains(name) { credentialNames.append(name) }
        return "{{\(name)}}"
    }

    // MARK: - OAuth 2

    private static let flows: [(key: String, word: String)] = [
        ("authorizationCode", "authorization_code"), ("accessCode", "authorization_code"),
        ("clientCredentials", "client_credentials"), ("application", "client_credentials"),
        ("password", "resource_owner_password_credentials"), ("implicit", "implicit"),
    ]

    /// Returns a URL; one that is relative is relative to the server.
    private static func url(_ node: SourceNode?) -> String {
        let url = node?.string?.trimmingWhitespaceScalars() ?? ""
        guard !url.isEmpty, !url.containsBytes(of: "://"), !url.beginsWithBytes(of: "{") else { return url }
        let steps = url.split(at: "/").filter { !$0.isEmpty && $0 != "." }
        return (["{{baseUrl}}"] + steps).joined(separator: "/")
    }

    /// Returns the first flow that can be sent: the word for it, and the node with its URLs and scopes; nil if there is none.
    private static func flow(_ scheme: SourceNode) -> (word: String, node: SourceNode)? {
        flows.lazy.compactMap { key, word in
            if scheme["flow"]?.string == key { return (word, scheme) }
            return scheme["flows"]?[key].map { (word, $0) }
        }.first
    }

    private mutating func oauth2(_ name: String, _ scheme: SourceNode, _ scopes: [String]) -> Auth {
        Self.flow(scheme).map { oauth2($0.word, $0.node, name, scopes) } ?? .bearer(token: secret("token", name))
    }

    /// - Parameters:
    ///   - word: The flow, in the word of OpenCollection.
    ///   - flow: The node that has its URLs and scopes.
    private mutating func oauth2(_ word: String, _ flow: SourceNode, _ name: String, _ scopes: [String]) -> Auth {
        var members: YAMLMapping = ["flow": .string(word)]
        let (isCode, isImplicit) = (word == "authorization_code", word == "implicit")
        if isCode || isImplicit { members["authorizationUrl"] = .string(Self.url(flow["authorizationUrl"])) }
        if !isImplicit { members["accessTokenUrl"] = .string(Self.url(flow["tokenUrl"])) }
        if !isImplicit, flow["refreshUrl"] != nil { members["refreshTokenUrl"] = .string(Self.url(flow["refreshUrl"])) }
        var client: YAMLMapping = ["clientId": .string(variable("clientId", name))]
        if !isImplicit {
            client["clientSecret"] = .string(secret("clientSecret", name))
            client["placement"] = "basic_auth_header"
        }
        members["credentials"] = .mapping(client)
        if word.beginsWithBytes(of: "resource") {
            members["resourceOwner"] = [
                "username": .string(variable("username", name)), "password": .string(secret("password", name)),
            ]
        }
        if isCode { members["pkce"] = ["method": "S256"] }
        let all = scopes.isEmpty ? (flow["scopes"]?.members ?? []).map(\.key) : scopes
        if !all.isEmpty { members["scope"] = .string(all.joined(separator: " ")) }
        members["tokenConfig"] = ["placement": ["header": "Bearer"]]
        return .unsupported(AuthDetails(type: "oauth2", members: members))
    }
}
