import Secrets
import Text

/// Credentials that texts show: a token behind `Bearer` or `Basic`, and `password=hunter2`.
///
/// Much is written about credentials that holds none, so a word or a sentence is never enough: a value mixes letters and digits.
enum CredentialTexts {
    static func all(in bytes: [UInt8]) -> [LiteralSecret] {
        var found: [LiteralSecret] = []
        for (index, byte) in bytes.enumerated() {
            if byte == 0x20, let secret = token(in: bytes, behind: index) { found.append(secret) }
            if byte == UInt8(ascii: "="), let secret = assignment(in: bytes, at: index) { found.append(secret) }
        }
        return found
    }

    // MARK: - Schemes

    private static let schemes = ["bearer", "basic"].map { Array($0.utf8) }

    /// - Source: RFC 6750, section 2.1, and RFC 7617, section 2.
    private static func token(in bytes: [UInt8], behind blank: Int) -> LiteralSecret? {
        guard let scheme = schemes.first(where: { ends(bytes[..<blank], with: $0) }) else { return nil }
        let value = bytes[(blank + 1)...].prefix { PercentCoding.isAlphanumeric($0) || "-._~+/=".utf8.contains($0) }
        let isToken = scheme.count == 5 ? isPair(value) : hasMixedPart(value)
        guard isToken, SecretValueText.isLiteral(value) else { return nil }
        return LiteralSecret(reason: .name("Authorization"), range: value.indices)
    }

    private static func ends(_ bytes: ArraySlice<UInt8>, with word: [UInt8]) -> Bool {
        let tail = bytes.suffix(word.count)
        guard tail.count == word.count, tail.elementsEqual(word, by: { $0 | 0x20 == $1 }) else { return false }
        return tail.startIndex == bytes.startIndex || !PercentCoding.isAlphanumeric(bytes[tail.startIndex - 1])
    }

    /// Whether a part between marks is long and mixes letters and digits: `abcdef1234567`, but not `oauth2-token`.
    private static func hasMixedPart(_ value: ArraySlice<UInt8>) -> Bool {
        value.split { !PercentCoding.isAlphanumeric($0) }.contains { part in
            let digits = part.count { isDigit($0) }
            return part.count >= 8 && digits >= 2 && digits < part.count
        }
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Whether it is Base64 of `user:password`.
    private static func isPair(_ value: ArraySlice<UInt8>) -> Bool {
        guard value.count >= 8, value.count % 4 == 0 else { return false }
        let digits = value.prefix { $0 != UInt8(ascii: "=") }.map { alphabet.firstIndex(of: $0) }
        guard !digits.contains(nil), digits.count + 2 >= value.count else { return false }
        var (pair, bits, count): ([UInt8], Int, Int) = ([], 0, 0)
        for digit in digits {
            (bits, count) = ((bits << 6 | (digit ?? 0)) & 0xFFFF, count + 6)
            if count >= 8 { (pair, count) = (pair + [UInt8(truncatingIfNeeded: bits >> (count - 8))], count - 8) }
        }
        return pair.contains(UInt8(ascii: ":")) && pair.allSatisfy { $0 >= 0x20 }
    }

    // MARK: - Names with values

    private static let longestName = 64

    /// `password=hunter2`, as in forms and in strings that databases are reached with.
    private static func assignment(in bytes: [UInt8], at sign: Int) -> LiteralSecret? {
        let name = bytes[..<sign].suffix(longestName).reversed().prefix {
            PercentCoding.isAlphanumeric($0) || "_-.".utf8.contains($0)
        }
        guard !name.isEmpty, name.count < longestName else { return nil }
        let value = bytes[(sign + 1)...].prefix { $0 > 0x20 && !"&;,|\"'`<>()[]=".utf8.contains($0) }
        // Code calls, and indexes.
        if value.endIndex < bytes.endIndex, "([".utf8.contains(bytes[value.endIndex]) { return nil }
        guard isMixed(value), !isMembers(value) else { return nil }
        let title = String(decoding: name.reversed(), as: UTF8.self)
        guard LiteralSecret.isAlwaysOne(under: title), SecretValueText.isSecret(value, under: title) else { return nil }
        return LiteralSecret(reason: .name(title), range: value.indices)
    }

    private static func isMixed(_ value: ArraySlice<UInt8>) -> Bool {
        value.count >= 6 && value.contains(where: isDigit) && value.contains { isLetter($0) }
    }

    /// `response.body2.token`, as code names what an object has.
    private static func isMembers(_ value: ArraySlice<UInt8>) -> Bool {
        let parts = value.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count > 1 && parts.allSatisfy { $0.first.map { isLetter($0) || $0 == 0x5F } ?? false }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
