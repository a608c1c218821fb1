import Foundation
import Quoting

/// Names and values as they stand in queries and forms.
///
/// - Source: WHATWG URL, section 5.
enum FormText {
    static func encode(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x20: bytes.append(UInt8(ascii: "+"))
            case 0x2A, 0x2D, 0x2E, 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: bytes.append(byte)
            default: bytes += escape(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// `+` is a blank; an escape that is none stays as it is.
    static func decode(_ text: some StringProtocol) -> String {
        let blanks = text.replacingBytes(of: "+", with: " ")
        return blanks.utf8.contains(UInt8(ascii: "%")) ? percentDecoded(blanks) : blanks
    }

    /// UTF-8 with `%41` undone; bytes that are no UTF-8 then become U+FFFD.
    static func percentDecoded(_ text: String) -> String {
        var output: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%"), let value = hexByte(rest) else {
                output.append(byte)
                continue
            }
            output.append(value)
            rest = rest.dropFirst(2)
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// The items of a query or a form, decoded.
    static func items(_ text: some StringProtocol) -> [HAR.Field] {
        text.split(at: "&").filter { !$0.isEmpty }.map { item in
            let (name, value) = item.cut(at: "=") ?? (item, "")
            return HAR.Field(decode(name), decode(value))
        }
    }

    /// The query of a URL, without `?` and fragment; nil without one.
    static func query(of url: String) -> String? { url.withoutFragment.cut(at: "?")?.after }

    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func escape(_ byte: UInt8) -> [UInt8] {
        [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }

    private static func hexByte(_ bytes: ArraySlice<UInt8>) -> UInt8? {
        let digits = bytes.prefix(2).compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        return digits.count == 2 ? UInt8(digits[0] << 4 + digits[1]) : nil
    }
}

extension String {
    /// A URL as it is asked for.
    var withoutFragment: String { cut(at: "#")?.before ?? self }
}
