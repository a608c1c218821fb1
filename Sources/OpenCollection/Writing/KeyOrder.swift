import YAMLTree

/// The order in which the format's own writer puts keys, so that a key that is added comes where people expect it.
enum KeyOrder {
    case request
    case companion

    /// The keys that come before `key` in the mapping at `path`.
    func before(_ key: String, in path: YAMLPath) -> [String] {
        let keys = self == .request ? Self.requestKeys(path) : Self.companionKeys(path)
        return keys.firstIndex(of: key).map { Array(keys[..<$0]) } ?? []
    }

    private static func requestKeys(_ path: YAMLPath) -> [String] {
        switch path.components.last {
        case nil: ["info", "http", "runtime", "settings", "examples", "docs", "app"]
        case .index?: ["name", "value", "type", "description", "disabled"]
        case .key("info")?: ["name", "type", "seq", "tags", "description"]
        case .key("http")?: ["method", "url", "headers", "params", "body", "auth"]
        case .key("auth")?: ["type", "username", "password", "token", "key", "value", "placement"]
        case .key("runtime")?: ["variables", "scripts", "assertions", "actions"]
        case .key("settings")?: RequestSettings.keys
        case .key("docs")?, .key("description")?: ["content", "type"]
        // A body, or a typed value of a variable.
        case .key?: ["type", "data"]
        }
    }

    private static func companionKeys(_ path: YAMLPath) -> [String] {
        switch path.components.last {
        case nil: CompanionFile.keys
        case .key("retry")?: RetrySettings.keys
        case .key("tls")?: ["verify"]
        case .key("requests")?, .key("folders")?: []
        case .key?, .index?: RequestPolicies.keys
        }
    }
}

extension RequestSettings {
    static let keys = ["encodeUrl", "timeout", "followRedirects", "maxRedirects", "forwardAuthorizationHeader"]
}

extension CompanionFile {
    static let keys = ["version", "collection", "environments", "folders", "requests", "notSecret"]
}

extension RequestPolicies {
    static let keys = ["retry", "tls"]
}

extension RetrySettings {
    static let keys = [
        "count", "backoff", "base", "cap", "budget", "retryAfterCap", "jitter", "methods", "statuses",
    ]
}
