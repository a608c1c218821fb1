extension String {
    /// The text as one segment of a path: letters, digits, `-._~` and what has no meaning within a segment stay.
    ///
    /// - Source: RFC 3986, section 3.3; `+` and `;` are encoded all the same, since servers read them.
    var percentEncodedSegment: String {
        var bytes: [UInt8] = []
        for byte in utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: bytes.append(byte)
            case 0x21, 0x24, 0x27, 0x28, 0x29, 0x2A, 0x2C, 0x3A, 0x40: bytes.append(byte)
            default: bytes += [0x25, Self.digits[Int(byte >> 4)], Self.digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a segment is `.` or `..`, which every reader of a URL takes away.
    ///
    /// - Source: RFC 3986, section 5.2.4.
    var hasDotSegment: Bool {
        prefix { $0 != "?" }.split(separator: "/").contains { $0 == "." || $0 == ".." }
    }

    private static let digits = Array("0123456789ABCDEF".utf8)
}
