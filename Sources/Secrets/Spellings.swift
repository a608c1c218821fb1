import Text

/// The ways in which a value is written that no ``Reading`` of a text undoes.
package enum Spellings {
    /// Longer values are looked for as themselves and in every reading, not in other spellings: these take fifteen times the memory of the value.
    static let longestValue = 1 << 14

    /// Returns the remains of a value in a URL or a header field: no tabs and line ends, `/` for `\`, no white space at its ends.
    ///
    /// - Source: URL Standard, section 4.4.
    static func remnants(of value: String) -> [[UInt8]] {
        let texts = [value, inURL(value), inPath(value)]
        return (texts + texts.map(trimmed)).map { Array($0.utf8) }
    }

    static func inURL(_ value: String) -> String {
        String(decoding: value.utf8.filter { ![0x09, 0x0A, 0x0D].contains($0) }, as: UTF8.self)
    }

    static func inPath(_ value: String) -> String {
        String(decoding: inURL(value).utf8.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }, as: UTF8.self)
    }

    /// Returns the other spellings, each at least `shortest` bytes long.
    static func all(of value: String, shortest: Int) -> [[UInt8]] {
        let bytes = Array(value.utf8)
        guard (shortest...longestValue).contains(bytes.count) else { return [] }
        let isASCII = bytes.allSatisfy { $0 < 0x80 }
        // A value with an escape in it is read as something else where its other characters were escaped and its `%` was not.
        var all = [Array(value.lowercased().utf8), Array(value.uppercased().utf8), PercentCoding.decodedBytes(value)]
        all.append(Array(bytes.prefix { !"&;#".utf8.contains($0) }))
        if !isASCII { all.append(readAsLatin1(bytes)) }
        all += [
            utf16(value) { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, utf16(value) { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
        ]
        return all.filter { $0.count >= shortest } + (0..<3).flatMap { base64(of: bytes, at: $0) }
    }

    /// Returns UTF-8 that was taken for Latin-1 and written as UTF-8: `Ã¶` for `ö`.
    private static func readAsLatin1(_ bytes: [UInt8]) -> [UInt8] {
        Array(String(String.UnicodeScalarView(bytes.map(Unicode.Scalar.init))).utf8)
    }

    private static func utf16(_ value: String, _ bytes: (UInt16) -> [UInt8]) -> [UInt8] { value.utf16.flatMap(bytes) }

    static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        let start = scalars.drop { $0.properties.isWhitespace }
        let end = start.reversed().drop { $0.properties.isWhitespace }
        return String(String.UnicodeScalarView(end.reversed()))
    }
}

// MARK: - Base64

extension Spellings {
    /// Fewer characters are found in any long text.
    private static let shortestBase64 = 6

    /// Returns the characters that depend on the value alone when it begins at this place of a group of three bytes, in both alphabets.
    ///
    /// - Source: RFC 4648, sections 4 and 5.
    package static func base64(of bytes: [UInt8], at offset: Int) -> [[UInt8]] {
        let start = (offset * 8 + 5) / 6
        let end = (offset + bytes.count) * 8 / 6
        guard end - start >= shortestBase64 else { return [] }
        let padded = [UInt8](repeating: 0, count: offset) + bytes
        let standard = (start..<end).map { Base64.alphabet[sextet($0, of: padded)] }
        let forURLs = standard.map {
            $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0
        }
        return standard == forURLs ? [standard] : [standard, forURLs]
    }

    /// Returns six bits, counted from the first.
    private static func sextet(_ number: Int, of bytes: [UInt8]) -> Int {
        let (byte, bit) = (number * 6 / 8, number * 6 % 8)
        let next = byte + 1 < bytes.count ? Int(bytes[byte + 1]) : 0
        return (Int(bytes[byte]) << 8 | next) >> (10 - bit) & 0x3F
    }
}
