import Foundation
import Text

/// The date of an `Expires` attribute, which servers write in more ways than any grammar allows.
///
/// - Source: RFC 6265, section 5.1.1.
struct CookieDate {
    private var time: (hour: Int, minute: Int, second: Int)?
    private var day: Int?
    private var month: Int?
    private var year: Int?

    static func parse(_ text: String) -> Date? {
        var found = CookieDate()
        for token in text.utf8.split(whereSeparator: isDelimiter) { found.take(Array(token)) }
        return found.date
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    /// Takes a token as the first part of a date that it matches and that is still missing; a token that matches none is skipped.
    private mutating func take(_ token: [UInt8]) {
        if time == nil, let found = Self.time(token) {
            time = found
        } else if day == nil, let found = Self.number(token, digits: 1...2) {
            day = found
        } else if month == nil, let found = CivilDate.month(String(decoding: token.prefix(3), as: UTF8.self)) {
            month = found
        } else if year == nil, let found = Self.number(token, digits: 2...4) {
            year = found
        }
    }

    /// Returns the number at the start of a token if it has an allowed count of digits.
    private static func number(_ token: some Collection<UInt8>, digits: ClosedRange<Int>) -> Int? {
        let found = token.prefix { (0x30...0x39).contains($0) }
        guard digits.contains(found.count) else { return nil }
        return found.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private static func time(_ token: [UInt8]) -> (Int, Int, Int)? {
        let parts = token.split(separator: 0x3A, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count <= 2, parts[1].count <= 2, let hour = number(parts[0], digits: 1...2),
            let minute = number(parts[1], digits: 1...2), let second = number(parts[2], digits: 1...2),
            parts[0].allSatisfy({ $0 < 0x3A }), parts[1].allSatisfy({ $0 < 0x3A })
        else { return nil }
        return (hour, minute, second)
    }

    private var date: Date? {
        guard let time, let day, let month, let written = year else { return nil }
        let year = written < 70 ? written + 2000 : written < 100 ? written + 1900 : written
        let civil = CivilDate(year: year, month: month, day: day)
        guard year >= 1601, time.hour <= 23, time.minute <= 59, time.second <= 59, civil.isValid else { return nil }
        let seconds = time.hour * 3600 + time.minute * 60 + time.second
        return Date(timeIntervalSince1970: Double(civil.daysSince1970 * 86_400 + seconds))
    }
}
