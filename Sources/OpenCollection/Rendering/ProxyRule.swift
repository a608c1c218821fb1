import Quoting
import Text

/// The way in which a request is sent, with or without a proxy.
public enum ProxyRule: Sendable, Hashable {
    /// The proxy of the system's environment: `http_proxy` and its like.
    case system
    /// Straight to the server.
    case direct
    /// A proxy, unless it is bypassed.
    indirect case server(ProxyServer)

    /// The proxy for one URL, chosen again at each redirect: a server that bypasses it is ``direct``.
    public func choice(for url: String) -> ProxyRule {
        guard case .server(let server) = self, server.bypass.covers(url) else { return self }
        return .direct
    }
}

/// A proxy of `config.proxy`, its placeholders replaced.
public struct ProxyServer: Sendable, Hashable {
    /// "http", "https", "socks4" or "socks5".
    public var scheme: String
    public var host: String
    /// The port; nil: that of the scheme.
    public var port: Int?
    public var username = ""
    public var password = ""
    public var bypass: ProxyBypass

    public init(scheme: String, host: String, port: Int? = nil, bypass: ProxyBypass = ProxyBypass("")) {
        self.scheme = scheme
        self.host = host
        self.port = port
        self.bypass = bypass
    }

    /// "http://user:password@host:8080", credentials percent-encoded.
    public var url: String {
        let isUnreserved = PercentCoding.isPlainInComponent
        let name = PercentCoding.encode(username, keeping: isUnreserved)
        let user =
            username.isEmpty && password.isEmpty
            ? "" : "\(name):\(PercentCoding.encode(password, keeping: isUnreserved))@"
        return "\(scheme)://\(user)\(host)\(port.map { ":\($0)" } ?? "")"
    }
}

/// `bypassProxy`: hosts that are reached without the proxy.
///
/// `*` is every host. Else words between commas, semicolons or spaces: a host as it is; one that begins with `.` or `*`, which
/// covers all that end in the rest; each with a port or without. Case does not count.
public struct ProxyBypass: Sendable, Hashable {
    private let words: [Word]

    private struct Word: Hashable {
        var host: String
        var isSuffix: Bool
        var port: Int?

        init(_ text: String) {
            host = text
            if let colon = text.unicodeScalars.lastIndex(of: ":"), colon > text.startIndex,
                let number = Int(String(text[colon...].unicodeScalars.dropFirst()))
            {
                host = String(text[..<colon])
                port = number
            }
            isSuffix = host.beginsWithBytes(of: "*") || host.beginsWithBytes(of: ".")
            if host.beginsWithBytes(of: "*") { host.unicodeScalars.removeFirst() }
        }
    }

    public init(_ text: String) {
        words = text.unicodeScalars.split { $0 == "," || $0 == ";" || $0.properties.isWhitespace }.map {
            Word(String($0).asciiLowercased)
        }
    }

    /// Whether a URL is reached without the proxy.
    public func covers(_ url: String) -> Bool {
        guard !words.isEmpty, let place = URLPlace(url) else { return false }
        return words.contains { word in
            (word.port ?? place.port) == place.port
                && (word.isSuffix
                    ? place.host.utf8.reversed().starts(with: word.host.utf8.reversed())
                    : place.host.hasSameBytes(as: word.host))
        }
    }
}

/// Host, port and path of a final URL, as rules of connections compare them.
struct URLPlace: Hashable {
    var isTLS: Bool
    /// The host in lower case; brackets around an IPv6 address stay.
    var host: String
    var port: Int
    var path: String

    /// Reads a URL; nil without a host, or with an invalid port.
    init?(_ url: String) {
        let parts = URLTemplate(url, hashIsData: false)
        isTLS = parts.scheme.asciiLowercased == "https://"
        var host = parts.authority.asciiLowercased
        if let at = host.unicodeScalars.lastIndex(of: "@") {
            host = String(host[at...].unicodeScalars.dropFirst())
        }
        port = isTLS ? 443 : 80
        if let colon = host.unicodeScalars.lastIndex(of: ":"), !host[colon...].utf8.contains(UInt8(ascii: "]")) {
            let digits = String(host[colon...].unicodeScalars.dropFirst())
            host = String(host[..<colon])
            if !digits.isEmpty {
                guard let number = Int(digits) else { return nil }
                port = number
            }
        }
        guard !host.isEmpty else { return nil }
        self.host = host
        path = parts.path.isEmpty ? "/" : parts.path
    }
}
