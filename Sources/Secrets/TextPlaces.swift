import Text

/// Credentials of URLs, wherever in a text they stand: user information, and items whose names say so, in query and fragment, also of a URL that is
/// an item of another one.
package struct TextPlaces {
    private let bytes: UnsafeBufferPointer<UInt8>

    package static func all(in bytes: UnsafeBufferPointer<UInt8>) -> [SecretSpan] {
        let text = TextPlaces(bytes: bytes)
        var places: [SecretSpan] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if let place = text.place(at: index) {
                places.append(place)
                // What stands within is masked with it: a value of many question marks is read once.
                index = max(place.range.upperBound, index + 1)
            } else {
                index += 1
            }
        }
        return places
    }

    private func place(at index: Int) -> SecretSpan? {
        switch bytes[index] {
        case UInt8(ascii: ":"): user(behind: index)
        case UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: "#"): item(from: index + 1)
        // "%3F", "%26" and "%23" of a URL within a URL; "\u0026" of JSON.
        case UInt8(ascii: "%"): hasEscape(at: index, of: Self.separators) ? item(from: index + 3) : nil
        case UInt8(ascii: "\\"): hasPrefix("\\u0026", at: index) ? item(from: index + 6) : nil
        default: nil
        }
    }

    private static let separators: [[UInt8]] = [Array("3f".utf8), Array("26".utf8), Array("23".utf8)]
    private static let equals: [[UInt8]] = [Array("3d".utf8)]
    private static let longestName = 100

    private func hasPrefix(_ text: String, at index: Int) -> Bool {
        bytes[index...].starts(with: text.utf8)
    }

    private func hasEscape(at index: Int, of codes: [[UInt8]]) -> Bool {
        guard index + 2 < bytes.count else { return false }
        // Digits become themselves, letters small ones.
        return codes.contains([bytes[index + 1] | 0x20, bytes[index + 2] | 0x20])
    }

    /// "user:password" of "//user:password@host".
    private func user(behind colon: Int) -> SecretSpan? {
        guard hasPrefix("://", at: colon) else { return nil }
        let authority = bytes[(colon + 3)...].prefix { !Self.isEnd($0) && !"/?#".utf8.contains($0) }
        guard let at = authority.lastIndex(of: UInt8(ascii: "@")), at > authority.startIndex else { return nil }
        return SecretSpan(authority.startIndex..<at, "user information")
    }

    private func item(from start: Int) -> SecretSpan? {
        var index = start
        while index < bytes.count, index - start < Self.longestName {
            if bytes[index] == UInt8(ascii: "=") { return item(start..<index, from: index + 1) }
            if bytes[index] == UInt8(ascii: "%"), hasEscape(at: index, of: Self.equals) {
                return item(start..<index, from: index + 3)
            }
            guard !Self.isEnd(bytes[index]), !"?&#".utf8.contains(bytes[index]) else { return nil }
            index += 1
        }
        return nil
    }

    private func item(_ name: Range<Int>, from start: Int) -> SecretSpan? {
        let written = String(decoding: UnsafeBufferPointer(rebasing: bytes[name]), as: UTF8.self)
        let name = PercentCoding.decodedText(written)
        guard SecretVocabulary.maySecretsStand(under: name) else { return nil }
        var end = start
        while end < bytes.count, !isEndOfValue(end) { end += 1 }
        let value = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
        return SecretVocabulary.isSecret(PercentCoding.decodedText(value), under: name)
            ? SecretSpan(start..<end, name) : nil
    }

    private func isEndOfValue(_ index: Int) -> Bool {
        let byte = bytes[index]
        if Self.isEnd(byte) || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "#") { return true }
        return byte == UInt8(ascii: "%") && hasEscape(at: index, of: Self.separators)
    }

    /// What no URL holds in the texts that it stands in.
    private static func isEnd(_ byte: UInt8) -> Bool { byte <= 0x20 || "\"<>`\\".utf8.contains(byte) }
}
