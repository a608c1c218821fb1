public import MicroClient

/// The cookies of a collection's environment, as they were at a moment.
public struct EnvironmentCookies: Sendable, Hashable {
    /// The cookies, the oldest first.
    public var cookies: [Cookie]
    /// Whether cookies are sent, and new ones kept.
    public var isOn: Bool
    /// The reason why cookies are not kept after quitting, in one line; nil if they are kept.
    public var problem: String?

    public init(_ cookies: [Cookie] = [], isOn: Bool = true, problem: String? = nil) {
        self.cookies = cookies
        self.isOn = isOn
        self.problem = problem
    }
}

/// A change that the user makes to the cookies of an environment.
public enum CookieChange: Sendable, Hashable {
    /// Adds a cookie, or replaces the one with the same name, domain and path.
    case set(Cookie)
    case remove(Cookie)
    case removeAll
    /// Sets whether cookies are sent and new ones kept. Existing cookies stay.
    case turn(on: Bool)
}

/// The parts that identify a cookie in a jar.
///
/// - Source: RFC 6265, section 5.3.
public struct CookieIdentity: Sendable, Hashable {
    public var name: String
    public var domain: String
    public var path: String

    public init(_ cookie: Cookie) {
        name = cookie.name
        domain = cookie.domain
        path = cookie.path
    }

    /// Names of cookies are bytes: two that Unicode calls equivalent are two cookies.
    public static func == (one: CookieIdentity, other: CookieIdentity) -> Bool {
        one.name.utf8.elementsEqual(other.name.utf8) && one.domain == other.domain
            && one.path.utf8.elementsEqual(other.path.utf8)
    }
}
