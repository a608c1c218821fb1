public import Foundation
import MicroClient

/// Statistics of how long exchanges took: all together, by phase, over time, and the moments when their level changed.
///
/// Failures are counted and are not part of the times: the time of a refused connection says nothing about the time of a response. A
/// response with any status counts as one.
public struct LatencyReport: Sendable {
    /// The number of exchanges.
    public let count: Int
    /// The number of exchanges without a whole response.
    public let failures: Int
    /// The number of responses with a status of 500 or more.
    public let serverErrors: Int
    /// The times from the start of the send to the last byte, repeated attempts included; nil without a response.
    public let total: LatencySpread?
    /// The times of the phases of the last hop, for the phases that happened.
    public let phases: [LatencyPhase: LatencySpread]
    /// The times of those exchanges whose last hop opened a connection.
    public let onNewConnections: LatencySpread?
    /// The times of those exchanges whose last hop reused a connection.
    public let onKeptConnections: LatencySpread?
    /// The changes of level, the oldest first.
    public let steps: [LatencyStep]
    /// The moments when the first and the last of them were sent; nil without any.
    public let extent: ClosedRange<Date>?
    /// The exchanges, the oldest first.
    private let points: [Point]

    private struct Point: Sendable {
        var sentAt: Date
        /// The duration; nil for a failure.
        var nanoseconds: Int64?
    }

    /// - Parameter samples: The exchanges, the oldest first.
    public init(_ samples: [LatencySample]) {
        let withResponse = samples.filter(\.hasResponse)
        count = samples.count
        failures = samples.count - withResponse.count
        serverErrors = withResponse.count { ($0.status ?? 0) >= 500 }
        points = samples.map { Point(sentAt: $0.sentAt, nanoseconds: $0.hasResponse ? $0.nanoseconds : nil) }
        total = LatencySpread(nanoseconds: withResponse.map(\.nanoseconds))
        phases = LatencyPhase.allCases.reduce(into: [:]) { spreads, phase in
            let known = withResponse.compactMap { phase.duration(in: $0.timings)?.nanoseconds }
            spreads[phase] = LatencySpread(nanoseconds: known)
        }
        onNewConnections = LatencySpread(nanoseconds: withResponse.filter(\.isOnNewConnection).map(\.nanoseconds))
        onKeptConnections = LatencySpread(nanoseconds: withResponse.filter { !$0.isOnNewConnection }.map(\.nanoseconds))
        steps = LatencyStep.all(in: withResponse)
        extent = samples.first.flatMap { first in samples.last.map { first.sentAt...max(first.sentAt, $0.sentAt) } }
    }
}

// MARK: - Over time

/// A stretch of time and the exchanges that were sent in it.
public struct LatencyBucket: Sendable, Hashable {
    /// The stretch; its end belongs to the next one.
    public let span: Range<Date>
    public let count: Int
    /// The number of exchanges without a whole response.
    public let failures: Int
    /// The times; nil without a response.
    public let total: LatencySpread?
}

extension LatencyReport {
    /// Returns stretches of one length, one after the other without a gap, from the first exchange to the last; empty without any.
    ///
    /// Their length is the shortest of a clock's usual lengths (a second, five minutes, a day) that gives at most `most` stretches.
    ///
    /// - Parameters:
    ///   - most: The most stretches that there may be; at least 1.
    ///   - clock: The time zone in which days and hours begin.
    public func buckets(atMost most: Int, _ clock: HistoryClock) -> [LatencyBucket] {
        guard let extent else { return [] }
        var lengths = LatencyBucketLength.ladder[...]
        while let length = lengths.first {
            let isLast = lengths.count == 1
            let spans = length.spans(extent, atMost: isLast ? .max : max(1, most), clock)
            if let spans { return buckets(spans) }
            lengths = lengths.dropFirst()
        }
        return []
    }

    /// Returns the stretches of a length in which an exchange was sent.
    public func buckets(of length: LatencyBucketLength, _ clock: HistoryClock) -> [LatencyBucket] {
        var spans: [Range<Date>] = []
        for point in points where spans.last.map({ point.sentAt >= $0.upperBound }) ?? true {
            spans.append(length.span(around: point.sentAt, clock))
        }
        return buckets(spans)
    }

    /// - Parameter spans: The stretches, in order; together they contain every exchange.
    private func buckets(_ spans: [Range<Date>]) -> [LatencyBucket] {
        var next = 0
        return spans.map { span in
            let first = next
            while next < points.count, points[next].sentAt < span.upperBound { next += 1 }
            let known = points[first..<next].compactMap(\.nanoseconds)
            return LatencyBucket(
                span: span, count: next - first, failures: next - first - known.count,
                total: LatencySpread(nanoseconds: known))
        }
    }
}

/// The length of a stretch of time.
public enum LatencyBucketLength: Sendable, Hashable {
    /// A number of seconds that divides a day; stretches are counted from midnight.
    case seconds(Int)
    /// A number of days from midnight to midnight, whatever the clock does in between.
    case days(Int)

    public static let hour = LatencyBucketLength.seconds(3600)
    public static let day = LatencyBucketLength.days(1)

    /// The lengths, the shortest first; the last one is enough for any history.
    static let ladder: [LatencyBucketLength] =
        [1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 7200, 10_800, 21_600, 43_200].map { .seconds($0) }
        + [1, 2, 7, 14, 28, 91, 364, 3640, 36_400].map { .days($0) }

    /// Returns the stretch that contains a moment.
    func span(around date: Date, _ clock: HistoryClock) -> Range<Date> {
        let civil = CivilTime(date, offset: clock.secondsFromGMT(date))
        switch self {
        case .seconds(let length):
            let within = civil.seconds.truncatingRemainder(dividingBy: Double(length))
            // A clock shows whole seconds.
            let first = min(date, Date(timeIntervalSince1970: (date.timeIntervalSince1970 - within).rounded()))
            return first..<first.addingTimeInterval(Double(length))
        case .days(let count):
            let first = civil.day - ((civil.day % count) + count) % count
            return CivilTime(day: first).date(clock)..<CivilTime(day: first + count).date(clock)
        }
    }

    /// Returns the stretches one after the other, over the whole extent; nil if there are more than `most`.
    fileprivate func spans(_ extent: ClosedRange<Date>, atMost most: Int, _ clock: HistoryClock) -> [Range<Date>]? {
        let seconds = extent.upperBound.timeIntervalSince(extent.lowerBound)
        guard most == .max || seconds / Double(lengthInSeconds) <= Double(most) else { return nil }
        var spans = [span(around: extent.lowerBound, clock)]
        while let last = spans.last, last.upperBound <= extent.upperBound {
            guard spans.count < most else { return nil }
            spans.append(last.upperBound..<span(around: last.upperBound, clock).upperBound)
        }
        return spans
    }

    private var lengthInSeconds: Int {
        switch self {
        case .seconds(let seconds): seconds
        case .days(let days): days * 86_400
        }
    }
}

// MARK: - Samples

extension LatencySample {
    /// Whether there is a whole response with a known duration.
    var hasResponse: Bool { !isFailure && duration != nil }
    /// The duration of a response in nanoseconds.
    var nanoseconds: Int64 { duration?.nanoseconds ?? 0 }
    /// Whether the last hop opened a connection.
    var isOnNewConnection: Bool { timings.connect != nil || timings.nameLookup != nil || timings.tls != nil }
}
