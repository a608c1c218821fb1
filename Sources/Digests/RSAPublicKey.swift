internal import CCrypto

/// A public key that checks signatures (RSASSA-PKCS1-v1_5, RFC 8017, section 8.2). Not safe to share between threads without a lock.
///
/// - Source: OpenSSL `PEM_read_bio_PUBKEY`, `EVP_DigestVerify`.
public final class RSAPublicKey {
    private let key: OpaquePointer

    /// - Parameter pem: The text, "BEGIN PUBLIC KEY".
    /// - Throws: ``KeyError`` if the text is invalid, or a key of another kind.
    public init(pem: String) throws(KeyError) { key = try publicKey(pem, kind: "RSA") }

    deinit { EVP_PKEY_free(key) }

    /// Whether the signature is this key's, over these bytes.
    public func verifies(
        _ signature: [UInt8], of bytes: some Sequence<UInt8>, _ algorithm: DigestAlgorithm
    ) -> Bool {
        isSignature(signature, of: Array(bytes), by: key, algorithm)
    }
}
