public import Exchanges
import Foundation
import TextGrid

/// The output of `history latency`: a few lines and a table of phases, or JSON.
public struct HistoryLatencyReport {
    private let report: LatencyReport
    private let clock: HistoryClock
    private let length: LatencyBucketLength?

    /// - Parameters:
    ///   - report: The report that is printed.
    ///   - length: The length of the rows in a table over time; nil leaves it out.
    ///   - clock: The clock in whose zone times are shown.
    public init(_ report: LatencyReport, by length: LatencyBucketLength?, clock: HistoryClock) {
        self.report = report
        self.length = length
        self.clock = clock
    }

    // MARK: Lines

    /// Returns the report, safe for a terminal, with a line feed at its end.
    ///
    /// - Parameter columns: The columns of the terminal, which the line over time fits into; nil means 80.
    public func text(columns: Int?, showsNonASCII: Bool) -> String {
        let glyphs = showsNonASCII ? LatencyGlyphs.unicode : .ascii
        let lines = [counts, times, overTime(columns ?? 80, glyphs)].compactMap { $0 } + steps(glyphs)
        let blocks = [lines, phases, table].filter { !$0.isEmpty }
        return blocks.map { $0.map { TerminalText.line($0, showsNonASCII: showsNonASCII) + "\n" }.joined() }
            .joined(separator: "\n")
    }

    private var counts: String {
        let failed = report.failures > 0 ? ", \(report.failures) failed" : ""
        let refused = report.serverErrors > 0 ? ", \(report.serverErrors) with 5xx" : ""
        let extent = report.extent.map { ", \(moment($0.lowerBound)) to \(moment($0.upperBound))" } ?? ""
        return Wording.count(report.count, "exchange") + failed + refused + extent
    }

    private var times: String? {
        report.total.map { total in
            "p50 \(Wording.duration(total.p50)), p95 \(Wording.duration(total.p95)), slowest \(Wording.duration(total.slowest))"
        }
    }

    private func overTime(_ columns: Int, _ glyphs: LatencyGlyphs) -> String? {
        let buckets = report.buckets(atMost: max(10, min(columns - 14, 100)), clock)
        guard buckets.count > 1, let highest = buckets.highestMedian else { return nil }
        let heights = buckets.heights(upTo: glyphs.levels.count)
        let line = heights.map { $0 == 0 ? " " : glyphs.levels[$0 - 1] }.joined()
        return "\(line)  \(glyphs.upTo)\(Wording.duration(highest))"
    }

    private func steps(_ glyphs: LatencyGlyphs) -> [String] {
        guard report.total != nil else { return [] }
        guard !report.steps.isEmpty else { return ["no step is found"] }
        let offset = clock.secondsFromGMT(clock.now)
        let left = report.steps.count - Self.mostSteps
        let shown = report.steps.suffix(Self.mostSteps).map { step in
            step.text(now: clock.now, secondsFromGMT: offset, arrow: glyphs.arrow)
        }
        return (left > 0 ? ["\(Wording.count(left, "step")) before these; --json has them all"] : []) + shown
    }

    /// The number of steps that are shown, which are the newest.
    private static let mostSteps = 8

    private var phases: [String] {
        let phases = LatencyPhase.allCases.map { ($0.title, report.phases[$0]) }
        let connections = [
            ("new connections", report.onNewConnections), ("reused connections", report.onKeptConnections),
        ]
        let rows = (phases + connections).compactMap { title, spread in spread.map { cells(title, $0) } }
        return rows.isEmpty ? [] : Self.aligned([["", "responses", "p50", "p95", "slowest"]] + rows)
    }

    private var table: [String] {
        guard let length else { return [] }
        let rows = report.buckets(of: length, clock).map { bucket in
            let spread = bucket.total
            return [
                start(bucket, length), String(bucket.count), String(bucket.failures),
                spread.map { Wording.duration($0.p50) } ?? "", spread.map { Wording.duration($0.p95) } ?? "",
                spread.map { Wording.duration($0.slowest) } ?? "",
            ]
        }
        return rows.isEmpty ? [] : Self.aligned([["from", "sent", "failed", "p50", "p95", "slowest"]] + rows)
    }

