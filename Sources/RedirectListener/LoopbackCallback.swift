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

    /// Nil for every URL that is not plain http on the loopback interface, and for one with a query or a fragment.
    public init?(_ url: String) {
        guard let parts = URLComponents(string: url), parts.scheme?.lowercased() == "http", parts.user == nil,
            parts.query == nil, parts.fragment == nil, let host = parts.host
        else { return nil }
        let bare = host.lowercased().trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        guard ["127.0.0.1", "localhost", "::1"].contains(bare) else { return nil }
        guard let port = parts.port.map(UInt16.init(exactly:)) ?? .some(0) else { return nil }
        self.host = bare == "::1" ? "[::1]" : host
        self.port = port == 0 ? nil : port
        path = parts.percentEncodedPath
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
