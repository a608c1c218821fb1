internal import CCrypto

/// A public key that checks signatures (RSASSA-PKCS1-v1_5, RFC 8017, section 8.2). Not safe to share between threads without a lock.
///
/// - Source: OpenSSL `PEM_read_bio_PUBKEY`, `EVP_DigestVerify`.
public final class RSAPublicKey {
    private let key: OpaquePointer

    /// - Parameter pem: "BEGIN PUBLIC KEY".
    /// - Throws: ``KeyError`` when it is no such text, or a key of another kind.
    public init(pem: String) throws(KeyError) {
        let key = withMemory(of: pem) { PEM_read_bio_PUBKEY($0, nil, nil, nil) }
        self.key = try rsaKey(key, "PEM_read_bio_PUBKEY")
    }

    deinit { EVP_PKEY_free(key) }

    /// Whether the signature is this key's, over these bytes.
    public func verifies(
        _ signature: [UInt8], of bytes: some Sequence<UInt8>, _ algorithm: DigestAlgorithm
    ) -> Bool {
        guard let context = EVP_MD_CTX_new() else { return false }
        defer {
            EVP_MD_CTX_free(context)
            // A wrong signature is an answer, not an error to be found later.
            ERR_clear_error()
        }
        guard EVP_DigestVerifyInit(context, nil, algorithm.function, nil, key) == 1 else { return false }
        let message = Array(bytes)
        return EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }
}
