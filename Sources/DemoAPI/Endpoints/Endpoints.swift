/// All endpoints, one list per subject.
enum Endpoints {
    static let table: RouteTable = RouteTable(
        [index, description, reset] + users + credentials + sessions + signatures + oauth + echo + behaviour + events
            + redirects
            + cookies
            + formats
            + bigBodies + uploads)

    static let index: Route = Route(method: "GET", pattern: "/", summary: "this list") { _ in
        let rows = table.routes.map { route in
            JSON.object([
                ("method", .string(route.method)), ("path", .string(route.pattern)),
                ("summary", .string(route.summary)),
            ])
        }
        return .json(.object([("name", "Microscope demo API"), ("endpoints", .array(rows))]))
    }

    static let reset: Route = Route(
        method: "POST", pattern: "/reset", summary: "users, failure counts and tokens as after the start"
    ) {
        $0.state.reset()
        return .empty()
    }
}
