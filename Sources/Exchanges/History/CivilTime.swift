public import Foundation
import Text

/// What words such as "yesterday" count from.
public struct HistoryClock: Sendable {
    public var now: Date
    /// How far the person's time lies from Greenwich at a moment, in seconds: east is positive. It may change with daylight saving.
    public var secondsFromGMT: @Sendable (Date) -> Int

    public init(now: Date, secondsFromGMT: @escaping @Sendable (Date) -> Int) {
        self.now = now
        self.secondsFromGMT = secondsFromGMT
    }
}

/// A day of the Gregorian calendar, and a time in it.
struct CivilTime: Hashable {
    /// Since 1970-01-01.
    var day: Int
    /// Since midnight.
    var seconds: Double = 0

    static let secondsOfDay = 86_400.0

    init(day: Int, seconds: Double = 0) {
        self.day = day
        self.seconds = seconds
    }

    /// Nil for a day that no month has.
    init?(year: Int, month: Int, day: Int) {
        let date = CivilDate(year: year, month: month, day: day)
        guard (1...9999).contains(year), date.isValid else { return nil }
        self.init(day: date.daysSince1970)
    }

    /// As it is at a moment, where the clock stands.
    init(_ date: Date, offset: Int) {
        let local = date.timeIntervalSince1970 + Double(offset)
        day = Int((local / Self.secondsOfDay).rounded(.down))
        seconds = local - Double(day) * Self.secondsOfDay
    }

    /// 0 for Monday.
    var weekday: Int { ((day + 3) % 7 + 7) % 7 }

    func date(offset: Int) -> Date {
        Date(timeIntervalSince1970: Double(day) * Self.secondsOfDay + seconds - Double(offset))
    }

    /// In a clock's zone: where it stands twice the first, where it is left out the time after the gap.
    func date(_ clock: HistoryClock) -> Date {
        let asIfGMT = date(offset: 0)
        let before = clock.secondsFromGMT(asIfGMT.addingTimeInterval(-Self.secondsOfDay))
        let after = clock.secondsFromGMT(asIfGMT.addingTimeInterval(Self.secondsOfDay))
        let first = date(offset: before)
        return clock.secondsFromGMT(first) == before ? first : date(offset: clock.secondsFromGMT(date(offset: after)))
    }
}
