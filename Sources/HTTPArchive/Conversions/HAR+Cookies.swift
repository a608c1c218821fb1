extension HAR.Cookie {
    /// Returns the cookies of a `Cookie` field.
    ///
    /// - Source: RFC 6265, section 4.2.1.
    static func sent(_ field: String) -> [HAR.Cookie] {
        field.unicodeScalars.split(separator: ";").map { HAR.Cookie(pair: $0) }.filter { !$0.name.isEmpty }
    }

    private init(pair: Substring.UnicodeScalarView) {
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(Self.trimmed)
        self.init(name: parts[0], value: parts.count > 1 ? parts[1] : "")
    }

    /// Parses the cookie of a `Set-Cookie` field.
    ///
    /// - Source: RFC 6265, section 4.1.
    init(set field: String) {
        let parts = field.unicodeScalars.split(separator: ";", omittingEmptySubsequences: false)
        self.init(pair: parts.first ?? "".unicodeScalars[...])
        for part in parts.dropFirst() { take(HAR.Cookie(pair: part)) }
    }

    private mutating func take(_ attribute: HAR.Cookie) {
        switch attribute.name.lowercased() {
        case "path": path = attribute.value
        case "domain": domain = attribute.value
        case "expires": expires = attribute.value
        case "httponly": httpOnly = true
        case "secure": secure = true
        case "samesite": other["sameSite"] = .string(attribute.value)
        default: break
        }
    }

    private static func trimmed(_ text: Substring.UnicodeScalarView) -> String {
        var text = text.drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
