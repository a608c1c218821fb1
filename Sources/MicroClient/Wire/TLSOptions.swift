extension TransferOptions {
    /// How TLS is spoken, besides ``TransferOptions/verifiesTLS``.
    ///
    /// A connection is used again only by requests with the same options. Authorities, lowest version and verification hold for an
    /// `https` proxy as well.
    public struct TLS: Sendable, Hashable {
        /// Path of a PEM file with the authorities to trust instead of the system's. Default: nil.
        public var authorityFile: String?
        /// Path of a directory with a PEM file for each authority, named by its hash as `openssl rehash` does, to trust instead of the
        /// system's, besides those of ``authorityFile``. Default: nil.
        public var authorityDirectory: String?
        /// Default: nil, none is presented.
        public var clientCertificate: TransferOptions.ClientCertificate?
        /// Default: nil, the TLS library's own (1.2 or higher on today's systems).
        public var minimumVersion: Version?

        /// The defaults.
        public init() {}

        /// Versions of TLS.
        public enum Version: String, Sendable, Hashable, CaseIterable {
            /// RFC 2246; out of date since RFC 8996.
            case tls10 = "1.0"
            /// RFC 4346; out of date since RFC 8996.
            case tls11 = "1.1"
            /// RFC 5246.
            case tls12 = "1.2"
            /// RFC 8446.
            case tls13 = "1.3"
        }
    }
}

extension TransferOptions {
    /// The certificate by which a client shows who it is. Paths of files.
    public indirect enum ClientCertificate: Sendable, Hashable {
        /// `key` may be the same file; the password is the key's.
        case pem(certificate: String, key: String, password: String? = nil)
        /// Certificate and key in one file; the password is the file's.
        case pkcs12(file: String, password: String? = nil)
    }
}
