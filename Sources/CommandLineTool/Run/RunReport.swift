public import Exchanges
public import Interchange
import MicroClient
public import OpenCollection

/// The output of `run`: a line per request, its checks that do not hold below it, a summary, and the source of all reports.
public struct RunReport: Sendable {
    /// The entries in the order of the run.
    public private(set) var entries: [Entry] = []
    private var failureCount = 0
    /// The things that are run, for a heading: "users of Shop to local".
    private(set) var subject = "the collection"
    /// The reason why the run ended early; nil if it did not.
    public var interruption: RecordedFailure?

    public struct Entry: Sendable {
        public var path: ItemPath
        /// The name of the row of data, "row 2: ann", without secrets; nil without data.
        public var row: String?
        public var outcome: Outcome
        /// The sends before the one that counts: it was sent again because they failed, or did not meet the condition of its polling.
        public var earlier: [RecordedExchange] = []
        /// Whether it was sent again because of its polling, so that the sends before have not failed.
        public var isPolled = false
        /// The reason why the response is not what was wanted, whatever its assertions say; nil without one.
        public var problem: String?
        /// The comparison with the nearest example; nil if there was none.
        public var comparison: Comparison?
        var mask: SecretMask
        /// The last send in words: "200 OK · 84 ms · 12 KB"; nil if there is no response.
        fileprivate(set) var words: String?
        fileprivate var place = 0

        public init(_ path: ItemPath, _ outcome: Outcome, row: String? = nil, mask: SecretMask = .none) {
            (self.path, self.outcome, self.row, self.mask) = (path, outcome, row, mask)
        }
    }

    public enum Outcome: Sendable {
        /// The request was sent. The failure says in words why there is no response; nil if there is one.
        case sent(RecordedExchange, failure: String?)
        case skipped(reason: String)
    }

    /// The comparison of a response with an example, without secrets.
    public struct Comparison: Sendable, Hashable {
        public var example: String
        public var isSame: Bool
        /// The verdict in a sentence: "differs at $.id: 7 → 1".
        public var summary: String
        /// The differences, one line each.
        public var places: [String]

        /// - Parameter mask: The secrets of the send.
        public init(_ result: ExampleResult, mask: SecretMask) {
            example = mask.text(result.example.shownName)
            isSame = result.isSame
            let verdict = result.verdict { mask.text($0, isCut: $1) }
            summary = mask.text(verdict.long.first ?? verdict.short)
            places = verdict.long.dropFirst().map { mask.text($0) }
        }
    }

    public init() {}

    /// - Parameter subject: The things that are run, for a heading: "users of Shop to local".
    public init(of subject: String) { self.subject = subject }

    /// - Parameter place: The place among all entries of the run; nil: after the others.
    /// - Returns: The lines of the entry.
    @discardableResult
    public mutating func add(_ entry: Entry, at place: Int? = nil) -> [String] {
        var entry = entry
        entry.place = place ?? .max
        entry.words = entry.record.flatMap(StatusLine.words)
        // Reports give only the length of a body, which is then dropped: a run may have thousands.
        if case .sent(var record, let failure) = entry.outcome {
            record.responseBody = nil
            entry.outcome = .sent(record, failure: failure)
        }
        for index in entry.earlier.indices { entry.earlier[index].responseBody = nil }
        let index = entries.lastIndex { $0.place <= entry.place }.map { $0 + 1 } ?? 0
        entries.insert(entry, at: index)
        if entry.hasFailed { failureCount += 1 }
        return entry.lines
    }

    /// The summary, such as "3 requests: 2 ok, 1 failed; 4 of 5 assertions passed".
    public var summary: String {
        let words = counts.filter { $0.count > 0 }.map { "\($0.count) \($0.name)" }.joined(separator: ", ")
        let all = "\(Wording.count(entries.count, "request"))\(words.isEmpty ? "" : ": \(words)")"
        let assertions = AssertionCount(entries.flatMap { $0.record?.assertions ?? [] }).text
        let skipped = entries.reduce(0) { $0 + ($1.record?.skippedScripts ?? 0) }
        let scripts = skipped > 0 ? "\(Wording.count(skipped, "script")) not run" : nil
        return [all, assertions, scripts, interruption.map { "ended early: \($0.message)" }].compactMap { $0 }
            .joined(separator: "; ")
    }

    /// The number of entries of each outcome.
    var counts: [(name: String, count: Int)] {
        Entry.Verdict.allCases.map { verdict in (verdict.rawValue, entries.count { $0.verdict == verdict }) }
    }

    /// Returns the line that shows the progress: "12 of 40 · 1 failed · users/get".
    ///
    /// - Parameter count: The number of all entries.
    public func liveLine(of count: Int, at path: ItemPath?) -> String {
        let failed = failureCount > 0 ? "\(failureCount) failed" : nil
        let parts = ["\(entries.count) of \(count)", failed, path?.withoutSuffix]
        return parts.compactMap { $0 }.joined(separator: " · ")
    }

    /// The status of the gravest outcome: cancelled, no response, not built, an assertion failed.
    public var status: ExitStatus {
        .gravest(of: entries.map(\.status) + [interruption.map { ExitStatus($0) }].compactMap { $0 })
    }

