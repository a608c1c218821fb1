import Text

/// Finds credentials of URLs anywhere in a text: user information, and items whose names say so, in query and fragment, also of a URL that is an item
/// of another one.
struct TextPlaces {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let verdict: (String) -> SecretVocabulary.Verdict

    /// - Parameter verdict: about the name of an item.
    static func all(
        in bytes: UnsafeBufferPointer<UInt8>, by verdict: @escaping (String) -> SecretVocabulary.Verdict
    ) -> [SecretSpan] {
        let text = TextPlaces(bytes: bytes, verdict: verdict)
        var places: [SecretSpan] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if let place = text.place(at: index) {
                places.append(place)
                // Places within are masked with it: a value of many question marks is read once.
                index = max(place.range.upperBound, index + 1)
            } else {
                index += 1
            }
        }
        return places
    }

    private func place(at index: Int) -> SecretSpan? {
        switch bytes[index] {
        case UInt8(ascii: ":"): hasPrefix("://", at: index) ? user(from: index + 3) : nil
        case UInt8(ascii: "/"): index == 0 && hasPrefix("//", at: 0) ? user(from: 2) : nil
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

    /// Returns "user:password" of "//user:password@host".
    private func user(from start: Int) -> SecretSpan? {
        let authority = bytes[start...].prefix { !Self.isEnd($0) && !"/?#".utf8.contains($0) }
        // No further, or a text of many beginnings of URLs would be read for each of them.
        let path = bytes[authority.endIndex...].prefix(Self.longestName).prefix {
            !Self.isEnd($0) && !"?#".utf8.contains($0)
        }
        let range = Self.user(of: bytes[start..<path.endIndex])
        return range.flatMap(SecretSpan.init(userInformation:))
    }

    /// Returns the user information before an `@` in an authority, even where a password with an unescaped `/` ends the authority too early.
    ///
    /// - Parameter text: The text from the authority on, up to the query.
    static func user<Text: BidirectionalCollection<UInt8>>(of text: Text) -> Range<Int>?
    where Text.Index == Int {
        let authority = text.prefix { $0 != UInt8(ascii: "/") }
        let isHostAndPort =
            authority.contains(UInt8(ascii: "]"))
            || authority.split(separator: UInt8(ascii: ":")).dropFirst().allSatisfy {
                // A variable may be the port.
                $0.first == UInt8(ascii: "{") || UInt16(String(decoding: $0, as: UTF8.self)) != nil
            }
        return (isHostAndPort ? authority : text[...]).lastIndex(of: UInt8(ascii: "@")).map { text.startIndex..<$0 }
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
        let verdict = verdict(name)
        guard verdict == .secret || verdict == .ifItLooksSo else { return nil }
        var end = start
        while end < bytes.count, !isEndOfValue(end) { end += 1 }
        let value = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
        return SecretVocabulary.isSecret(PercentCoding.decodedText(value), by: verdict)
            ? SecretSpan(start..<end, name) : nil
    }

    private func isEndOfValue(_ index: Int) -> Bool {
        let byte = bytes[index]
        if Self.isEnd(byte) || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "#") { return true }
        return byte == UInt8(ascii: "%") && hasEscape(at: index, of: Self.separators)
    }

    /// Whether a byte ends a URL in the texts in which URLs occur.
    private static func isEnd(_ byte: UInt8) -> Bool { byte <= 0x20 || "\"<>`\\".utf8.contains(byte) }
}
