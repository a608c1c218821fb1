/// The API in the words of OpenAPI: what `microscope import` reads when it is given the address of the demo.
extension Endpoints {
    static let description: Route = Route(
        method: "GET", pattern: "/openapi.json", summary: "this API as an OpenAPI document"
    ) { _ in .json(document) }

    private static let document: JSON = {
        // A path that takes whatever is below it has no spelling there.
        let routes = table.routes.filter { !$0.pattern.contains("*") }
        var patterns: [String] = []
        for route in routes where !patterns.contains(route.pattern) { patterns.append(route.pattern) }
        let paths = patterns.map { pattern in (path(pattern), item(routes.filter { $0.pattern == pattern })) }
        let info = JSON.object([("title", "Microscope demo API"), ("version", "1")])
        let token = JSON.object([("type", "http"), ("scheme", "bearer")])
        return .object([
            ("openapi", "3.1.0"), ("info", info), ("servers", .array([.object([("url", "/")])])),
            ("paths", .object(paths)),
            ("components", .object([("securitySchemes", .object([("token", token)]))])),
        ])
    }()

    /// Returns "/users/{id}" for "/users/:id".
    private static func path(_ pattern: String) -> String {
        pattern.split(separator: "/", omittingEmptySubsequences: false).map { part in
            part.first == ":" ? "{\(part.dropFirst())}" : String(part)
        }.joined(separator: "/")
    }

    private static func item(_ routes: [Route]) -> JSON {
        .object(routes.map { ($0.method == "ANY" ? "get" : $0.method.lowercased(), operation($0)) })
    }

    private static func operation(_ route: Route) -> JSON {
        let parts = route.pattern.split(separator: "/").map(String.init)
        var members: [(String, JSON)] = [("summary", .string(route.summary))]
        if let first = parts.first { members.append(("tags", .array([.string(first)]))) }
        let parameters = parts.filter { $0.first == ":" }.map { String($0.dropFirst()) }
        if !parameters.isEmpty { members.append(("parameters", .array(parameters.map(parameter)))) }
        if let body = bodies["\(route.method) \(route.pattern)"] {
            members.append(("requestBody", .object([("content", .object([body]))])))
        }
        if route.pattern == "/private" {
            members.append(("security", .array([.object([("token", .array([]))])])))
        }
        let response = JSON.object([("description", "the response that the summary promises")])
        return .object(members + [("responses", .object([("default", response)]))])
    }

    private static func parameter(_ name: String) -> JSON {
        .object([
            ("name", .string(name)), ("in", "path"), ("required", true),
            ("schema", .object([("type", "integer")])), ("example", .integer(name == "code" ? 418 : 1)),
        ])
    }

    private static let user = JSON.object([("name", "Grace Hopper"), ("email", "grace@example.com")])
    private static let login = JSON.object([("username", "demo"), ("password", "demo")])

    /// Bodies that are taken, by method and pattern.
    private static let bodies: [String: (String, JSON)] = [
        "POST /users": ("application/json", .object([("example", user)])),
        "PUT /users/:id": ("application/json", .object([("example", user)])),
        "PATCH /users/:id": ("application/json", .object([("example", .object([("name", "Grace")]))])),
        "POST /login": ("application/x-www-form-urlencoded", .object([("example", login)])),
        "POST /sessions": ("application/x-www-form-urlencoded", .object([("example", login)])),
    ]
}
