import Text

/// A moment as ISO 8601 writes it in full, "2024-05-01T12:30:00Z": what Foundation's strategy reads on every system.
struct DateShape: Sendable, Hashable {
    /// Whether fractions of a second were seen, which that strategy does not read.
    var hasFraction: Bool

    init(hasFraction: Bool) { self.hasFraction = hasFraction }

    /// Reads a date with a time; nil for anything else, also for days without a time.
    ///
    /// - Source: RFC 3339, section 5.6, with capital letters and without leap seconds.
    init?(_ text: String) {
        var rest = Digits(text)
        guard let year = rest.number(4), year > 0, rest.take("-"), let month = rest.number(2), rest.take("-"),
            let day = rest.number(2), rest.take("T"), let hour = rest.number(2), rest.take(":"),
            let minute = rest.number(2), rest.take(":"), let second = rest.number(2),
            CivilDate(year: year, month: month, day: day).isValid, hour < 24, minute < 60,
            second < 60
        else { return nil }
        hasFraction = rest.take(".")
        if hasFraction, !(1...9).contains(rest.skipDigits()) { return nil }
        guard rest.takeZone(), rest.isAtEnd else { return nil }
    }
}

/// A text read digit by digit.
private struct Digits {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ mark: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: mark) else { return false }
        rest = rest.dropFirst()
        return true
    }

    mutating func number(_ count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        rest = rest.dropFirst(count)
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    mutating func skipDigits() -> Int {
        let count = rest.prefix { (0x30...0x39).contains($0) }.count
        rest = rest.dropFirst(count)
        return count
    }

    /// "Z", "+02:00"
    mutating func takeZone() -> Bool {
        if take("Z") { return true }
        guard take("+") || take("-"), let hour = number(2), take(":"), let minute = number(2) else { return false }
        return hour < 15 && minute < 60
    }
}
