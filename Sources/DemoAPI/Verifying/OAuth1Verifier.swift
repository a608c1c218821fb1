internal import Digests
import Foundation

/// The server's side of OAuth 1.0.
///
/// - Source: RFC 5849, section 3.2.
enum OAuth1Verifier {
    static func check(_ call: Call) throws -> [(String, JSON)] {
        let request = try OAuth1Request(call)
        guard request["oauth_consumer_key"] == DemoCredentials.consumerKey else {
            throw refusal("the consumer is not known")
        }
        if let token = request["oauth_token"], token != DemoCredentials.accessToken {
            throw refusal("the token is not known")
        }
        guard request["oauth_version"] ?? "1.0" == "1.0" else { throw refusal("the version is not 1.0") }
        try checkBodyHash(request, call)
        guard try isSigned(request, call) else { throw refusal("the signature does not match") }
        let time = Double(request["oauth_timestamp"] ?? "").map { Date(timeIntervalSince1970: $0) }
        guard let time else { throw refusal("oauth_timestamp is no time") }
        if let reason = call.staleness(of: request["oauth_nonce"] ?? "", at: time, within: 300) {
            throw refusal(reason)
        }
        return [
            ("user", .string(request["oauth_consumer_key"] ?? "")), ("token", JSON(request["oauth_token"])),
            ("signature", .string(request["oauth_signature_method"] ?? "")), ("sentIn", .string(request.place)),
            ("realm", JSON(request["realm"])),
        ]
    }

    private static func isSigned(_ request: OAuth1Request, _ call: Call) throws -> Bool {
        let tokenSecret = request["oauth_token"] == nil ? "" : DemoCredentials.accessTokenSecret
        let key = [DemoCredentials.consumerSecret, tokenSecret].map { OneSpelling.of($0) }.joined(separator: "&")
        let given = request["oauth_signature"] ?? ""
        let base = request.baseString(call)
        switch request["oauth_signature_method"] {
        case "PLAINTEXT": return given == key
        case let method? where method.hasPrefix("HMAC-"):
            guard let algorithm = algorithm(method) else { throw refusal("the method \(method) is not known") }
            return given
                == Data(try Digest(authenticating: base.utf8, key: key.utf8, algorithm).bytes).base64EncodedString()
        case let method? where method.hasPrefix("RSA-"):
            guard let algorithm = algorithm(method) else { throw refusal("the method \(method) is not known") }
            let key = try RSAPublicKey(pem: DemoCredentials.consumerPublicKey)
            return key.verifies([UInt8](Data(base64Encoded: given) ?? Data()), of: base.utf8, algorithm)
        default: throw refusal("there is no signature method that is known")
        }
    }

    private static func algorithm(_ method: String) -> DigestAlgorithm? {
        ["SHA1": .sha1, "SHA256": .sha256, "SHA512": .sha512][method.split(separator: "-").last ?? ""]
    }

    private static func checkBodyHash(_ request: OAuth1Request, _ call: Call) throws {
        guard let given = request["oauth_body_hash"] else { return }
        let algorithm = algorithm(request["oauth_signature_method"] ?? "") ?? .sha1
        guard try given == Data(Digest(of: call.body.bytes, algorithm).bytes).base64EncodedString() else {
            throw refusal("oauth_body_hash is not the body's hash")
        }
    }

    fileprivate static func refusal(_ reason: String) -> Refusal {
        notVerified(
            reason,
            hint: "consumer \(DemoCredentials.consumerKey), \(DemoCredentials.consumerSecret); token "
                + "\(DemoCredentials.accessToken), \(DemoCredentials.accessTokenSecret), or none",
            challenge: "OAuth realm=\"demo\"")
    }
}

/// A request's parameters, from wherever they come.
private struct OAuth1Request {
    /// "header", "query" or "body".
    let place: String
    /// All that is signed or signs, decoded.
    private let items: [(name: String, value: String)]

    init(_ call: Call) throws {
        let header = call.authorization("oauth").map(credentialParameters) ?? []
        let decoded = header.map { ($0.name, RequestTarget.percentDecoded($0.value.utf8)) }
        let type = call.fields["Content-Type"]?.lowercased() ?? ""
        let form = type.hasPrefix("application/x-www-form-urlencoded") ? RequestTarget.formItems(call.body.bytes) : []
        let sources = [("header", decoded), ("query", call.target.queryItems), ("body", form)]
        let places = sources.filter { $0.1.contains { $0.0 == "oauth_signature" } }.map(\.0)
        guard let place = places.first, places.count == 1 else {
            throw OAuth1Verifier.refusal(places.isEmpty ? "no OAuth signature" : "signed in two places")
        }
        self.place = place
        items = sources.flatMap(\.1)
    }

    subscript(name: String) -> String? { items.first { $0.name == name }?.value }

    /// - Source: RFC 5849, section 3.4.1.
    func baseString(_ call: Call) -> String {
        let signed = items.filter { !["oauth_signature", "realm"].contains($0.name) }
        let address = "http://\((call.fields["Host"] ?? "").lowercased())\(call.target.path)"
        return [call.method, address, OneSpelling.sorted(signed)].map { OneSpelling.of($0) }.joined(separator: "&")
    }
}
