public import Foundation

extension Wording {
    /// Returns the time, "14:32:05 +02:00"; on another day than `now`, "2026-11-22 14:32:05 +02:00".
    public static func moment(_ date: Date, now: Date, secondsFromGMT: Int) -> String {
        let time = "\(timeOfDay(date, secondsFromGMT: secondsFromGMT)) \(zone(secondsFromGMT))"
        guard day(date, secondsFromGMT) != day(now, secondsFromGMT) else { return time }
        return "\(Self.day(date, secondsFromGMT: secondsFromGMT)) \(time)"
    }

    /// Returns a short form: "14:02:11", "yesterday 22:34", "2026-11-21 14:02".
    public static func shortMoment(_ date: Date, now: Date, secondsFromGMT: Int) -> String {
        let time = timeOfDay(date, secondsFromGMT: secondsFromGMT)
        switch day(now, secondsFromGMT) - day(date, secondsFromGMT) {
        case 0: return time
        case 1: return "yesterday \(time.prefix(5))"
        default: return "\(day(date, secondsFromGMT: secondsFromGMT)) \(time.prefix(5))"
        }
    }

    /// Returns "2026-11-22T14:32:05+02:00"; without an offset "2026-11-22T12:32:05Z".
    ///
    /// - Source: RFC 3339, section 5.6.
    public static func iso8601(_ date: Date, secondsFromGMT: Int) -> String {
        let day = Self.day(date, secondsFromGMT: secondsFromGMT)
        let zone = secondsFromGMT == 0 ? "Z" : Self.zone(secondsFromGMT)
        return "\(day)T\(timeOfDay(date, secondsFromGMT: secondsFromGMT))\(zone)"
    }

    /// Returns the day, "2026-11-22", in the zone with this offset from Greenwich.
    public static func day(_ date: Date, secondsFromGMT: Int) -> String {
        date.addingTimeInterval(Double(secondsFromGMT)).formatted(.iso8601.year().month().day())
    }

    /// Returns a rounded duration: "40 s", "41 min", "3 h 20 min", "12 days"; never below zero.
    public static func span(_ seconds: Double) -> String {
        let whole = Int(max(0, min(seconds, 1e9)))
        switch whole {
        case ..<60: return "\(whole) s"
        case ..<3600: return "\(whole / 60) min"
        case ..<172_800: return "\(whole / 3600) h \(whole / 60 % 60) min"
        default: return "\(whole / 86_400) days"
        }
    }

    /// Returns the offset as "+02:00"; "UTC" for zero.
    public static func zone(_ seconds: Int) -> String {
        if seconds == 0 { return "UTC" }
        let minutes = abs(seconds) / 60
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(seconds < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
    }

    private static func day(_ date: Date, _ offset: Int) -> Double {
        ((date.timeIntervalSince1970 + Double(offset)) / 86_400).rounded(.down)
    }
}
