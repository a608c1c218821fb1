public import Exchanges
public import Interchange
public import OpenCollection

/// The output of `run`: a line per request, its checks that do not hold below it, and a summary.
public struct RunReport: Sendable {
    /// The entries in the order of the run.
    public private(set) var entries: [Entry] = []

    public struct Entry: Sendable {
        public var path: ItemPath
        public var outcome: Outcome
        fileprivate var mask: SecretMask
    }

    public enum Outcome: Sendable {
        /// The request was sent. The failure says in words why there is no response; nil if there is one.
        case sent(RecordedExchange, failure: String?)
        case skipped(reason: String)
    }

    public init() {}

    /// - Returns: The lines of the entry.
    @discardableResult
    public mutating func add(_ path: ItemPath, _ outcome: Outcome, mask: SecretMask = .none) -> [String] {
        var entry = Entry(path: path, outcome: outcome, mask: mask)
        let lines = entry.lines
        // The report gives only the length of a body, which is then dropped: a run may have thousands.
        if case .sent(var record, let failure) = outcome {
            record.responseBody = nil
            entry.outcome = .sent(record, failure: failure)
        }
        entries.append(entry)
        return lines
    }

    /// The summary, such as "3 requests: 2 ok, 1 failed; 4 of 5 assertions passed".
    public var summary: String {
        let counts = [
            (entries.count(where: \.isOK), "ok"), (entries.count(where: \.isFailure), "failed"),
            (entries.count(where: \.isSkipped), "skipped"),
        ]
        let words = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        let all = "\(Wording.count(entries.count, "request"))\(words.isEmpty ? "" : ": \(words)")"
        let assertions = AssertionCount(entries.flatMap { $0.record?.assertions ?? [] }).text
        let skipped = entries.reduce(0) { $0 + ($1.record?.skippedScripts ?? 0) }
        let scripts = skipped > 0 ? "\(Wording.count(skipped, "script")) not run" : nil
        return [all, assertions, scripts].compactMap { $0 }.joined(separator: "; ")
    }

    /// The status of the gravest outcome: cancelled, no response, not built, an assertion failed.
    public var status: ExitStatus {
        .gravest(of: entries.compactMap { $0.record.map { ExitStatus($0, failsOnStatus: false) } })
    }

    /// Writes an object with the requests, and how many of them had each outcome.
    public func writeJSON(to sink: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {
        try JSONWriter.object(to: sink) { json in
            for (name, count) in [
                ("ok", entries.filter(\.isOK).count), ("failed", entries.filter(\.isFailure).count),
                ("skipped", entries.filter(\.isSkipped).count),
            ] {
                try json.member(name, count)
            }
            try json.array("requests", entries) { try $0.write(to: json) }
        }
    }
}

extension RunReport.Entry {
    var record: RecordedExchange? {
        guard case .sent(let record, _) = outcome else { return nil }
        return record
    }

    fileprivate var isSkipped: Bool { record == nil }
    fileprivate var isOK: Bool { record.map { ExitStatus($0, failsOnStatus: false) == .success } ?? false }
    fileprivate var isFailure: Bool { !isSkipped && !isOK }
    private var word: String { isOK ? "ok  " : "FAIL" }

    fileprivate var lines: [String] {
        switch outcome {
        case .skipped(let reason): ["skip  \(path.withoutSuffix): \(reason)"]
        case .sent(let record, let failure):
            ["\(word)  \(path.withoutSuffix): \(text(of: record, failure))"]
                + record.checkLines(mask).map { "      \($0)" }
        }
    }

    private func text(of record: RecordedExchange, _ failure: String?) -> String {
        failure ?? StatusLine.words(of: record) ?? "no response"
    }

    fileprivate func write(to json: JSONWriter) throws {
        try json.object {
            try json.member("request", path.text)
            try json.member("outcome", isSkipped ? "skipped" : isOK ? "ok" : "failed")
            try json.member("status", record?.head?.status)
            try json.member("graphQLErrors", record?.graphQLErrorCount ?? 0)
            try json.member("seconds", seconds: record?.exchange.duration)
            try json.member("reason", reason)
            try json.captures(record?.captures ?? [], mask: mask)
            try json.assertions(record?.assertions ?? [], mask: mask)
            try json.member("scriptsNotRun", record?.skippedScripts ?? 0)
            try json.console(record?.console ?? [], mask: mask)
        }
    }

    private var reason: String? {
        switch outcome {
        case .skipped(let reason): reason
        case .sent(_, let failure): failure
        }
    }
}
