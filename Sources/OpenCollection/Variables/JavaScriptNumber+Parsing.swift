import Text

// The format's values are defined by its reference implementation.
extension JavaScriptNumber {
    /// Reads decimal, `0x`, `0o` and `0b` notation and `Infinity`; nil for anything else, the empty text included.
    ///
    /// - Source: ECMA-262, StringToNumber; surrounding white space is ignored.
    public static func parse(_ text: String) -> Double? {
        let trimmed = text.trimmingWhitespace()
        switch trimmed {
        case "": return nil
        case "Infinity", "+Infinity": return .infinity
        case "-Infinity": return -.infinity
        default: return parseRadix(trimmed) ?? parseDecimal(trimmed)
        }
    }

    private static func parseRadix(_ text: String) -> Double? {
        let radixes = ["0x": 16, "0o": 8, "0b": 2]
        guard let radix = radixes[text.prefix(2).lowercased()], text.count > 2 else { return nil }
        var value = 0.0
        for character in text.dropFirst(2) {
            guard let digit = character.hexDigitValue, digit < radix else { return nil }
            value = value * Double(radix) + Double(digit)
        }
        return value
    }

    private static func parseDecimal(_ text: String) -> Double? {
        guard text.utf8.contains(where: { (0x30...0x39).contains($0) }) else { return nil }
        guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else { return nil }
        // Swift reads no point without digits on both sides; JavaScript does.
        var spelled = text
        if spelled.hasPrefix(".") { spelled = "0" + spelled }
        for sign in ["-", "+"] where spelled.hasPrefix(sign + ".") { spelled = sign + "0" + spelled.dropFirst() }
        if spelled.hasSuffix(".") { spelled.removeLast() }
        for mark in ["e", "E"] { spelled = spelled.replacing("." + mark, with: mark, maxReplacements: 1) }
        return Double(spelled)
    }
}
