import Text

/// The shapes of tokens of well-known services, web tokens, private keys and credentials within other text: secrets under any name.
struct TokenShape: Sendable {
    let title: String
    let prefix: [UInt8]
    /// Bytes after the prefix, at least.
    let length: Int
    let isPart: @Sendable (UInt8) -> Bool

    private init(_ title: String, _ prefix: String, _ length: Int, _ isPart: @escaping @Sendable (UInt8) -> Bool) {
        self.title = title
        self.prefix = Array(prefix.utf8)
        self.length = length
        self.isPart = isPart
    }

    private static let word: @Sendable (UInt8) -> Bool = { PercentCoding.isAlphanumeric($0) || $0 == 0x5F }
    private static let wordOrHyphen: @Sendable (UInt8) -> Bool = { word($0) || $0 == 0x2D }
    private static let upper: @Sendable (UInt8) -> Bool = {
        (0x41...0x5A).contains($0) || (0x30...0x39).contains($0)
    }
    private static let dotted: @Sendable (UInt8) -> Bool = { wordOrHyphen($0) || $0 == 0x2E }

    /// The shapes as their makers document them.
    private static let table: [TokenShape] =
        ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"].map { TokenShape("GitHub token", $0, 30, word) }
        + ["xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xapp-"].map {
            TokenShape("Slack token", $0, 10, wordOrHyphen)
        }
        + ["sk_live_", "rk_live_", "sk_test_", "rk_test_", "whsec_"].map { TokenShape("Stripe key", $0, 16, word) }
        + ["AKIA", "ASIA"].map { TokenShape("key of AWS", $0, 16, upper) }
        + [
            TokenShape("GitHub token", "github_pat_", 22, word), TokenShape("GitLab token", "glpat-", 20, wordOrHyphen),
            TokenShape("Google API key", "AIza", 35, wordOrHyphen), TokenShape("Google token", "ya29.", 20, dotted),
            TokenShape("npm token", "npm_", 36, word), TokenShape("PyPI token", "pypi-", 32, wordOrHyphen),
            TokenShape("secret key", "sk-", 20, wordOrHyphen), TokenShape("SendGrid key", "SG.", 40, dotted),
            TokenShape("DigitalOcean token", "dop_v1_", 40, word), TokenShape("Shopify token", "shpat_", 32, word),
            TokenShape("Hugging Face token", "hf_", 30, word),
        ]

    /// Few words begin like any of them, and a body has millions of words.
    private static let tableByFirstByte: [[TokenShape]] = table.reduce(into: Array(repeating: [], count: 256)) {
        if let first = $1.prefix.first { $0[Int(first)].append($1) }
    }

    /// Whether any of them begins with a byte.
    private static let mayBegin: [Bool] = (0...255).map {
        !tableByFirstByte[$0].isEmpty || "e-=%Bb".utf8.contains(UInt8($0))
    }

    /// Returns every token in a text, in order; credentials under the name before them.
    static func all(in bytes: UnsafeBufferPointer<UInt8>) -> [SecretSpan] {
        var found: [SecretSpan] = []
        var position = 0
        while let next = first(in: bytes, from: position) {
            found.append(next)
            position = next.range.upperBound
        }
        return found
    }

    /// Whether a text is a token and nothing else.
    static func isAll(of text: String) -> Bool {
        guard text.utf8.count >= shortest else { return false }
        var text = text
        return text.withUTF8 { first(in: $0, from: 0)?.range == 0..<$0.count }
    }

    /// `pwd=` and six bytes more.
    private static let shortest = 10

    private static func first(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> SecretSpan? {
        for position in start..<max(start, bytes.count)
        where mayBegin[Int(bytes[position])] {
            if let found = CredentialText.place(in: bytes, at: position) { return found }
            if isStart(position, in: bytes), let found = token(in: bytes, at: position) { return found }
        }
        return nil
    }

    /// Whether a word begins there: after any other sign, or after one that is percent-encoded.
    private static func isStart(_ position: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        position == 0 || !wordOrHyphen(bytes[position - 1])
            || position >= 3 && bytes[position - 3] == UInt8(ascii: "%")
    }

    private static func token(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> SecretSpan? {
        switch bytes[start] {
        case UInt8(ascii: "e"): return webToken(in: bytes, at: start)
        case UInt8(ascii: "-"): return privateKey(in: bytes, at: start)
        default:
            for shape in tableByFirstByte[Int(bytes[start])] where bytes[start...].starts(with: shape.prefix) {
                let rest = bytes[(start + shape.prefix.count)...].prefix(while: shape.isPart)
                guard rest.count >= shape.length else { continue }
                return SecretSpan(start..<rest.endIndex, shape.title, .token)
            }
            return nil
        }
    }

    /// Finds three parts in base64url with dots between; the first begins with `{"` encoded (RFC 7519, section 3).
    private static func webToken(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> SecretSpan? {
        guard bytes[start...].starts(with: "eyJ".utf8) else { return nil }
        // The first two are checked before the rest is read: after a failure the search begins again after the next dot.
        let head = bytes[start...].prefix(while: wordOrHyphen)
        guard head.count >= 8, head.endIndex < bytes.count, bytes[head.endIndex] == UInt8(ascii: ".") else {
            return nil
        }
        let claims = bytes[(head.endIndex + 1)...].prefix(while: wordOrHyphen)
        guard claims.count >= 4, claims.endIndex < bytes.count, bytes[claims.endIndex] == UInt8(ascii: ".") else {
            return nil
        }
        let end = bytes[claims.endIndex...].prefix(while: dotted).endIndex
        guard end - start >= 24 else { return nil }
        return SecretSpan(start..<end, "JSON Web Token", .token)
    }

    /// Finds a key of RFC 7468, section 10, or an older relative: up to the end of the text or the footer's hyphens.
    private static func privateKey(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> SecretSpan? {
        guard bytes[start...].starts(with: "-----BEGIN ".utf8) else { return nil }
        let line = bytes[start...].prefix(longestHeader).prefix { $0 != 0x0A && $0 != 0x0D }
        guard String(decoding: line, as: UTF8.self).contains("PRIVATE KEY-----") else { return nil }
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: "-") || !bytes[end...].starts(with: "-----END ".utf8) {
            end += 1
        }
        return SecretSpan(start..<end, "private key", .token)
    }

    /// "-----BEGIN ENCRYPTED PRIVATE KEY-----" and its like, in bytes, with room.
    private static let longestHeader = 100
}
