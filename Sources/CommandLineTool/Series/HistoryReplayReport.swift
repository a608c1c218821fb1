public import Exchanges
import Quoting

/// The output of `history replay`: a line for each exchange with its verdict, and a summary.
public struct HistoryReplayReport: Sendable {
    private let rows: [HistoryRow]
    private let mode: String

    /// - Parameters:
    ///   - rows: The exchanges that are sent again, in order.
    ///   - isAgain: Whether the requests are made again as they are today.
    public init(_ rows: [HistoryRow], isAgain: Bool) {
        self.rows = rows
        mode = isAgain ? "again" : "as sent"
    }

    /// Returns a line: "differs  81cc02d  503  12 ms  users/create (local): differs at $.stock: 3 → 0".
    ///
    /// - Parameter number: The number of the exchange, from 0.
    public func line(of entry: Series.Entry, _ number: Int) -> String {
        let row = rows[number]
        let outcome = entry.outcome
        let response = outcome.flatMap {
            $0.id == nil ? nil : $0.failure.map(\.stage.words) ?? $0.status.map(String.init)
        }
        let words = [
            Self.word(of: entry).padding(to: 8), row.shortID, response, outcome?.duration.map(Wording.duration),
            row.requestText + (Self.reason(of: entry).map { ": \($0)" } ?? ""),
        ]
        return words.compactMap { $0 }.joined(separator: "  ")
    }

    /// Returns the outcome in a word or two.
    static func word(of entry: Series.Entry) -> String {
        guard let outcome = entry.outcome, !entry.isSkipped else { return "skipped" }
        if outcome.isCancelled { return "cancelled" }
        return outcome.id == nil ? "not sent" : entry.verdict?.kind.rawValue ?? "unknown"
    }

    private static func reason(of entry: Series.Entry) -> String? {
        guard let outcome = entry.outcome, !outcome.isCancelled else { return nil }
        if outcome.id == nil { return outcome.failure?.message }
        guard let verdict = entry.verdict else { return "it could not be compared" }
        return verdict.words == verdict.kind.rawValue ? nil : verdict.words
    }

    /// Returns the summary: "3 exchanges as sent: 3 sent, 2 same, 1 differs; all are sent; in the history: set:\"replay of 3 exchanges\"".
    ///
    /// - Parameter set: The name of the set in the history; nil if there is none.
    public func summary(of series: Series, set: String?) -> String {
        let parts = [
            "\(Wording.count(rows.count, "exchange")) \(mode): \(series.summary)", series.endWords,
            set.map { "in the history: \(HistoryFilter.text(ofSet: $0))" },
        ]
        return parts.compactMap { $0 }.joined(separator: "; ")
    }

    /// Returns the status as `diff` does: differs before unknown; but stopped and not sent come first.
    public func status(of series: Series) -> ExitStatus {
        let words = Set(series.entries.map(Self.word))
        if series.end == .stopped { return .cancelled }
        if series.end == .timedOut { return .noResponse }
        if words.contains("not sent") { return .notBuilt }
        if words.contains("differs") { return .found }
        return words.contains("unknown") ? .noResponse : .success
    }

    /// Writes an object with each exchange, and how many of them had each outcome.
    ///
    /// - Parameter set: The name of the set in the history; nil if there is none.
    public func writeJSON(
        of series: Series, set: String?, to sink: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        try JSONWriter.object(to: sink) { json in
            try json.members([("mode", mode)])
            try json.members(of: series, set: set)
            try json.array("exchanges", zip(rows, series.entries)) { row, entry in
                try json.object {
                    try json.members([
                        ("original", row.id.uuidString.lowercased()), ("request", row.origin.requestPath),
                        ("environment", row.origin.environment), ("outcome", Self.word(of: entry)),
                    ])
                    try json.members(of: entry)
                }
            }
        }
    }
}

extension HistoryRow {
    /// The request: "users/get (local)", otherwise method and URL.
    fileprivate var requestText: String {
        guard let path = origin.requestPath else { return "\(method) \(url)" }
        let name = path.droppingBytes(behind: ".yml")
        return name + (origin.environment.map { " (\($0))" } ?? "")
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
