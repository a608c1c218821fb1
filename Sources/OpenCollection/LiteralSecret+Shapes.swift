import Text

/// How the tokens of well-known services look.
struct TokenShape {
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

    /// By what their makers write of them.
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

    static func all(in bytes: [UInt8]) -> [LiteralSecret] {
        var found: [LiteralSecret] = []
        var position = 0
        while position < bytes.count {
            let isStart = position == 0 || !wordOrHyphen(bytes[position - 1])
            if isStart, let secret = secret(in: bytes, at: position) {
                found.append(secret)
                position = secret.range.upperBound
            } else {
                position += 1
            }
        }
        return found
    }

    private static func secret(in bytes: [UInt8], at start: Int) -> LiteralSecret? {
        switch bytes[start] {
        case UInt8(ascii: "e"): return webToken(in: bytes, at: start)
        case UInt8(ascii: "-"): return privateKey(in: bytes, at: start)
        default:
            for shape in tableByFirstByte[Int(bytes[start])] where bytes[start...].starts(with: shape.prefix) {
                let rest = bytes[(start + shape.prefix.count)...].prefix(while: shape.isPart)
                guard rest.count >= shape.length else { continue }
                return LiteralSecret(reason: .shape(shape.title), range: start..<rest.endIndex)
            }
            return nil
        }
    }

    /// Three parts in base64url with dots between; the first begins with `{"` encoded (RFC 7519, section 3).
    private static func webToken(in bytes: [UInt8], at start: Int) -> LiteralSecret? {
        guard bytes[start...].starts(with: "eyJ".utf8) else { return nil }
        // The first two are looked at before the rest is read: what fails there begins anew behind the next dot.
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
        return LiteralSecret(reason: .shape("JSON Web Token"), range: start..<end)
    }

    /// RFC 7468, section 10, and its older relatives: up to the end of the text or the footer's hyphens.
    private static func privateKey(in bytes: [UInt8], at start: Int) -> LiteralSecret? {
        guard bytes[start...].starts(with: "-----BEGIN ".utf8) else { return nil }
        let line = bytes[start...].prefix(longestHeader).prefix { $0 != 0x0A && $0 != 0x0D }
        guard String(decoding: line, as: UTF8.self).contains("PRIVATE KEY-----") else { return nil }
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: "-") || !bytes[end...].starts(with: "-----END ".utf8) {
            end += 1
        }
        return LiteralSecret(reason: .shape("private key"), range: start..<end)
    }

    /// "-----BEGIN ENCRYPTED PRIVATE KEY-----" and its like, in bytes, with room.
    private static let longestHeader = 100
}

/// Credentials in URLs, wherever in a text they stand: user information, and items of the query named like credentials.
enum URLCredentials {
    static func all(in bytes: [UInt8]) -> [LiteralSecret] {
        userInformation(in: bytes) + queryItems(in: bytes)
    }

    private static func userInformation(in bytes: [UInt8]) -> [LiteralSecret] {
        var found: [LiteralSecret] = []
        for start in bytes.indices where bytes[start...].starts(with: "://".utf8) {
            let authority = bytes[(start + 3)...].prefix { !isURLEnd($0) && !"/?#".utf8.contains($0) }
            guard let at = authority.lastIndex(of: UInt8(ascii: "@")),
                let colon = authority[..<at].firstIndex(of: UInt8(ascii: ":"))
            else { continue }
            let range = colon + 1..<at
            guard SecretValueText.isLiteral(bytes[range]) else { continue }
            found.append(LiteralSecret(reason: .userInformation, range: range))
        }
        return found
    }

    /// `?token=…` and `&token=…`
    private static func queryItems(in bytes: [UInt8]) -> [LiteralSecret] {
        bytes.indices.compactMap { start in
            guard bytes[start] == UInt8(ascii: "?") || bytes[start] == UInt8(ascii: "&") else { return nil }
            let item = bytes[(start + 1)...].prefix { !isURLEnd($0) && !"?&#".utf8.contains($0) }
            guard let sign = item.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            let name = PercentCoding.decodeText(String(decoding: item[..<sign], as: UTF8.self))
            let range = sign + 1..<item.endIndex
            guard SecretValueText.isSecret(bytes[range], under: name) else { return nil }
            return LiteralSecret(reason: .name(name), range: range)
        }
    }

    private static func isURLEnd(_ byte: UInt8) -> Bool { byte <= 0x20 || "\"'<>`".utf8.contains(byte) }
}

/// Texts of JSON under names like credentials: `"password": "…"`.
enum NamedTexts {
    static func all(in bytes: [UInt8]) -> [LiteralSecret] {
        var found: [LiteralSecret] = []
        var position = 0
        while let name = quoted(in: bytes, from: position) {
            position = name.upperBound + 1
            var next = skippingBlanks(bytes, position)
            guard next < bytes.count, bytes[next] == UInt8(ascii: ":") else { continue }
            next = skippingBlanks(bytes, next + 1)
            guard next < bytes.count, bytes[next] == UInt8(ascii: "\""), let value = quoted(in: bytes, from: next)
            else {
                continue
            }
            position = value.upperBound + 1
            let title = String(decoding: bytes[name], as: UTF8.self)
            guard SecretValueText.isSecret(bytes[value], under: title) else { continue }
            found.append(LiteralSecret(reason: .name(title), range: value))
        }
        return found
    }

    /// What stands between the next quotes.
    private static func quoted(in bytes: [UInt8], from start: Int) -> Range<Int>? {
        guard start < bytes.count, let open = bytes[start...].firstIndex(of: UInt8(ascii: "\"")) else { return nil }
        var position = open + 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        return position < bytes.count ? open + 1..<position : nil
    }

    private static func skippingBlanks(_ bytes: [UInt8], _ start: Int) -> Int {
        var position = start
        while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
        return position
    }
}
