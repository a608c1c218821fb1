internal import CCrypto

/// A private key that signs (RSASSA-PKCS1-v1_5, RFC 8017, section 8.2). Not safe to share between threads without a lock.
///
/// - Source: OpenSSL `PEM_read_bio_PrivateKey`, `EVP_DigestSign`.
public final class RSAPrivateKey {
    private let key: OpaquePointer

    /// - Parameter pem: PKCS #8 or PKCS #1 ("BEGIN PRIVATE KEY", "BEGIN RSA PRIVATE KEY"), without a passphrase.
    /// - Throws: ``KeyError`` when it is no such text, has a passphrase, or is a key of another kind.
    public init(pem: String) throws(KeyError) {
        let key = withMemory(of: pem) { memory in
            // Without a function of its own OpenSSL asks for a passphrase on the terminal.
            PEM_read_bio_PrivateKey(memory, nil, { _, _, _, _ in -1 }, nil)
        }
        self.key = try rsaKey(key, "PEM_read_bio_PrivateKey")
    }

    deinit { EVP_PKEY_free(key) }

    /// As many bytes as the key has.
    ///
    /// - Throws: ``KeyError`` when the key is too short for the hash.
    public func signature(
        of bytes: some Sequence<UInt8>, _ algorithm: DigestAlgorithm
    ) throws(KeyError) -> [UInt8] {
        guard let context = EVP_MD_CTX_new() else { throw KeyError(operation: "EVP_MD_CTX_new") }
        defer { EVP_MD_CTX_free(context) }
        guard EVP_DigestSignInit(context, nil, algorithm.function, nil, key) == 1 else {
            throw KeyError(operation: "EVP_DigestSignInit")
        }
        let message = Array(bytes)
        var count = Int(EVP_PKEY_get_size(key))
        var signature = [UInt8](repeating: 0, count: count)
        guard EVP_DigestSign(context, &signature, &count, message, message.count) == 1 else {
            throw KeyError(operation: "EVP_DigestSign")
        }
        return Array(signature.prefix(count))
    }
}

/// Lends a text as OpenSSL reads it.
func withMemory<Result>(of text: String, _ body: (OpaquePointer?) -> Result) -> Result {
    let bytes = Array(text.utf8)
    // The memory is read in place, so it must lie still until the call is over.
    return bytes.withUnsafeBytes { bytes in
        let memory = BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count))
        defer { BIO_free(memory) }
        return body(memory)
    }
}

/// The key, now the caller's to free; anything but an RSA key is freed here.
func rsaKey(_ key: OpaquePointer?, _ operation: String) throws(KeyError) -> OpaquePointer {
    guard let key else { throw KeyError(operation: operation) }
    // What OpenSSL tried before it found the key's format is left in its queue.
    ERR_clear_error()
    guard EVP_PKEY_is_a(key, "RSA") == 1 else {
        EVP_PKEY_free(key)
        throw KeyError(operation: operation, message: "not an RSA key")
    }
    return key
}
