extension Series {
    /// "5 sent, 4 same, 1 differs, 1 failed, 1 skipped"; what is none is left out.
    public var summary: String {
        let counts = [
            (count(.same), "same"), (count(.differs), count(.differs) == 1 ? "differs" : "differ"),
            (count(.unknown), "compared in part"), (statistics.failures - unsent, "failed"), (unsent, "not sent"),
            (entries.count { $0.outcome?.isCancelled == true && !$0.isSkipped }, "cancelled"),
            (entries.count(where: \.isSkipped), "skipped"),
        ]
        return (["\(sent) sent"] + counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }).joined(separator: ", ")
    }

    /// Why it is over, for a sentence with ``summary``: "all are sent", "status:200 held"; nil as long as it is not.
    public var endWords: String? {
        switch end {
        case .all: sent == entries.count ? "all are sent" : "none is left"
        case .limit: "as many as there may be, and the condition never held"
        case .reached(let condition): "\(condition.text) held"
        case .failed: "ended at the first that differs or has no answer"
        case .unsent: "it cannot be sent"
        case .timedOut: "the time is up"
        case .incomparable: "its answers are not kept, so they cannot be compared"
        case .stopped: "stopped"
        case nil: nil
        }
    }

    private var sent: Int { entries.count { $0.outcome.map { $0.id != nil && !$0.isCancelled } ?? false } }

    private var unsent: Int { entries.count { $0.outcome.map { $0.id == nil && !$0.isCancelled } ?? false } }

    private func count(_ kind: SeriesVerdict.Kind) -> Int { entries.count { $0.verdict?.kind == kind } }

    /// How long each took that was not skipped, in order; nil without a whole answer.
    public var times: [Duration?] { entries.filter(\.isTimed).map(\.time) }

    /// The last of ``times``: however many sends there were, no more of them are looked at.
    ///
    /// - Parameter count: so many at most.
    public func times(last count: Int) -> [Duration?] {
        entries.reversed().lazy.filter(\.isTimed).prefix(max(0, count)).map(\.time).reversed()
    }
}

extension Series.Entry {
    fileprivate var isTimed: Bool { !isSkipped && outcome?.isCancelled != true }

    /// Nil without a whole answer.
    fileprivate var time: Duration? { outcome.flatMap { $0.failure == nil ? $0.duration : nil } }
}

extension SendStatistics {
    /// "min 80 ms, median 84 ms, p95 120 ms, max 204 ms"; nil without any time.
    public var words: String? {
        guard let minimum, let median, let high = percentile(95), let maximum else { return nil }
        return [("min", minimum), ("median", median), ("p95", high), ("max", maximum)]
            .map { "\($0.0) \(Wording.duration($0.1))" }.joined(separator: ", ")
    }
}

extension SendOutcome {
    /// "200", "connect: connection refused", "it has no value"
    public var words: String {
        guard let failure else { return status.map(String.init) ?? "no answer" }
        if failure.stage == .cancelled { return "cancelled" }
        return id == nil ? failure.message : "\(failure.stage.rawValue): \(failure.message)"
    }
}
