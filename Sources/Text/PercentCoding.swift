/// Percent-encoding of text in URLs and forms.
///
/// - Source: RFC 3986, section 2.1.
package enum PercentCoding {
    /// Whether a byte is a letter or a digit of ASCII.
    @inlinable package static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }

    /// Whether a byte is a letter, a digit or one of `-._~`.
    ///
    /// - Source: RFC 3986, section 2.3.
    @inlinable package static func isUnreserved(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || byte == 0x2D || byte == 0x2E || byte == 0x5F || byte == 0x7E
    }

    /// Encodes every byte that is not kept.
    package static func encode(_ text: String, keeping isKept: (UInt8) -> Bool) -> String {
        if text.utf8.allSatisfy(isKept) { return text }
        return encode(Array(text.utf8), keeping: isKept)
    }

    /// - Parameter keepsEscapes: Whether `%` with two hexadecimal digits counts as an existing escape.
    package static func encode(
        _ bytes: [UInt8], keepsEscapes: Bool = false, keeping isKept: (UInt8) -> Bool
    ) -> String {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(bytes.count + 16)
        for (place, byte) in bytes.enumerated() {
            if isKept(byte) || keepsEscapes && escapedByte(in: bytes, at: place) != nil {
                encoded.append(byte)
            } else {
                encoded += [0x25, digit(byte >> 4), digit(byte & 15)]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Encodes a name or a value of a form.
    ///
    /// - Source: WHATWG URL, section 5.2, "application/x-www-form-urlencoded serializing".
    package static func encodeForm(_ text: String) -> String {
        let isKept = { (byte: UInt8) in isAlphanumeric(byte) || "*-._".utf8.contains(byte) }
        if text.utf8.allSatisfy(isKept) { return text }
        let encoded = encode(text) { isKept($0) || $0 == 0x20 }
        return String(decoding: encoded.utf8.map { $0 == 0x20 ? 0x2B : $0 }, as: UTF8.self)
    }

    /// Encodes a value within one segment of a path.
    ///
    /// - Source: RFC 3986, section 3.3; `+`, `;`, `&` and `=` are encoded all the same, since servers interpret them.
    package static func segment(_ text: String) -> String {
        encode(text) { isUnreserved($0) || "!$'()*,:@".utf8.contains($0) }
    }

    /// Decodes every escape; invalid ones stay.
    package static func decodedBytes(_ text: String, plusIsSpace: Bool = false) -> [UInt8] {
        var bytes = Array(text.utf8)
        guard bytes.contains(where: { $0 == 0x25 || plusIsSpace && $0 == 0x2B }) else { return bytes }
        var (end, place) = (0, 0)
        while place < bytes.count {
            if let byte = escapedByte(in: bytes, at: place) {
                bytes[end] = byte
                place += 3
            } else {
                bytes[end] = plusIsSpace && bytes[place] == 0x2B ? 0x20 : bytes[place]
                place += 1
            }
            end += 1
        }
        bytes.removeSubrange(end...)
        return bytes
    }

    /// Decodes every escape, and reads the bytes as UTF-8 with U+FFFD for invalid bytes.
    package static func decode(_ text: String, plusIsSpace: Bool = false) -> String {
        String(decoding: decodedBytes(text, plusIsSpace: plusIsSpace), as: UTF8.self)
    }

    /// Decodes every escape; the text stays as it is if the result is not UTF-8.
    package static func decodedText(_ text: String, plusIsSpace: Bool = false) -> String {
        let isDecoded = !text.utf8.contains { $0 == UInt8(ascii: "%") || plusIsSpace && $0 == UInt8(ascii: "+") }
        return isDecoded
            ? text : String(validating: decodedBytes(text, plusIsSpace: plusIsSpace), as: UTF8.self) ?? text
    }

    /// Returns the byte of an escape at this place; nil if there is none.
    package static func escapedByte(in bytes: [UInt8], at place: Int) -> UInt8? {
        guard place + 2 < bytes.count, bytes[place] == 0x25, let high = Hexadecimal.value(of: bytes[place + 1]),
            let low = Hexadecimal.value(of: bytes[place + 2])
        else { return nil }
        return UInt8(high << 4 | low)
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }
}

package enum Hexadecimal {
    /// Returns the value of a hexadecimal digit; nil if the byte is not one.
    @inlinable package static func value(of byte: UInt8) -> UInt32? {
        switch byte {
        case 0x30...0x39: UInt32(byte) - 0x30
        case 0x41...0x46: UInt32(byte) - 0x41 + 10
        case 0x61...0x66: UInt32(byte) - 0x61 + 10
        default: nil
        }
    }
}
