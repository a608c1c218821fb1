/// The text that JavaScript makes of a number.
///
/// - Source: ECMA-262, Number::toString with radix 10.
enum JavaScriptNumber {
    /// Integers beyond 2^53 go through a double, as they do there.
    static func text(_ value: Int) -> String {
        value.magnitude <= 1 << 53 ? String(value) : text(Double(value))
    }

    static func text(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Infinity" : "Infinity" }
        if value == 0 { return "0" }
        let (digits, pointPosition) = shortestDigits(value.magnitude)
        return (value < 0 ? "-" : "") + layOut(digits, pointPosition)
    }

    /// The shortest digits that read back as `value`, and where the decimal point stands: 0.digits * 10^position.
    private static func shortestDigits(_ value: Double) -> (digits: String, pointPosition: Int) {
        let parts = value.description.split(separator: "e")
        let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        let halves = parts[0].split(separator: ".")
        let fraction = halves.count > 1 && halves[1] != "0" ? halves[1] : ""
        let all = String(halves[0]) + fraction
        let leadingZeros = all.prefix { $0 == "0" }.count
        var digits = String(all.dropFirst(leadingZeros))
        while digits.count > 1, digits.hasSuffix("0") { digits.removeLast() }
        return (digits, halves[0].count + exponent - leadingZeros)
    }

    private static func layOut(_ digits: String, _ position: Int) -> String {
        let count = digits.count
        if position > 21 || position < -5 {
            let exponent = position - 1
            let mantissa = count == 1 ? digits : "\(digits.prefix(1)).\(digits.dropFirst())"
            return "\(mantissa)e\(exponent < 0 ? "-" : "+")\(abs(exponent))"
        }
        if position <= 0 { return "0." + String(repeating: "0", count: -position) + digits }
        if count <= position { return digits + String(repeating: "0", count: position - count) }
        return "\(digits.prefix(position)).\(digits.dropFirst(position))"
    }
}
