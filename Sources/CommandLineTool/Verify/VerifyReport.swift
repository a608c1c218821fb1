import Differences
public import Exchanges
public import Interchange
public import OpenCollection

/// The output of `verify`: a line per request, and a summary.
public struct VerifyReport: Sendable {
    /// The entries in the order of the run.
    public private(set) var entries: [Entry] = []
    private let isVerbose: Bool
    private let keepsDifferences: Bool

    public struct Entry: Sendable {
        public var path: ItemPath
        public var kind: Kind
        fileprivate var record: RecordedExchange?
        fileprivate var nearest: ExampleResult?
        /// The verdict, without secrets.
        fileprivate var verdict: Verdict?
        fileprivate var exampleCount = 0
        fileprivate var reason: String?
        fileprivate var isUnreadable = false
        fileprivate var mask: SecretMask
    }

    /// The outcome of a request, in a word.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case same
        case ignored = "same but for ignored"
        case drifted
        case failed
        /// The request was sent for the values that it captures: it has no examples.
        case sent
        case skipped
    }

    public enum Outcome: Sendable {
        /// The response was compared with every example of the request; there is at least one.
        case compared(RecordedExchange, [ExampleResult])
        /// There is no complete response, for this reason.
        case failed(RecordedExchange, reason: String)
        case sent(RecordedExchange)
        /// It is nothing that can be sent here.
        case skipped(reason: String)
        /// The request's file cannot be read, so it is not known whether it has examples.
        case unreadable(reason: String)
    }

    /// - Parameters:
    ///   - isVerbose: Whether each place in which a response drifted is listed.
    ///   - keepsDifferences: whether ``writeJSON(to:)`` is going to be asked.
    public init(isVerbose: Bool = false, keepsDifferences: Bool = false) {
        (self.isVerbose, self.keepsDifferences) = (isVerbose, keepsDifferences)
    }

    /// - Parameter showsNonASCII: whether signs may have more than ASCII.
    /// - Returns: The lines of the entry, not yet made safe for a terminal.
    @discardableResult
    public mutating func add(
        _ path: ItemPath, _ outcome: Outcome, mask: SecretMask = .none, showsNonASCII: Bool = true
    ) -> [String] {
        var entry = Entry(path: path, kind: .skipped, mask: mask)
        switch outcome {
        case .compared(let record, let results):
            (entry.record, entry.nearest, entry.exampleCount) = (record, results.nearest, results.count)
            entry.verdict = results.nearest?.verdict { mask.text($0, isCut: $1) }
            entry.kind = results.nearest?.kind ?? .skipped
        case .failed(let record, let reason): (entry.kind, entry.record, entry.reason) = (.failed, record, reason)
        case .sent(let record): (entry.kind, entry.record) = (.sent, record)
        case .skipped(let reason): entry.reason = reason
        case .unreadable(let reason): (entry.reason, entry.isUnreadable) = (reason, true)
        }
        let lines = entry.lines(showsNonASCII, isVerbose: isVerbose)
        // Bodies are dropped once they are reported: a run may have thousands.
        entry.record?.responseBody = nil
        if !keepsDifferences { (entry.nearest, entry.verdict) = (nil, nil) }
        entries.append(entry)
        return lines
    }

    /// Whether the last request is not as it should be.
    public var endsBadly: Bool {
        entries.last.map { [.drifted, .failed].contains($0.kind) || $0.isUnreadable } ?? false
    }

    /// The summary, such as "3 requests verified: 2 as their examples, 1 drifted".
    public var summary: String {
        let verified = entries.count { [.same, .ignored, .drifted, .failed].contains($0.kind) }
        let counts = [
            (count([.same, .ignored]), "matching their examples"), (count([.drifted]), "drifted"),
            (count([.failed]), "without a response"), (count([.sent]), "sent for their captures"),
            (count([.skipped]), "skipped"),
        ]
        let words = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        return "\(Wording.count(verified, "request")) verified\(words.isEmpty ? "" : ": \(words)")"
    }

    private func count(_ kinds: Set<Kind>) -> Int { entries.count { kinds.contains($0.kind) } }

    /// The status of the gravest outcome: cancelled, no response, not built, drifted.
    public var status: ExitStatus {
        .gravest(
            of: entries.map { entry in
                if entry.isUnreadable { return .notBuilt }
                if entry.kind == .drifted { return .found }
                return entry.record?.failure.map { ExitStatus($0) } ?? .success
            })
    }

    /// Writes an object with the requests, and how many of them had each outcome; those with a response have the nearest example.
    ///
    /// - Throws: The errors of `sink`.
    public func writeJSON(to sink: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {
        try JSONWriter.object(to: sink) { json in
            for (name, kinds) in [
                ("same", [Kind.same, .ignored]), ("drifted", [.drifted]), ("failed", [.failed]), ("sent", [.sent]),
                ("skipped", [.skipped]),
            ] {
                try json.member(name, count(Set(kinds)))
            }
            try json.array("requests", entries) { try $0.write(to: json) }
        }
    }
}

extension ExampleResult {
    fileprivate var kind: VerifyReport.Kind {
        switch verdict.kind {
        case .same: .same
        case .sameButForIgnored: .ignored
        case .differs, .unknown: .drifted
        }
    }
}

extension VerifyReport.Entry {
    fileprivate func lines(_ showsNonASCII: Bool, isVerbose: Bool) -> [String] {
        let first = mask.text("\(sign(showsNonASCII))  \(path.withoutSuffix): \(words)")
        guard isVerbose, kind == .drifted, let verdict else { return [first] }
        return [first] + verdict.long.dropFirst().map { "      " + mask.text($0) }
    }

    private func sign(_ showsNonASCII: Bool) -> String {
        switch kind {
        case .same, .ignored: showsNonASCII ? "✓" : "ok"
        case .drifted: showsNonASCII ? "≠" : "!="
        case .failed: showsNonASCII ? "!" : "! "
        case .sent: showsNonASCII ? "·" : "- "
        case .skipped where isUnreadable: showsNonASCII ? "!" : "! "
        case .skipped: showsNonASCII ? "-" : "- "
        }
    }

    private var words: String {
        switch kind {
        case .skipped: "skipped: \(reason ?? "")"
        case .failed: reason ?? "no response"
        case .sent: "\(record.flatMap(StatusLine.words) ?? "no response"), has no examples"
        case .same, .ignored, .drifted: "\(verdict?.short ?? "") (\(subject))"
        }
    }

    /// The subject of the verdict: "200 OK", "200 OK, the nearest of 3 examples".
    private var subject: String {
        guard let name = nearest?.example.shownName else { return "" }
        return kind == .drifted && exampleCount > 1 ? "\(name), the nearest of \(exampleCount) examples" : name
    }

    fileprivate func write(to json: JSONWriter) throws {
        try json.object {
            try json.member("request", path.text)
            try json.member("outcome", kind.rawValue)
            try json.member("status", record?.head?.status)
            try json.member("seconds", seconds: record?.exchange.duration)
            try json.member("reason", reason.map { mask.text($0) })
            try json.member("example", nearest?.example.name)
            try json.member("summary", verdict.map { mask.text($0.long.first ?? $0.short) })
            try json.array("places", verdict?.long.dropFirst() ?? []) { try json.string(mask.text($0)) }
        }
    }
}
