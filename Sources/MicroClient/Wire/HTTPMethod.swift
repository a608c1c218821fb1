/// A request method: any token (RFC 9110, section 9), with the registered ones as members.
public struct HTTPMethod: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }
    public var description: String { rawValue }

    /// Reads. Source: RFC 9110, section 9.3.1.
    public static let get: HTTPMethod = "GET"
    /// Reads the head only. Source: RFC 9110, section 9.3.2.
    public static let head: HTTPMethod = "HEAD"
    /// Hands something over to be processed; not idempotent. Source: RFC 9110, section 9.3.3.
    public static let post: HTTPMethod = "POST"
    /// Creates or replaces. Source: RFC 9110, section 9.3.4.
    public static let put: HTTPMethod = "PUT"
    /// Removes. Source: RFC 9110, section 9.3.5.
    public static let delete: HTTPMethod = "DELETE"
    /// Asks a proxy for a tunnel. Source: RFC 9110, section 9.3.6.
    public static let connect: HTTPMethod = "CONNECT"
    /// Asks what can be done. Source: RFC 9110, section 9.3.7.
    public static let options: HTTPMethod = "OPTIONS"
    /// Asks for the request as it arrived; never with a body. Source: RFC 9110, section 9.3.8.
    public static let trace: HTTPMethod = "TRACE"
    /// Changes a part; not idempotent. Source: RFC 5789.
    public static let patch: HTTPMethod = "PATCH"

    /// Methods that may be repeated without asking (RFC 9110, section 9.2.2).
    public var isIdempotent: Bool { [.get, .head, .put, .delete, .options, .trace].contains(self) }
}
