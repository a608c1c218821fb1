import Text

/// A way in which text is written on its way through URLs, forms, JSON, HTML and base64, so that it can be written so again.
package enum SecretSpelling: String, Sendable, Hashable, CaseIterable {
    case plain
    /// The text without white space at its ends, as a header field has it.
    case trimmed

    // Spellings in a URL: all is escaped but letters, digits and the signs named here.
    /// `-_.!~*'()`, as JavaScript's `encodeURIComponent` does.
    case component
    /// `-._~`.
    ///
    /// - Source: RFC 3986, section 2.3.
    case unreserved
    /// `*-._`, and a space is `+`.
    ///
    /// - Source: URL Standard, section 5.2.
    case form
    /// The signs of a path as it is sent, and `%`.
    case path
    /// The signs of a query as it is sent, and `%`.
    case query
    /// The signs of a segment of a path.
    case segment
    /// ``component`` with digits in lower case.
    case lowerCaseComponent
    // The same of what is left of it: a URL has no tabs and line ends, and a path has `/` for `\`.
    //
    // Source: URL Standard, section 4.4.
    case sentPath, sentQuery, sentComponent

    // As a string of JSON, without its quotes.
    case json
    /// JSON with `\/`.
    case jsonWithSlashes
    /// JSON with all that is not ASCII as `\u00e9`.
    case asciiJSON
    /// JSON with all that is not ASCII as `\u00E9`.
    case upperCaseASCIIJSON
    /// JSON within a string of JSON.
    case nestedJSON
    /// `&`, `<` and `>` escaped too, as Go does.
    case goJSON

    case html
    /// HTML with `&#34;` and `&#39;`.
    case numericHTML

    // The characters of base64 that depend on the value alone, by where in a group of three bytes it begins.
    case base64At0, base64At1, base64At2
    case urlBase64At0, urlBase64At1, urlBase64At2

    /// Returns the value in this spelling; nil where too little of base64 depends on it.
    package func bytes(of value: String) -> [UInt8]? {
        switch self {
        case .base64At0: Self.base64(of: Array(value.utf8), at: 0).first
        case .base64At1: Self.base64(of: Array(value.utf8), at: 1).first
        case .base64At2: Self.base64(of: Array(value.utf8), at: 2).first
        case .urlBase64At0: Self.base64(of: Array(value.utf8), at: 0).last
        case .urlBase64At1: Self.base64(of: Array(value.utf8), at: 1).last
        case .urlBase64At2: Self.base64(of: Array(value.utf8), at: 2).last
        default: Array(text(of: value).utf8)
        }
    }

    /// Creates the spelling in which these bytes write the value; nil if there is none.
    package init?(of bytes: some Sequence<UInt8>, for value: String) {
        let bytes = Array(bytes)
        guard let spelling = Self.allCases.first(where: { $0.bytes(of: value) == bytes }) else { return nil }
        self = spelling
    }

    private func text(of value: String) -> String {
        switch self {
        case .trimmed: Self.trimmed(value)
        case .component, .unreserved, .form, .path, .query, .segment, .lowerCaseComponent: escaped(value)
        case .sentPath: Self.path.escaped(Self.inPath(value))
        case .sentQuery: Self.query.escaped(Self.inURL(value))
        case .sentComponent: Self.component.escaped(Self.inURL(value))
        case .json: JSONText.escaped(value)
        case .jsonWithSlashes: Self.replacing([0x2F: "\\/"], in: JSONText.escaped(value))
        case .asciiJSON: Self.asciiOnly(JSONText.escaped(value))
        case .upperCaseASCIIJSON: Self.asciiOnly(JSONText.escaped(value), uppercase: true)
        case .nestedJSON: JSONText.escaped(JSONText.escaped(value))
        case .goJSON: Self.goEscaped(JSONText.escaped(value))
        case .html: Self.html(value, quote: "&quot;", apostrophe: "'")
        case .numericHTML: Self.html(value, quote: "&#34;", apostrophe: "&#39;")
        default: value
        }
    }

    private func escaped(_ value: String) -> String {
        switch self {
        case .form: PercentCoding.encodeForm(value)
        case .segment: PercentCoding.segment(value)
        case .lowerCaseComponent:
            value.utf8.map { byte in
                isKept(byte)
                    ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }.joined()
        default: PercentCoding.encode(value, keeping: isKept)
        }
    }

    private func isKept(_ byte: UInt8) -> Bool {
        let isVisible = (0x21...0x7E).contains(byte)
        switch self {
        case .component, .lowerCaseComponent:
            return PercentCoding.isAlphanumeric(byte) || "-_.!~*'()".utf8.contains(byte)
        case .path: return isVisible && !"\"#<>?^`{}".utf8.contains(byte)
        case .query: return isVisible && !"\"#<>'".utf8.contains(byte)
        default: return PercentCoding.isUnreserved(byte)
        }
    }
}

