extension String {
    /// The text as one segment of a path: letters, digits, `-._~` and what has no meaning within a segment stay.
    package var percentEncodedSegment: String { PercentEncoding.segment(self) }
}

/// Bytes of text as they may stand in a URL or a form.
enum PercentEncoding {
    /// Letters, digits and `-._~`.
    ///
    /// - Source: RFC 3986, section 2.3.
    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
    }

    /// UTF-8 of the text, with every byte encoded that is not kept.
    static func encode(_ text: String, keeping isKept: (UInt8) -> Bool) -> String {
        if text.utf8.allSatisfy(isKept) { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 16)
        for byte in text.utf8 {
            if isKept(byte) { bytes.append(byte) } else { appendEscape(of: byte, to: &bytes) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A URL as people and servers write it: blanks and non-ASCII are encoded, all else stays. Nil with control characters in it.
    static func repaired(_ url: String) -> String? {
        guard !url.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return nil }
        return encode(url) { $0 > 0x20 && $0 < 0x7F }
    }

    /// A path as given, `%` with two hexadecimal digits taken for an escape that is there already.
    static func path(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            if isPathByte(byte) || (byte == 0x25 && isEscape(bytes, at: index)) {
                output.append(byte)
            } else {
                appendEscape(of: byte, to: &output)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// A value within one segment of a path.
    ///
    /// - Source: RFC 3986, section 3.3; `+`, `;`, `&` and `=` are encoded all the same, since servers read them.
    static func segment(_ text: String) -> String { encode(text) { isUnreserved($0) || segmentExtras.contains($0) } }

    /// A query as given: only what would end it, or may not stand in a URL, is encoded.
    static func query(_ text: String) -> String { encode(text) { $0 > 0x20 && $0 < 0x7F && $0 != 0x23 } }

    /// A name or a value in a query.
    ///
    /// `+` is encoded, since half of all servers read it as a blank; so are `&`, `=`, `;` and `%`.
    static func queryComponent(_ text: String) -> String {
        encode(text) { isUnreserved($0) || queryExtras.contains($0) }
    }

    /// A name or a value in a form.
    ///
    /// - Source: WHATWG URL, section 5.2, "application/x-www-form-urlencoded serializing".
    static func formComponent(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x20: bytes.append(0x2B)
            case 0x2A, 0x2D, 0x2E, 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: bytes.append(byte)
            default: appendEscape(of: byte, to: &bytes)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let queryExtras = Set("!$'()*,:@/?".utf8)
    private static let segmentExtras = Set("!$'()*,:@".utf8)
    private static let pathExtras = Set("!$&'()*+,;=:@/".utf8)
    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func isPathByte(_ byte: UInt8) -> Bool { isUnreserved(byte) || pathExtras.contains(byte) }

    private static func appendEscape(of byte: UInt8, to bytes: inout [UInt8]) {
        bytes += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }

    private static func isEscape(_ bytes: [UInt8], at index: Int) -> Bool {
        index + 2 < bytes.count && isHexDigit(bytes[index + 1]) && isHexDigit(bytes[index + 2])
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
    }
}
