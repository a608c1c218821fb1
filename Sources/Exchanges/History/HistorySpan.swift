import Foundation

/// Durations as they are typed: "150ms", "1.5s", "2 hours 30 min".
enum HistorySpan {
    private static let units: [(names: [String], seconds: Double)] = [
        (["ms", "msec", "millisecond", "milliseconds"], 0.001),
        (["s", "sec", "secs", "second", "seconds"], 1),
        (["m", "min", "mins", "minute", "minutes"], 60),
        (["h", "hr", "hrs", "hour", "hours"], 3600),
        (["d", "day", "days"], 86_400),
        (["w", "week", "weeks"], 7 * 86_400),
        (["month", "months"], 30 * 86_400),
        (["y", "year", "years"], 365 * 86_400),
    ]
    /// The longest duration in seconds, about three hundred years: longer ones are mistakes.
    private static let longest = 1e10

    /// Understands numbers with their units, one after the other; nil if the text is not a duration.
    static func seconds(_ text: String) -> Double? {
        var rest = text.lowercased()[...]
        var sum = 0.0
        repeat {
            rest = rest.drop(while: \.isWhitespace)
            let number = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
            rest = rest[number.endIndex...].drop(while: \.isWhitespace)
            let name = rest.prefix(while: \.isLetter)
            rest = rest[name.endIndex...].drop(while: \.isWhitespace)
            guard let count = self.number(number), let unit = units.first(where: { $0.names.contains(String(name)) })
            else { return nil }
            sum += count * unit.seconds
        } while !rest.isEmpty
        return sum <= longest ? sum : nil
    }

    /// Understands a duration, rounded to the microsecond.
    static func duration(_ text: String) -> Duration? {
        seconds(text).map { .microseconds(Int64(($0 * 1_000_000).rounded())) }
    }

    /// Returns a duration as it is typed: "1.5s", "150ms", "0.25ms".
    static func text(of duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        return microseconds >= 1_000_000
            ? decimal(microseconds, of: 1_000_000) + "s" : decimal(microseconds, of: 1000) + "ms"
    }

    private static func number(_ text: Substring) -> Double? {
        text.first?.isNumber == true && text.last?.isNumber == true ? Double(text) : nil
    }

    private static func decimal(_ count: Int64, of unit: Int64) -> String {
        let rest = String(count % unit + unit).dropFirst()
        let digits = String(rest.reversed().drop { $0 == "0" }.reversed())
        return digits.isEmpty ? String(count / unit) : "\(count / unit).\(digits)"
    }
}
