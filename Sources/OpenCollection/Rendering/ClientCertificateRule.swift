import Quoting

/// The servers that a client certificate is shown to: `domain` of `clientCertificates`.
///
/// A host, `*` for any text in it; a port and a path before its URL may follow, a scheme `https://` precede it. Unlike in Bruno the
/// host has an end: `api.x.io` is not `api.x.io.evil.net`. Only https shows a certificate at all.
struct ClientCertificateRule: Hashable {
    private let host: String
    /// The port; nil for any.
    private let port: Int?
    private let path: String
    private let isForTLS: Bool

    /// - Parameter domain: placeholders replaced.
    init(_ domain: String) {
        let domain = domain.trimmingWhitespace()
        var rest = domain.asciiLowercased
        isForTLS = !rest.beginsWithBytes(of: "http://")
        for scheme in ["https://", "http://"] { rest = rest.droppingBytes(before: scheme) }
        let authority = Substring(rest.unicodeScalars.prefix { $0 != "/" })
        path = String(decoding: domain.utf8.suffix(rest.utf8.count - authority.utf8.count), as: UTF8.self)
        if let colon = authority.unicodeScalars.lastIndex(of: ":"), let number = Int(authority[colon...].dropFirst()) {
            host = String(authority[..<colon])
            port = number
        } else {
            host = String(authority)
            port = nil
        }
    }

    func covers(_ url: String) -> Bool {
        guard isForTLS, !host.isEmpty, let place = URLPlace(url), place.isTLS else { return false }
        return (port ?? place.port) == place.port && Wildcard(host).matches(place.host)
            && (path.isEmpty || Wildcard(path.endsWithBytes(of: "*") ? path : path + "*").matches(place.path))
    }
}

/// A pattern in which `*` is any text.
private struct Wildcard {
    private let pattern: [UInt8]

    init(_ pattern: String) { self.pattern = Array(pattern.utf8) }

    /// Whether a text matches. One pass with one place to go back to: a hostile pattern costs no more than its length times the text's.
    func matches(_ text: String) -> Bool {
        let text = Array(text.utf8)
        var (at, place) = (0, 0)
        var star: (pattern: Int, text: Int)?
        while place < text.count {
            if at < pattern.count, pattern[at] == UInt8(ascii: "*") {
                star = (at, place)
                at += 1
            } else if at < pattern.count, pattern[at] == text[place] {
                at += 1
                place += 1
            } else if let last = star {
                star = (last.pattern, last.text + 1)
                at = last.pattern + 1
                place = last.text + 1
            } else {
                return false
            }
        }
        return pattern[at...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
