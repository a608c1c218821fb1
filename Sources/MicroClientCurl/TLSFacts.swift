internal import CCurl
internal import CTLSFacts
import Foundation
import MicroClient

/// The results of the TLS handshake and the server's certificates, read once for each connection and kept with it.
final class TLSFacts {
    let version: String
    /// The standard name of the cipher suite.
    let cipher: String?
    let certificates: [ConnectionFacts.Certificate]

    /// - Parameter connection: The OpenSSL connection, after its handshake.
    private init(_ connection: OpaquePointer) {
        version = String(cString: SSL_get_version(connection))
        cipher = SSL_get_current_cipher(connection).flatMap { cipher in
            SSL_CIPHER_standard_name(cipher).map { String(cString: $0) }
        }
        let chain = SSL_get_peer_cert_chain(connection)
        certificates = (0..<tls_certificate_count(chain)).compactMap { index in
            chain.flatMap { tls_certificate($0, index) }.map(ConnectionFacts.Certificate.init)
        }
    }

    /// Returns the facts of the connection that carries a transfer; nil when libcurl uses another TLS library than the one linked here.
    ///
    /// They are stored in a slot of OpenSSL's connection: they are found again while it is kept, and freed with it.
    static func of(_ easy: EasyHandle) -> TLSFacts? {
        guard isSameLibrary, let slot, let connection = easy.tlsConnection else { return nil }
        if let known = SSL_get_ex_data(connection, slot) {
            return Unmanaged<TLSFacts>.fromOpaque(known).takeUnretainedValue()
        }
        let facts = TLSFacts(connection)
        let kept = Unmanaged.passRetained(facts)
        if SSL_set_ex_data(connection, slot, kept.toOpaque()) != 1 { kept.release() }
        return facts
    }

    private static let slot: Int32? = {
        let slot = tls_new_connection_slot { _, facts, _, _, _, _ in
            if let facts { Unmanaged<TLSFacts>.fromOpaque(facts).release() }
        }
        return slot > 0 ? slot : nil
    }()

    /// Whether libcurl uses the TLS library linked here, since its pointers are valid there only. LibreSSL calls itself OpenSSL, hence the
    /// version too.
    private static let isSameLibrary: Bool = {
        guard let name = curl_tls_library(),
            let version = OpenSSL_version(OPENSSL_VERSION_STRING)
        else { return false }
        return String(cString: name) == "OpenSSL/" + String(cString: version)
    }()
}

extension EasyHandle {
    /// The `SSL *` of the connection in use; nil without TLS, or with another TLS library than OpenSSL.
    fileprivate var tlsConnection: OpaquePointer? {
        var session: UnsafeMutableRawPointer?
        guard curl_easy_get_pointer(pointer, CURLINFO_TLS_SSL_PTR, &session) == CURLE_OK, let session else {
            return nil
        }
        let info = session.assumingMemoryBound(to: curl_tlssessioninfo.self).pointee
        guard info.backend == CURLSSLBACKEND_OPENSSL else { return nil }
        return info.internals.map { OpaquePointer($0) }
    }
}
