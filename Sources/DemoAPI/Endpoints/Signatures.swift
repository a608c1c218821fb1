extension Endpoints {
    static let signatures: [Route] = [
        Route(
            method: "ANY", pattern: "/auth/digest",
            summary: "digest credentials demo, demo; algorithm=MD5, MD5-sess, SHA-256 or SHA-256-sess"
        ) { try reply($0, "digest", DigestVerifier.check($0)) },
        Route(method: "ANY", pattern: "/auth/ntlm", summary: "NTLM credentials demo, demo of any domain") {
            try reply($0, "ntlm", NTLMVerifier.check($0))
        },
        Route(method: "ANY", pattern: "/auth/wsse", summary: "a WSSE UsernameToken of demo, demo in X-WSSE") {
            try reply($0, "wsse", WSSEVerifier.check($0))
        },
        Route(method: "ANY", pattern: "/auth/aws", summary: "an AWS signature, version 4", bodyWish: .kept) {
            try reply($0, "aws", AWSVerifier.check($0))
        },
        Route(method: "ANY", pattern: "/auth/aws/*", summary: "the same for any path below", bodyWish: .kept) {
            try reply($0, "aws", AWSVerifier.check($0))
        },
        Route(
            method: "ANY", pattern: "/auth/oauth1", summary: "an OAuth 1.0 signature in header, query or form",
            bodyWish: .kept
        ) { try reply($0, "oauth1", OAuth1Verifier.check($0)) },
    ]

    /// Returns the reply that says who was authenticated, and how.
    private static func reply(_ call: Call, _ page: String, _ seen: [(String, JSON)]) -> Reply {
        .json(.object([("page", .string(page)), ("method", .string(call.method))] + seen))
    }
}

/// Returns the refusal of a wrong signature.
func notVerified(_ reason: String, hint: String, challenge: String) -> Refusal {
    Refusal(status: 401, message: reason, hint: hint, fields: [("WWW-Authenticate", challenge)])
}

/// Reads `name="value", name=value` as credentials and challenges are written; the values without quotes.
///
/// - Source: RFC 9110, section 11.2.
func credentialParameters(_ text: some StringProtocol) -> [(name: String, value: String)] {
    var parameters: [(name: String, value: String)] = []
    var rest = String(text).unicodeScalars[...]
    while let equals = rest.firstIndex(of: "=") {
        let name = rest[..<equals].drop { $0 == " " || $0 == "," }
        rest = rest[equals...].dropFirst()
        var value = String.UnicodeScalarView()
        if rest.first == "\"" {
            rest = rest.dropFirst()
            while let character = rest.popFirst(), character != "\"" {
                value.append(character == "\\" ? rest.popFirst() ?? "\\" : character)
            }
        } else {
            value = String.UnicodeScalarView(rest.prefix { $0 != "," && $0 != " " })
            rest = rest.dropFirst(value.count)
        }
        parameters.append((String(name), String(value)))
    }
    return parameters
}

extension Call {
    /// Returns the text after a scheme in Authorization; nil when the scheme is another.
    func authorization(_ scheme: String) -> Substring? {
        guard let parts = fields["Authorization"]?.split(separator: " ", maxSplits: 1), parts.count == 2,
            parts[0].lowercased() == scheme
        else { return nil }
        return parts[1]
    }
}
