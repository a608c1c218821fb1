import Foundation

/// Dates as archives have them.
///
/// - Source: HAR 1.2 asks for ISO 8601, "YYYY-MM-DDThh:mm:ss.sTZD".
enum ArchiveDate {
    /// "2026-11-21T08:40:00.123Z": UTC, milliseconds.
    static func text(_ date: Date) -> String {
        // Years that have four digits; a date outside of them is a mistake that must not stop a recording.
        let seconds = min(max(date.timeIntervalSince1970, -62_135_596_800), 253_402_300_799)
        let milliseconds = Int64((seconds * 1000).rounded())
        let (days, ofDay) = milliseconds.flooredDivision(by: 86_400_000)
        let (year, month, day) = civil(fromDays: days)
        let clock = [ofDay / 3_600_000, ofDay / 60_000 % 60, ofDay / 1000 % 60].map { padded($0, 2) }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(clock.joined(separator: ":"))"
            + ".\(padded(ofDay % 1000, 3))Z"
    }

    /// With or without seconds, fractions of any length and a zone ("Z", "+02:00", "+0200", "+02"; none is UTC).
    static func date(_ text: String) -> Date? {
        var rest = Array(text.utf8)[...]
        guard let year = digits(4, &rest), skip("-", &rest), let month = digits(2, &rest), (1...12).contains(month),
            skip("-", &rest), let day = digits(2, &rest), (1...31).contains(day)
        else { return nil }
        var seconds = Double(days(year: year, month: month, day: day) * 86_400)
        if !rest.isEmpty {
            guard skip("Tt ", &rest), let time = time(&rest), let zone = zone(&rest), rest.isEmpty else { return nil }
            seconds += time - zone
        }
        return Date(timeIntervalSince1970: seconds)
    }

    // MARK: Parts of the text

    private static func time(_ rest: inout ArraySlice<UInt8>) -> Double? {
        guard let hour = digits(2, &rest), hour <= 24, skip(":", &rest), let minute = digits(2, &rest), minute < 60
        else { return nil }
        var time = Double(hour * 3600 + minute * 60)
        guard skip(":", &rest) else { return time }
        guard let second = digits(2, &rest), second <= 60 else { return nil }
        time += Double(second)
        if skip(".,", &rest) {
            let fraction = rest.prefix { (0x30...0x39).contains($0) }
            guard !fraction.isEmpty else { return nil }
            rest = rest.dropFirst(fraction.count)
            time += Double("0." + String(decoding: fraction, as: UTF8.self)) ?? 0
        }
        return time
    }

    /// Seconds east of Greenwich.
    private static func zone(_ rest: inout ArraySlice<UInt8>) -> Double? {
        if rest.isEmpty || skip("Zz", &rest) { return 0 }
        let sign: Double = rest.first == UInt8(ascii: "-") ? -1 : 1
        guard skip("+-", &rest), let hours = digits(2, &rest) else { return nil }
        _ = skip(":", &rest)
        let minutes = rest.isEmpty ? 0 : digits(2, &rest)
        return minutes.map { sign * Double(hours * 3600 + $0 * 60) }
    }

    private static func digits(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> Int64? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        rest = rest.dropFirst(count)
        return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }

    private static func skip(_ any: String, _ rest: inout ArraySlice<UInt8>) -> Bool {
        guard let byte = rest.first, any.utf8.contains(byte) else { return false }
        rest.removeFirst()
        return true
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let text = "\(number)"
        return String(repeating: "0", count: max(width - text.count, 0)) + text
    }

    // MARK: The calendar

    /// Days since 1970-01-01 in the Gregorian calendar.
    ///
    /// - Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`.
    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = year.flooredDivision(by: 400)
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// - Source: the same, `civil_from_days`.
    private static func civil(fromDays days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = (days + 719_468).flooredDivision(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }
}

extension Int64 {
    fileprivate func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
