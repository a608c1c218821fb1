/// Numbers as JavaScript reads and prints them.
public enum JavaScriptNumber {
    /// Returns the shortest text that reads back as the same number, in JavaScript's choice of notation: 7, 1.5, 1e+21.
    ///
    /// - Source: ECMA-262, Number::toString.
    public static func text(of number: Double) -> String {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
        if number == 0 { return "0" }
        let (digits, point) = digitsAndPoint(of: number.magnitude)
        return (number < 0 ? "-" : "") + layOut(digits, point: point)
    }

    /// Returns the significant digits, and how many of them are before the decimal point.
    private static func digitsAndPoint(of magnitude: Double) -> (digits: String, point: Int) {
        let parts = magnitude.description.split(separator: "e")
        let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        let whole = String(mantissa[0])
        let digits = whole + (mantissa.count > 1 ? mantissa[1] : "")
        let leading = digits.prefix { $0 == "0" }.count
        var significant = digits.dropFirst(leading)
        while significant.last == "0" { significant.removeLast() }
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
