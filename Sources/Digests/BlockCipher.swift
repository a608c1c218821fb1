internal import CCrypto

/// AES with padding to whole blocks (NIST FIPS 197; RFC 5652, section 6.3).
///
/// - Source: OpenSSL `EVP_CipherInit_ex`, `EVP_CipherUpdate`, `EVP_CipherFinal_ex`.
public struct BlockCipher {
    /// The way in which blocks are chained (NIST SP 800-38A).
    public enum Mode: String, Sendable, Hashable {
        case cbc = "CBC"
        case ecb = "ECB"
    }

    private let key: [UInt8]
    private let vector: [UInt8]
    private let mode: Mode

    /// Returns nil unless the key has 16, 24 or 32 bytes, and the vector 16; ECB needs none.
    public init?(key: [UInt8], vector: [UInt8], mode: Mode = .cbc) {
        guard [16, 24, 32].contains(key.count), vector.count == 16 || mode == .ecb else { return nil }
        (self.key, self.vector, self.mode) = (key, vector, mode)
    }

    /// Returns the encrypted bytes; nil if this OpenSSL does not offer the cipher.
    public func encrypted(_ bytes: [UInt8]) -> [UInt8]? { run(bytes, encrypts: true) }

    /// Returns the decrypted bytes; nil for bytes that were not encrypted with this key.
    public func decrypted(_ bytes: [UInt8]) -> [UInt8]? { run(bytes, encrypts: false) }

    private func run(_ bytes: [UInt8], encrypts: Bool) -> [UInt8]? {
        guard bytes.count < Int(Int32.max) - 32, let context = EVP_CIPHER_CTX_new() else { return nil }
        let cipher = EVP_CIPHER_fetch(nil, "AES-\(key.count * 8)-\(mode.rawValue)", nil)
        defer {
            EVP_CIPHER_CTX_free(context)
            EVP_CIPHER_free(cipher)
            // A wrong key is a result, not an error to be found later.
            ERR_clear_error()
        }
        var result = [UInt8](repeating: 0, count: bytes.count + 32)
        var (count, rest): (Int32, Int32) = (0, 0)
        guard EVP_CipherInit_ex(context, cipher, nil, key, vector.isEmpty ? nil : vector, encrypts ? 1 : 0) == 1,
            EVP_CipherUpdate(context, &result, &count, bytes, Int32(bytes.count)) == 1
        else { return nil }
        let isWhole = result.withUnsafeMutableBufferPointer { buffer in
            EVP_CipherFinal_ex(context, buffer.baseAddress.map { $0 + Int(count) }, &rest) == 1
        }
        return isWhole ? Array(result.prefix(Int(count + rest))) : nil
    }
}
