/// One endpoint: the requests that it matches, one sentence about it, and its handler.
struct Route: Sendable {
    /// The method in upper case; `ANY` takes every method, `GET` takes HEAD too.
    let method: String
    /// Segments after `/`: a text matches itself, `:name` one segment, a last `*` the rest.
    let pattern: String
    let summary: String
    var bodyWish: BodyWish = .counted
    let reply: @Sendable (Call) throws -> Reply

    fileprivate var segments: [String] { RequestTarget(pattern).segments }
}

/// Finds the endpoint for a request.
struct RouteTable: Sendable {
    enum Match {
        case route(Route, parameters: [String: String])
        /// The path is known, but only for these methods.
        case methodNotAllowed([String])
        case notFound
    }

    let routes: [Route]
    /// The routes by first segment, so that a long table costs a request nothing.
    private let entries: [String: [(segments: [String], route: Route)]]

    init(_ routes: [Route]) {
        self.routes = routes
        entries = Dictionary(grouping: routes.map { (segments: $0.segments, route: $0) }) { $0.segments[0] }
    }

    func match(_ method: String, _ segments: [String]) -> Match {
        var allowed: [String] = []
        for entry in entries[segments[0]] ?? [] {
            guard let parameters = Self.parameters(of: entry.segments, segments) else { continue }
            if Self.takes(entry.route, method) { return .route(entry.route, parameters: parameters) }
            allowed.append(entry.route.method)
        }
        return allowed.isEmpty ? .notFound : .methodNotAllowed(Self.completed(allowed))
    }

    private static func takes(_ route: Route, _ method: String) -> Bool {
        route.method == "ANY" || route.method == method || (method == "HEAD" && route.method == "GET")
    }

    private static func completed(_ methods: [String]) -> [String] {
        var all: [String] = []
        for method in methods {
            if !all.contains(method) { all.append(method) }
            if method == "GET" { all.append("HEAD") }
        }
        return all + ["OPTIONS"]
    }

    /// Returns the parameters of a match; nil when the pattern does not match.
    private static func parameters(of pattern: [String], _ segments: [String]) -> [String: String]? {
        var parameters: [String: String] = [:]
        for (index, part) in pattern.enumerated() {
            if part == "*" {
                parameters["*"] = segments.dropFirst(index).joined(separator: "/")
                return parameters
            }
            guard index < segments.count else { return nil }
            if part.hasPrefix(":") {
                parameters[String(part.dropFirst())] = segments[index]
            } else if part != segments[index] {
                return nil
            }
        }
        return pattern.count == segments.count ? parameters : nil
    }
}
