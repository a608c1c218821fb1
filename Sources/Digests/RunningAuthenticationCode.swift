internal import CCrypto

/// A keyed hash (HMAC, RFC 2104) which takes its bytes piece by piece. Not safe to share between threads without a lock.
///
/// - Source: OpenSSL `EVP_MAC_init`, `EVP_MAC_update`, `EVP_MAC_final`.
public final class RunningAuthenticationCode {
    private let context: OpaquePointer
    private var result: Digest?

    /// - Throws: ``DigestError`` if this OpenSSL does not offer the algorithm.
    public init(key: some Sequence<UInt8>, _ algorithm: DigestAlgorithm) throws(DigestError) {
        let mac = EVP_MAC_fetch(nil, "HMAC", nil)
        defer { EVP_MAC_free(mac) }
        guard let mac, let context = EVP_MAC_CTX_new(mac) else {
            throw DigestError(operation: "EVP_MAC_fetch", algorithm: algorithm)
        }
        guard Self.initialise(context, key: Array(key), algorithm) else {
            EVP_MAC_CTX_free(context)
            throw DigestError(operation: "EVP_MAC_init", algorithm: algorithm)
        }
        self.context = context
    }

    deinit { EVP_MAC_CTX_free(context) }

    /// Adds bytes; traps after ``finish()``.
    public func update(_ bytes: UnsafeRawBufferPointer) {
        precondition(result == nil, "an authentication code takes no bytes once it is finished")
        EVP_MAC_update(context, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
    }

    public func update(_ bytes: some Sequence<UInt8>) {
        bytes.withRawBytes { update($0) }
    }

    /// Returns the code of all bytes so far, and the same one if called again.
    public func finish() -> Digest {
        if let result { return result }
        var bytes = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count = 0
        EVP_MAC_final(context, &bytes, &count, bytes.count)
        let digest = Digest(bytes: Array(bytes.prefix(count)))
        result = digest
        return digest
    }

    private static func initialise(_ context: OpaquePointer, key: [UInt8], _ algorithm: DigestAlgorithm) -> Bool {
        // The parameters keep pointers to both texts, so both must not move until the call is over.
        var name = algorithm.rawValue.utf8CString
        return OSSL_MAC_PARAM_DIGEST.withCString { parameter in
            name.withUnsafeMutableBufferPointer { name in
                let parameters = [
                    OSSL_PARAM_construct_utf8_string(parameter, name.baseAddress, 0), OSSL_PARAM_construct_end(),
                ]
                // An empty key has no address of its own, and none means "keep the old key".
                return EVP_MAC_init(context, key.isEmpty ? [0] : key, key.count, parameters) == 1
            }
        }
    }
}
