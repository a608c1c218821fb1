/// A URL or a relative reference, as the text it is: nothing is decoded, encoded or normalised.
///
/// - Source: RFC 3986, section 3, and appendix B for taking it apart.
struct URLReference: Hashable, Sendable {
    var scheme: String?
    /// User information, host and port.
    var authority: String?
    var path: String
    /// Without the `?`.
    var query: String?
    /// Without the `#`.
    var fragment: String?

    init(_ text: String) {
        var rest = text[...]
        if let hash = rest.firstIndex(of: "#") {
            fragment = String(rest[rest.index(after: hash)...])
            rest = rest[..<hash]
        }
        if let mark = rest.firstIndex(of: "?") {
            query = String(rest[rest.index(after: mark)...])
            rest = rest[..<mark]
        }
        if let colon = rest.firstIndex(of: ":"), Self.isScheme(rest[..<colon]) {
            scheme = String(rest[..<colon])
            rest = rest[rest.index(after: colon)...]
        }
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            let slash = rest.firstIndex(of: "/") ?? rest.endIndex
            authority = String(rest[..<slash])
            rest = rest[slash...]
        }
        path = String(rest)
    }

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, first | 0x20 >= 0x61, first | 0x20 <= 0x7A else { return false }
        return text.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x2B || byte == 0x2D
                || byte == 0x2E
        }
    }

    var text: String {
        var text = scheme.map { $0 + ":" } ?? ""
        if let authority { text += "//" + authority }
        text += path
        if let query { text += "?" + query }
        if let fragment { text += "#" + fragment }
        return text
    }

    /// The reference as seen from a base URL.
    ///
    /// - Source: RFC 3986, section 5.2.2.
    func resolved(against base: URLReference) -> URLReference {
        var target = self
        if scheme == nil {
            target.scheme = base.scheme
            if authority == nil {
                target.authority = base.authority
                target.take(pathAndQueryOf: base)
            }
        }
        target.path = Self.removingDotSegments(target.path)
        return target
    }

    private mutating func take(pathAndQueryOf base: URLReference) {
        if path.isEmpty {
            path = base.path
            query = query ?? base.query
        } else if !path.hasPrefix("/") {
            path = Self.merge(path, into: base)
        }
    }

    /// - Source: RFC 3986, section 5.2.3.
    private static func merge(_ path: String, into base: URLReference) -> String {
        guard let slash = base.path.lastIndex(of: "/") else { return base.authority == nil ? path : "/" + path }
        return base.path[...slash] + path
    }

    /// - Source: RFC 3986, section 5.2.4.
    static func removingDotSegments(_ path: String) -> String {
        guard path.contains(".") else { return path }
        var output: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment {
            case ".": if isLast { output.append("") }
            case "..":
                if output.count > 1 || (output.count == 1 && output[0] != "") { output.removeLast() }
                if isLast { output.append("") }
            default: output.append(segment)
            }
        }
        return output.joined(separator: "/")
    }

    /// Host without user information and port, in lower case; an IPv6 address keeps its brackets.
    var host: String? {
        authority.map { authority in
            let hostAndPort = authority[
                (authority.lastIndex(of: "@").map(authority.index(after:)) ?? authority.startIndex)...]
            return String(hostAndPort[..<Self.endOfHost(hostAndPort)]).lowercased()
        }
    }

    /// The port as written; nil when there is none, or no number.
    var port: Int? {
        guard let authority, let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]"),
            !authority[colon...].contains("@")
        else { return nil }
        return Int(authority[authority.index(after: colon)...])
    }

    private static func endOfHost(_ text: Substring) -> Substring.Index {
        if let bracket = text.lastIndex(of: "]") { return text.index(after: bracket) }
        return text.firstIndex(of: ":") ?? text.endIndex
    }

    var isHTTP: Bool { ["http", "https"].contains(scheme?.lowercased()) }

    /// Scheme, host and port, to which credentials are bound.
    ///
    /// - Source: RFC 6454, section 4.
    var origin: Origin {
        let scheme = scheme?.lowercased() ?? ""
        return Origin(scheme: scheme, host: host ?? "", port: port ?? (scheme == "https" ? 443 : 80))
    }

    struct Origin: Hashable, Sendable {
        var scheme: String
        var host: String
        var port: Int
    }
}
