/// Pieces of JSON text.
///
/// - Source: RFC 8259.
package enum JSONText {
    @inlinable package static func isWhitespace(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x0A, 0x0D, 0x09: true
        default: false
        }
    }

    // MARK: Numbers

    /// Whether a byte may be part of a number.
    @inlinable package static func isNumberByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }

    /// - Source: RFC 8259, section 6.
    package static func isNumber(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { isNumber($0[...]) }
    }

    static func isNumber(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        var rest = bytes
        func digits() -> Int {
            let start = rest.startIndex
            while let byte = rest.first, (0x30...0x39).contains(byte) { rest.removeFirst() }
            return rest.startIndex - start
        }
        if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
        let startsWithZero = rest.first == UInt8(ascii: "0")
        let whole = digits()
        guard whole > 0, !startsWithZero || whole == 1 else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            guard digits() > 0 else { return false }
        }
        if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
            rest.removeFirst()
            if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { rest.removeFirst() }
            guard digits() > 0 else { return false }
        }
        return rest.isEmpty
    }

    // MARK: Strings

    /// Returns the text as a string of JSON, with its quotes.
    package static func quoted(_ text: String, escapesDelete: Bool = false) -> String {
        "\"\(escaped(text, escapesDelete: escapesDelete))\""
    }

    /// Returns the text in the form that it has between the quotes of a string.
    package static func escaped(_ text: String, escapesDelete: Bool = false) -> String {
        guard escapesDelete || text.utf8.contains(where: isEscaped) else { return text }
        var escaped: [UInt8] = []
        append(text, to: &escaped, escapesDelete: escapesDelete)
        return String(decoding: escaped, as: UTF8.self)
    }

    package static func append(_ text: String, to output: inout [UInt8], escapesDelete: Bool = false) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0), to: &output, escapesDelete: escapesDelete) }
    }

    /// Appends UTF-8 in the form that it has between the quotes of a string.
    ///
    /// - Parameter escapesDelete: Whether DEL is escaped, which is legal in JSON, but must not reach a terminal.
    package static func append(
        _ bytes: UnsafeRawBufferPointer, to output: inout [UInt8], escapesDelete: Bool = false
    ) {
        var start = 0
        for (index, byte) in bytes.enumerated() where isEscaped(byte) || escapesDelete && byte == 0x7F {
            output.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[start..<index]))
            output.append(UInt8(ascii: "\\"))
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): output.append(byte)
            case 0x0A: output.append(UInt8(ascii: "n"))
            case 0x0D: output.append(UInt8(ascii: "r"))
            case 0x09: output.append(UInt8(ascii: "t"))
            case 0x08: output.append(UInt8(ascii: "b"))
            case 0x0C: output.append(UInt8(ascii: "f"))
            default: output += "u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))".utf8
            }
            start = index + 1
        }
        output.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[start...]))
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    /// Returns the text of a string; nil if it has a backslash that begins no escape.
    package static func unescaped(_ raw: UnsafeRawBufferPointer) -> String? {
        unescapedBytes(raw, isLenient: false).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the place of the first backslash that begins no escape; nil if there is none.
    static func placeOfUnknownEscape(in raw: UnsafeRawBufferPointer) -> Int? {
        var index = 0
        while let backslash = raw.firstIndex(of: UInt8(ascii: "\\"), from: index) {
            guard let escape = JSONEscape(raw, at: backslash) else { return backslash }
            index = backslash + escape.length
        }
        return nil
    }

    /// Returns the text of a string in which unknown escapes stay; an unpaired surrogate becomes U+FFFD.
    package static func unescapedLeniently(_ raw: UnsafeRawBufferPointer) -> String {
        String(decoding: unescapedBytes(raw, isLenient: true) ?? [], as: UTF8.self)
    }

    /// Returns the text between the quotes of a string, which was escaped `times` more.
    package static func decoded(_ bytes: some Sequence<UInt8>, times: Int = 0) -> String {
        (0...times).reduce(String(decoding: Array(bytes), as: UTF8.self)) { text, _ in
            Array(text.utf8).withUnsafeBytes(unescapedLeniently)
        }
    }

    private static func unescapedBytes(_ raw: UnsafeRawBufferPointer, isLenient: Bool) -> [UInt8]? {
        var output: [UInt8] = []
        output.reserveCapacity(raw.count)
        var index = 0
        while let backslash = raw.firstIndex(of: UInt8(ascii: "\\"), from: index) {
            output.append(contentsOf: UnsafeRawBufferPointer(rebasing: raw[index..<backslash]))
            let escape = JSONEscape(raw, at: backslash)
            guard escape != nil || isLenient else { return nil }
            let code = escape?.code ?? UInt32(UInt8(ascii: "\\"))
            if code < 0x80 {
                output.append(UInt8(code))
            } else {
                output += String(Unicode.Scalar(code) ?? "\u{FFFD}").utf8
            }
            index = backslash + (escape?.length ?? 1)
        }
        output.append(contentsOf: UnsafeRawBufferPointer(rebasing: raw[index...]))
        return output
    }

    // MARK: Layout

    /// Returns valid JSON without the spaces between its parts, everything else as written.
    package static func compacted(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var compact: [UInt8] = []
        compact.reserveCapacity(bytes.count)
        var place = 0
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "\""), let end = bytes.endOfString(from: place + 1)?.end {
                compact += bytes[place...end]
                place = end + 1
            } else {
                if !isWhitespace(bytes[place]) { compact.append(bytes[place]) }
                place += 1
            }
        }
        return compact
    }
}

