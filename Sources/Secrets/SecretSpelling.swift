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
        case .base64At0: Spellings.base64(of: Array(value.utf8), at: 0).first
        case .base64At1: Spellings.base64(of: Array(value.utf8), at: 1).first
        case .base64At2: Spellings.base64(of: Array(value.utf8), at: 2).first
        case .urlBase64At0: Spellings.base64(of: Array(value.utf8), at: 0).last
        case .urlBase64At1: Spellings.base64(of: Array(value.utf8), at: 1).last
        case .urlBase64At2: Spellings.base64(of: Array(value.utf8), at: 2).last
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
        case .trimmed: Spellings.trimmed(value)
        case .component, .unreserved, .form, .path, .query, .segment, .lowerCaseComponent: escaped(value)
        case .sentPath: Self.path.escaped(Spellings.inPath(value))
        case .sentQuery: Self.query.escaped(Spellings.inURL(value))
        case .sentComponent: Self.component.escaped(Spellings.inURL(value))
        case .json: JSONText.escaped(value)
        case .jsonWithSlashes: Spellings.replacing([0x2F: "\\/"], in: JSONText.escaped(value))
        case .asciiJSON: Spellings.asciiOnly(JSONText.escaped(value))
        case .upperCaseASCIIJSON: Spellings.asciiOnly(JSONText.escaped(value), uppercase: true)
        case .nestedJSON: JSONText.escaped(JSONText.escaped(value))
        case .goJSON: Spellings.goEscaped(JSONText.escaped(value))
        case .html: Spellings.html(value, quote: "&quot;", apostrophe: "'")
        case .numericHTML: Spellings.html(value, quote: "&#34;", apostrophe: "&#39;")
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

extension Spellings {
    /// Returns the JSON with all that is not ASCII as `\u00e9`, as some writers do.
    fileprivate static func asciiOnly(_ json: String, uppercase: Bool = false) -> String {
        json.utf16.map { unit in
            unit < 0x80 ? String(UnicodeScalar(UInt8(unit))) : escape(unit, uppercase: uppercase)
        }.joined()
    }

    fileprivate static func goEscaped(_ json: String) -> String {
        replacing([0x26: "\\u0026", 0x3C: "\\u003c", 0x3E: "\\u003e"], in: json)
    }

    fileprivate static func html(_ value: String, quote: String, apostrophe: String) -> String {
        replacing([0x26: "&amp;", 0x3C: "&lt;", 0x3E: "&gt;", 0x22: quote, 0x27: apostrophe], in: value)
    }

    private static func escape(_ unit: UInt16, uppercase: Bool = false) -> String {
        let digits = String(unit, radix: 16, uppercase: uppercase)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    /// - Parameter spellings: The spellings of bytes of ASCII.
    fileprivate static func replacing(_ spellings: [UInt8: String], in text: String) -> String {
        String(decoding: text.utf8.flatMap { byte in spellings[byte].map { Array($0.utf8) } ?? [byte] }, as: UTF8.self)
    }
}
