import Digests
public import OpenCollection

extension TemplateDigests {
    /// Those of OpenSSL.
    public static let openSSL = TemplateDigests(compute)

    /// - Parameter algorithm: "sha256" and the like; "RS256" and the like sign, with a private key in PEM.
    static func compute(_ algorithm: String, _ bytes: [UInt8], _ key: [UInt8]?) -> [UInt8]? {
        let name = algorithm.uppercased()
        if name.hasPrefix("RS"), let key, let algorithm = DigestAlgorithm(rawValue: "SHA\(name.dropFirst(2))") {
            return try? RSAPrivateKey(pem: String(decoding: key, as: UTF8.self)).signature(of: bytes, algorithm)
        }
        guard let algorithm = DigestAlgorithm(rawValue: name) else { return nil }
        guard let key else { return try? Digest(of: bytes, algorithm).bytes }
        return try? Digest(authenticating: bytes, key: key, algorithm).bytes
    }
}
