import Foundation

/// A callback URL on this machine: one that can be listened on for the browser that comes back.
///
/// - Source: RFC 8252, sections 7.3 and 8.3.
public struct LoopbackCallback: Sendable, Hashable {
    /// As the URL writes it, an IPv6 address in brackets: it has to come back as it was registered.
    public let host: String
    /// Nil: any that is free.
    public let port: UInt16?
    /// Begins with `/`, unless the URL has none.
    public let path: String

    /// Why a URL on this machine is refused: a browser takes a path that begins with two slashes for another host. Nil for all others.
    public static func refusal(of url: String) -> RedirectListenerError? {
        guard let rest = loopbackParts(url)?.percentEncodedPath.dropFirst(), let first = rest.first else { return nil }
        guard first == "/" || first == "\\" || rest.lowercased().hasPrefix("%5c") else { return nil }
        return RedirectListenerError(
            .unsafePath, "callbackUrl has a path that begins with two slashes: leave one of them out.")
    }

    /// Nil for every URL that is not plain http on the loopback interface, for one with a query or a fragment, and for one with a
    /// ``refusal(of:)``.
    public init?(_ url: String) {
        guard let parts = Self.loopbackParts(url), let host = parts.host, Self.refusal(of: url) == nil else {
            return nil
        }
        guard let port = parts.port.map(UInt16.init(exactly:)) ?? .some(0) else { return nil }
        self.host = Self.bare(host) == "::1" ? "[::1]" : host
        self.port = port == 0 ? nil : port
        path = parts.percentEncodedPath
    }

    private static func loopbackParts(_ url: String) -> URLComponents? {
        guard let parts = URLComponents(string: url), parts.scheme?.lowercased() == "http", parts.user == nil,
            parts.query == nil, parts.fragment == nil, let host = parts.host,
            ["127.0.0.1", "localhost", "::1"].contains(bare(host))
        else { return nil }
        return parts
    }

    private static func bare(_ host: String) -> String {
        host.lowercased().trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
    }

    /// The values of `Host` with which a browser comes back: the port is left out where it is the scheme's own.
    func hosts(port: UInt16) -> Set<String> {
        let host = host.lowercased()
        return port == 80 ? [host, "\(host):80"] : ["\(host):\(port)"]
    }

    var isIPv6: Bool { host == "[::1]" }

    /// What the browser is sent to.
    func redirectURI(port: UInt16) -> String { "http://\(host):\(port)\(path)" }

    /// What a browser asks for when it comes back.
    var requestPath: String { path.isEmpty ? "/" : path }
}

/// Why the browser cannot be waited for, or did not come.
public struct RedirectListenerError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Code: Sendable, Hashable {
        /// Somebody else listens on the port.
        case portInUse
        case socketFailed
        /// The callback URL's path would lead a browser elsewhere.
        case unsafePath
        /// The time is over.
        case timedOut
    }

    public let code: Code
    /// One line for a person.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