    private func cells(_ title: String, _ spread: LatencySpread) -> [String] {
        [title, String(spread.count)] + [spread.p50, spread.p95, spread.slowest].map(Wording.duration)
    }

    /// Returns the start of a bucket: "2026-11-21", with the time if a day has several.
    private func start(_ bucket: LatencyBucket, _ length: LatencyBucketLength) -> String {
        let offset = clock.secondsFromGMT(bucket.span.lowerBound)
        let day = Wording.day(bucket.span.lowerBound, secondsFromGMT: offset)
        guard case .seconds = length else { return day }
        return "\(day) \(Wording.timeOfDay(bucket.span.lowerBound, secondsFromGMT: offset).prefix(5))"
    }

    /// Returns the rows with aligned columns, numbers to the right.
    private static func aligned(_ rows: [[String]]) -> [String] {
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            row.indices.map { column in
                let spaces = String(repeating: " ", count: widths[column] - row[column].count)
                return column == 0 ? row[column] + spaces : spaces + row[column]
            }.joined(separator: "  ")
        }
    }

    private func moment(_ date: Date) -> String {
        Wording.moment(date, now: .distantPast, secondsFromGMT: clock.secondsFromGMT(date))
    }

    // MARK: JSON

    /// Writes an object; times are in UTC, durations in seconds, what is unknown is null.
    public func writeJSON(to sink: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {
        try JSONWriter.object(to: sink) { json in
            try json.member("exchanges", report.count)
            try json.member("failed", report.failures)
            try json.member("serverErrors", report.serverErrors)
            try json.members([
                ("from", report.extent.map { JSONWriter.time($0.lowerBound) }),
                ("to", report.extent.map { JSONWriter.time($0.upperBound) }),
            ])
            try json.member("seconds", report.total)
            try json.object("phases") {
                for phase in LatencyPhase.allCases { try json.member(phase.rawValue, report.phases[phase]) }
            }
            try json.member("newConnections", report.onNewConnections)
            try json.member("keptConnections", report.onKeptConnections)
            try json.array("steps", report.steps) { try json.step($0) }
            if let length {
                try json.array("spans", report.buckets(of: length, clock)) { try json.bucket($0) }
            }
        }
    }
}

extension JSONWriter {
    fileprivate func member(_ name: String, _ spread: LatencySpread?) throws {
        try key(name)
        guard let spread else { return try null() }
        try object {
            try member("count", spread.count)
            for (name, duration) in [("p50", spread.p50), ("p95", spread.p95), ("max", spread.slowest)] {
                try member(name, seconds: duration)
            }
        }
    }

    fileprivate func step(_ step: LatencyStep) throws {
        try object {
            try members([("at", Self.time(step.at)), ("until", step.until.map(Self.time))])
            for (name, duration) in [("before", step.before), ("after", step.after)] {
                try member(name, seconds: duration)
            }
            try members([("phase", step.phase?.rawValue)])
        }
    }

    fileprivate func bucket(_ bucket: LatencyBucket) throws {
        try object {
            try members([("from", Self.time(bucket.span.lowerBound)), ("to", Self.time(bucket.span.upperBound))])
            try member("exchanges", bucket.count)
            try member("failed", bucket.failures)
            try member("seconds", bucket.total)
        }
    }
}

/// The signs that a line over time is drawn with.
private struct LatencyGlyphs {
    /// The signs of levels, from the lowest to the highest.
    let levels: [String]
    let arrow: String
    let upTo: String

    static let unicode = LatencyGlyphs(levels: Sparkline.unicode.levels, arrow: "→", upTo: "≤ ")
    static let ascii = LatencyGlyphs(levels: Sparkline.ascii.levels, arrow: "->", upTo: "<= ")
}
