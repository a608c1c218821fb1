internal import CCrypto

// Functions for keys of all kinds.

/// Returns the private key in a text; the caller frees it.
func privateKey(_ pem: String, kind: String) throws(KeyError) -> OpaquePointer {
    let key = withMemory(of: pem) { memory in
        // Without this function OpenSSL asks for a passphrase on the terminal.
        PEM_read_bio_PrivateKey(memory, nil, { _, _, _, _ in -1 }, nil)
    }
    return try checked(key, kind: kind, "PEM_read_bio_PrivateKey")
}

/// Returns the public key in a text; the caller frees it.
func publicKey(_ pem: String, kind: String) throws(KeyError) -> OpaquePointer {
    try checked(withMemory(of: pem) { PEM_read_bio_PUBKEY($0, nil, nil, nil) }, kind: kind, "PEM_read_bio_PUBKEY")
}

/// Lends a text as OpenSSL reads it.
private func withMemory<Result>(of text: String, _ body: (OpaquePointer?) -> Result) -> Result {
    let bytes = Array(text.utf8)
    // The memory is read in place, so it must not move until the call is over.
    return bytes.withUnsafeBytes { bytes in
        let memory = BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count))
        defer { BIO_free(memory) }
        return body(memory)
    }
}

/// Returns the key if it is of this kind; else frees it and throws.
private func checked(_ key: OpaquePointer?, kind: String, _ operation: String) throws(KeyError) -> OpaquePointer {
    guard let key else { throw KeyError(operation: operation) }
    // The errors of formats that OpenSSL tried in vain are left in its queue.
    ERR_clear_error()
    guard EVP_PKEY_is_a(key, kind) == 1 else {
        EVP_PKEY_free(key)
        throw KeyError(operation: operation, message: "not an \(kind) key")
    }
    return key
}

/// - Throws: ``KeyError`` if the key is too short for the hash.
func sign(_ message: [UInt8], with key: OpaquePointer, _ algorithm: DigestAlgorithm) throws(KeyError) -> [UInt8] {
    guard let context = EVP_MD_CTX_new() else { throw KeyError(operation: "EVP_MD_CTX_new") }
    defer { EVP_MD_CTX_free(context) }
    guard EVP_DigestSignInit(context, nil, algorithm.function, nil, key) == 1 else {
        throw KeyError(operation: "EVP_DigestSignInit")
    }
    var count = Int(EVP_PKEY_get_size(key))
    var signature = [UInt8](repeating: 0, count: count)
    guard EVP_DigestSign(context, &signature, &count, message, message.count) == 1 else {
        throw KeyError(operation: "EVP_DigestSign")
    }
    return Array(signature.prefix(count))
}

/// Whether a signature is that of a key, over a message.
func isSignature(
    _ signature: [UInt8], of message: [UInt8], by key: OpaquePointer, _ algorithm: DigestAlgorithm
) -> Bool {
    guard let context = EVP_MD_CTX_new() else { return false }
    defer {
        EVP_MD_CTX_free(context)
        // A wrong signature is a result, not an error to be found later.
        ERR_clear_error()
    }
    guard EVP_DigestVerifyInit(context, nil, algorithm.function, nil, key) == 1 else { return false }
    return EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
}
