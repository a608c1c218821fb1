import Foundation
import Text

/// Reads and writes the dates of archives.
///
/// - Source: HAR 1.2 requires ISO 8601, "YYYY-MM-DDThh:mm:ss.sTZD".
enum ArchiveDate {
    /// Returns the date such as "2026-11-21T08:40:00.123Z": UTC, milliseconds.
    static func text(_ date: Date) -> String {
        // Limited to years of four digits; a date outside of them is a mistake that must not stop a recording.
        let seconds = min(max(date.timeIntervalSince1970, -62_135_596_800), 253_402_300_799)
        return CivilDate.timestamp(millisecondsSince1970: Int((seconds * 1000).rounded()))
    }

    /// Reads a date with or without seconds, fractions of any length and a zone ("Z", "+02:00", "+0200", "+02"; none is UTC).
    static func date(_ text: String) -> Date? {
        var rest = Array(text.utf8)[...]
        guard let year = digits(4, &rest), skip("-", &rest), let month = digits(2, &rest), (1...12).contains(month),
            skip("-", &rest), let day = digits(2, &rest), (1...31).contains(day)
        else { return nil }
        var seconds = Double(CivilDate(year: year, month: month, day: day).daysSince1970 * 86_400)
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

    /// Reads a zone; returns seconds east of Greenwich.
    private static func zone(_ rest: inout ArraySlice<UInt8>) -> Double? {
        if rest.isEmpty || skip("Zz", &rest) { return 0 }
        let sign: Double = rest.first == UInt8(ascii: "-") ? -1 : 1
        guard skip("+-", &rest), let hours = digits(2, &rest) else { return nil }
        _ = skip(":", &rest)
        let minutes = rest.isEmpty ? 0 : digits(2, &rest)
        return minutes.map { sign * Double(hours * 3600 + $0 * 60) }
    }

    private static func digits(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        rest = rest.dropFirst(count)
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private static func skip(_ any: String, _ rest: inout ArraySlice<UInt8>) -> Bool {
        guard let byte = rest.first, any.utf8.contains(byte) else { return false }
        rest.removeFirst()
        return true
    }
}
