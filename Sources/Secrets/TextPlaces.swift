import Text

/// Finds credentials of a URL, and of URLs anywhere in a text: user information, and items whose names say so, in query and fragment, also of a URL
/// that is percent-encoded within another one.
struct TextPlaces {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let verdict: (String) -> SecretVocabulary.Verdict
    /// The number of times that the text was decoded.
    private let depth: Int

    /// - Parameter verdict: about the name of an item.
    static func all(
        in bytes: UnsafeBufferPointer<UInt8>, by verdict: @escaping (String) -> SecretVocabulary.Verdict,
        depth: Int = 0
    ) -> [SecretSpan] {
        TextPlaces(bytes: bytes, verdict: verdict, depth: depth).all + nested(in: bytes, by: verdict, depth: depth)
    }

    /// Returns the user information of URLs in a text alone.
    private static func users(in bytes: UnsafeBufferPointer<UInt8>) -> [SecretSpan] {
        guard bytes.contains(UInt8(ascii: "@")) else { return [] }
        return TextPlaces(bytes: bytes, verdict: { _ in .plain }, depth: 0).all
    }

    private var all: [SecretSpan] {
        var places: [SecretSpan] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if let place = place(at: index) {
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
        // The ampersand of JSON.
        case UInt8(ascii: "\\"): hasPrefix("\\u0026", at: index) ? item(from: index + 6) : nil
        default: nil
        }
    }

    private static let longestName = 100

    private func hasPrefix(_ text: String, at index: Int) -> Bool {
        bytes[index...].starts(with: text.utf8)
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
    private static func user<Text: BidirectionalCollection<UInt8>>(of text: Text) -> Range<Int>?
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
        let name = bytes[start...].prefix(Self.longestName).prefix { !isEndOfValue($0) && !"?=".utf8.contains($0) }
        guard name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: "=") else { return nil }
        let title = PercentCoding.decodedText(text(name))
        let verdict = verdict(title)
        guard verdict == .secret || verdict == .ifItLooksSo else { return nil }
        let value = bytes[(name.endIndex + 1)...].prefix { !isEndOfValue($0) }
        return SecretVocabulary.isSecret(PercentCoding.decodedText(text(value)), by: verdict)
            ? SecretSpan(value.indices, title) : nil
    }

    private func text(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: bytes), as: UTF8.self)
    }

    /// Whether a byte ends a name or a value. What was escaped ends none, but for what separates items.
    private func isEndOfValue(_ byte: UInt8) -> Bool {
        "&#".utf8.contains(byte) || depth == 0 && Self.isEnd(byte)
    }

    /// Whether a byte ends a URL in the texts in which URLs occur.
    private static func isEnd(_ byte: UInt8) -> Bool { byte <= 0x20 || "\"<>`\\".utf8.contains(byte) }
}

// MARK: - One URL

extension TextPlaces {
    /// Returns the secrets of a text that is a URL.
    static func all(inURL url: UnsafeBufferPointer<UInt8>, by verdict: @escaping (String) -> SecretVocabulary.Verdict)
        -> [SecretSpan]
    {
        let hash = url.firstIndex(of: UInt8(ascii: "#")) ?? url.endIndex
        let mark = url[..<hash].firstIndex(of: UInt8(ascii: "?")) ?? hash
        let first = user(of: url[startOfAuthority(url)..<mark]).flatMap(SecretSpan.init(userInformation:))
        let items = [mark..<hash, hash..<url.endIndex].flatMap { FormPlaces.items(url[$0].dropFirst(), by: verdict) }
        // URLs stand unencoded in items, too.
        let further = url[mark...].split { "?&#".utf8.contains($0) }.flatMap { item in
            users(in: UnsafeBufferPointer(rebasing: item)).map { $0.shifted(by: item.startIndex) }
        }
        return [first].compactMap { $0 } + items + further + nested(in: url, by: verdict)
    }

    /// Returns where the authority begins, even without a scheme before it. Compares bytes, as URLs are read: a mark with an accent after it is still
    /// one.
    private static func startOfAuthority(_ url: UnsafeBufferPointer<UInt8>) -> Int {
        guard let separator = url.firstRange(of: Array("://".utf8)),
            !url[..<separator.lowerBound].contains(where: "/?#".utf8.contains)
        else { return url.startIndex }
        return separator.upperBound
    }
}

// MARK: - URLs within URLs

extension TextPlaces {
    /// A URL within a URL within a URL is found.
    private static let deepest = 3
    /// The length of the longest piece that is decoded: it takes several times as much memory.
    private static let longestPiece = 1 << 22

    /// Returns the credentials of URLs that are percent-encoded.
    static func nested(
        in bytes: UnsafeBufferPointer<UInt8>, by verdict: @escaping (String) -> SecretVocabulary.Verdict,
        depth: Int = 0
    ) -> [SecretSpan] {
        guard depth < deepest, bytes.contains(UInt8(ascii: "%")) else { return [] }
        var (places, start) = ([SecretSpan](), 0)
        while start < bytes.count {
            // The sign that separates it from the piece before belongs to it.
            let end = bytes[(start + 1)...].firstIndex { isEnd($0) || "?&#".utf8.contains($0) } ?? bytes.count
            let piece = UnsafeBufferPointer(rebasing: bytes[start..<end])
            if mayHoldURL(piece) {
                places += decoded(piece, by: verdict, depth: depth + 1).map { $0.shifted(by: start) }
            }
            start = end
        }
        return places
    }

    /// Whether something in a piece is escaped that gives a URL its structure.
    private static func mayHoldURL(_ piece: UnsafeBufferPointer<UInt8>) -> Bool {
        guard piece.count <= longestPiece else { return false }
        return piece.indices.contains { index in
            guard piece[index] == UInt8(ascii: "%"), index + 2 < piece.count else { return false }
            // "%3F", "%26", "%23", "%3A", "%2F", "%3D", "%40", and "%25" of what is escaped twice.
            return switch (piece[index + 1], piece[index + 2] | 0x20) {
            case (0x32, 0x33), (0x32, 0x35), (0x32, 0x36), (0x32, 0x66), (0x34, 0x30): true
            case (0x33, 0x61), (0x33, 0x64), (0x33, 0x66): true
            default: false
            }
        }
    }

    private static func decoded(
        _ piece: UnsafeBufferPointer<UInt8>, by verdict: @escaping (String) -> SecretVocabulary.Verdict, depth: Int
    ) -> [SecretSpan] {
        let meant = Reading.percent.meaning(of: piece)
        let found = meant.bytes.withUnsafeBufferPointer { all(in: $0, by: verdict, depth: depth) }
        return found.map { span in
            SecretSpan(meant.places.range(span.range.lowerBound, span.range.count), span.name, span.kind)
        }
    }
}
