import Foundation

/// The connection that carried a hop. A property that the transport does not report is nil.
public struct ConnectionFacts: Sendable, Hashable {
    /// The address of the peer, without port; the proxy's if there is one; the path of a Unix socket.
    public var remoteAddress: String?
    /// The proxy, "http://proxy.test:3128", without user information; nil if there is none, or the transport does not report it.
    public var proxy: String?
    /// The port of the peer; nil for a Unix socket.
    public var remotePort: Int?
    /// Whether the connection was reused from an earlier request.
    public var isReused: Bool?
    /// The version of TLS, such as "TLSv1.3"; nil without TLS.
    public var tlsVersion: String?
    /// The standard name of the cipher suite, such as "TLS_AES_256_GCM_SHA384"; nil without TLS.
    public var tlsCipher: String?
    /// The certificate chain as the server sent it, its own certificate first; empty without TLS.
    public var certificates: [ConnectionFacts.Certificate] = []

    /// Creates the facts that a transport reports; those left out are unknown.
    public init(
        remoteAddress: String? = nil, remotePort: Int? = nil, isReused: Bool? = nil, tlsVersion: String? = nil,
        tlsCipher: String? = nil, certificates: [ConnectionFacts.Certificate] = [], proxy: String? = nil
    ) {
        self.remoteAddress = remoteAddress
        self.remotePort = remotePort
        self.isReused = isReused
        self.tlsVersion = tlsVersion
        self.tlsCipher = tlsCipher
        self.certificates = certificates
        self.proxy = proxy
    }
}

extension ConnectionFacts {
    /// The content of a certificate; whether it is to be trusted was decided by the transport.
    ///
    /// - Source: RFC 5280, section 4.1.
    public struct Certificate: Sendable, Hashable {
        /// The distinguished name of the subject as RFC 2253 writes it: "CN=example.com,O=Example".
        public var subject: String
        /// The distinguished name of the issuer, written like ``subject``.
        public var issuer: String
        /// The alternative names, such as "DNS:example.com", "IP Address:127.0.0.1".
        public var alternativeNames: [String]
        /// The start of the validity.
        public var notBefore: Date
        /// The end of the validity.
        public var notAfter: Date
        /// The serial number as hexadecimal digits in upper case, without separators.
        public var serialNumber: String
        /// The SHA-256 hash of the certificate, 32 bytes.
        public var fingerprint: Data

        /// Creates the facts of a certificate.
        public init(
            subject: String, issuer: String, alternativeNames: [String], notBefore: Date, notAfter: Date,
            serialNumber: String, fingerprint: Data
        ) {
            self.subject = subject
            self.issuer = issuer
            self.alternativeNames = alternativeNames
            self.notBefore = notBefore
            self.notAfter = notAfter
            self.serialNumber = serialNumber
            self.fingerprint = fingerprint
        }
    }
}
