import Foundation
import Testing

@testable import Exchanges

/// It is Sunday, 2026-11-22, 03:30:15.25 in Berlin.
@Suite("Times in filters")
struct HistoryMomentTests {
    struct Row: Sendable, CustomStringConvertible {
        let text: String
        /// The beginning, in UTC.
        let since: String
        /// The end, in UTC; nil: the same moment.
        var until: String?
        var description: String { text }

        init(_ text: String, _ since: String, to until: String? = nil) {
            (self.text, self.since, self.until) = (text, since, until)
        }
    }

    @Test(
        "a time is a moment, a day or a week has a beginning and an end",
        arguments: [
            Row("2026-11-21", "2026-11-20T23:00:00Z", to: "2026-11-21T23:00:00Z"),
            Row("2026-1-2", "2026-01-01T22:00:00Z", to: "2026-01-02T22:00:00Z"),
            Row("2024-02-29", "2024-02-28T22:00:00Z", to: "2024-02-29T22:00:00Z"),
            Row("2026-10-25", "2026-10-24T22:00:00Z", to: "2026-10-25T23:00:00Z"),
            Row("2026-11-21T17:00", "2026-11-21T16:00:00Z"), Row("2026-11-21 17:00:30", "2026-11-21T16:00:30Z"),
            Row("2026-11-21T17:00Z", "2026-11-21T17:00:00Z"), Row("2026-11-21T17:00+05:30", "2026-11-21T11:30:00Z"),
            Row("2026-11-21t17:00:00-0800", "2026-11-22T01:00:00Z"), Row("2026-07-01T12:00", "2026-07-01T10:00:00Z"),
            Row("03:00", "2026-11-22T02:00:00Z"), Row("17:00", "2026-11-21T16:00:00Z"),
            Row("5pm", "2026-11-21T16:00:00Z"),
            Row("12am", "2026-11-21T23:00:00Z"),
            Row("today", "2026-11-21T23:00:00Z", to: "2026-11-22T23:00:00Z"),
            Row("yesterday", "2026-11-20T23:00:00Z", to: "2026-11-21T23:00:00Z"),
            Row("Yesterday 17:00", "2026-11-21T16:00:00Z"), Row("yesterday at 5:30 pm", "2026-11-21T16:30:00Z"),
            Row("sunday", "2026-11-21T23:00:00Z", to: "2026-11-22T23:00:00Z"),
            Row("monday", "2026-11-15T23:00:00Z", to: "2026-11-16T23:00:00Z"), Row("fri 09:00", "2026-11-20T08:00:00Z"),
            Row("this week", "2026-11-15T23:00:00Z", to: "2026-11-22T23:00:00Z"),
            Row("last week", "2026-11-08T23:00:00Z", to: "2026-11-15T23:00:00Z"),
            Row("2h", "2026-11-22T00:30:15Z"), Row("2h ago", "2026-11-22T00:30:15Z"),
            Row("1h30m", "2026-11-22T01:00:15Z"),
            Row("3 days ago", "2026-11-19T02:30:15Z"), Row("an hour ago", "2026-11-22T01:30:15Z"),
            Row("1 week", "2026-11-15T02:30:15Z"), Row("90 minutes ago", "2026-11-22T01:00:15Z"),
        ])
    func moments(_ row: Row) throws {
        func test(_ key: String) throws -> HistoryFilter.Test? {
            try HistoryFilter(parsing: "\(key):'\(row.text)'", clock: HistoryClocks.berlin).terms.first?.test
        }
        #expect(try test("since") == .since(HistoryClocks.utc(row.since)))
        #expect(try test("until") == .until(HistoryClocks.utc(row.until ?? row.since)))
    }

    @Test(
        "what is no time is refused",
        arguments: [
            "2026-13-01", "2026-11-31", "0000-01-01", "24:00", "13pm", "0am", "17:60", "17", "2x", "h", "ago", "2..5h",
            "1.h",
            "today tomorrow", "2026-11-21T", "2026-11-21Z", "2026-11-21T17:00+25:00", "99999999999999999999 years",
            "mo", "-2h",
        ])
    func refused(_ text: String) {
        let error = #expect(throws: HistoryFilterError.self) {
            try HistoryFilter(parsing: "since:'\(text)'", clock: HistoryClocks.berlin)
        }
        #expect(error?.place == 6..<(8 + text.count))
    }

    @Test(
        "where the clocks are put forward, the hour that is left out is the next; where back, each time is one of the two"
    )
    func daylightSaving() {
        // 2026-03-29 01:00 UTC.
        let change = Date(timeIntervalSince1970: 1_774_746_000)
        let clock = HistoryClock(now: change.addingTimeInterval(864_000)) { $0 < change ? 3600 : 7200 }
        func date(_ hour: Double) -> Date? {
            CivilTime(year: 2026, month: 3, day: 29).map { CivilTime(day: $0.day, seconds: hour * 3600).date(clock) }
        }
        #expect(date(1.5) == HistoryClocks.utc("2026-03-29T00:30:00Z"))
        #expect(date(2.5) == HistoryClocks.utc("2026-03-29T01:30:00Z"))
        #expect(date(3.5) == HistoryClocks.utc("2026-03-29T01:30:00Z"))
        #expect(date(12) == HistoryClocks.utc("2026-03-29T10:00:00Z"))
        let back = CivilTime(year: 2026, month: 10, day: 25).map { CivilTime(day: $0.day, seconds: 2.5 * 3600) }
        #expect(back?.date(HistoryClocks.berlin) == HistoryClocks.utc("2026-10-25T00:30:00Z"))
    }

    @Test("durations are written as they are typed")
    func durations() {
        let rows: [(Duration, String)] = [
            (.seconds(2), "2s"), (.milliseconds(1500), "1.5s"), (.milliseconds(150), "150ms"),
            (.microseconds(250), "0.25ms"),
            (.seconds(7200), "7200s"),
        ]
        for (duration, text) in rows {
            #expect(HistorySpan.text(of: duration) == text)
            #expect(HistorySpan.duration(text) == duration)
        }
    }
}
