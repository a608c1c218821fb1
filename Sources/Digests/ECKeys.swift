internal import CCrypto

/// A private key of an elliptic curve that signs (ECDSA), in the form of JSON Web Signatures: two numbers, one after the other (RFC 7518,
/// section 3.4). Not safe to share between threads without a lock.
public final class ECPrivateKey {
    private let key: OpaquePointer

    /// - Parameter pem: The text, "BEGIN PRIVATE KEY" or "BEGIN EC PRIVATE KEY", without a passphrase.
    /// - Throws: ``KeyError`` if the text is invalid, has a passphrase, or is a key of another kind.
    public init(pem: String) throws(KeyError) { key = try privateKey(pem, kind: "EC") }

    deinit { EVP_PKEY_free(key) }

    /// - Throws: ``KeyError`` if OpenSSL does not sign with this key.
    public func signature(
        of bytes: some Sequence<UInt8>, _ algorithm: DigestAlgorithm
    ) throws(KeyError) -> [UInt8] {
        let encoded = try sign(Array(bytes), with: key, algorithm)
        let pair = encoded.withUnsafeBufferPointer { buffer in
            var start = buffer.baseAddress
            return d2i_ECDSA_SIG(nil, &start, buffer.count)
        }
        guard let pair else { throw KeyError(operation: "d2i_ECDSA_SIG") }
        defer { ECDSA_SIG_free(pair) }
        return [ECDSA_SIG_get0_r(pair), ECDSA_SIG_get0_s(pair)].flatMap { number in
            var bytes = [UInt8](repeating: 0, count: numberLength(of: key))
            BN_bn2binpad(number, &bytes, Int32(bytes.count))
            return bytes
        }
    }
}

/// A public key of an elliptic curve that checks signatures in the same form. Not safe to share between threads without a lock.
public final class ECPublicKey {
    private let key: OpaquePointer

    /// - Parameter pem: The text, "BEGIN PUBLIC KEY".
    /// - Throws: ``KeyError`` if the text is invalid, or a key of another kind.
    public init(pem: String) throws(KeyError) { key = try publicKey(pem, kind: "EC") }

    deinit { EVP_PKEY_free(key) }

    /// Whether the signature is this key's, over these bytes.
    public func verifies(_ signature: [UInt8], of bytes: some Sequence<UInt8>, _ algorithm: DigestAlgorithm) -> Bool {
        let length = numberLength(of: key)
        guard signature.count == 2 * length, let pair = ECDSA_SIG_new() else { return false }
        defer { ECDSA_SIG_free(pair) }
        let numbers = [signature.prefix(length), signature.suffix(length)].map {
            BN_bin2bn(Array($0), Int32(length), nil)
        }
        // The pair owns them from here on.
        guard ECDSA_SIG_set0(pair, numbers[0], numbers[1]) == 1 else { return false }
        var encoded = [UInt8](repeating: 0, count: Int(max(0, i2d_ECDSA_SIG(pair, nil))))
        encoded.withUnsafeMutableBufferPointer { buffer in
            var start = buffer.baseAddress
            i2d_ECDSA_SIG(pair, &start)
        }
        return isSignature(encoded, of: Array(bytes), by: key, algorithm)
    }
}

/// The number of bytes of each of the two numbers of a signature.
private func numberLength(of key: OpaquePointer) -> Int { (Int(EVP_PKEY_get_bits(key)) + 7) / 8 }
