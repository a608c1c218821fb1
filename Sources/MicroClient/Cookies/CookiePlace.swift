import Foundation
import Text

/// The URL of a request, reduced to what cookies depend on.
struct CookiePlace: Hashable {
    /// The host in lower case and ASCII.
    let host: String
    /// The path as written in the URL; "/" if it is empty.
    let path: String
    /// Whether the scheme is https or the host a loopback address, to which traffic cannot be intercepted (browsers agree).
    let isSecure: Bool

    /// Creates a place from a URL; nil if it has no host.
    init?(_ url: String) {
        let reference = URLReference(url)
        guard let host = reference.host.flatMap(HostName.canonical), !host.isEmpty else { return nil }
        self.host = host
        path = reference.path.isEmpty ? "/" : reference.path
        isSecure = reference.scheme?.lowercased() == "https" || HostName.isLoopback(host)
    }

    /// - Source: RFC 6265, section 5.1.4.
    var defaultPath: String {
        guard path.utf8.first == 0x2F, let slash = path.utf8.lastIndex(of: 0x2F), slash > path.startIndex else {
            return "/"
        }
        return String(path[..<slash])
    }

    func matches(domain: String) -> Bool { host.isWithin(domain: domain) }

    /// The host, and all its parent domains.
    var domains: [String] {
        guard !HostName.isAddress(host) else { return [host] }
        var domains = [host]
        var rest = host[...]
        while let dot = rest.utf8.firstIndex(of: 0x2E) {
            rest = rest[rest.utf8.index(after: dot)...]
            domains.append(String(rest))
        }
        return domains
    }
}

extension String {
    /// Whether a host belongs to a domain.
    ///
    /// - Source: RFC 6265, section 5.1.3.
    func isWithin(domain: String) -> Bool {
        if self == domain { return true }
        guard !domain.isEmpty, utf8.count > domain.utf8.count, utf8.suffix(domain.utf8.count).elementsEqual(domain.utf8)
        else {
            return false
        }
        return utf8.dropLast(domain.utf8.count).last == 0x2E && !HostName.isAddress(self)
    }

    /// Whether a path is this path, or below it.
    ///
    /// - Source: RFC 6265, section 5.1.4.
    func isWithin(path: String) -> Bool {
        guard utf8.starts(with: path.utf8) else { return false }
        return utf8.count == path.utf8.count || path.utf8.last == 0x2F || utf8.dropFirst(path.utf8.count).first == 0x2F
    }
}

extension Cookie {
    /// - Source: RFC 6265, section 5.4, step 1.
    func isFor(_ place: CookiePlace, at now: Date) -> Bool {
        (isHostOnly ? domain == place.host : place.matches(domain: domain)) && place.path.isWithin(path: path)
            && (place.isSecure || !isSecure) && !isExpired(at: now)
    }

    /// Whether it can be sent in a field: a cookie from a file or a program was never parsed.
    var isSendable: Bool {
        let isClean = { (text: String) in !text.utf8.contains { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F || $0 == 0x3B }
        }
        return !name.isEmpty && !name.utf8.contains(0x3D) && isClean(name) && isClean(value) && !domain.isEmpty
            && path.utf8.first == 0x2F
    }

    /// - Source: draft-ietf-httpbis-rfc6265bis, section 4.1.3; the prefixes are compared regardless of case, as in section 5.7.
    var suitsItsPrefix: Bool {
        let lower = name.lowercased()
        if lower.hasPrefix("__host-") { return isSecure && isHostOnly && path == "/" }
        return !lower.hasPrefix("__secure-") || isSecure
    }
}
