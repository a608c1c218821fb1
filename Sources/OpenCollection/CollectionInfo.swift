import YAMLTree

/// The content of `opencollection.yml` besides the defaults of requests.
public struct CollectionInfo: Sendable, Hashable {
    /// `opencollection`: the format's version, "1.0.0". Any is read.
    public var formatVersion: String?
    /// `info.name`.
    public var name: String?
    public var summary: String?
    /// The user's own, kept as text.
    public var version: String?
    public var authors: [Author] = []
    public var proxy: ProxySettings?
    public var certificates: [ClientCertificate] = []
    /// Files for gRPC: kept and shown.
    public var protobuf = ProtobufFiles()
    /// `bundled`; nil: the key is absent.
    public var isBundled: Bool?
    /// Data of tools, Bruno's among them, as the file has it.
    public var extensions = YAMLMapping()

    public init() {}

    public struct Author: Sendable, Hashable {
        public var name: String?
        public var email: String?
        public var url: String?
        public var origin: Int?

        public init(name: String? = nil, email: String? = nil, url: String? = nil, origin: Int? = nil) {
            self.name = name
            self.email = email
            self.url = url
            self.origin = origin
        }
    }
}

/// `config.proxy`.
public struct ProxySettings: Sendable, Hashable {
    /// Whether the proxy is switched off; nil, as for the other members, if the key is absent.
    public var isDisabled: Bool?
    /// Whether the system's proxy is used.
    public var inherits: Bool?
    public var server: Server?

    public init() {}

    /// The effect of these settings.
    public enum Use: Sendable, Hashable {
        /// Settings without `inherit` or `config`: as in the reference, they do not count, and the system's proxy is used.
        case incomplete
        case system
        case direct
        case server(Server)
    }

    public var use: Use {
        guard let inherits, let server else { return .incomplete }
        if isDisabled == true { return .direct }
        return inherits ? .system : .server(server)
    }

    public struct Server: Sendable, Hashable {
        /// "http", "https", "socks4" or "socks5".
        public var `protocol`: String?
        public var host: String?
        /// The port as text, since a file may say "" or a template.
        public var port: String?
        public var auth: Credentials?
        /// Hosts that are reached without it.
        public var bypass: String?

        public init() {}
    }

    public struct Credentials: Sendable, Hashable {
        public var isDisabled: Bool?
        public var username: String?
        public var password: String?

        public init() {}
    }
}

/// A certificate that is shown to servers of a domain.
public struct ClientCertificate: Sendable, Hashable {
    /// "pem" or "pkcs12".
    public var type: String
    public var domain: String
    /// The path of the certificate, or of the PKCS #12 file.
    public var path: String
    /// The path of the private key; nil for PKCS #12.
    public var keyPath: String?
    public var passphrase: String?
    public var isEnabled: Bool
    public var origin: Int?

    public init(
        type: String, domain: String, path: String, keyPath: String? = nil, passphrase: String? = nil,
        isEnabled: Bool = true, origin: Int? = nil
    ) {
        self.type = type
        self.domain = domain
        self.path = path
        self.keyPath = keyPath
        self.passphrase = passphrase
        self.isEnabled = isEnabled
        self.origin = origin
    }
}

/// `config.protobuf`.
public struct ProtobufFiles: Sendable, Hashable {
    public var files: [String] = []
    public var importPaths: [ImportPath] = []

    public init() {}

    public struct ImportPath: Sendable, Hashable {
        public var path: String
        public var isEnabled: Bool
        public var origin: Int?

        public init(_ path: String, isEnabled: Bool = true, origin: Int? = nil) {
            self.path = path
            self.isEnabled = isEnabled
            self.origin = origin
        }
    }
}

extension ClientCertificate {
    /// The file's key depends on the type; a key file belongs to PEM alone.
    package mutating func take(type: String) {
        self.type = type
        if type == "pkcs12" { keyPath = nil }
    }
}

extension CollectionInfo {
    /// The proxy; one without any setting takes the key out of the file.
    package var saidProxy: ProxySettings {
        get { proxy ?? ProxySettings() }
        set { proxy = newValue == ProxySettings() ? nil : newValue }
    }
}
