/// A URL or a relative reference, as text: nothing is decoded, encoded or normalised.
///
/// - Source: RFC 3986, section 3, and appendix B for parsing.
package struct URLReference: Hashable, Sendable {
    package var scheme: String?
    /// User information, host and port.
    package var authority: String?
    package var path: String
    /// The query without the `?`.
    package var query: String?
    /// The fragment without the `#`.
    package var fragment: String?

    package init(_ text: String) {
        // Parsed by bytes: a combining mark after a slash belongs to the same `Character`, and the host would end elsewhere than for the server.
        var rest = text.utf8[...]
        if let hash = rest.firstIndex(of: 0x23) {
            fragment = String(Substring(rest[hash...].dropFirst()))
            rest = rest[..<hash]
        }
        if let mark = rest.firstIndex(of: 0x3F) {
            query = String(Substring(rest[mark...].dropFirst()))
            rest = rest[..<mark]
        }
        if let colon = rest.firstIndex(of: 0x3A), Self.isScheme(rest[..<colon]) {
            scheme = String(Substring(rest[..<colon]))
            rest = rest[colon...].dropFirst()
        }
        if rest.starts(with: [0x2F, 0x2F]) {
            rest = rest.dropFirst(2)
            let slash = rest.firstIndex(of: 0x2F) ?? rest.endIndex
            authority = String(Substring(rest[..<slash]))
            rest = rest[slash...]
        }
        path = String(Substring(rest))
    }

    /// Whether text before a colon is a scheme.
    ///
    /// - Source: RFC 3986, section 3.1.
    package static func isScheme(_ bytes: Substring.UTF8View) -> Bool {
        guard let first = bytes.first, first | 0x20 >= 0x61, first | 0x20 <= 0x7A else { return false }
        return bytes.allSatisfy { byte in
            (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x2B || byte == 0x2D
                || byte == 0x2E
        }
    }

    package var text: String {
        var text = scheme.map { $0 + ":" } ?? ""
        if let authority { text += "//" + authority }
        text += path
        if let query { text += "?" + query }
        if let fragment { text += "#" + fragment }
        return text
    }

    /// Returns the reference resolved against a base URL.
    ///
    /// - Source: RFC 3986, section 5.2.2.
    package func resolved(against base: URLReference) -> URLReference {
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
        } else if path.utf8.first != 0x2F {
            path = Self.merge(path, into: base)
        }
    }

    /// - Source: RFC 3986, section 5.2.3.
    private static func merge(_ path: String, into base: URLReference) -> String {
        guard let slash = base.path.utf8.lastIndex(of: 0x2F) else { return base.authority == nil ? path : "/" + path }
        return base.path[..<slash] + "/" + path
    }

    /// - Source: RFC 3986, section 5.2.4.
    package static func removingDotSegments(_ path: String) -> String {
        guard path.utf8.contains(0x2E) else { return path }
        var output: [Substring.UTF8View] = []
        let segments = path.utf8.split(separator: 0x2F, omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            if segment.elementsEqual([0x2E]) {
                if isLast { output.append(segment.prefix(0)) }
            } else if segment.elementsEqual([0x2E, 0x2E]) {
                if output.count > 1 || output.first?.isEmpty == false { output.removeLast() }
                if isLast { output.append(segment.prefix(0)) }
            } else {
                output.append(segment)
            }
        }
        return output.map { String(Substring($0)) }.joined(separator: "/")
    }

    /// Host without user information and port, in lower case; an IPv6 address keeps its brackets.
    package var host: String? {
        authority.map { $0[Self.rangeOfHost(in: $0)].lowercased() }
    }

    /// The port as written; nil if there is none, or it is not a number.
    package var port: Int? {
        authority.flatMap { Int($0.utf8[Self.rangeOfHost(in: $0).upperBound...].dropFirst().asText) }
    }

    /// The text before the `@`; nil without one.
    package var userInformation: String? {
        get { authority.flatMap { text in text.utf8.lastIndex(of: 0x40).map { String(text[..<$0]) } } }
        set {
            authority = authority.map { text in
                let hostAndPort = text[Self.rangeOfHost(in: text).lowerBound...]
                return newValue.map { $0 + "@" + hostAndPort } ?? String(hostAndPort)
            }
        }
    }

    /// The reference without its user information.
    package var withoutUser: URLReference {
        var reference = self
        reference.userInformation = nil
        return reference
    }

    /// The path and query, as in a request line.
    ///
    /// - Source: RFC 9112, section 3.2.1.
    package var target: String { (path.isEmpty ? "/" : path) + (query.map { "?" + $0 } ?? "") }

    /// Returns the range of the host in an authority, its brackets included.
    package static func rangeOfHost(in authority: String) -> Range<String.Index> {
        let bytes = authority.utf8
        let start = bytes.lastIndex(of: 0x40).map(bytes.index(after:)) ?? bytes.startIndex
        let end =
            bytes[start...].lastIndex(of: 0x5D).map(bytes.index(after:)) ?? bytes[start...].firstIndex(of: 0x3A)
            ?? bytes.endIndex
        return start..<end
    }

    package var isHTTP: Bool { ["http", "https"].contains(scheme?.lowercased()) }

    /// Scheme, host and port, to which credentials are bound.
    ///
    /// - Source: RFC 6454, section 4.
    package var origin: Origin {
        let scheme = scheme?.lowercased() ?? ""
        return Origin(scheme: scheme, host: host ?? "", port: port ?? (scheme == "https" ? 443 : 80))
    }

    /// Whether both have the same origin, so that credentials for one are for the other.
    package func hasOrigin(of other: URLReference) -> Bool { origin == other.origin }

    package struct Origin: Hashable, Sendable {
        package var scheme: String
        package var host: String
        package var port: Int

        package init(scheme: String, host: String, port: Int) {
            (self.scheme, self.host, self.port) = (scheme, host, port)
        }

        /// The origin as text, `https://host:8443`; the port only if it is not the scheme's default.
        package var text: String {
            let isUsual = port == ["http": 80, "https": 443][scheme]
            return "\(scheme)://\(host)" + (isUsual ? "" : ":\(port)")
        }
    }
}

extension Substring.UTF8View {
    fileprivate var asText: String { String(Substring(self)) }
}
