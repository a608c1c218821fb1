public import MicroClient

/// A part of the time of a hop.
public enum LatencyPhase: String, Sendable, Hashable, CaseIterable {
    case nameLookup, connect, tls, send, wait, download

    /// As a person reads it.
    public var title: String {
        switch self {
        case .nameLookup: "name lookup"
        case .tls: "TLS"
        case .connect, .send, .wait, .download: rawValue
        }
    }

    /// Of one hop; nil when the phase did not happen, or is unknown.
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

/// How long several things took.
public struct LatencySpread: Sendable, Hashable {
    /// How many there are; one at least.
    public let count: Int
    /// Half of them took no longer.
    public let p50: Duration
    /// 95 of a hundred took no longer.
    public let p95: Duration
    /// The longest of all.
    public let slowest: Duration

    /// - Parameter nanoseconds: in any order.
    /// - Returns: nil without any.
    init?(nanoseconds: [Int64]) {
        let values = nanoseconds.sorted()
        guard let p50 = values.nearestRank(50), let p95 = values.nearestRank(95), let slowest = values.last else {
            return nil
        }
        count = values.count
        (self.p50, self.p95, self.slowest) = (.nanoseconds(p50), .nanoseconds(p95), .nanoseconds(slowest))
    }
}
