public import Exchanges
import Foundation
import Quoting
import TextGrid

/// The output of a repeated `send`: a line while it goes, a summary at its end.
public struct RepeatReport: Sendable {
    private let request: String
    private let environment: String?
    private let series: Series

    /// - Parameters:
    ///   - request: The request's path within the collection.
    ///   - environment: The environment's name; nil if there is none.
    ///   - series: The series so far.
    public init(request: String, environment: String?, _ series: Series) {
        self.request = request.droppingBytes(behind: ".yml")
        self.environment = environment
        self.series = series
    }

    /// Returns the live line: "12 of 100 · 1 failed · median 84 ms · ▂▃▂█ same".
    ///
    /// - Parameters:
    ///   - columns: The columns of the terminal; what does not fit is left out.
    ///   - showsNonASCII: whether the terminal's character set has more than ASCII.
    public func liveLine(columns: Int, showsNonASCII: Bool) -> String {
        let statistics = series.statistics
        let limit = series.plan.limit.map { " of \($0)" } ?? ""
        let parts = [
            "\(statistics.count)\(limit)", statistics.failures > 0 ? "\(statistics.failures) failed" : nil,
            statistics.median.map { "median \(Wording.duration($0))" }, series.lastVerdict?.words,
        ]
        let words = TerminalText.line(
            parts.compactMap { $0 }.joined(separator: " · "), showsNonASCII: showsNonASCII)
        let room = columns - DisplayWidth.columns(of: words) - 2
        guard room >= 4 else { return DisplayWidth.clipped(words, toColumns: columns - 1, ellipsis: "") }
        let last = series.times(last: min(room, 40)).map { $0?.inSeconds }
        return "\(words) \(Self.bars(showsNonASCII).text(ofAll: last, columns: min(room, 40)))"
    }

    /// Returns lines for a person.
    ///
    /// - Parameters:
    ///   - set: The name of the set in the history; nil if there is none.
    ///   - columns: The columns of the line of bars at most.
    ///   - showsNonASCII: Whether the output may have more than ASCII.
    public func summary(set: String?, columns: Int, showsNonASCII: Bool) -> [String] {
        let place = environment.map { " (\($0))" } ?? ""
        var lines = ["\(request)\(place): \(series.summary); \(series.endWords ?? "running")"]
        if let words = series.statistics.words { lines.append(words) }
        if let reason = series.entries.last?.outcome.flatMap({ $0.failure == nil ? nil : $0.words }) {
            lines.append("the last one: \(reason)")
        }
        if let verdict = series.lastVerdict { lines.append("the last response and the first: \(verdict.words)") }
        let bars = Self.bars(showsNonASCII).text(ofAll: times, columns: min(columns, 72))
        if !bars.isEmpty { lines.append(bars) }
        if let set { lines.append("in the history: \(HistoryFilter.text(ofSet: set))") }
        return lines.map { line in
            line == bars ? line : TerminalText.line(line, showsNonASCII: showsNonASCII)
        }
    }

    private var times: [Double?] { series.times.map { $0?.inSeconds } }

    private static func bars(_ showsNonASCII: Bool) -> Sparkline { showsNonASCII ? .unicode : .ascii }

    /// Writes the summary and each send; times are in seconds, what is unknown is null.
    public func writeJSON(set: String?, to sink: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {
        try JSONWriter.object(to: sink) { json in
            try json.members([("request", request), ("environment", environment)])
            try json.members(of: series, set: set)
            try json.object("seconds") {
                let statistics = series.statistics
                for (name, time) in [
                    ("min", statistics.minimum), ("median", statistics.median), ("p95", statistics.percentile(95)),
                    ("max", statistics.maximum),
                ] {
                    try json.member(name, seconds: time)
                }
            }
            try json.array("sends", series.entries) { entry in try json.object { try json.members(of: entry) } }
        }
    }

    /// Returns the exit status of `send`: with a condition, by whether it held; otherwise that of the gravest of all sends, or that of no response if
    /// the time is up before any is complete.
    ///
    /// - Parameter failsOnStatus: whether a status of 400 and more is a failure.
    public func status(failsOnStatus: Bool) -> ExitStatus {
        switch series.end {
        case .stopped: return .cancelled
        case .unsent: return .notBuilt
        case .reached: return .success
        case .all, .limit, .failed, .timedOut, .incomparable, nil: break
        }
        if series.plan.condition != nil { return .found }
        let outcomes = series.entries.compactMap(\.outcome)
        let hasNoResponse = series.end == .timedOut && outcomes.allSatisfy { $0.failure != nil }
        if hasNoResponse || outcomes.contains(where: { $0.failure != nil && !$0.isCancelled }) { return .noResponse }
        let isFound = outcomes.contains { ExitStatus($0, failsOnStatus: failsOnStatus) == .found }
        return isFound ? .found : .success
    }
}

extension HistoryFilter {
    /// Returns the filter for a set as it is typed: "set:outage".
    static func text(ofSet name: String) -> String {
        HistoryFilter([.init(.set(name))]).text(HistoryClock(now: Date(timeIntervalSince1970: 0)) { _ in 0 })
    }
}

extension JSONWriter {
    /// Writes the outcome of a series, within an object.
    func members(of series: Series, set: String?) throws {
        try member("count", series.statistics.count)
        try member("failures", series.statistics.failures)
        try members([
            ("end", series.end?.word), ("until", series.plan.condition?.text), ("set", set),
        ])
    }

    /// Writes the outcome of one send of a series, within an object.
    func members(of entry: Series.Entry) throws {
        try members([("id", entry.outcome?.id?.uuidString.lowercased())])
        try member("skipped", entry.isSkipped)
        try member("status", entry.outcome?.status)
        try member("seconds", seconds: entry.outcome?.duration)
        try members([
            ("failure", entry.outcome?.failure.map { "\($0.stage.rawValue): \($0.message)" }),
            ("verdict", entry.verdict?.kind.rawValue), ("summary", entry.verdict?.words),
        ])
    }
}

extension Series.End {
    /// The end in a word, for other programs.
    var word: String {
        switch self {
        case .all: "all"
        case .limit: "limit"
        case .reached: "reached"
        case .failed: "bailed"
        case .unsent: "unsent"
        case .timedOut: "timeout"
        case .incomparable: "incomparable"
        case .stopped: "stopped"
        }
    }
}
