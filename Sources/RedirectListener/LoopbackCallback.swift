import Foundation

/// A callback URL on this machine, on which the program can listen for the browser to return.
///
/// - Source: RFC 8252, sections 7.3 and 8.3.
public struct LoopbackCallback: Sendable, Hashable {
    /// The host as the URL has it, an IPv6 address in brackets: it must be used as it was registered.
    public let host: String
    /// The port; nil for any free one.
    public let port: UInt16?
    /// The path; begins with `/`, unless the URL has none.
    public let path: String

    /// Returns the reason why a URL on this machine is refused: browsers parse a path that begins with two slashes as another host. Nil
    /// for all others.
    public static func refusal(of url: String) -> RedirectListenerError? {
        guard let rest = loopbackParts(url)?.percentEncodedPath.dropFirst(), let first = rest.first else { return nil }
        guard first == "/" || first == "\\" || rest.lowercased().hasPrefix("%5c") else { return nil }
        return RedirectListenerError(
            .unsafePath, "callbackUrl has a path that begins with two slashes: leave one of them out.")
    }

    /// Parses a callback URL; nil if it is not plain http on the loopback interface, has a query or a fragment, or has a
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

    /// Returns the values of `Host` with which a browser returns: the port is left out if it is the scheme's default.
    func hosts(port: UInt16) -> Set<String> {
        let host = host.lowercased()
        return port == 80 ? [host, "\(host):80"] : ["\(host):\(port)"]
    }

    var isIPv6: Bool { host == "[::1]" }

    /// Returns the URL that the browser is redirected to.
    func redirectURI(port: UInt16) -> String { "http://\(host):\(port)\(path)" }

    /// The path that a browser requests when it returns.
    var requestPath: String { path.isEmpty ? "/" : path }
}

/// The reason why listening for the browser failed.
public struct RedirectListenerError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Code: Sendable, Hashable {
        /// Another program listens on the port.
        case portInUse
        case socketFailed
        /// The callback URL's path would lead a browser to another host.
        case unsafePath
        /// The browser did not return in time.
        case timedOut
    }

    public let code: Code
    /// The error in one line for users.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
