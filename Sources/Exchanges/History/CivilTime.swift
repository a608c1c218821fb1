public import Foundation
import Text

/// The moment and the time zone that words such as "yesterday" refer to.
public struct HistoryClock: Sendable {
    public var now: Date
    /// Returns the offset of the user's time zone from Greenwich at a moment, in seconds; east is positive. It may change with daylight saving.
    public var secondsFromGMT: @Sendable (Date) -> Int

    public init(now: Date, secondsFromGMT: @escaping @Sendable (Date) -> Int) {
        self.now = now
        self.secondsFromGMT = secondsFromGMT
    }
}

/// A day of the Gregorian calendar, and a time in it.
struct CivilTime: Hashable {
    /// The number of days since 1970-01-01.
    var day: Int
    /// The number of seconds since midnight.
    var seconds: Double = 0

    static let secondsOfDay = 86_400.0

    init(day: Int, seconds: Double = 0) {
        self.day = day
        self.seconds = seconds
    }

    /// Creates the time; nil for a day that does not exist.
    init?(year: Int, month: Int, day: Int) {
        let date = CivilDate(year: year, month: month, day: day)
        guard (1...9999).contains(year), date.isValid else { return nil }
        self.init(day: date.daysSince1970)
    }

    /// Creates the local time of a moment; `offset` is in seconds, east of Greenwich.
    init(_ date: Date, offset: Int) {
        let local = date.timeIntervalSince1970 + Double(offset)
        day = Int((local / Self.secondsOfDay).rounded(.down))
        seconds = local - Double(day) * Self.secondsOfDay
    }

    /// The day of the week, 0 for Monday.
    var weekday: Int { ((day + 3) % 7 + 7) % 7 }

    func date(offset: Int) -> Date {
        Date(timeIntervalSince1970: Double(day) * Self.secondsOfDay + seconds - Double(offset))
    }

    /// Returns the moment in a clock's zone: the first one if the time occurs twice, the time after the gap if it is skipped.
    func date(_ clock: HistoryClock) -> Date {
        let asIfGMT = date(offset: 0)
        let before = clock.secondsFromGMT(asIfGMT.addingTimeInterval(-Self.secondsOfDay))
        let after = clock.secondsFromGMT(asIfGMT.addingTimeInterval(Self.secondsOfDay))
        let first = date(offset: before)
        return clock.secondsFromGMT(first) == before ? first : date(offset: clock.secondsFromGMT(date(offset: after)))
    }
}
