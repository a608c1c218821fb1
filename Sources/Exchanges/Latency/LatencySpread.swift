public import MicroClient

/// A phase of a hop.
public enum LatencyPhase: String, Sendable, Hashable, CaseIterable {
    case nameLookup, connect, tls, send, wait, download

    /// The name as the user sees it.
    public var title: String {
        switch self {
        case .nameLookup: "name lookup"
        case .tls: "TLS"
        case .connect, .send, .wait, .download: rawValue
        }
    }

    /// Returns the phase's duration in one hop; nil if the phase did not happen, or is unknown.
    public func duration(in timings: Transfer.Timings) -> Duration? {
        switch self {
        case .nameLookup: timings.nameLookup
        case .connect: timings.connect
        case .tls: timings.tls
        case .send: timings.send
        case .wait: timings.wait
        case .download: timings.download
        }
    }
}

/// The distribution of several durations.
public struct LatencySpread: Sendable, Hashable {
    /// The number of durations; at least one.
    public let count: Int
    /// The median: half of them took no longer.
    public let p50: Duration
    /// The 95th percentile: 95 of a hundred took no longer.
    public let p95: Duration
    /// The longest duration.
    public let slowest: Duration

    /// - Parameter nanoseconds: The durations, in any order.
    /// - Returns: The distribution; nil without any durations.
    init?(nanoseconds: [Int64]) {
        let values = nanoseconds.sorted()
        guard let p50 = values.nearestRank(50), let p95 = values.nearestRank(95), let slowest = values.last else {
            return nil
        }
        count = values.count
        (self.p50, self.p95, self.slowest) = (.nanoseconds(p50), .nanoseconds(p95), .nanoseconds(slowest))
    }
}
