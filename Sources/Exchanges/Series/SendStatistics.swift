/// Statistics of several sends: how many, how many of them failed, and how long they took.
///
/// Times are those of sends with a whole response: a timeout says nothing about how fast a server is.
public struct SendStatistics: Sendable, Hashable {
    /// The number of sends that ended, failed ones included.
    public private(set) var count = 0
    /// The number of sends with no whole response, a status of 500 or more, or a failed assertion.
    public private(set) var failures = 0
    private var times = SortedTimes()

    public init() {}

    /// - Parameter outcome: The outcome of one more send; a cancelled one is not counted.
    public mutating func note(_ outcome: SendOutcome) {
        guard !outcome.isCancelled else { return }
        count += 1
        if outcome.isFailure { failures += 1 }
        guard outcome.failure == nil, let duration = outcome.duration else { return }
        times.insert(duration)
    }

    /// The number of sends with a time.
    public var timedCount: Int { times.count }
    /// The shortest time; nil without any time, like the others.
    public var minimum: Duration? { times.first }
    public var maximum: Duration? { times.last }
    public var median: Duration? { percentile(50) }

    /// Returns a percentile by the nearest rank: the shortest of the times that `percent` percent of them do not exceed. It is always one of
    /// the times; with few times, a high percentile is the longest.
    ///
    /// - Parameter percent: The percentage, from 0 (the shortest) to 100 (the longest).
    public func percentile(_ percent: Int) -> Duration? { times.nearestRank(percent) }
}
