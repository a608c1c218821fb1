/// Percent-encoding (RFC 3986, section 2.1) of texts that may hold placeholders.
enum PercentCoding {
    /// What JavaScript's `encodeURIComponent` leaves as it is.
    static func isUnreserved(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || "-_.!~*'()".utf8.contains(byte) }

    /// What may stand in a query value without changing what a server reads.
    static func isPlainInQueryValue(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || "-_.!~*()/:,@?$=[]|".utf8.contains(byte)
    }

    static func isPlainInQueryName(_ byte: UInt8) -> Bool { byte != UInt8(ascii: "=") && isPlainInQueryValue(byte) }

    /// What the URL standard leaves as it is in a path; `%` too, so that nothing is encoded twice.
    static func isPlainInSentPath(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && !"\"#<>?^`{}".utf8.contains(byte)
    }

    /// The same for a query of http and https.
    static func isPlainInSentQuery(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && !"\"#<>'".utf8.contains(byte)
    }

    static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    static func encode(_ text: some StringProtocol, keeping isPlain: (UInt8) -> Bool) -> String {
        if text.utf8.allSatisfy(isPlain) { return String(text) }
        var encoded: [UInt8] = []
        for byte in text.utf8 { append(byte, to: &encoded, keeping: isPlain) }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Encodes what stands outside placeholders.
    static func encodeTemplate(_ template: String, keeping isPlain: (UInt8) -> Bool) -> String {
        mapOutsidePlaceholders(template) { encode($0, keeping: isPlain) }
    }

    /// Malformed escapes stay; so does the whole text when the bytes are no UTF-8.
    static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String {
        let bytes = Array(text.utf8)
        var decoded: [UInt8] = []
        var position = 0
        while position < bytes.count {
            if let byte = escapedByte(in: bytes, at: position) {
                decoded.append(byte)
                position += 3
            } else {
                decoded.append(plusIsSpace && bytes[position] == UInt8(ascii: "+") ? 0x20 : bytes[position])
                position += 1
            }
        }
        return String(validating: decoded) ?? String(text)
    }

    /// Decodes what stands outside placeholders, `+` as a space: what a server reads in a query.
    static func decodeQueryTemplate(_ template: String) -> String {
        mapOutsidePlaceholders(template) { decode($0, plusIsSpace: true) }
    }

    /// `application/x-www-form-urlencoded` (URL standard, section 5.2).
    static func encodeForm(_ text: String) -> String {
        let encoded = encode(text) { isAlphanumeric($0) || "*-._ ".utf8.contains($0) }
        return encoded.replacing(" ", with: "+")
    }

    private static func append(_ byte: UInt8, to encoded: inout [UInt8], keeping isPlain: (UInt8) -> Bool) {
        if isPlain(byte) { return encoded.append(byte) }
        let digits = Array("0123456789ABCDEF".utf8)
        encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }

    private static func escapedByte(in bytes: [UInt8], at position: Int) -> UInt8? {
        guard bytes[position] == UInt8(ascii: "%"), position + 2 < bytes.count else { return nil }
        let digits = bytes[(position + 1)...(position + 2)]
        guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
        return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    private static func mapOutsidePlaceholders(_ template: String, _ change: (String) -> String) -> String {
        let bytes = Array(template.utf8)
        var result = ""
        var position = 0
        for placeholder in Placeholder.all(in: template) {
            result += change(String(decoding: bytes[position..<placeholder.range.lowerBound], as: UTF8.self))
            result += String(decoding: bytes[placeholder.range], as: UTF8.self)
            position = placeholder.range.upperBound
        }
        return result + change(String(decoding: bytes[position...], as: UTF8.self))
    }
}

extension String {
    /// Nil when the bytes are no UTF-8.
    init?(validating bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else { return nil }
        self = text
    }
}
