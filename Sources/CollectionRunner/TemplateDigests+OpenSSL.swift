import Digests
public import OpenCollection

extension TemplateDigests {
    /// The digests of OpenSSL.
    public static let openSSL = TemplateDigests(compute)

    /// - Parameter algorithm: "sha256" and the like; "RS256" and "ES256" and the like sign, with a private key in PEM.
    static func compute(_ algorithm: String, _ bytes: [UInt8], _ key: [UInt8]?) -> [UInt8]? {
        let name = algorithm.uppercased()
        if let key, let algorithm = signing(name) {
            let pem = String(decoding: key, as: UTF8.self)
            return name.hasPrefix("RS")
                ? try? RSAPrivateKey(pem: pem).signature(of: bytes, algorithm)
                : try? ECPrivateKey(pem: pem).signature(of: bytes, algorithm)
        }
        guard let algorithm = DigestAlgorithm(rawValue: name) else { return nil }
        guard let key else { return try? Digest(of: bytes, algorithm).bytes }
        return try? Digest(authenticating: bytes, key: key, algorithm).bytes
    }

    /// Returns whether a signature is that of a public key in PEM.
    ///
    /// - Parameter algorithm: "RS256", "ES256" and the like.
    static func verify(_ algorithm: String, _ bytes: [UInt8], _ key: [UInt8], _ signature: [UInt8]) -> Bool {
        guard let digest = signing(algorithm) else { return false }
        let pem = String(decoding: key, as: UTF8.self)
        let isOwn =
            algorithm.hasPrefix("RS")
            ? try? RSAPublicKey(pem: pem).verifies(signature, of: bytes, digest)
            : try? ECPublicKey(pem: pem).verifies(signature, of: bytes, digest)
        return isOwn ?? false
    }

    /// Returns the hash of an algorithm that signs with a key of two parts; nil for others.
    private static func signing(_ name: String) -> DigestAlgorithm? {
        guard name.hasPrefix("RS") || name.hasPrefix("ES") else { return nil }
        return DigestAlgorithm(rawValue: "SHA\(name.dropFirst(2))")
    }
}
