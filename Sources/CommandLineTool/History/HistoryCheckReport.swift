public import Exchanges
import Interchange

/// The output of `history check`: a line per exchange, its checks that do not hold below it, and a summary.
public struct HistoryCheckReport {
    fileprivate struct Entry {
        var row: HistoryRow
        var outcome: Outcome
    }

    public enum Outcome: Sendable, Hashable {
        case judged(captures: [RecordedCapture], assertions: [RecordedAssertion])
        /// The exchange was not judged, for this reason.
        case skipped(reason: String)
    }

    private var entries: [Entry] = []
    private let clock: HistoryClock

    /// - Parameter clock: The clock in whose zone times are shown.
    public init(clock: HistoryClock) { self.clock = clock }

    /// - Returns: The lines of the exchange, not yet made safe for a terminal.
    @discardableResult
    public mutating func add(_ row: HistoryRow, _ outcome: Outcome) -> [String] {
        entries.append(Entry(row: row, outcome: outcome))
        let line = row.line(clock)
        switch outcome {
        case .skipped(let reason): return ["skip  \(line): \(reason)"]
        case .judged(let captures, let assertions):
            let word = AssertionCount(assertions).failed > 0 ? "FAIL" : "ok  "
            let count = AssertionCount(assertions).text ?? "no assertions"
            let below = captures.compactMap { $0.line(.none) } + assertions.compactMap { $0.line(.none) }
            return ["\(word)  \(line): \(count)"] + below.map { "      \($0)" }
        }
    }

    private var assertions: [RecordedAssertion] { entries.flatMap { $0.outcome.assertions } }
    private var failedCount: Int { entries.count { AssertionCount($0.outcome.assertions).failed > 0 } }
    private var skippedCount: Int { entries.count { if case .skipped = $0.outcome { true } else { false } } }

    /// The summary, such as "3 exchanges: 2 ok, 1 failed; 4 of 5 assertions passed".
    public var summary: String {
        let counts = [
            (entries.count - failedCount - skippedCount, "ok"), (failedCount, "failed"), (skippedCount, "skipped"),
        ]
        let words = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        let all = "\(Wording.count(entries.count, "exchange"))\(words.isEmpty ? "" : ": \(words)")"
        return [all, AssertionCount(assertions).text].compactMap { $0 }.joined(separator: "; ")
    }

    public var status: ExitStatus { failedCount > 0 ? .found : .success }

    /// Writes an object with the exchanges, and how many of them had each outcome.
    ///
    /// - Throws: The errors of `sink`.
    public func writeJSON(to sink: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {
        try JSONWriter.object(to: sink) { json in
            for (name, count) in [
                ("ok", entries.count - failedCount - skippedCount), ("failed", failedCount), ("skipped", skippedCount),
            ] {
                try json.member(name, count)
            }
            try json.array("exchanges", entries) { try $0.write(to: json, clock) }
        }
    }
}

extension HistoryCheckReport.Outcome {
    fileprivate var assertions: [RecordedAssertion] { if case .judged(_, let all) = self { all } else { [] } }
    fileprivate var captures: [RecordedCapture] { if case .judged(let all, _) = self { all } else { [] } }
    fileprivate var reason: String? { if case .skipped(let reason) = self { reason } else { nil } }
}

extension HistoryCheckReport.Entry {
    fileprivate func write(to json: JSONWriter, _ clock: HistoryClock) throws {
        try json.object {
            try json.member("id", row.id.uuidString.lowercased())
            try json.member("request", row.origin.requestPath)
            try json.member("sentAt", Wording.iso8601(row.sentAt, secondsFromGMT: clock.secondsFromGMT(row.sentAt)))
            try json.key("outcome")
            let isFailed = AssertionCount(outcome.assertions).failed > 0
            try json.string(outcome.reason != nil ? "skipped" : isFailed ? "failed" : "ok")
            try json.member("reason", outcome.reason)
            try json.captures(outcome.captures, mask: SecretMask())
            try json.assertions(outcome.assertions, mask: .none)
        }
    }
}
