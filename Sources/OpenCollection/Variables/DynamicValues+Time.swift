import Foundation
import Text

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
    static let weekdays = words("Monday Tuesday Wednesday Thursday Friday Saturday Sunday")
    static let months = words(
        "January February March April May June July August September October November December")

    /// Returns a random number of seconds up to a limit, at least a millisecond.
    private func seconds(upTo limit: Int) -> TimeInterval { Double(below(limit * 1000) + 1) / 1000 }

    /// Returns a UUID of version 4 (RFC 9562, section 5.4).
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

    /// Returns a date in UTC with milliseconds, `2026-08-21T10:00:00.000Z`.
    static func isoText(of date: Date) -> String {
        CivilDate.timestamp(millisecondsSince1970: Int((date.timeIntervalSince1970 * 1000).rounded(.down)))
    }
}
