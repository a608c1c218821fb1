/// Texts as literals of Python, in ASCII: nothing in a text can end its literal or change how a reader sees the line.
///
/// - Source: The Python Language Reference, 2.4.1.
enum PythonLiteral {
    static func text(_ text: String) -> String { "\"" + text.unicodeScalars.map(escaped).joined() + "\"" }

    /// Returns a text of several lines as literals that Python joins, one for each line, with `indent` before all but the first.
    static func lines(_ text: String, indent: String) -> String {
        var lines: [String] = []
        var rest = text[...]
        while let end = rest.unicodeScalars.firstIndex(of: "\n") {
            let next = rest.unicodeScalars.index(after: end)
            lines.append(self.text(String(rest[..<next])))
            rest = rest[next...]
        }
        if !rest.isEmpty || lines.isEmpty { lines.append(self.text(String(rest))) }
        return lines.joined(separator: "\n\(indent)")
    }

    static func bytes(_ bytes: some Sequence<UInt8>) -> String { "b\"" + bytes.map(escaped).joined() + "\"" }

    private static func escaped(_ byte: UInt8) -> String {
        isPlain(UInt32(byte)) ? String(UnicodeScalar(byte)) : "\\x" + hexadecimal(UInt32(byte), digits: 2)
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\"", "\\": "\\\(scalar)"
        default:
            switch scalar.value {
            case let value where isPlain(value): String(scalar)
            case ..<0x100: "\\x" + hexadecimal(scalar.value, digits: 2)
            case ..<0x10000: "\\u" + hexadecimal(scalar.value, digits: 4)
            default: "\\U" + hexadecimal(scalar.value, digits: 8)
            }
        }
    }

    private static func isPlain(_ value: UInt32) -> Bool {
        (0x20...0x7E).contains(value) && value != 0x22 && value != 0x5C
    }

    private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: digits - text.utf8.count) + text
    }
}
