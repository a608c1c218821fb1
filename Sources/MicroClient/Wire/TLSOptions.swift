/// How TLS is spoken, besides ``TransferOptions/verifiesTLS``.
///
/// A connection is used again only by requests with the same options. Authorities, lowest version and verification hold for an
/// `https` proxy as well.
public struct TLSOptions: Sendable, Hashable {
    /// Path of a PEM file with the authorities to trust instead of the system's. Default: nil.
    public var authorityFile: String?
    /// Default: nil, none is presented.
    public var clientCertificate: ClientCertificate?
    /// Default: nil, the TLS library's own (1.2 or higher on today's systems).
    public var minimumVersion: Version?

    public init() {}

    public enum Version: String, Sendable, Hashable, CaseIterable {
        case tls10 = "1.0"
        case tls11 = "1.1"
        case tls12 = "1.2"
        case tls13 = "1.3"
    }
}

/// The certificate by which a client shows who it is. Paths of files.
public enum ClientCertificate: Sendable, Hashable {
    /// `key` may be the same file; the password is the key's.
    case pem(certificate: String, key: String, password: String? = nil)
    case pkcs12(file: String, password: String? = nil)
}
