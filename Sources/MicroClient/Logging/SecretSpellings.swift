import Foundation

/// The spellings of a value besides its own and those of URLs: within JSON, HTML and base64.
enum SecretSpellings {
    static func all(of value: String) -> [[UInt8]] {
        let json = jsonEscaped(value)
        let forms = [
            json, json.replacingOccurrences(of: "/", with: "\\/"), asciiOnly(json), asciiOnly(json, uppercase: true),
            // JSON within a string of JSON.
            jsonEscaped(json),
            // As Go writes it.
            replacing(["&": "\\u0026", "<": "\\u003c", ">": "\\u003e"], in: json),
            replacing(["<": "&lt;", ">": "&gt;", "\"": "&quot;"], in: value.replacing("&", with: "&amp;")),
            replacing(
                ["<": "&lt;", ">": "&gt;", "\"": "&#34;", "'": "&#39;"], in: value.replacing("&", with: "&amp;")),
        ]
        return forms.map { Array($0.utf8) } + base64Cores(of: Array(value.utf8))
    }

    /// - Source: RFC 8259, section 7.
    private static func jsonEscaped(_ value: String) -> String {
        value.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\"", "\\": text += "\\\(scalar)"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{8}": text += "\\b"
            case "\u{C}": text += "\\f"
            case ..<" ": text += escape(UInt16(scalar.value))
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    /// What is not ASCII as `\u00e9`, as some writers do.
    private static func asciiOnly(_ json: String, uppercase: Bool = false) -> String {
        json.utf16.map { unit in
            unit < 0x80 ? String(UnicodeScalar(UInt8(unit))) : escape(unit, uppercase: uppercase)
        }.joined()
    }

    private static func escape(_ unit: UInt16, uppercase: Bool = false) -> String {
        let digits = String(unit, radix: 16, uppercase: uppercase)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    private static func replacing(_ spellings: [String: String], in text: String) -> String {
        spellings.reduce(text) { $0.replacing($1.key, with: $1.value) }
    }

    /// The characters of base64 that depend on the value alone, for each of the three places at which it can begin in a group, in both
    /// alphabets.
    ///
    /// - Source: RFC 4648, sections 4 and 5.
    private static func base64Cores(of value: [UInt8]) -> [[UInt8]] {
        (0...2).flatMap { offset -> [[UInt8]] in
            let text = Array(Data([UInt8](repeating: 0, count: offset) + value).base64EncodedString().utf8)
            let start = (offset * 8 + 5) / 6
            let end = (offset + value.count) * 8 / 6
            guard end - start >= 6 else { return [] }
            let core = Array(text[start..<end])
            return [core, core.map { $0 == 0x2B ? 0x2D : $0 == 0x2F ? 0x5F : $0 }]
        }
    }
}
