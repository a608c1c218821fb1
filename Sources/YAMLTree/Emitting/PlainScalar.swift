/// Whether a string may be written without quotes, so that readers of YAML 1.1 and of 1.2 both read this string.
enum PlainScalar {
    static func isSafe(_ text: String, inFlow: Bool) -> Bool {
        let bytes = Array(text.utf8)
        guard let first = bytes.first, let last = bytes.last else { return false }
        guard !SourceText.isSpaceOrTab(first), !SourceText.isSpaceOrTab(last), last != UInt8(ascii: ":") else {
            return false
        }
        guard mayBegin(bytes, inFlow: inFlow), !holdsIndicator(bytes, inFlow: inFlow) else { return false }
        guard text.unicodeScalars.allSatisfy(isPlainScalar) else { return false }
        return CoreSchema.resolve(text) == .string && !OlderSchema.gives(bytes, anotherMeaning: text)
    }

    /// Whether a character is printable in every place; no tab, since tools disagree about those in plain text.
    private static func isPlainScalar(_ scalar: Unicode.Scalar) -> Bool {
        scalar != "\t" && Printable.isPrintable(scalar)
    }

    private static func mayBegin(_ bytes: [UInt8], inFlow: Bool) -> Bool {
        switch bytes[0] {
        case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"):
            guard !inFlow, bytes.count > 1, !SourceText.isSpaceOrTab(bytes[1]) else { return false }
            return !bytes.starts(with: "---".utf8)
        case UInt8(ascii: "."):
            return !bytes.starts(with: "...".utf8)
        default:
            return !"#&*!|>'\"%@`,[]{}".utf8.contains(bytes[0])
        }
    }

    private static func holdsIndicator(_ bytes: [UInt8], inFlow: Bool) -> Bool {
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: ":"):
                if inFlow || (index + 1 < bytes.count && SourceText.isSpaceOrTab(bytes[index + 1])) { return true }
            case UInt8(ascii: "#"):
                if index > 0, SourceText.isSpaceOrTab(bytes[index - 1]) { return true }
            case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"),
                UInt8(ascii: "?"):
                if inFlow { return true }
            default:
                break
            }
        }
        return false
    }
}

/// The characters that may be in a text as they are.
enum Printable {
    /// Whether a character is printable. Line breaks are not; nor are the characters that YAML 1.1 takes for line breaks, and byte order marks.
    ///
    /// - Source: YAML 1.2.2, section 5.1; YAML 1.1, section 4.2.
    static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x20...0x7E: true
        case 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: false
        case 0xA0...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }
}

/// The meaning of plain text in YAML 1.1 beyond the core schema of 1.2: `yes`, `1_000`, `0777`, `1:30`, dates.
///
/// - Source: yaml.org/type, and the readers that follow it. Where they differ, anything that one of them reads counts.
enum OlderSchema {
    static func gives(_ bytes: [UInt8], anotherMeaning text: String) -> Bool {
        switch bytes[0] {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            isNumber(bytes) || isTimestamp(bytes)
        default:
            bytes.count <= 5 && words.contains(text.lowercased())
        }
    }

    /// `null`, `true` and `false` in other cases than those of the schemas, too, and the signs for merging and default.
    private static let words: Set<String> = [
        "y", "n", "yes", "no", "on", "off", "true", "false", "null", "~", "<<", "=",
    ]

    /// Whether a text is `0b1`, `1_000`, `1:30:00`, `1_0.5e3` or the like.
    private static func isNumber(_ bytes: [UInt8]) -> Bool {
        let isSigned = bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-")
        let text = String(decoding: bytes.dropFirst(isSigned ? 1 : 0), as: UTF8.self).lowercased()
        if text.hasPrefix("0b") || text.hasPrefix("0x") || text.hasPrefix("0o") {
            return text.dropFirst(2).allSatisfy { $0.isHexDigit || $0 == "_" }
        }
        if text == ".inf" || text == ".nan" { return true }
        let digits = text.filter { $0 != "_" }
        return isFloat(digits) || isSexagesimal(digits)
    }

    private static func isFloat(_ text: String) -> Bool {
        let halves = text.split(separator: "e", maxSplits: 1, omittingEmptySubsequences: false)
        let mantissa = halves[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard mantissa.allSatisfy(isDigits), halves[0] != "" else { return false }
        guard halves.count > 1 else { return true }
        let exponent = halves[1]
        return isDigits(exponent.hasPrefix("+") || exponent.hasPrefix("-") ? exponent.dropFirst() : exponent)
    }

    private static func isSexagesimal(_ text: String) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return false }
        return parts.allSatisfy { part in
            !part.isEmpty && part.allSatisfy { ("0"..."9").contains($0) || $0 == "." }
        }
    }

    private static func isDigits(_ text: Substring) -> Bool {
        text.allSatisfy { ("0"..."9").contains($0) }
    }

    /// Whether a text is `2024-01-31`, alone or followed by a time.
    private static func isTimestamp(_ bytes: [UInt8]) -> Bool {
        let parts = bytes.split(separator: UInt8(ascii: "-"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 4, (1...2).contains(parts[1].count) else { return false }
        let isDigit = { (byte: UInt8) in byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
        let isTime = { (byte: UInt8) in isDigit(byte) || ":.TtZz+- ".utf8.contains(byte) }
        return parts[0].allSatisfy(isDigit) && parts[1].allSatisfy(isDigit) && parts[2].allSatisfy(isTime)
    }
}
