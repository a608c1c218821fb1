import Secrets
import Text

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
            let value = PercentCoding.decodeText(String(decoding: bytes[range], as: UTF8.self))
            guard SecretValueText.isSecret(Array(value.utf8)[...], under: name) else { return nil }
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
