/// `connection:` of `microscope.yaml`: how the connection to a server is made. Members are nil if not set.
///
/// The host of the URL stays the one that is named to the server and that its certificate is checked for.
public struct ConnectionSettings: Sendable, Hashable {
    /// The file of the certificate authorities that are trusted in place of the system's, PEM; relative to the collection's root.
    public var ca: String?
    /// The path of a Unix socket to connect to in place of host and port; absolute.
    public var unixSocket: String?
    public var http: HTTPVersion?
    /// The seconds allowed for name lookup, TCP and TLS together.
    public var connectTimeout: Double?
    /// Addresses of hosts that are not looked up.
    public var resolve: [ResolvedHost]?
    /// The host and port to connect to in place of the URL's.
    public var connectTo: NetworkPlace?

    public init() {}

    public enum HTTPVersion: String, Sendable, Hashable, CaseIterable {
        case one = "1.1"
        case two = "2"
        /// HTTP/2 without TLS.
        case cleartext = "h2c"
    }

    /// Returns these settings without those that the user's own place to connect to replaces: a socket, or a host and addresses.
    func beside(_ own: ConnectionSettings) -> ConnectionSettings {
        var settings = self
        if own.unixSocket != nil { (settings.connectTo, settings.resolve) = (nil, nil) }
        if own.connectTo != nil || own.resolve != nil { settings.unixSocket = nil }
        return settings
    }

    /// Returns these settings, with those of others where these have none.
    public func over(_ others: ConnectionSettings?) -> ConnectionSettings {
        guard let others else { return self }
        var settings = ConnectionSettings()
        settings.ca = ca ?? others.ca
        (settings.unixSocket, settings.connectTo) = (unixSocket ?? others.unixSocket, connectTo ?? others.connectTo)
        (settings.http, settings.connectTimeout) = (http ?? others.http, connectTimeout ?? others.connectTimeout)
        settings.resolve = resolve ?? others.resolve
        return settings
    }
}

/// A host and port, "api.test:443" or "[::1]:8443".
public struct NetworkPlace: Sendable, Hashable, LosslessStringConvertible {
    /// The name or address, without brackets.
    public let host: String
    public let port: Int

    public init?(_ text: String) {
        guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")), let port = Int(text[text.index(after: colon)...]),
            (1...65535).contains(port)
        else { return nil }
        var host = text[..<colon]
        if host.first == "[", host.last == "]" {
            host = host.dropFirst().dropLast()
            guard host.contains(":") else { return nil }
        } else if host.contains(":") {
            return nil
        }
        guard !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"/@[]*\\".utf8.contains($0) }) else {
            return nil
        }
        (self.host, self.port) = (String(host), port)
    }

    public var description: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }
}

/// Addresses of a host and port: "api.test:443:127.0.0.1", several with commas between; the host may be `*`.
public struct ResolvedHost: Sendable, Hashable, LosslessStringConvertible {
    public let host: String
    public let port: Int
    /// IPv4 or IPv6 addresses, without brackets, in the order in which they are tried.
    public let addresses: [String]

    public init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let port = Int(parts[1]), (1...65535).contains(port) else { return nil }
        guard parts[0] == "*" || NetworkPlace("\(parts[0]):1") != nil else { return nil }
        let addresses = parts[2].split(separator: ",", omittingEmptySubsequences: false).map { address in
            address.first == "[" && address.last == "]" ? String(address.dropFirst().dropLast()) : String(address)
        }
        let isAddress = addresses.allSatisfy { address in
            !address.isEmpty && address.utf8.allSatisfy { "0123456789abcdefABCDEF.:".utf8.contains($0) }
                && (address.contains(":") || address.split(separator: ".").count == 4)
        }
        guard isAddress, !addresses.isEmpty else { return nil }
        (host, self.port, self.addresses) = (parts[0], port, addresses)
    }

    public var description: String {
        "\(host):\(port):\(addresses.map { $0.contains(":") ? "[\($0)]" : $0 }.joined(separator: ","))"
    }
}
