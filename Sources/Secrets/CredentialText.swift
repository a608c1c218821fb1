import Text

/// Credentials that texts show: a token after `Bearer` or `Basic`, and `password=hunter2`; also percent-encoded.
///
/// Much is written about credentials that holds none, so a word or a sentence is never enough: a value mixes letters and digits.
enum CredentialText {
    typealias Bytes = UnsafeBufferPointer<UInt8>

    /// - Parameter start: The index at which the scheme begins, or the sign between a name and its value.
    static func place(in bytes: Bytes, at start: Int) -> SecretSpan? {
        switch bytes[start] {
        case UInt8(ascii: "b"), UInt8(ascii: "B"): token(in: bytes, at: start)
        case UInt8(ascii: "="): assignment(in: bytes, at: start, isEncoded: false)
        case UInt8(ascii: "%"): assignment(in: bytes, at: start, isEncoded: true)
        default: nil
        }
    }

    // MARK: - Schemes

    /// - Source: RFC 6750, section 2.1, and RFC 7617, section 2.
    private static func token(in bytes: Bytes, at start: Int) -> SecretSpan? {
        let isBasic = hasPrefix("basic", bytes, start)
        guard isBasic || hasPrefix("bearer", bytes, start), isStart(start, bytes) else { return nil }
        let end = start + (isBasic ? 5 : 6)
        guard let space = [" ", "+", "%20"].first(where: { hasPrefix($0, bytes, end) }) else { return nil }
        let value = value(in: bytes, from: end + space.utf8.count, isEncoded: space != " ") {
            isAlphanumeric($0) || "-._~+/=".utf8.contains($0)
        }
        guard isBasic ? isPair(bytes[value]) : hasMixedPart(bytes[value]) else { return nil }
        return SecretSpan(value, "Authorization")
    }

    /// Whether a word begins there: after any other sign, or after one that is percent-encoded.
    private static func isStart(_ start: Int, _ bytes: Bytes) -> Bool {
        start == 0 || !isAlphanumeric(bytes[start - 1]) || start >= 3 && bytes[start - 3] == UInt8(ascii: "%")
    }

    /// Whether a part between marks is long and mixes letters and digits: `abcdef1234567`, but not `oauth2-token`.
    private static func hasMixedPart(_ value: Slice<Bytes>) -> Bool {
        value.split { !isAlphanumeric($0) }.contains { part in
            let digits = part.count { isDigit($0) }
            return part.count >= 8 && digits >= 2 && digits < part.count
        }
    }

    /// Whether it is Base64 of `user:password`.
    private static func isPair(_ value: Slice<Bytes>) -> Bool {
        let text = PercentCoding.decodedBytes(String(decoding: value, as: UTF8.self))
        guard text.count >= 8, let pair = Base64.decoded(text) else { return false }
        return pair.contains(UInt8(ascii: ":")) && pair.allSatisfy { $0 >= 0x20 }
    }

    // MARK: - Names with values

    private static let longestName = 64

    /// Finds `password=hunter2`, as in forms and in strings that databases are reached with.
    private static func assignment(in bytes: Bytes, at sign: Int, isEncoded: Bool) -> SecretSpan? {
        guard !isEncoded || hasPrefix("%3d", bytes, sign) else { return nil }
        let before = bytes[..<sign].suffix(longestName)
        let end = before.lastIndex { !isAlphanumeric($0) && !"_-.".utf8.contains($0) }
        var name = bytes[(end.map { $0 + 1 } ?? before.startIndex)..<sign]
        if isEncoded, name.startIndex > 0, bytes[name.startIndex - 1] == UInt8(ascii: "%") { name = name.dropFirst(2) }
        guard !name.isEmpty, name.count < longestName else { return nil }
        // A body has many equals signs, but few after such a name.
        let title = String(decoding: name, as: UTF8.self)
        guard SecretVocabulary.quickVerdict(of: title) == .secret else { return nil }
        let start = sign + (isEncoded ? 3 : 1)
        guard let value = secretValue(in: bytes, from: start, isEncoded, ends) else { return nil }
        // What follows a number sign is the fragment in a URL.
        let mayEndEarlier = isEncoded || bytes[value].contains(UInt8(ascii: "#"))
        guard mayEndEarlier, isInURL(name.startIndex, bytes, isEncoded) else { return SecretSpan(value, title) }
        return secretValue(in: bytes, from: start, isEncoded, ends + "#".utf8).map { SecretSpan($0, title) }
    }

