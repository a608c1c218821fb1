import Foundation

/// Sessions that were begun. Their names count up, so that they are the same after every start.
struct DemoSessions {
    /// The time at which each session ends, by its name.
    private var ends = RecentEntries<Date>()
    static let lifetime = 30.0

    var begun: Int { ends.total }

    mutating func begin(at now: Date) -> String {
        let name = "demo-session-\(ends.total + 1)"
        ends[name] = now + Self.lifetime
        return name
    }

    func isOpen(_ name: String, at now: Date) -> Bool { ends[name].map { now < $0 } ?? false }
}

extension Endpoints {
    static let sessions: [Route] = [
        Route(
            method: "POST", pattern: "/sessions",
            summary: "form username=demo, password=demo: a session of 30 s; else 401",
            bodyWish: .kept
        ) { try beginSession($0) },
        Route(method: "GET", pattern: "/session", summary: "needs an open session as bearer token; else 401") {
            try sessionPage($0)
        },
    ]

    private static func beginSession(_ call: Call) throws -> Reply {
        try checkLoginForm(call)
        let now = call.state.now()
        let name = call.state.sessions.withLock { $0.begin(at: now) }
        return .json(.object([("session", .string(name)), ("expires_in", .integer(Int(DemoSessions.lifetime)))]))
    }

    private static func sessionPage(_ call: Call) throws -> Reply {
        let now = call.state.now()
        let name = call.authorization("bearer").map(String.init) ?? ""
        let (isOpen, begun) = call.state.sessions.withLock { ($0.isOpen(name, at: now), $0.begun) }
        guard isOpen else {
            throw unauthorized("Bearer realm=\"demo\"", "POST /sessions begins a session, which is over after 30 s")
        }
        return .json(
            .object([
                ("page", "session"), ("user", .string(DemoCredentials.username)), ("sessionsBegun", .integer(begun)),
            ]))
    }
}
