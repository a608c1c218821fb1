import Digests
import Foundation
import MicroClient
import OpenCollection

/// Signs requests by OAuth 1.0.
///
/// - Source: RFC 5849; for the body's hash, the OAuth Request Body Hash extension.
struct OAuth1Signature {
    let credentials: OAuth1Credentials
    /// Seconds since 1970.
    let timestamp: String
    let nonce: String
    /// PEM; needed by the methods that begin with RSA.
    var privateKey: String?

    /// - Parameters:
    ///   - form: The body, if it is a form that is signed.
    ///   - bodyHash: The base64 hash of a body that is no form; nil if none is sent.
    /// - Returns: oauth_ parameters with their signature, by name; neither encoded nor with the realm.
    func parameters(
        for request: WireRequest, form: [UInt8]? = nil, bodyHash: String? = nil
    ) throws -> [SignedPair] {
        var parameters = unsignedParameters
        if let bodyHash { parameters.append(("oauth_body_hash", bodyHash)) }
        let signature = try signature(of: baseString(request, parameters, form: form))
        parameters.append((Self.signatureName, signature))
        return parameters.sorted { $0.name < $1.name }
    }

    static let signatureName = "oauth_signature"

    /// The names of what is written for a request, but for the hash of a body.
    var names: [String] { unsignedParameters.map(\.name) + [Self.signatureName] }

    private var unsignedParameters: [SignedPair] {
        var parameters: [SignedPair] = [
            ("oauth_consumer_key", credentials.consumerKey), ("oauth_nonce", nonce),
            ("oauth_signature_method", credentials.method.rawValue), ("oauth_timestamp", timestamp),
        ]
        let optional = [
            ("oauth_version", credentials.version),
            ("oauth_token", credentials.accessToken), ("oauth_callback", credentials.callbackURL),
            ("oauth_verifier", credentials.verifier),
        ]
        parameters += optional.filter { !$0.1.isEmpty }.map { (name: $0.0, value: $0.1) }
        return parameters
    }

    // MARK: What is signed

    /// - Source: RFC 5849, section 3.4.1.
    func baseString(_ request: WireRequest, _ parameters: [SignedPair], form: [UInt8]?) -> String {
        let target = SignedTarget(request.url)
        var pairs = signed(target.pairs, in: .query, parameters)
        if let form { pairs += signed(SignedTarget(form: form).pairs, in: .body, parameters) }
        pairs += parameters.map { (SignatureCoding.encoded($0.name), SignatureCoding.encoded($0.value)) }
        let address = "\(target.scheme)://\(target.host)\(target.path)"
        return [request.method.rawValue.uppercased(), address, pairs.sortedText]
            .map { SignatureCoding.encoded($0) }.joined(separator: "&")
    }

    /// Returns the pairs that are signed: those that the new parameters replace are left out.
    private func signed(
        _ pairs: [SignedPair], in place: OAuth1Credentials.Placement, _ parameters: [SignedPair]
    ) -> [SignedPair] {
        guard credentials.placement == place else { return pairs.respelled }
        let replaced = Set(parameters.map(\.name) + [Self.signatureName])
        return pairs.respelled.filter { !replaced.contains($0.name) }
    }

    // MARK: The signature

    /// - Source: RFC 5849, sections 3.4.2 to 3.4.4.
    private func signature(of base: String) throws -> String {
        let secrets = [credentials.consumerSecret, credentials.accessTokenSecret]
        let key = secrets.map { SignatureCoding.encoded($0) }.joined(separator: "&")
        switch credentials.method {
        case .plainText: return key
        case .hmacSHA1, .hmacSHA256, .hmacSHA512:
            let code = try Digest(authenticating: base.utf8, key: key.utf8, credentials.method.hash)
            return Data(code.bytes).base64EncodedString()
        case .rsaSHA1, .rsaSHA256, .rsaSHA512: return try rsaSignature(of: base)
        }
    }

    private func rsaSignature(of base: String) throws -> String {
        do {
            let key = try RSAPrivateKey(pem: privateKey ?? "")
            return Data(try key.signature(of: base.utf8, credentials.method.hash)).base64EncodedString()
        } catch {
            throw CredentialFailure("The private key of OAuth 1 cannot be used: \(error)")
        }
    }
}

extension OAuth1Credentials.SignatureMethod {
    /// The hash algorithm of the signature and of the body.
    var hash: DigestAlgorithm {
        switch self {
        case .hmacSHA1, .rsaSHA1, .plainText: .sha1
        case .hmacSHA256, .rsaSHA256: .sha256
        case .hmacSHA512, .rsaSHA512: .sha512
        }
    }
}
