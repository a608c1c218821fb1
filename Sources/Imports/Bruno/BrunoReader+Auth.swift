import OpenCollection
import Quoting
import YAMLTree

extension BrunoReader {
    /// Reads the credentials that count; others are in the docs.
    ///
    /// - Parameter absent: the credentials where the file does not say which.
    mutating func auth(_ bru: BruFile, absent: Auth, _ docs: inout [String]) -> Auth {
        let mode = BrunoParts.authMode(of: bru)
        var auth = mode == nil ? absent : mode == "inherit" ? .inherit : Auth.none
        for kind in BrunoParts.authKinds(of: bru) {
            let line = bru.line("auth:\(kind)")
            guard kind == mode else {
                let shown = BruCredentials(bru, kind).node[kind].map { PostmanAttributes($0).shown } ?? ""
                if bru.rows("auth:\(kind)").contains(where: { !$0.value.isEmpty }) {
                    docs.append("Credentials of type `\(kind)`, which are not sent:\n\n\(shown)")
                }
                note(.note, line, "credentials that are not sent are in the docs", [.auth: -1])
                continue
            }
            auth = credentials(bru, kind, line, &docs)
        }
        return auth
    }

    private mutating func credentials(_ bru: BruFile, _ kind: String, _ line: Int, _ docs: inout [String]) -> Auth {
        let credentials = BruCredentials(bru, kind)
        if kind == "wsse" {
            return .unsupported(
                AuthDetails(
                    type: kind,
                    members: [
                        "username": .string(credentials["username"]), "password": .string(credentials["password"]),
                    ]
                ))
        }
        // Both tools have the same kinds, in other words.
        var reader = PostmanReader(collection: collection)
        var auth = reader.auth(credentials.node, inheriting: .none, &docs)
        for index in reader.collection.notes.indices.dropFirst(collection.notes.count) {
            reader.collection.notes[index].origin = origin(line)
        }
        collection = reader.collection
        if case .unsupported(var details) = auth {
            credentials.complete(&details)
            auth = .unsupported(details)
        }
        return auth
    }
}

/// The rows of an `auth:` block, in Postman's words.
private struct BruCredentials {
    let kind: String
    private let rows: [(name: String, value: String)]
    private let bru: BruFile

    init(_ bru: BruFile, _ kind: String) {
        (self.bru, self.kind) = (bru, kind)
        rows = bru.rows("auth:\(kind)").map { ($0.name, $0.value) }
    }

    subscript(name: String) -> String { rows.last { $0.name == name }?.value ?? "" }

    private static let names: [String: [String: String]] = [
        "awsv4": ["accessKeyId": "accessKey", "secretAccessKey": "secretKey"],
        "oauth1": [
            "consumer_key": "consumerKey", "consumer_secret": "consumerSecret", "access_token": "token",
            "token_secret": "tokenSecret", "access_token_secret": "tokenSecret", "callback_url": "callback",
            "signature_method": "signatureMethod", "private_key": "privateKey",
            "include_body_hash": "includeBodyHash",
        ],
        "oauth2": [
            "authorization_url": "authUrl", "access_token_url": "accessTokenUrl",
            "refresh_token_url": "refreshTokenUrl", "callback_url": "redirect_uri", "client_id": "clientId",
            "client_secret": "clientSecret", "credentials_placement": "client_authentication",
            "credentials_id": "tokenName", "token_header_prefix": "headerPrefix",
        ],
    ]

    /// The credentials as an `auth` object of Postman's.
    var node: SourceNode {
        var members = rows.map {
            SourceValue.Member(key: Self.names[kind]?[$0.name] ?? $0.name, value: .text($0.value))
        }
        func add(_ key: String, _ value: SourceValue) { members.append(.init(key: key, value: value)) }
        switch kind {
        case "apikey": add("in", .text(self["placement"].contains("query") ? "query" : "header"))
        case "oauth1": add("addParamsToHeader", .text(self["placement"].contains("query") ? "false" : "true"))
        case "oauth2":
            let flow = self["grant_type"]
            let words = ["password": "password_credentials", "authorization_code": "authorization_code"]
            add("grant_type", .text((words[flow] ?? flow) + (self["pkce"] == "true" ? "_with_pkce" : "")))
            // Bruno sends them in the body when nothing is said.
            if self["credentials_placement"].isEmpty { add("client_authentication", .text("body")) }
            let isInURL = ["url", "query", "queryparams"].contains(self["token_placement"])
            add("addTokenTo", .text(isInURL ? "queryParams" : "header"))
            for (key, request) in [
                ("authRequestParams", "auth_req"), ("tokenRequestParams", "access_token_req"),
                ("refreshRequestParams", "refresh_token_req"),
            ] {
                add(key, .list(parameters(of: request)))
            }
        default: break
        }
        return SourceNode(
            .object([.init(key: "type", value: .text(kind)), .init(key: kind, value: .object(members))]))
    }

    private func parameters(of request: String) -> [SourceValue] {
        [("headers", "request_header"), ("queryparams", "request_url"), ("body", "request_body")].flatMap {
            place, word in
            bru.rows("auth:oauth2:additional_params:\(request):\(place)").map { row in
                .object([
                    .init(key: "key", value: .text(row.name)), .init(key: "value", value: .text(row.value)),
                    .init(key: "send_as", value: .text(word)), .init(key: "enabled", value: .flag(row.isEnabled)),
                ])
            }
        }
    }

    /// Adds what Postman has no words for.
    func complete(_ details: inout AuthDetails) {
        switch kind {
        case "awsv4" where !self["profileName"].isEmpty:
            details.members["profileName"] = .string(self["profileName"])
        case "oauth1":
            if self["placement"] == "body" { details.members["placement"] = "body" }
            if let path = self["private_key"].cuttingFile {
                details.members["privateKey"] = ["type": "file", "value": .string(path)]
            }
        case "oauth2":
            if case .mapping(var token)? = details.members["tokenConfig"] {
                complete(&token)
                details.members["tokenConfig"] = .mapping(token)
            }
            let switches = [("autoFetchToken", "auto_fetch_token"), ("autoRefreshToken", "auto_refresh_token")]
            let settings = switches.filter { !self[$0.1].isEmpty }.map { ($0.0, YAMLValue.bool(self[$0.1] == "true")) }
            if !settings.isEmpty { details.members["settings"] = .mapping(YAMLMapping(settings)) }
        default: break
        }
    }

    /// Adds what is said of the token: where it comes from, and where it goes. An empty prefix means the token alone.
    private func complete(_ token: inout YAMLMapping) {
        if ["access_token", "id_token"].contains(self["token_source"]) {
            token["source"] = .string(self["token_source"])
        }
        if ["url", "query", "queryparams"].contains(self["token_placement"]) {
            if !self["token_query_key"].isEmpty { token["placement"] = ["query": .string(self["token_query_key"])] }
        } else if rows.last(where: { $0.name == "token_header_prefix" })?.value.isEmpty == true {
            token["placement"] = ["header": ""]
        }
    }
}
