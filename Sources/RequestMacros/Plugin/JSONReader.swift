extension JSON {
    /// Parses JSON; nil when the bytes are not one JSON value.
    ///
    /// - Parameter end: The name of a member at which reading stops; the members before it are returned.
    public init?(_ bytes: [UInt8], before end: String? = nil) {
        var reader = JSONReader(bytes: bytes, end: end)
        guard let value = reader.value(depth: 0), reader.isStopped || reader.isAtEnd else { return nil }
        self = value
    }
}

/// - Source: RFC 8259.
private struct JSONReader {
    let bytes: [UInt8]
    let end: String?
    var position = 0
    private(set) var isStopped = false

    init(bytes: [UInt8], end: String?) {
        self.bytes = bytes
        self.end = end
    }

    var isAtEnd: Bool {
        mutating get {
            skipWhitespace()
            return position == bytes.count
        }
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipWhitespace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        skipWhitespace()
        guard next == UInt8(ascii: scalar) else { return false }
        position += 1
        return true
    }

    mutating func value(depth: Int) -> JSON? {
        guard depth < 100 else { return nil }
        skipWhitespace()
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

    /// Reads a number. Fractions and exponents are dropped: the compiler writes none.
    private mutating func number() -> JSON? {
        let start = position
        while let byte = next, (byte >= 0x30 && byte <= 0x39) || "+-.eE".utf8.contains(byte) { position += 1 }
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
        } while !isStopped && take(",")
        return isStopped || take("]") ? .array(values) : nil
    }

    private mutating func object(_ depth: Int) -> JSON? {
        position += 1
        var members: [JSON.Member] = []
        if take("}") { return .object(members) }
        repeat {
            skipWhitespace()
            guard next == 0x22, let name = string(), take(":") else { return nil }
            isStopped = isStopped || name == end
            guard !isStopped else { return .object(members) }
            guard let value = value(depth: depth + 1) else { return nil }
            members.append(JSON.Member(name: name, value: value))
        } while !isStopped && take(",")
        return isStopped || take("}") ? .object(members) : nil
    }

    // MARK: Strings

    private mutating func string() -> String? {
        position += 1
        var text: [UInt8] = []
        while true {
            let run = plainRun()
            text += bytes[run]
            position = run.upperBound + 1
            guard run.upperBound < bytes.count else { return nil }
            if bytes[run.upperBound] == 0x22 { return String(decoding: text, as: UTF8.self) }
            guard let escaped = escape() else { return nil }
            text += escaped
        }
    }

    /// Returns the range from here to a quote, a backslash or the end. The loop is fast even without optimisation, which plugins lack in
    /// debug builds.
    private func plainRun() -> Range<Int> {
        bytes.withUnsafeBufferPointer { buffer in
            var end = position
            while end < buffer.count, buffer[end] != 0x22, buffer[end] != 0x5C { end += 1 }
            return position..<end
        }
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

    /// Reads four hexadecimal digits, or two times four for a surrogate pair.
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
