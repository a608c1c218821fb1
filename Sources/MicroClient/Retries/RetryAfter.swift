import Foundation
import Text

/// The value of a `Retry-After` field: a number of seconds, or a date.
///
/// - Source: RFC 9110, sections 10.2.3 and 5.6.7.
enum RetryAfter: Hashable {
    case seconds(Int)
    case date(Date)

    init?(_ value: String) {
        let text = value.filter { $0 != "\t" }.trimmingCharacters(in: .whitespaces)
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            self = .seconds(Int(text) ?? Int(Int32.max))
        } else if let date = HTTPDate.parse(text) {
            self = .date(date)
        } else {
            return nil
        }
    }

    /// Returns how long to wait; never negative.
    func wait(from now: Date) -> Duration {
        switch self {
        case .seconds(let seconds): .seconds(min(seconds, Int(Int32.max)))
        case .date(let date): .milliseconds(Int(max(0, min(date.timeIntervalSince(now), 1e9)) * 1000))
        }
    }
}

/// Parses dates of header fields: the preferred form and the two obsolete ones that must be understood.
///
/// - Source: RFC 9110, section 5.6.7.
enum HTTPDate {
    static func parse(_ text: String) -> Date? {
        let words = text.split(whereSeparator: { " ,-".contains($0) }).map(String.init)
        // Sun, 06 Nov 1994 08:49:37 GMT | Sunday, 06-Nov-94 08:49:37 GMT | Sun Nov  6 08:49:37 1994
        guard words.count >= 5 else { return nil }
        if words[3].contains(":") { return date(day: words[2], month: words[1], year: words[4], time: words[3]) }
        return date(day: words[1], month: words[2], year: words[3], time: words[4])
    }

    private static func date(day: String, month: String, year: String, time: String) -> Date? {
        let clock = time.split(separator: ":").map { Int($0) ?? -1 }
        guard let day = Int(day), (1...31).contains(day), var year = Int(year), year >= 0, year < 10_000,
            let month = CivilDate.month(month), clock.count == 3,
            (0...23).contains(clock[0]), (0...59).contains(clock[1]), (0...60).contains(clock[2])
        else { return nil }
        if year < 100 { year += year < 70 ? 2000 : 1900 }
        let days = CivilDate(year: year, month: month, day: day).daysSince1970
        return Date(timeIntervalSince1970: Double(days * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2]))
    }
}
