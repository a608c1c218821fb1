extension JSON {
    /// Nil when the bytes are not one JSON value.
    public init?(_ bytes: [UInt8]) {
        var reader = JSONReader(bytes: bytes)
        guard let value = reader.value(depth: 0), reader.isAtEnd else { return nil }
        self = value
    }
}

/// - Source: RFC 8259.
private struct JSONReader {
    let bytes: [UInt8]
    var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool {
        mutating get {
            skipBlanks()
            return position == bytes.count
        }
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipBlanks() {
        while let byte = next, [0x20, 0x0A, 0x0D, 0x09].contains(byte) { position += 1 }
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard next == UInt8(ascii: scalar) else { return false }
        position += 1
        return true
    }

    mutating func value(depth: Int) -> JSON? {
        guard depth < 100 else { return nil }
        skipBlanks()
        switch next {
        case UInt8(ascii: "{"): return object(depth)
        case UInt8(ascii: "["): return array(depth)
        case 0x22: return string().map(JSON.string)
        case UInt8(ascii: "t"): return word("true", .bool(true))
        case UInt8(ascii: "f"): return word("false", .bool(false))
        case UInt8(ascii: "n"): return word("null", .null)
        default: return number()
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSON) -> JSON? {
        guard word.withUTF8Buffer({ bytes[position...].starts(with: $0) }) else { return nil }
        position += word.utf8CodeUnitCount
        return value
    }

    /// Fractions and exponents are dropped: the compiler writes none.
    private mutating func number() -> JSON? {
        let start = position
        while let byte = next, (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte) { position += 1 }
        let digits = String(decoding: bytes[start..<position], as: UTF8.self)
        return (Int(digits) ?? Double(digits).flatMap { Int(exactly: $0.rounded(.towardZero)) }).map(JSON.number)
    }

    private mutating func array(_ depth: Int) -> JSON? {
        position += 1
        var values: [JSON] = []
        if take("]") { return .array(values) }
        repeat {
            guard let value = value(depth: depth + 1) else { return nil }
            values.append(value)
        } while take(",")
        return take("]") ? .array(values) : nil
    }

    private mutating func object(_ depth: Int) -> JSON? {
        position += 1
        var members: [JSON.Member] = []
        if take("}") { return .object(members) }
        repeat {
            skipBlanks()
            guard next == 0x22, let name = string(), take(":"), let value = value(depth: depth + 1) else { return nil }
            members.append(JSON.Member(name: name, value: value))
        } while take(",")
        return take("}") ? .object(members) : nil
    }

    // MARK: Strings

    private mutating func string() -> String? {
        position += 1
        var text: [UInt8] = []
        while let byte = next {
            position += 1
            switch byte {
            case 0x22: return String(decoding: text, as: UTF8.self)
            case 0x5C:
                guard let escaped = escape() else { return nil }
                text += escaped
            default: text.append(byte)
            }
        }
        return nil
    }

    private mutating func escape() -> [UInt8]? {
        guard let byte = next else { return nil }
        position += 1
        switch byte {
        case 0x22, 0x5C, 0x2F: return [byte]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "u"): return unicode()
        default: return nil
        }
    }

    /// Four hexadecimal digits, or two times four for what lies beyond.
    private mutating func unicode() -> [UInt8]? {
        guard let first = codeUnit() else { return nil }
        var units = [first]
        if UTF16.isLeadSurrogate(first), word("\\u", .null) != nil {
            guard let second = codeUnit() else { return nil }
            units.append(second)
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    private mutating func codeUnit() -> UInt16? {
        guard position + 4 <= bytes.count else { return nil }
        defer { position += 4 }
        return UInt16(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
    }
}
