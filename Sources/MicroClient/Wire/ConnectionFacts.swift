import Foundation

/// The connection that carried a hop. What a transport cannot tell is nil.
public struct ConnectionFacts: Sendable, Hashable {
    /// Address of the peer, without port; a proxy's when there is one; the path of a Unix socket.
    public var remoteAddress: String?
    /// The proxy on the way, "http://proxy.test:3128", without user information; nil without one, or when the transport cannot tell.
    public var proxy: String?
    /// Nil with a Unix socket.
    public var remotePort: Int?
    /// Whether it was kept from an earlier request.
    public var isReused: Bool?
    /// "TLSv1.3"; nil without TLS.
    public var tlsVersion: String?
    /// "TLS_AES_256_GCM_SHA384", the name of the standard; nil without TLS.
    public var tlsCipher: String?
    /// The chain as the server sent it, its own certificate first; empty without TLS.
    public var certificates: [ConnectionFacts.Certificate] = []

    /// Facts as a transport tells them; what is not given is unknown.
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
    /// What a certificate says of itself; whether it is to be trusted was decided by the transport.
    ///
    /// - Source: RFC 5280, section 4.1.
    public struct Certificate: Sendable, Hashable {
        /// Distinguished names as RFC 2253 writes them: "CN=example.com,O=Example".
        public var subject: String
        /// As ``subject`` is written.
        public var issuer: String
        /// "DNS:example.com", "IP Address:127.0.0.1".
        public var alternativeNames: [String]
        /// Valid from then on.
        public var notBefore: Date
        /// Valid until then.
        public var notAfter: Date
        /// Hexadecimal digits in upper case, without separators.
        public var serialNumber: String
        /// SHA-256 of the certificate, 32 bytes.
        public var fingerprint: Data

        /// Facts of these parts.
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
