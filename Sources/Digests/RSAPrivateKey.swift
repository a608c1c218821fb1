internal import CCrypto

/// A private key that signs (RSASSA-PKCS1-v1_5, RFC 8017, section 8.2). Not safe to share between threads without a lock.
///
/// - Source: OpenSSL `PEM_read_bio_PrivateKey`, `EVP_DigestSign`.
public final class RSAPrivateKey {
    private let key: OpaquePointer

    /// - Parameter pem: The text, PKCS #8 or PKCS #1 ("BEGIN PRIVATE KEY", "BEGIN RSA PRIVATE KEY"), without a passphrase.
    /// - Throws: ``KeyError`` if the text is invalid, has a passphrase, or is a key of another kind.
    public init(pem: String) throws(KeyError) { key = try privateKey(pem, kind: "RSA") }

    deinit { EVP_PKEY_free(key) }

    /// Returns the signature, which has as many bytes as the key.
    ///
    /// - Throws: ``KeyError`` if the key is too short for the hash.
    public func signature(
        of bytes: some Sequence<UInt8>, _ algorithm: DigestAlgorithm
    ) throws(KeyError) -> [UInt8] {
        try sign(Array(bytes), with: key, algorithm)
    }
}
