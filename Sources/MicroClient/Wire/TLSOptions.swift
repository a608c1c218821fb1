extension TransferOptions {
    /// The TLS options besides ``TransferOptions/verifiesTLS``.
    ///
    /// A connection is reused only by requests with the same options. Certificate authorities, lowest version and verification apply to an
    /// `https` proxy as well.
    public struct TLS: Sendable, Hashable {
        /// The path of a PEM file with the certificate authorities to trust instead of the system's. Default: nil.
        public var authorityFile: String?
        /// The path of a directory with a PEM file for each certificate authority, named by its hash as `openssl rehash` does, to trust instead of
        /// the system's, besides those of ``authorityFile``. Default: nil.
        public var authorityDirectory: String?
        /// The client certificate. Default: nil, none is sent.
        public var clientCertificate: TransferOptions.ClientCertificate?
        /// The lowest version. Default: nil, the TLS library's own (1.2 or higher on today's systems).
        public var minimumVersion: Version?

        /// Creates the default options.
        public init() {}

        /// Versions of TLS.
        public enum Version: String, Sendable, Hashable, CaseIterable {
            /// TLS 1.0: RFC 2246; deprecated by RFC 8996.
            case tls10 = "1.0"
            /// TLS 1.1: RFC 4346; deprecated by RFC 8996.
            case tls11 = "1.1"
            /// TLS 1.2: RFC 5246.
            case tls12 = "1.2"
            /// TLS 1.3: RFC 8446.
            case tls13 = "1.3"
        }
    }
}

extension TransferOptions {
    /// A certificate that identifies the client, by the paths of its files.
    public indirect enum ClientCertificate: Sendable, Hashable {
        /// PEM files; `key` may be the same file as the certificate; the password is the key's.
        case pem(certificate: String, key: String, password: String? = nil)
        /// A PKCS #12 file with certificate and key; the password is the file's.
        case pkcs12(file: String, password: String? = nil)
    }
}
