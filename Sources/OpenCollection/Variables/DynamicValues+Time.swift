import Foundation

extension DynamicValues {
    static let identifiersAndTime: [String: Maker] = [
        "guid": { $0.uuid() },
        "randomUUID": { $0.uuid() },
        "randomNanoId": { $0.letters(21, of: alphanumeric + "-_") },
        "randomAlphaNumeric": { $0.letters(1, of: alphanumeric) },
        "randomBoolean": { $0.pick(["false", "true"]) },
        "randomInt": { String($0.below(1001)) },
        "timestamp": { String(Int($0.now().timeIntervalSince1970.rounded(.down))) },
        "isoTimestamp": { isoText(of: $0.now()) },
        "randomDateFuture": { isoText(of: $0.now().addingTimeInterval($0.seconds(upTo: year))) },
        "randomDatePast": { isoText(of: $0.now().addingTimeInterval(-$0.seconds(upTo: year))) },
        "randomDateRecent": { isoText(of: $0.now().addingTimeInterval(-$0.seconds(upTo: day))) },
        "randomWeekday": { $0.pick(weekdays) },
        "randomMonth": { $0.pick(months) },
    ]

    private static let day = 86_400
    private static let year = 365 * day
    private static let weekdays = words("Monday Tuesday Wednesday Thursday Friday Saturday Sunday")
    private static let months = words(
        "January February March April May June July August September October November December")

    /// At least a millisecond.
    private func seconds(upTo limit: Int) -> TimeInterval { Double(below(limit * 1000) + 1) / 1000 }

    /// Version 4 (RFC 9562, section 5.4).
    private func uuid() -> String {
        let high = random() & ~0xF000 | 0x4000
        let low = random() & ~(0b11 << 62) | (0b10 << 62)
        let digits = Self.hex(high) + Self.hex(low)
        let groups = [8, 4, 4, 4, 12]
        var rest = digits[...]
        return groups.map { length in
            defer { rest = rest.dropFirst(length) }
            return String(rest.prefix(length))
        }.joined(separator: "-")
    }

    private static func hex(_ value: UInt64) -> String { padded(value, 16, radix: 16) }

    /// UTC with milliseconds, `2026-08-21T10:00:00.000Z`.
    static func isoText(of date: Date) -> String {
        let total = Int((date.timeIntervalSince1970 * 1000).rounded(.down))
        let days = total.flooredQuotient(by: 86_400_000)
        let inDay = total - days * 86_400_000
        let (year, month, day) = civilDate(daysSince1970: days)
        let clock = [inDay / 3_600_000, inDay / 60_000 % 60, inDay / 1000 % 60].map { padded($0, 2) }
        let dateText = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
        return "\(dateText)T\(clock.joined(separator: ":")).\(padded(inDay % 1000, 3))Z"
    }

    /// Proleptic Gregorian date of a day, by eras of 400 years that begin on 1 March.
    private static func civilDate(daysSince1970: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = daysSince1970 + 719_468
        let era = shifted.flooredQuotient(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}

extension Int {
    fileprivate func flooredQuotient(by divisor: Int) -> Int {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