    /// The signs that end a value. An equals sign and a number sign do not: passwords have them.
    private static let ends = Array("&;,|\"'`<>()[]\\".utf8)
    /// The number of bytes of a value that decide whether it is a secret: a long text that is none is not read to its end.
    private static let longestBeginning = 256

    /// Returns the place of a value up to one of these signs; nil if it is none of a secret.
    private static func secretValue(in bytes: Bytes, from start: Int, _ isEncoded: Bool, _ ends: [UInt8]) -> Range<Int>?
    {
        func value(upTo limit: Int) -> Range<Int> {
            Self.value(in: Bytes(rebasing: bytes[..<limit]), from: start, isEncoded: isEncoded) {
                $0 > 0x20 && !ends.contains($0)
            }
        }
        let limit = min(start + longestBeginning, bytes.count)
        let beginning = value(upTo: limit)
        // Code calls, and indexes.
        if beginning.upperBound < limit, "([".utf8.contains(byte(bytes, beginning.upperBound, isEncoded).value) {
            return nil
        }
        let written = Array(bytes[beginning])
        let text = isEncoded ? PercentCoding.decodedBytes(String(decoding: written, as: UTF8.self)) : written
        // Code compares with two equals signs.
        guard isMixed(text), text.first != UInt8(ascii: "="), !isMembers(text), !isPlaceholder(text) else { return nil }
        return beginning.upperBound < limit ? beginning : value(upTo: bytes.count)
    }

    /// A URL that is longer is read as text.
    private static let longestURL = 2_048

    /// Whether the word before a name begins a URL, or its query.
    private static func isInURL(_ name: Int, _ bytes: Bytes, _ isEncoded: Bool) -> Bool {
        let before = bytes[..<name].suffix(longestURL)
        let start = before.lastIndex { $0 <= 0x20 || "\"'`<>".utf8.contains($0) }.map { $0 + 1 } ?? before.startIndex
        return (start..<name).contains { place in
            switch bytes[place] {
            case UInt8(ascii: "?"): !isEncoded
            case UInt8(ascii: ":"): !isEncoded && hasPrefix("://", bytes, place)
            case UInt8(ascii: "%"):
                isEncoded && (hasPrefix("%3f", bytes, place) || hasPrefix("%3a%2f%2f", bytes, place))
            default: false
            }
        }
    }

    private static func isMixed(_ value: [UInt8]) -> Bool {
        value.count >= 6 && value.contains(where: isDigit) && value.contains { isLetter($0) }
    }

    /// Whether a value is `response.body2.token`, as code names the members of an object.
    private static func isMembers(_ value: [UInt8]) -> Bool {
        let parts = value.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count > 1 && parts.allSatisfy { $0.first.map { isLetter($0) || $0 == 0x5F } ?? false }
    }

    /// Whether it is a placeholder, such as `{{key1}}`, `${KEY1}` or `$KEY1`.
    private static func isPlaceholder(_ value: [UInt8]) -> Bool {
        value.first == UInt8(ascii: "$") || value.contains(UInt8(ascii: "{"))
    }

    // MARK: - Bytes

    private static func value(
        in bytes: Bytes, from start: Int, isEncoded: Bool, _ isPart: (UInt8) -> Bool
    ) -> Range<Int> {
        var end = start
        while end < bytes.count {
            let byte = byte(bytes, end, isEncoded)
            guard isPart(byte.value) else { break }
            end += byte.length
        }
        return start..<end
    }

    /// Returns the byte at a place, percent-encoded or not.
    private static func byte(_ bytes: Bytes, _ place: Int, _ isEncoded: Bool) -> (value: UInt8, length: Int) {
        guard isEncoded else { return (bytes[place], 1) }
        if bytes[place] == UInt8(ascii: "+") { return (0x20, 1) }
        guard bytes[place] == UInt8(ascii: "%"), let escape = Escape(percent: bytes, at: place),
            case .byte(let value) = escape.meaning
        else { return (bytes[place], 1) }
        return (value, escape.length)
    }

    /// - Parameter word: The word in lower case.
    private static func hasPrefix(_ word: String, _ bytes: Bytes, _ start: Int) -> Bool {
        bytes.count - start >= word.utf8.count
            && bytes[start...].prefix(word.utf8.count).elementsEqual(word.utf8) {
                $0 == $1 || $0 | 0x20 == $1 && isLetter($0)
            }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool { PercentCoding.isAlphanumeric(byte) }
    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
