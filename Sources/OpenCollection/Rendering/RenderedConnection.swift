import Quoting
import Text

/// The settings of a request's connection, with those of the user's own.
public struct RenderedConnection: Sendable, Hashable {
    /// The settings that count.
    public var settings = ConnectionSettings()
    /// The part that the command line says, which needs no agreement.
    public var own = ConnectionSettings()
    /// The authorities that are trusted where nothing names others; nil: the system's.
    public var usualAuthorities: Authorities?

    /// A file and a directory of certificate authorities, by absolute paths.
    public struct Authorities: Sendable, Hashable {
        public var file: String?
        public var directory: String?

        public init(file: String?, directory: String?) { (self.file, self.directory) = (file, directory) }

        /// Reads the authorities that the environment of a process names; nil if it names none.
        ///
        /// - Source: curl(1), CURL_CA_BUNDLE, and without it SSL_CERT_FILE and SSL_CERT_DIR.
        public init?(environment: [String: String]) {
            func path(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
            let bundle = path("CURL_CA_BUNDLE")
            (file, directory) = bundle.map { ($0, nil) } ?? (path("SSL_CERT_FILE"), path("SSL_CERT_DIR"))
            if file == nil, directory == nil { return nil }
        }
    }

    public init() {}

    /// The addresses for a host and port; nil if it is looked up.
    ///
    /// A host in another spelling than letters, digits, dots and hyphens may turn out to be any of those that have addresses.
    ///
    /// - Parameter place: The host and port of a URL; nil: not known.
    private func addresses(of place: NetworkPlace?) -> ResolvedHost? {
        let all = settings.resolve ?? []
        guard let place else { return all.first }
        let known = all.filter { $0.port == place.port }
        let host = place.host.droppingBytes(behind: ".")
        guard host.utf8.allSatisfy({ PercentCoding.isAlphanumeric($0) || "-.:".utf8.contains($0) }) else {
            return known.first
        }
        return known.first { $0.host.lowercased().droppingBytes(behind: ".") == host } ?? known.first { $0.host == "*" }
    }

    /// The place to which the collection's files lead a connection; nil: to the URL's host, or where the command line says.
    ///
    /// - Parameter url: A URL without placeholders.
    func detour(from url: String) -> ConnectionDetour? {
        if let socket = settings.unixSocket { return own.unixSocket == nil ? .socket(socket) : nil }
        if let addresses = addresses(of: NetworkPlace(ofURL: url)) {
            return own.resolve == nil ? .host(addresses.addresses.joined(separator: " or ")) : nil
        }
        return own.connectTo == nil ? settings.connectTo.map { .host($0.description) } : nil
    }

    /// The file of authorities that the collection's files name; nil: none, or that of the command line.
    var authorityFile: String? { own.ca == nil ? settings.ca : nil }
}

/// The place to which a connection is made in place of the URL's host.
public enum ConnectionDetour: Sendable, Hashable {
    /// The path of a Unix socket.
    case socket(String)
    /// A host and port, or addresses.
    case host(String)

    /// The parts that distinguish it from all others.
    public var words: [String] {
        switch self {
        case .socket(let path): ["socket", path]
        case .host(let place): ["host", place]
        }
    }

    /// "the Unix socket /run/x.sock"
    var text: String {
        switch self {
        case .socket(let path): "the Unix socket \(path)"
        case .host(let place): place
        }
    }
}

extension NetworkPlace {
    /// Returns nil for a URL without a host.
    init?(ofURL url: String) {
        guard let origin = ServerOrigin(url)?.text else { return nil }
        let (scheme, place) = origin.hasPrefix("https://") ? ("https://", ":443") : ("http://", ":80")
        let authority = origin.droppingBytes(before: scheme)
        guard let found = NetworkPlace(authority) ?? NetworkPlace(authority + place) else { return nil }
        self = found
    }
}