    /// Writes an object with the requests, and how many of them had each outcome.
    public func writeJSON(to sink: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {
        try JSONWriter.object(to: sink) { json in
            for (name, count) in counts { try json.member(name, count) }
            try json.member("interrupted", interruption?.message)
            try json.array("requests", entries) { try $0.write(to: json) }
        }
    }
}

extension RunReport.Entry {
    /// The outcome in a word.
    enum Verdict: String, CaseIterable { case ok, failed, skipped }

    var record: RecordedExchange? {
        guard case .sent(let record, _) = outcome else { return nil }
        return record
    }

    /// All sends, the one that counts last.
    var sends: [RecordedExchange] { earlier + [record].compactMap { $0 } }

    /// The path without its suffix, and the row.
    var title: String { path.withoutSuffix + (row.map { " (\($0))" } ?? "") }

    var status: ExitStatus {
        guard let record else { return .success }
        let status = ExitStatus(record, failsOnStatus: false)
        return status == .success && (problem != nil || comparison?.isSame == false) ? .found : status
    }

    var verdict: Verdict { record == nil ? .skipped : status == .success ? .ok : .failed }
    /// Whether it has failed.
    public var hasFailed: Bool { verdict == .failed }

    fileprivate var lines: [String] {
        switch outcome {
        case .skipped(let reason): return ["skip  \(title): \(reason)"]
        case .sent(let record, _):
            let notes = [problem, comparison?.isSame == false ? comparisonLine : nil].compactMap { $0 }
            return ["\(hasFailed ? "FAIL" : "ok  ")  \(title): \(text)\(sendsInWords)"]
                + (notes + record.checkLines(mask)).map { "      \($0)" }
        }
    }

    private var sendsInWords: String { earlier.isEmpty ? "" : " · \(Wording.count(sends.count, "send"))" }

    /// The outcome in words: the status, or why there is no response.
    var text: String { reason ?? words ?? "no response" }

    /// "differs from the example 200 OK: status 500 instead of 200"; nil without a comparison.
    var comparisonLine: String? {
        comparison.map { "\($0.isSame ? "as" : "differs from") the example \($0.example): \($0.summary)" }
    }

    fileprivate func write(to json: JSONWriter) throws {
        try json.object {
            try json.members([("request", path.text), ("row", row)])
            try json.member("outcome", verdict.rawValue)
            try json.member("status", record?.head?.status)
            try json.member("graphQLErrors", record?.graphQLErrorCount ?? 0)
            try json.member("seconds", seconds: record?.exchange.duration)
            try json.members([("reason", reason), ("problem", problem)])
            try json.captures(record?.captures ?? [], mask: mask)
            try json.assertions(record?.assertions ?? [], mask: mask)
            try json.key("example")
            try write(comparison, to: json)
            try json.member("scriptsNotRun", record?.skippedScripts ?? 0)
            try json.console(record?.console ?? [], mask: mask)
            try json.array("sends", sends) { try SendReport($0, mask: mask).write(to: json) }
        }
    }

    private func write(_ comparison: RunReport.Comparison?, to json: JSONWriter) throws {
        guard let comparison else { return try json.null() }
        try json.object {
            try json.member("name", comparison.example)
            try json.member("same", comparison.isSame)
            try json.member("summary", comparison.summary)
            try json.array("places", comparison.places) { try json.string($0) }
        }
    }

    var reason: String? {
        switch outcome {
        case .skipped(let reason): reason
        case .sent(_, let failure): failure
        }
    }
}

extension RunReport.Entry {
    /// Something that was checked, with all texts masked.
    struct Check {
        enum Result: Hashable {
            case passed, skipped
            /// There is no response, or the check could not be made.
            case error(String)
            case failed(String)
        }

        var title: String
        var result: Result
        /// The expected and the actual value; nil if the result says it all.
        var values: (expected: String, actual: String)?
    }

    /// The request as it was sent: "GET http://host/users/1".
    var requestLine: String? {
        record.map { "\($0.exchange.request.method.rawValue) \(mask.url($0.exchange.request.url))" }
    }

    /// The response, then each assertion, then the comparison with the examples.
    var checks: [Check] {
        guard let record else { return [Check(title: "not sent", result: .skipped)] }
        let response: Check.Result =
            record.failure != nil ? .error(text) : problem.map { .failed($0) } ?? .passed
        let comparisons = comparison.map { comparison in
            // The sentence names the difference already if there is only one.
            let others = comparison.places.filter { !comparison.summary.contains($0) }
            let verdict = ([comparison.summary] + others).joined(separator: "\n")
            return Check(title: "example \(comparison.example)", result: comparison.isSame ? .passed : .failed(verdict))
        }
        return [Check(title: requestLine ?? "", result: response)] + record.assertions.map(check)
            + [comparisons].compactMap { $0 }
    }

    private func check(_ assertion: RecordedAssertion) -> Check {
        let problem = assertion.lines(mask)?.joined(separator: "\n") ?? ""
        var check = Check(title: mask.text(assertion.text), result: .passed)
        switch assertion.outcome {
        case .passed: break
        case .skipped: check.result = .skipped
        case .notEvaluated: check.result = .error(problem)
        case .failed(let found, let expected):
            check.result = .failed(problem)
            if !expected.isEmpty { check.values = (mask.text(expected), mask.text(found)) }
        }
        return check
    }
}