/// The meaning of a backslash and the bytes after it in a string of JSON.
///
/// - Source: RFC 8259, section 7.
package struct JSONEscape {
    /// A scalar, or an unpaired surrogate.
    package let code: UInt32
    /// The number of bytes of the escape.
    package let length: Int

    /// Returns nil if there is no escape at this place.
    @inlinable package init?(_ bytes: UnsafeRawBufferPointer, at place: Int) {
        guard place + 1 < bytes.count, bytes[place] == UInt8(ascii: "\\") else { return nil }
        switch bytes[place + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): (code, length) = (UInt32(bytes[place + 1]), 2)
        case UInt8(ascii: "b"): (code, length) = (0x08, 2)
        case UInt8(ascii: "f"): (code, length) = (0x0C, 2)
        case UInt8(ascii: "n"): (code, length) = (0x0A, 2)
        case UInt8(ascii: "r"): (code, length) = (0x0D, 2)
        case UInt8(ascii: "t"): (code, length) = (0x09, 2)
        default:
            guard let first = Self.unit(bytes, at: place) else { return nil }
            let pair = Self.unit(bytes, at: place + 6).flatMap { Unicode.Scalar(high: first, low: $0) }
            (code, length) = pair.map { ($0.value, 12) } ?? (first, 6)
        }
    }

    /// Returns the value of an escape such as `\u0041`; nil if there is none.
    @inlinable package static func unit(_ bytes: UnsafeRawBufferPointer, at place: Int) -> UInt32? {
        guard place + 6 <= bytes.count, bytes[place] == UInt8(ascii: "\\"), bytes[place + 1] == UInt8(ascii: "u")
        else { return nil }
        var unit: UInt32 = 0
        for byte in bytes[(place + 2)..<(place + 6)] {
            guard let digit = Hexadecimal.value(of: byte) else { return nil }
            unit = unit << 4 | digit
        }
        return unit
    }
}

extension Unicode.Scalar {
    /// Returns nil if the two are not the halves of a surrogate pair.
    @inlinable package init?(high: UInt32, low: UInt32) {
        guard (0xD800..<0xDC00).contains(high), (0xDC00..<0xE000).contains(low) else { return nil }
        self.init(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    }
}
