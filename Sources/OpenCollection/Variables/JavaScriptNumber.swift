/// Numbers as JavaScript reads and prints them: the format's values are defined by its reference implementation.
public enum JavaScriptNumber {
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

    /// The shortest text that reads back as the same number, in JavaScript's choice of notation: 7, 1.5, 1e+21.
    ///
    /// - Source: ECMA-262, Number::toString.
    public static func text(of number: Double) -> String {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
        if number == 0 { return "0" }
        let (digits, point) = digitsAndPoint(of: number.magnitude)
        return (number < 0 ? "-" : "") + layOut(digits, point: point)
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

    /// Significant digits, and how many of them stand before the decimal point.
    private static func digitsAndPoint(of magnitude: Double) -> (digits: String, point: Int) {
        let parts = magnitude.description.split(separator: "e")
        let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        let whole = String(mantissa[0])
        let digits = whole + (mantissa.count > 1 ? mantissa[1] : "")
        let leading = digits.prefix { $0 == "0" }.count
        let significant = digits.dropFirst(leading).droppingTrailing("0")
        return (String(significant), whole.count + exponent - leading)
    }

    private static func layOut(_ digits: String, point: Int) -> String {
        let count = digits.count
        if count <= point, point <= 21 { return digits + String(repeating: "0", count: point - count) }
        if 0 < point, point <= 21 { return "\(digits.prefix(point)).\(digits.dropFirst(point))" }
        if -6 < point, point <= 0 { return "0." + String(repeating: "0", count: -point) + digits }
        let exponent = point - 1
        let mantissa = count == 1 ? digits : "\(digits.prefix(1)).\(digits.dropFirst())"
        return "\(mantissa)e\(exponent < 0 ? "-" : "+")\(abs(exponent))"
    }
}
