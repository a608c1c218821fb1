/// How several sends went: how many, how many of them failed, and how long they took.
///
/// Times are those of sends with a whole answer: what ran into a timeout says nothing of how fast a server is.
public struct SendStatistics: Sendable, Hashable {
    /// Sends that came to an end, failed ones included.
    public private(set) var count = 0
    /// Those with no whole answer, a status of 500 or more, or an assertion that does not hold.
    public private(set) var failures = 0
    private var times = SortedTimes()

    public init() {}

    /// - Parameter outcome: of one more send; one that was cancelled counts for nothing.
    public mutating func note(_ outcome: SendOutcome) {
        guard !outcome.isCancelled else { return }
        count += 1
        if outcome.isFailure { failures += 1 }
        guard outcome.failure == nil, let duration = outcome.duration else { return }
        times.insert(duration)
    }

    /// How many have a time.
    public var timedCount: Int { times.count }
    /// Nil without any time; so are the others.
    public var minimum: Duration? { times.first }
    public var maximum: Duration? { times.last }
    public var median: Duration? { percentile(50) }

    /// By the nearest rank: the shortest of the times that so many percent of them do not exceed. It is always one of the times; of few, a high
    /// percentile is the longest.
    ///
    /// - Parameter percent: from 0 (the shortest) to 100 (the longest).
    public func percentile(_ percent: Int) -> Duration? { times.nearestRank(percent) }
}
