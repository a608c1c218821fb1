internal import Digests

/// The server's side of digest authentication (RFC 7616), with a nonce that counts.
enum DigestVerifier {
    private static let realm = "demo"
    private static let opaque = "the demo API"
    private static let algorithms: [String: DigestAlgorithm] = [
        "MD5": .md5, "MD5-sess": .md5, "SHA-256": .sha256, "SHA-256-sess": .sha256,
    ]

    static func check(_ call: Call) throws -> [(String, JSON)] {
        let name = call.query("algorithm") ?? "MD5"
        guard let algorithm = algorithms[name] else {
            throw Refusal(
                status: 400, message: "algorithm must not be \"\(name)\"",
                hint: "one of \(algorithms.keys.sorted().joined(separator: ", "))")
        }
        guard let credentials = call.authorization("digest") else {
            throw refusal(call, name, "no digest credentials")
        }
        let given = Dictionary(credentialParameters(credentials).map { ($0.name.lowercased(), $0.value) }) { $1 }
        try compare(given, call, name)
        let expected = try response(given, call, name, algorithm)
        guard given["response"] == expected else { throw refusal(call, name, "the response does not match") }
        try countUse(given, call, name)
        return [("user", .string(DemoCredentials.username)), ("algorithm", .string(name))]
    }

    private static func compare(_ given: [String: String], _ call: Call, _ name: String) throws {
        let expected = [
            ("username", DemoCredentials.username), ("realm", realm), ("uri", call.target.text), ("opaque", opaque),
            ("qop", "auth"),
        ]
        for (key, value) in expected where given[key] != value {
            throw refusal(call, name, "\(key) is \(given[key].map { "\"\($0)\"" } ?? "absent"), not \"\(value)\"")
        }
        guard (given["algorithm"] ?? "MD5").lowercased() == name.lowercased() else {
            throw refusal(call, name, "the algorithm is not the challenge's")
        }
    }

    /// - Source: RFC 7616, section 3.4.1.
    private static func response(
        _ given: [String: String], _ call: Call, _ name: String, _ algorithm: DigestAlgorithm
    ) throws -> String {
        func hash(_ parts: String...) throws -> String {
            try Digest(of: parts.joined(separator: ":").utf8, algorithm).hexadecimal
        }
        let nonce = given["nonce"] ?? ""
        let clientNonce = given["cnonce"] ?? ""
        var secret = try hash(DemoCredentials.username, realm, DemoCredentials.password)
        if name.hasSuffix("-sess") { secret = try hash(secret, nonce, clientNonce) }
        let request = try hash(call.method, call.target.text)
        return try hash(secret, nonce, given["nc"] ?? "", clientNonce, "auth", request)
    }

    /// Checks that a nonce is one of ours, and that its count has grown.
    private static func countUse(_ given: [String: String], _ call: Call, _ name: String) throws {
        let nonce = given["nonce"] ?? ""
        let count = Int(given["nc"] ?? "", radix: 16) ?? 0
        let last = call.state.digestNonces.withLock { nonces in
            let last = nonces[nonce]
            if let last, count > last { nonces[nonce] = count }
            return last
        }
        guard let last else { throw refusal(call, name, "the nonce is not known any more", isStale: true) }
        guard count > last else { throw refusal(call, name, "the nonce was used with that count before") }
    }

    private static func refusal(_ call: Call, _ name: String, _ reason: String, isStale: Bool = false) -> Refusal {
        let nonce = call.state.digestNonces.withLock { nonces in
            let nonce = "demo-nonce-\(nonces.total + 1)"
            nonces[nonce] = 0
            return nonce
        }
        let challenge =
            "Digest realm=\"\(realm)\", qop=\"auth\", algorithm=\(name), nonce=\"\(nonce)\", opaque=\"\(opaque)\""
            + (isStale ? ", stale=true" : "")
        return notVerified(reason, hint: "user name and password are both demo", challenge: challenge)
    }
}
