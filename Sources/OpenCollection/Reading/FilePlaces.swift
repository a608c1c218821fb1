import YAMLTree

/// Where things stand in the format's files: shared by reading and writing.
enum FilePlaces {
    static let http: YAMLPath = ["http"]
    static let httpKeys = ["method", "url", "headers", "params", "body", "auth"]
    static let rootKeys = ["info", "http", "runtime", "settings", "examples", "docs", "app"]
    static let settingsKeys = ["encodeUrl", "timeout", "followRedirects", "maxRedirects", "forwardAuthorizationHeader"]
    /// Keys at the top that have an empty line before them in files written by the reference implementation.
    static let separatedKeys: Set = [
        "info", "http", "graphql", "grpc", "websocket", "runtime", "settings", "examples", "docs", "items", "request",
    ]

    /// The index of the selected variant, else of the first; nil when the node is no list.
    static func selectedVariant(of node: YAMLNode) -> Int? {
        guard let items = node.items, !items.isEmpty else { return nil }
        return items.firstIndex { $0["selected"]?.scalar?.resolved == .bool(true) } ?? 0
    }

    /// The keys before `key` in an order: those it is written behind.
    static func keys(before key: String, in order: [String]) -> [String] {
        Array(order.prefix { $0 != key })
    }
}
