extension Series {
    /// The counts of all results: "5 sent, 4 same, 1 differs, 1 failed, 1 skipped"; zeros are left out.
    public var summary: String {
        let counts = [
            (count(.same), "same"), (count(.differs), count(.differs) == 1 ? "differs" : "differ"),
            (count(.unknown), "compared in part"), (statistics.failures - unsent, "failed"), (unsent, "not sent"),
            (entries.count { $0.outcome?.isCancelled == true && !$0.isSkipped }, "cancelled"),
            (entries.count(where: \.isSkipped), "skipped"),
        ]
        return (["\(sent) sent"] + counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }).joined(separator: ", ")
    }

    /// The reason why it is over, for a sentence with ``summary``: "all are sent", "status:200 held"; nil while it runs.
    public var endWords: String? {
        switch end {
        case .all: sent == entries.count ? "all are sent" : "none is left"
        case .limit: "limit reached, condition not met"
        case .reached(let condition): "\(condition.text) met"
        case .failed: "ended at the first that differs or has no response"
        case .unsent: "it cannot be sent"
        case .timedOut: "the time is up"
        case .incomparable: "its responses are not kept, so they cannot be compared"
        case .stopped: "stopped"
        case nil: nil
        }
    }

    private var sent: Int { entries.count { $0.outcome.map { $0.id != nil && !$0.isCancelled } ?? false } }

    private var unsent: Int { entries.count { $0.outcome.map { $0.id == nil && !$0.isCancelled } ?? false } }

    private func count(_ kind: SeriesVerdict.Kind) -> Int { entries.count { $0.verdict?.kind == kind } }

    /// The duration of each send that was not skipped, in order; nil for one without a whole response.
    public var times: [Duration?] { entries.filter(\.isTimed).map(\.time) }

    /// Returns the last of ``times``: however many sends there were, no more of them are looked at.
    ///
    /// - Parameter count: The most times that are returned.
    public func times(last count: Int) -> [Duration?] {
        entries.reversed().lazy.filter(\.isTimed).prefix(max(0, count)).map(\.time).reversed()
    }
}

extension Series.Entry {
    fileprivate var isTimed: Bool { !isSkipped && outcome?.isCancelled != true }

    /// The duration; nil without a whole response.
    fileprivate var time: Duration? { outcome.flatMap { $0.failure == nil ? $0.duration : nil } }
}

extension SendStatistics {
    /// The statistics in words: "min 80 ms, median 84 ms, p95 120 ms, max 204 ms"; nil without any time.
    public var words: String? {
        guard let minimum, let median, let high = percentile(95), let maximum else { return nil }
        return [("min", minimum), ("median", median), ("p95", high), ("max", maximum)]
            .map { "\($0.0) \(Wording.duration($0.1))" }.joined(separator: ", ")
    }
}

extension SendOutcome {
    /// The outcome in words: "200", "connect: connection refused", "it has no value".
    public var words: String {
        guard let failure else { return status.map(String.init) ?? "no response" }
        if failure.stage == .cancelled { return "cancelled" }
        return id == nil ? failure.message : "\(failure.stage.words): \(failure.message)"
    }
}
