/// A request method: any token (RFC 9110, section 9), with the registered ones as members.
public struct HTTPMethod: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }
    public var description: String { rawValue }

    /// GET: requests the resource. Source: RFC 9110, section 9.3.1.
    public static let get: HTTPMethod = "GET"
    /// HEAD: requests the head only. Source: RFC 9110, section 9.3.2.
    public static let head: HTTPMethod = "HEAD"
    /// POST: submits content to be processed; not idempotent. Source: RFC 9110, section 9.3.3.
    public static let post: HTTPMethod = "POST"
    /// PUT: creates or replaces the resource. Source: RFC 9110, section 9.3.4.
    public static let put: HTTPMethod = "PUT"
    /// DELETE: removes the resource. Source: RFC 9110, section 9.3.5.
    public static let delete: HTTPMethod = "DELETE"
    /// CONNECT: requests a tunnel from a proxy. Source: RFC 9110, section 9.3.6.
    public static let connect: HTTPMethod = "CONNECT"
    /// OPTIONS: requests the supported methods and options. Source: RFC 9110, section 9.3.7.
    public static let options: HTTPMethod = "OPTIONS"
    /// TRACE: requests the request as it arrived; never with a body. Source: RFC 9110, section 9.3.8.
    public static let trace: HTTPMethod = "TRACE"
    /// PATCH: changes a part of the resource; not idempotent. Source: RFC 5789.
    public static let patch: HTTPMethod = "PATCH"

    /// Whether the method may be repeated automatically (RFC 9110, section 9.2.2).
    public var isIdempotent: Bool { [.get, .head, .put, .delete, .options, .trace].contains(self) }
}
