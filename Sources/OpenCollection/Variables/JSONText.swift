/// Small JSON texts: values of variables, and the check of a body before it is sent. Never response bodies.
enum JSONText {
    /// What is wrong with a text that is no JSON.
    struct Problem: Error, Hashable {
        /// 1-based.
        var line: Int
        /// 1-based, in scalars.
        var column: Int
        /// 0-based, in UTF-8 bytes.
        var offset: Int
        var message: String
    }

    /// - Throws: ``Problem`` when the text is not exactly one JSON value (RFC 8259) or nests deeper than 500.
    ///
    /// - Parameter keepsDigits: whether long whole numbers keep their digits, which JavaScript would lose.
    static func parse(_ text: String, keepsDigits: Bool = false) throws -> TypedValue {
        var reader = JSONReader(text, keepsDigits: keepsDigits)
        let value = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.isAtEnd else { throw reader.problem("expected the end of the text") }
        return value
    }

    static func quote(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars { append(scalar, to: &quoted) }
        return quoted + "\""
    }

    /// As it stands between the quotes of a JSON string.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars { append(scalar, to: &escaped) }
        return escaped
    }

    /// Valid JSON without the white space between its tokens, all else as it is written.
    static func compacted(_ text: String) -> String {
        var (isString, isEscaped) = (false, false)
        let bytes = text.utf8.filter { byte in
            guard isString else {
                isString = byte == UInt8(ascii: "\"")
                return ![0x20, 0x09, 0x0A, 0x0D].contains(byte)
            }
            if !isEscaped, byte == UInt8(ascii: "\"") { isString = false }
            isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
            return true
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func append(_ scalar: Unicode.Scalar, to quoted: inout String) {
        switch scalar {
        case "\"": quoted += "\\\""
        case "\\": quoted += "\\\\"
        case "\n": quoted += "\\n"
        case "\r": quoted += "\\r"
        case "\t": quoted += "\\t"
        case "\u{08}": quoted += "\\b"
        case "\u{0C}": quoted += "\\f"
        case _ where scalar.value < 0x20:
            let digits = String(scalar.value, radix: 16)
            quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: quoted.unicodeScalars.append(scalar)
        }
    }
}

/// A recursive reader over UTF-8.
struct JSONReader {
    private let bytes: [UInt8]
    private let keepsDigits: Bool
    private var position = 0

    init(_ text: String, keepsDigits: Bool = false) {
        bytes = Array(text.utf8)
        self.keepsDigits = keepsDigits
    }

    var isAtEnd: Bool { position == bytes.count }
    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func skipSpace() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
    }

    mutating func value(depth: Int) throws -> TypedValue {
        guard depth < 500 else { throw problem("nested too deeply") }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return .object(try members(depth: depth))
        case UInt8(ascii: "["): return .list(try elements(depth: depth))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    func problem(_ message: String) -> JSONText.Problem {
        let before = bytes[..<position]
        let line = before.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
        let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let column = before[start...].reduce(1) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
        return JSONText.Problem(line: line, column: column, offset: position, message: message)
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func word(_ word: String, _ value: TypedValue) throws -> TypedValue {
        guard bytes[position...].starts(with: word.utf8) else { throw problem("expected a value") }
        position += word.utf8.count
        return value
    }

    private mutating func members(depth: Int) throws -> [TypedValue.Member] {
        position += 1
        var members: [TypedValue.Member] = []
        if take(UInt8(ascii: "}")) { return members }
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw problem("expected a name in double quotes") }
            let name = try string()
            guard take(UInt8(ascii: ":")) else { throw problem("expected \":\"") }
            members.append(TypedValue.Member(name, try value(depth: depth + 1)))
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw problem("expected \",\" or \"}\"") }
        return members
    }

    private mutating func elements(depth: Int) throws -> [TypedValue] {
        position += 1
        var elements: [TypedValue] = []
        if take(UInt8(ascii: "]")) { return elements }
        repeat { elements.append(try value(depth: depth + 1)) } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw problem("expected \",\" or \"]\"") }
        return elements
    }

    private mutating func number() throws -> TypedValue {
        let start = position
        if next == UInt8(ascii: "-") { position += 1 }
        let whole = digits()
        let isValid = whole > 0 && !(whole > 1 && bytes[position - whole] == UInt8(ascii: "0"))
        guard isValid, fractionIsValid(), exponentIsValid() else {
            position = start
            throw problem("expected a value")
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        return keepsDigits ? TypedValue(jsonNumber: text) : .number(Double(text) ?? .nan)
    }

    private mutating func digits() -> Int {
        let start = position
        while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
        return position - start
    }

    private mutating func fractionIsValid() -> Bool {
        guard next == UInt8(ascii: ".") else { return true }
        position += 1
        return digits() > 0
    }

    private mutating func exponentIsValid() -> Bool {
        guard next == UInt8(ascii: "e") || next == UInt8(ascii: "E") else { return true }
        position += 1
        if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
        return digits() > 0
    }

    private mutating func string() throws -> String {
        position += 1
        var units: [UInt8] = []
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: units, as: UTF8.self)
            case UInt8(ascii: "\\"): units += Array(String(try escape()).utf8)
            case 0..<0x20:
                position -= 1
                throw problem("a control character or line break inside a text, expected its escape")
            default: units.append(byte)
            }
        }
        throw problem("a text without its closing quote")
    }

    private mutating func escape() throws -> Character {
        let simple: [UInt8: Character] = [
            0x22: "\"", 0x5C: "\\", 0x2F: "/", 0x62: "\u{08}", 0x66: "\u{0C}", 0x6E: "\n", 0x72: "\r", 0x74: "\t",
        ]
        guard let byte = next else { throw problem("a text without its closing quote") }
        position += 1
        if let character = simple[byte] { return character }
        guard byte == UInt8(ascii: "u") else { throw problem("an unknown escape") }
        return Character(try escapedScalar())
    }

    private mutating func escapedScalar() throws -> Unicode.Scalar {
        let high = try hexUnit()
        if let scalar = Unicode.Scalar(high) { return scalar }
        guard (0xD800..<0xDC00).contains(high), bytes[position...].starts(with: "\\u".utf8) else { return "\u{FFFD}" }
        let rewind = position
        position += 2
        let low = try hexUnit()
        guard (0xDC00..<0xE000).contains(low) else {
            position = rewind
            return "\u{FFFD}"
        }
        return Unicode.Scalar(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)) ?? "\u{FFFD}"
    }

    private mutating func hexUnit() throws -> UInt32 {
        guard position + 4 <= bytes.count,
            let unit = UInt32(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
        else { throw problem("expected four hexadecimal digits") }
        position += 4
        return unit
    }
}