extension SecretSpelling {
    /// Returns the JSON with all that is not ASCII as `\u00e9`, as some writers do.
    private static func asciiOnly(_ json: String, uppercase: Bool = false) -> String {
        json.utf16.map { unit in
            unit < 0x80 ? String(UnicodeScalar(UInt8(unit))) : escape(unit, uppercase: uppercase)
        }.joined()
    }

    private static func goEscaped(_ json: String) -> String {
        replacing([0x26: "\\u0026", 0x3C: "\\u003c", 0x3E: "\\u003e"], in: json)
    }

    private static func html(_ value: String, quote: String, apostrophe: String) -> String {
        replacing([0x26: "&amp;", 0x3C: "&lt;", 0x3E: "&gt;", 0x22: quote, 0x27: apostrophe], in: value)
    }

    private static func escape(_ unit: UInt16, uppercase: Bool = false) -> String {
        let digits = String(unit, radix: 16, uppercase: uppercase)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    /// - Parameter spellings: The spellings of bytes of ASCII.
    private static func replacing(_ spellings: [UInt8: String], in text: String) -> String {
        String(decoding: text.utf8.flatMap { byte in spellings[byte].map { Array($0.utf8) } ?? [byte] }, as: UTF8.self)
    }
}

// MARK: - Spellings that are looked for

extension SecretSpelling {
    /// Longer values are looked for as themselves and in every reading, not in other spellings: these take fifteen times the memory of the value.
    private static let longestValue = 1 << 14

    /// Returns the remains of a value in a URL or a header field: no tabs and line ends, `/` for `\`, no white space at its ends.
    ///
    /// - Source: URL Standard, section 4.4.
    static func remnants(of value: String) -> [[UInt8]] {
        let texts = [value, inURL(value), inPath(value)]
        return (texts + texts.map(trimmed)).map { Array($0.utf8) }
    }

    private static func inURL(_ value: String) -> String {
        String(decoding: value.utf8.filter { ![0x09, 0x0A, 0x0D].contains($0) }, as: UTF8.self)
    }

    private static func inPath(_ value: String) -> String {
        String(decoding: inURL(value).utf8.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }, as: UTF8.self)
    }

    /// Returns the spellings that no ``Reading`` of a text undoes, each at least `shortest` bytes long.
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

    private static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        let start = scalars.drop { $0.properties.isWhitespace }
        let end = start.reversed().drop { $0.properties.isWhitespace }
        return String(String.UnicodeScalarView(end.reversed()))
    }
}

// MARK: - Base64

extension SecretSpelling {
    /// Fewer characters are found in any long text.
    private static let shortestBase64 = 6

    /// Returns the characters that depend on the value alone when it begins at this place of a group of three bytes, in both alphabets.
    ///
    /// - Source: RFC 4648, sections 4 and 5.
    private static func base64(of bytes: [UInt8], at offset: Int) -> [[UInt8]] {
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
