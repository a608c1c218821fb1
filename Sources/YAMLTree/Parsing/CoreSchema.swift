/// The meaning of plain text under the core schema: `yes` and `on` are strings, `0o17` is 15.
///
/// - Source: YAML 1.2.2, section 10.3.2.
enum CoreSchema {
    static func resolve(_ text: String) -> YAMLScalar.Resolved {
        var text = text
        return text.withUTF8 { resolve($0) }
    }

    private static func resolve(_ bytes: UnsafeBufferPointer<UInt8>) -> YAMLScalar.Resolved {
        guard let first = bytes.first else { return .null }
        switch first {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            return number(bytes)
        case UInt8(ascii: "~"), UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "t"), UInt8(ascii: "T"),
            UInt8(ascii: "f"), UInt8(ascii: "F"):
            return bytes.count <= 5 ? word(String(decoding: bytes, as: UTF8.self)) : .string
        default:
            return .string
        }
    }

    private static func word(_ text: String) -> YAMLScalar.Resolved {
        switch text {
        case "~", "null", "Null", "NULL": .null
        case "true", "True", "TRUE": .bool(true)
        case "false", "False", "FALSE": .bool(false)
        default: .string
        }
    }

    private static func number(_ bytes: UnsafeBufferPointer<UInt8>) -> YAMLScalar.Resolved {
        if bytes.count > 2, bytes[0] == UInt8(ascii: "0") {
            if bytes[1] == UInt8(ascii: "x") { return radix(16, bytes) }
            if bytes[1] == UInt8(ascii: "o") { return radix(8, bytes) }
        }
        let isSigned = bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-")
        let magnitude = bytes.dropFirst(isSigned ? 1 : 0)
        guard let shape = DecimalShape(magnitude) else { return special(bytes, magnitude) }
        let text = String(decoding: bytes, as: UTF8.self)
        if shape == .integer, let value = Int(text) { return .int(value) }
        return Double(text).map { .float($0) } ?? .string
    }

    /// Reads `0x1F` and `0o17`; these have no sign.
    private static func radix(_ radix: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> YAMLScalar.Resolved {
        let digits = bytes.dropFirst(2)
        var isExact = true
        var whole = 0
        var approximate = 0.0
        for byte in digits {
            guard let digit = hexDigit(byte), digit < radix else { return .string }
            approximate = approximate * Double(radix) + Double(digit)
            let (shifted, overflow) = whole.multipliedReportingOverflow(by: radix)
            let (sum, carry) = shifted.addingReportingOverflow(digit)
            if overflow || carry { isExact = false }
            whole = sum
        }
        return isExact ? .int(whole) : .float(approximate)
    }

    private static func hexDigit(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(byte - UInt8(ascii: "a")) + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(byte - UInt8(ascii: "A")) + 10
        default: nil
        }
    }

    private static func special(
        _ bytes: UnsafeBufferPointer<UInt8>, _ magnitude: Slice<UnsafeBufferPointer<UInt8>>
    ) -> YAMLScalar.Resolved {
        guard magnitude.count == 4, magnitude.first == UInt8(ascii: ".") else { return .string }
        switch String(decoding: magnitude, as: UTF8.self) {
        case ".inf", ".Inf", ".INF":
            return .float(bytes[0] == UInt8(ascii: "-") ? -.infinity : .infinity)
        case ".nan", ".NaN", ".NAN":
            return magnitude.count == bytes.count ? .float(.nan) : .string
        default:
            return .string
        }
    }
}

/// Whether unsigned text is a decimal number of the core schema, and of which kind.
private enum DecimalShape {
    case integer
    case fraction

    init?(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
        var rest = bytes
        let whole = Self.dropDigits(&rest)
        if rest.isEmpty, whole > 0 {
            self = .integer
            return
        }
        var decimals = 0
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            decimals = Self.dropDigits(&rest)
        }
        guard whole + decimals > 0, Self.isExponent(rest) else { return nil }
        self = .fraction
    }

    private static func isExponent(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard let first = bytes.first else { return true }
        guard first == UInt8(ascii: "e") || first == UInt8(ascii: "E") else { return false }
        var rest = bytes.dropFirst()
        if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        return dropDigits(&rest) > 0 && rest.isEmpty
    }

    private static func dropDigits(_ bytes: inout Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        let digits = bytes.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        bytes = bytes.dropFirst(digits.count)
        return digits.count
    }
}
