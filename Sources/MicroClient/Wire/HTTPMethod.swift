/// A request method: any token (RFC 9110, section 9), with the registered ones as members.
public struct HTTPMethod: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }
    public var description: String { rawValue }

    public static let get: HTTPMethod = "GET"
    public static let head: HTTPMethod = "HEAD"
    public static let post: HTTPMethod = "POST"
    public static let put: HTTPMethod = "PUT"
    public static let delete: HTTPMethod = "DELETE"
    public static let connect: HTTPMethod = "CONNECT"
    public static let options: HTTPMethod = "OPTIONS"
    public static let trace: HTTPMethod = "TRACE"
    public static let patch: HTTPMethod = "PATCH"

    /// Methods that may be repeated without asking (RFC 9110, section 9.2.2).
    public var isIdempotent: Bool { [.get, .head, .put, .delete, .options, .trace].contains(self) }
}
