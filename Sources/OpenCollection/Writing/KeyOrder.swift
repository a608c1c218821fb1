import YAMLTree

/// The order in which the format's own writer puts keys, so that a key that is added comes where people expect it.
enum KeyOrder {
    case request, folder, root, environment
    case companion

    /// The keys that come before `key` in the mapping at `path`.
    func before(_ key: String, in path: YAMLPath) -> [String] {
        let keys = self == .companion ? Self.companionKeys(path) : keys(path)
        return keys.firstIndex(of: key).map { Array(keys[..<$0]) } ?? []
    }

    private func keys(_ path: YAMLPath) -> [String] {
        switch path.components.last {
        case nil: topKeys
        case .index?: Self.rowKeys(of: path.components.dropLast().last)
        case .key(let name)?: Self.keys(ofMapping: name, below: path.components.dropLast().last)
        }
    }

    private var topKeys: [String] {
        switch self {
        case .request: ["info", "http", "graphql", "runtime", "settings", "examples", "docs", "app"]
        case .folder: ["info", "items", "request", "docs"]
        case .root: ["opencollection", "info", "config", "items", "request", "docs", "bundled", "extensions"]
        case .environment:
            [
                "name", "color", "description", "extends", "dotEnvFilePath", "variables", "clientCertificates",
                "externalSecrets",
            ]
        case .companion: []
        }
    }

    private static func rowKeys(of list: YAMLPath.Component?) -> [String] {
        switch list {
        case .key("assertions")?: ["expression", "operator", "value", "description", "disabled"]
        case .key("actions")?: ["type", "phase", "selector", "variable", "description", "disabled"]
        case .key("scripts")?: ["type", "code"]
        case .key("examples")?: ["name", "description", "request", "response"]
        case .key("data")?: ["filePath", "name", "type", "value", "contentType", "selected", "description", "disabled"]
        case .key("clientCertificates")?: certificateKeys
        default: ["title", "selected", "name", "value", "body", "type", "description", "disabled"]
        }
    }

    /// Of all kinds together: each kind has some of them.
    private static let authKeys = [
        "type", "flow", "authorizationUrl", "accessTokenUrl", "refreshTokenUrl", "callbackUrl", "credentials",
        "resourceOwner", "state", "pkce", "scope", "additionalParameters", "tokenConfig", "settings", "username",
        "password", "domain", "token", "key", "value", "accessKeyId", "secretAccessKey", "sessionToken", "service",
        "region", "profileName", "consumerKey", "consumerSecret", "accessToken", "accessTokenSecret",
        "verifier", "signatureMethod", "privateKey", "timestamp", "nonce", "version", "realm", "placement",
        "includeBodyHash",
    ]

    private static let certificateKeys = [
        "domain", "type", "certificateFilePath", "privateKeyFilePath", "pkcs12FilePath", "passphrase", "disabled",
    ]

    private static func keys(ofMapping name: String, below parent: YAMLPath.Component?) -> [String] {
        switch (name, parent) {
        case ("info", _): ["name", "type", "seq", "tags", "description", "summary", "version", "authors"]
        case ("auth", .key("config")?): ["disabled", "username", "password"]
        case ("auth", _): authKeys
        case ("request", nil): ["headers", "metadata", "auth", "variables", "actions", "scripts", "settings"]
        case ("http", nil), ("graphql", nil), ("request", _): ["method", "url", "headers", "params", "body", "auth"]
        case ("response", _): ["status", "statusText", "headers", "body"]
        case ("runtime", _): ["variables", "scripts", "assertions", "actions"]
        case ("settings", .key("request")?): ["http", "graphql"]
        case ("settings", _), ("http", _), ("graphql", _): RequestSettings.keys
        case ("docs", _), ("description", _): ["content", "type"]
        case ("privateKey", _): ["type", "value"]
        case ("credentials", _): ["clientId", "clientSecret", "placement"]
        case ("tokenConfig", _): ["id", "source", "placement"]
        case ("config", nil): ["protobuf", "proxy", "clientCertificates", "environments"]
        case ("config", _): ["protocol", "hostname", "port", "auth", "bypassProxy"]
        case ("proxy", _): ["disabled", "inherit", "config"]
        // A body, a query, or a typed value of a variable.
        default: ["type", "query", "data", "variables"]
        }
    }

    private static func companionKeys(_ path: YAMLPath) -> [String] {
        switch path.components.last {
        case nil: CompanionFile.keys
        case .key("retry")?: RetrySettings.keys
        case .key("tls")?: ["verify"]
        case .key("diff")?: DifferenceSettings.keys
        case .key("arrays")?: []
        case .key("requests")?, .key("folders")?: []
        case .key?, .index?: CompanionFile.requestKeys
        }
    }
}

extension RequestSettings {
    static let keys = Key.allCases.map(\.rawValue)
}

extension CompanionFile {
    static let keys = ["version", "collection", "environments", "folders", "requests", "secrets", "notSecret"]
    /// Of one request; folders and the collection have the policies among them.
    static let requestKeys = RequestPolicies.keys + ["filter", "diff"]
}

extension RequestPolicies {
    static let keys = ["retry", "tls", "login", "history"]
}

extension RetrySettings {
    static let keys = [
        "count", "backoff", "base", "cap", "budget", "retryAfterCap", "jitter", "methods", "statuses",
    ]
}
