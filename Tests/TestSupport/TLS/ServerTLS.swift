internal import CTLSFacts
import Foundation

/// The TLS that a ``RawServer`` speaks.
public struct ServerTLS: Sendable {
    public enum Version: Sendable { case tls11, tls12, tls13 }

    public var certificate: TestCertificate
    /// The highest version that is spoken. Default: nil, whatever OpenSSL has.
    public var maximumVersion: Version?
    /// The path of the PEM file with the authority of clients, who must then show a certificate. Default: nil, none is asked for.
    public var clientAuthorityFile: String?

    public init(_ certificate: TestCertificate, maximumVersion: Version? = nil, clientAuthorityFile: String? = nil) {
        self.certificate = certificate
        self.maximumVersion = maximumVersion
        self.clientAuthorityFile = clientAuthorityFile
    }
}

/// OpenSSL's settings of a server, made from ``ServerTLS``.
final class TLSContext: @unchecked Sendable {  // OpenSSL counts and locks what connections share of it.
    private let context: OpaquePointer

    init(_ tls: ServerTLS) throws {
        guard let context = SSL_CTX_new(TLS_server_method()) else { throw OpenSSLFailure.last("SSL_CTX_new") }
        self.context = context
        guard SSL_CTX_use_certificate_chain_file(context, tls.certificate.certificateFile) == 1,
            SSL_CTX_use_PrivateKey_file(context, tls.certificate.keyFile, SSL_FILETYPE_PEM) == 1
        else { throw OpenSSLFailure.last("SSL_CTX_use_PrivateKey_file") }
        if let version = tls.maximumVersion { allow(version) }
        if let authority = tls.clientAuthorityFile {
            SSL_CTX_load_verify_locations(context, authority, nil)
            SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nil)
        }
    }

    deinit { SSL_CTX_free(context) }

    private func allow(_ version: ServerTLS.Version) {
        // Old versions ask for old signatures, which the default level refuses.
        if version == .tls11 { SSL_CTX_set_security_level(context, 0) }
        switch version {
        case .tls11: _ = tls_set_maximum_version(context, TLS1_1_VERSION)
        case .tls12: _ = tls_set_maximum_version(context, TLS1_2_VERSION)
        case .tls13: _ = tls_set_maximum_version(context, TLS1_3_VERSION)
        }
    }

    /// Shakes hands with a client; nil when that fails.
    func accept(_ descriptor: Int32) -> TLSStream? {
        guard let connection = SSL_new(context) else { return nil }
        let stream = TLSStream(connection)
        guard SSL_set_fd(connection, descriptor) == 1, SSL_accept(connection) == 1 else { return nil }
        return stream
    }
}

/// One connection under TLS, used by its thread only.
final class TLSStream: @unchecked Sendable {  // For the reason just given.
    private let connection: OpaquePointer

    init(_ connection: OpaquePointer) { self.connection = connection }

    deinit { SSL_free(connection) }

    /// Reads bytes; returns zero or less at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        Int(SSL_read(connection, buffer.baseAddress, Int32(clamping: buffer.count)))
    }

    func write(_ bytes: UnsafeRawBufferPointer) -> Int {
        Int(SSL_write(connection, bytes.baseAddress, Int32(clamping: bytes.count)))
    }

    /// Ends the connection, so that the client knows that no more follows.
    func close() { SSL_shutdown(connection) }
}

extension OpenSSLFailure {
    static func last(_ operation: String) -> OpenSSLFailure {
        OpenSSLFailure(words: "\(operation): \(ERR_get_error())")
    }
}
