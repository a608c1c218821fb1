import OpenCollection
import Quoting

/// Spellings that curl wants.
enum FormText {
    /// A name for `--data-urlencode` (URL Standard, section 5.2).
    static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return text.utf8.map { byte in
            if ShellQuoting.isNameByte(byte) || "*-.".utf8.contains(byte) { return String(UnicodeScalar(byte)) }
            return byte == 0x20 ? "+" : "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
        }.joined()
    }

    /// A value as a form's row is sent, with its placeholders left as they are.
    static func encodedTemplate(_ text: String) -> String { outsidePlaceholders(of: text, encoded) }

    /// The same as `--data-urlencode` writes it: `~` stays, `*` does not.
    static func encodedByCurl(_ text: String) -> String {
        outsidePlaceholders(of: text) { encodedPart($0).replacing("%20", with: "+") }
    }

    /// A part of a path (RFC 3986, section 2.3).
    static func encodedPart(_ text: String) -> String {
        encoded(text).replacing("+", with: "%20").replacing("*", with: "%2A").replacing("%7E", with: "~")
    }

    private static func outsidePlaceholders(of text: String, _ change: (String) -> String) -> String {
        let bytes = Array(text.utf8)
        var result = ""
        var position = 0
        for hole in Placeholder.all(in: text) {
            result +=
                change(String(decoding: bytes[position..<hole.range.lowerBound], as: UTF8.self)) + "{{\(hole.name)}}"
            position = hole.range.upperBound
        }
        return result + change(String(decoding: bytes[position...], as: UTF8.self))
    }

    /// What a server reads; malformed escapes stay.
    static func decoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2, digits.first != UInt8(ascii: "+"),
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? 0x20 : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// "1.5"
    static func seconds(_ duration: Duration) -> String {
        let milliseconds = duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
        let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        guard rest > 0 else { return "\(whole)" }
        var digits = String(1000 + rest).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(whole).\(digits)"
    }
}
