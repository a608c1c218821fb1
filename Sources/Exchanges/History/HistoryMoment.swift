import Foundation

/// Times as they are typed: "yesterday 17:00", "2h", "2026-11-21T17:00+01:00", "last week".
enum HistoryMoment {
    /// The reason why a text is not a time.
    struct Fault: Error {
        /// The text to write instead; nil if the examples of the key are shown.
        var advice: String?
        var isNoSuchDay = false

        func message(_ text: String) -> String {
            isNoSuchDay ? "there is no such day or time as \"\(text)\"" : "\"\(text)\" is not a time"
        }
    }

    /// Returns a time from its beginning to its end: a day or a week has a length, a time of day has none.
    static func range(_ text: String, _ clock: HistoryClock) throws(Fault) -> Range<Date> {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init).filter { $0 != "at" }
        let joined = words.joined(separator: " ")
        if joined == "now" { return moment(clock.now) }
        if let date = ago(joined, clock) { return moment(date) }
        if let week = week(joined, clock) { return week }
        if let day = try day(words[...], clock) { return day }
        if let time = try timeOfDay(joined) { return moment(last(time, clock)) }
        throw Fault()
    }

    private static func moment(_ date: Date) -> Range<Date> { date..<date }

    // MARK: Counted from now

    /// Understands "2h" and "3 days ago"; the result is in whole seconds.
    private static func ago(_ text: String, _ clock: HistoryClock) -> Date? {
        let span = text.hasSuffix(" ago") ? String(text.dropLast(4)) : text
        let counted = ["an ", "a "].first(where: span.hasPrefix).map { "1 " + span.dropFirst($0.count) } ?? span
        guard let seconds = HistorySpan.seconds(counted) else { return nil }
        return Date(timeIntervalSince1970: (clock.now.timeIntervalSince1970 - seconds).rounded(.down))
    }

    /// Understands "this week" and "last week": from Monday to Monday.
    private static func week(_ text: String, _ clock: HistoryClock) -> Range<Date>? {
        guard let back = ["this week": 0, "last week": 1][text] else { return nil }
        let today = today(clock)
        let monday = today.day - today.weekday - 7 * back
        return CivilTime(day: monday).date(clock)..<CivilTime(day: monday + 7).date(clock)
    }

    /// Returns the last time that the clock showed this time of day.
    private static func last(_ seconds: Double, _ clock: HistoryClock) -> Date {
        let today = today(clock).day
        let date = CivilTime(day: today, seconds: seconds).date(clock)
        return date <= clock.now ? date : CivilTime(day: today - 1, seconds: seconds).date(clock)
    }

    private static func today(_ clock: HistoryClock) -> CivilTime {
        CivilTime(clock.now, offset: clock.secondsFromGMT(clock.now))
    }

    // MARK: Days

    /// Understands a day, perhaps with a time and a zone; nil if the text does not begin with a day.
    private static func day(_ words: ArraySlice<String>, _ clock: HistoryClock) throws(Fault) -> Range<Date>? {
        guard let first = words.first else { return nil }
        if let day = named(first, clock) { return try range(day, words.dropFirst().joined(separator: " "), clock) }
        guard let match = first.prefixMatch(of: /(\d{4})-(\d{1,2})-(\d{1,2})(?:t(?=\d)|$)/) else { return nil }
        let numbers = [match.1, match.2, match.3].compactMap { Int($0) }
        guard let day = CivilTime(year: numbers[0], month: numbers[1], day: numbers[2]) else {
            throw Fault(isNoSuchDay: true)
        }
        let rest = [String(first[match.range.upperBound...])] + words.dropFirst()
        return try range(day.day, rest.filter { !$0.isEmpty }.joined(separator: " "), clock)
    }

    private static func named(_ word: String, _ clock: HistoryClock) -> Int? {
        let today = today(clock)
        if let back = ["today": 0, "yesterday": 1][word] { return today.day - back }
        let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
        guard word.count >= 3, let weekday = days.firstIndex(where: { $0.hasPrefix(word) }) else { return nil }
        return today.day - (today.weekday - weekday + 7) % 7
    }

    private static func range(_ day: Int, _ time: String, _ clock: HistoryClock) throws(Fault) -> Range<Date> {
        guard !time.isEmpty else { return CivilTime(day: day).date(clock)..<CivilTime(day: day + 1).date(clock) }
        let (clockTime, offset) = try zone(time)
        guard let seconds = try timeOfDay(clockTime) else { throw Fault() }
        let civil = CivilTime(day: day, seconds: seconds)
        return moment(offset.map { civil.date(offset: $0) } ?? civil.date(clock))
    }

    // MARK: Times of day

    /// Understands "17:00", "17:00:30.5", "5pm", "5:30 pm" as seconds since midnight; nil if the text does not look like a time of day.
    private static func timeOfDay(_ text: String) throws(Fault) -> Double? {
        let pattern = /(\d{1,2})(?::(\d{2})(?::(\d{2}(?:\.\d{1,6})?))?)?\s?(am|pm)?/
        guard let match = text.wholeMatch(of: pattern), match.2 != nil || match.4 != nil else { return nil }
        guard let hour = Int(match.1), let minute = Int(match.2 ?? "0"), let second = Double(match.3 ?? "0") else {
            return nil
        }
        let isHalf = match.4 != nil
        guard isHalf ? (1...12).contains(hour) : hour < 24, minute < 60, second < 60 else {
            throw Fault(isNoSuchDay: true)
        }
        let inDay = isHalf ? hour % 12 + (match.4 == "pm" ? 12 : 0) : hour
        return Double(inDay * 3600 + minute * 60) + second
    }

    /// Splits off the zone at the end: "z", "+01:00", "-0530"; its offset is nil if there is none.
    private static func zone(_ text: String) throws(Fault) -> (time: String, offset: Int?) {
        if text.hasSuffix("z") { return (String(text.dropLast()), 0) }
        guard let match = text.firstMatch(of: /\s?([+-])(\d{2}):?(\d{2})$/) else { return (text, nil) }
        guard let hours = Int(match.2), let minutes = Int(match.3), hours < 24, minutes < 60 else {
            throw Fault(isNoSuchDay: true)
        }
        let offset = (hours * 3600 + minutes * 60) * (match.1 == "-" ? -1 : 1)
        return (String(text[..<match.range.lowerBound]), offset)
    }
}
