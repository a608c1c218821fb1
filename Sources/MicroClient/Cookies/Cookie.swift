import Foundation

/// A cookie, as a jar keeps it.
///
/// - Source: RFC 6265, section 5.3.
public struct Cookie: Sendable, Hashable {
    /// The name; case-sensitive.
    public var name: String
    /// The value as it is sent back; never printed.
    public var value: String
    /// The domain in lower case and ASCII, without a leading dot.
    public var domain: String
    /// Whether it is sent to the domain itself only, and not to its subdomains. Default: true.
    public var isHostOnly: Bool
    /// The path at and below which it is sent. Default: "/", every path.
    public var path: String
    /// Whether it is sent over https only; a loopback address counts as https. Default: false.
    public var isSecure: Bool
    /// Whether scripts of a page may not see it. Kept as the server sent it, without effect here. Default: false.
    public var isHTTPOnly: Bool
    /// The `SameSite` attribute; nil if there was none that is known. Kept without effect: requests of this library come from no site.
    public var sameSite: SameSite?
    /// The expiry date; nil for a session cookie, which lasts until ``CookieJar/removeSessionCookies()``.
    public var expiresAt: Date?
    /// The date of its creation. Of two cookies with paths of the same length the older is sent first.
    public var createdAt: Date
    /// The date when it was last sent. When there are too many, the least recently used cookie is removed first.
    public var lastUsedAt: Date

    /// Whether name and value were received as bytes that are not valid UTF-8: they have a Latin-1 character for each.
    package var isLatin1 = false

    /// Creates a cookie; by default a session cookie for one host and every path.
    public init(
        _ name: String, _ value: String, domain: String, isHostOnly: Bool = true, path: String = "/",
        isSecure: Bool = false, isHTTPOnly: Bool = false, sameSite: SameSite? = nil, expiresAt: Date? = nil,
        createdAt: Date, lastUsedAt: Date? = nil
    ) {
        self.name = name
        self.value = value
        self.domain = domain
        self.isHostOnly = isHostOnly
        self.path = path
        self.isSecure = isSecure
        self.isHTTPOnly = isHTTPOnly
        self.sameSite = sameSite
        self.expiresAt = expiresAt
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt ?? createdAt
    }

    /// The values of the `SameSite` attribute.
    ///
    /// - Source: draft-ietf-httpbis-rfc6265bis, section 5.6.7.
    public enum SameSite: String, Sendable, Hashable, Codable {
        /// The attribute `SameSite=Strict`, `SameSite=Lax` or `SameSite=None`.
        case strict, lax, none
    }

    /// Returns whether name, domain and path are the same, byte by byte: then the later cookie replaces the earlier.
    func isSame(as other: Cookie) -> Bool {
        isNamed(as: other) && domain == other.domain && path.utf8.elementsEqual(other.path.utf8)
    }

    /// The bytes "name=value" as they are sent.
    var pair: [UInt8] {
        let text = "\(name)=\(value)"
        return isLatin1 ? text.latin1Bytes : Array(text.utf8)
    }

    func isNamed(as other: Cookie) -> Bool { name.utf8.elementsEqual(other.name.utf8) }

    func isExpired(at now: Date) -> Bool { expiresAt.map { $0 <= now } ?? false }
}

/// Descriptions without the value, wherever a cookie is printed: it is a credential.
extension Cookie: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A description such as "id=••••; Domain=example.com; Path=/".
    public var description: String { "\(name)=\(Redaction.mask); Domain=\(domain); Path=\(path)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror {
        Mirror(self, children: ["name": name, "domain": domain, "path": path, "expiresAt": expiresAt as Any])
    }
}

/// The JSON form: `{"name": "id", "value": "1", "domain": "example.com", "path": "/", "created": 1700000000}`, and if they are set
/// `"hostOnly": false`, `"secure": true`, `"httpOnly": true`, `"latin1": true`, `"sameSite": "lax"`, `"expires": 1700003600`,
/// `"lastUsed": 1700000060`.
/// Times are seconds since 1970, whatever the encoder's strategy is.
extension Cookie: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, value, domain, hostOnly, path, secure, httpOnly, sameSite, expires, created, lastUsed, latin1
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        func flag(_ key: CodingKeys) throws -> Bool? { try fields.decodeIfPresent(Bool.self, forKey: key) }
        func time(_ key: CodingKeys) throws -> Date? {
            try fields.decodeIfPresent(Double.self, forKey: key).map(Date.init(timeIntervalSince1970:))
        }
        self.init(
            try fields.decode(String.self, forKey: .name), try fields.decode(String.self, forKey: .value),
            domain: try fields.decode(String.self, forKey: .domain), isHostOnly: try flag(.hostOnly) ?? true,
            path: try fields.decodeIfPresent(String.self, forKey: .path) ?? "/", isSecure: try flag(.secure) ?? false,
            isHTTPOnly: try flag(.httpOnly) ?? false,
            sameSite: try fields.decodeIfPresent(SameSite.self, forKey: .sameSite), expiresAt: try time(.expires),
            createdAt: try time(.created) ?? Date(timeIntervalSince1970: 0), lastUsedAt: try time(.lastUsed))
        isLatin1 = try flag(.latin1) ?? false
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(name, forKey: .name)
        try fields.encode(value, forKey: .value)
        try fields.encode(domain, forKey: .domain)
        try fields.encode(path, forKey: .path)
        if !isHostOnly { try fields.encode(false, forKey: .hostOnly) }
        if isSecure { try fields.encode(true, forKey: .secure) }
        if isHTTPOnly { try fields.encode(true, forKey: .httpOnly) }
        if isLatin1 { try fields.encode(true, forKey: .latin1) }
        try fields.encodeIfPresent(sameSite, forKey: .sameSite)
        try fields.encodeIfPresent(expiresAt?.timeIntervalSince1970, forKey: .expires)
        try fields.encode(createdAt.timeIntervalSince1970, forKey: .created)
        if lastUsedAt != createdAt { try fields.encode(lastUsedAt.timeIntervalSince1970, forKey: .lastUsed) }
    }
}
