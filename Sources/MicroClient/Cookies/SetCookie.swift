import Foundation

/// A parsed `Set-Cookie` field. Attributes without a usable value are nil.
///
/// - Source: RFC 6265, section 5.2; control characters and long attributes as in draft-ietf-httpbis-rfc6265bis, section 5.6.
struct SetCookie: Hashable {
    var name: String
    var value: String
    var expires: Date?
    /// The `Max-Age` attribute in seconds; zero or less means that the cookie has expired already.
    var maxAge: Int?
    /// The `Domain` attribute in lower case, without the leading dot; empty for a lone dot.
    var domain: String?
    var path: String?
    var isSecure = false
    var isHTTPOnly = false
    var sameSite: Cookie.SameSite?

    /// Parses a field; nil if it is to be ignored: no name, no `=`, control characters in it.
    init?(_ field: String) {
        guard !field.utf8.contains(where: { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F }) else { return nil }
        let parts = field.utf8.split(separator: 0x3B, omittingEmptySubsequences: false)
        guard let pair = parts.first, let equals = pair.firstIndex(of: 0x3D) else { return nil }
        name = pair[..<equals].trimmedText
        value = pair[pair.index(after: equals)...].trimmedText
        guard !name.isEmpty else { return nil }
        for part in parts.dropFirst() { take(part) }
    }

    private static let longestAttribute = 1024

    private mutating func take(_ attribute: Substring.UTF8View) {
        let equals = attribute.firstIndex(of: 0x3D) ?? attribute.endIndex
        let value = attribute[equals...].dropFirst().trimmedText
        guard value.utf8.count <= Self.longestAttribute else { return }
        switch attribute[..<equals].trimmedText.lowercased() {
        case "expires": expires = CookieDate.parse(value) ?? expires
        case "max-age": maxAge = Self.seconds(value) ?? maxAge
        case "domain" where !value.isEmpty:
            domain = (value.utf8.first == 0x2E ? String(value.dropFirst()) : value).lowercased()
        case "path": path = value.utf8.first == 0x2F ? value : nil
        case "secure": isSecure = true
        case "httponly": isHTTPOnly = true
        case "samesite": sameSite = Cookie.SameSite(rawValue: value.lowercased())
        default: break
        }
    }

    /// - Source: RFC 6265, section 5.2.2.
    private static func seconds(_ text: String) -> Int? {
        let digits = text.utf8.first == 0x2D ? text.utf8.dropFirst() : text.utf8[...]
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text) ?? (digits.count == text.utf8.count ? .max : .min)
    }

    /// Returns the expiry date; nil for a session cookie. `Max-Age` takes precedence over `Expires`.
    func expiry(from now: Date) -> Date? {
        guard let maxAge else { return expires }
        return maxAge > 0 ? now.addingTimeInterval(Double(min(maxAge, Self.longestAge))) : .distantPast
    }

    /// The longest age: ten thousand years in seconds, more than a date can represent.
    private static let longestAge = 315_360_000_000
}

extension SetCookie {
    /// Returns the fields of a value in which several were joined by commas, as Foundation does on Linux.
    ///
    /// A comma separates two cookies if a name and `=` follow; the one in a date does not. A value that contains `, name=` is cut.
    static func parted(_ joined: String) -> [String] {
        var fields: [Substring.UTF8View] = []
        var rest = joined.utf8[...]
        var search = rest.startIndex
        while let comma = rest[search...].firstIndex(of: 0x2C) {
            search = rest.index(after: comma)
            guard rest[search...].beginsPair else { continue }
            fields.append(rest[..<comma])
            rest = rest[search...]
        }
        return (fields + [rest]).map(\.trimmedText)
    }
}

extension Substring.UTF8View {
    /// The text without surrounding spaces and tabs.
    fileprivate var trimmedText: String {
        let start = drop { $0 == 0x20 || $0 == 0x09 }
        let end = start.lastIndex { $0 != 0x20 && $0 != 0x09 }.map(start.index(after:)) ?? start.startIndex
        return String(Substring(start[..<end]))
    }

    /// Whether the text begins with a token and `=`.
    fileprivate var beginsPair: Bool {
        let text = drop { $0 == 0x20 || $0 == 0x09 }
        guard let end = text.firstIndex(where: { $0 == 0x3D || $0 == 0x3B || $0 == 0x2C || $0 <= 0x20 }) else {
            return false
        }
        return text[end] == 0x3D && end > text.startIndex
    }
}
