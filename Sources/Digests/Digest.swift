/// A hash function of OpenSSL's default provider.
public enum DigestAlgorithm: String, Sendable, Hashable, CaseIterable {
    case md5 = "MD5"
    case sha1 = "SHA1"
    case sha256 = "SHA256"
    case sha384 = "SHA384"
    case sha512 = "SHA512"
}

/// The result of hashing bytes.
public struct Digest: Sendable, Hashable, CustomStringConvertible {
    public let bytes: [UInt8]

    public init(bytes: [UInt8]) { self.bytes = bytes }

    /// The bytes in lower-case hexadecimal, two digits each.
    public var hexadecimal: String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            text.append(Self.digits[Int(byte >> 4)])
            text.append(Self.digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Creates the digest from ``hexadecimal``; nil if the text is not made of whole bytes.
    public init?(hexadecimal text: String) {
        let digits = text.compactMap { $0.isASCII ? $0.hexDigitValue : nil }
        guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    public var description: String { hexadecimal }

    private static let digits = Array("0123456789abcdef".utf8)
}

extension Digest {
    /// Computes the hash of all these bytes.
    ///
    /// - Throws: ``DigestError`` if this OpenSSL does not offer the algorithm.
    public init(of bytes: some Sequence<UInt8>, _ algorithm: DigestAlgorithm) throws(DigestError) {
        let running = try RunningDigest(algorithm)
        running.update(bytes)
        self = running.finish()
    }

    /// Computes the keyed hash (HMAC, RFC 2104) of all these bytes.
    ///
    /// - Throws: ``DigestError`` if this OpenSSL does not offer the algorithm.
    public init(
        authenticating bytes: some Sequence<UInt8>, key: some Sequence<UInt8>, _ algorithm: DigestAlgorithm
    ) throws(DigestError) {
        let running = try RunningAuthenticationCode(key: key, algorithm)
        running.update(bytes)
        self = running.finish()
    }
}
