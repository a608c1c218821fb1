public import Foundation
import MicroClient

/// How long exchanges took: all together, by phase, over time, and since when it is another time.
///
/// Failures are counted and take no part in the times: how long it takes to be refused says nothing of how long an answer takes. An
/// answer with any status is one.
public struct LatencyReport: Sendable {
    /// All exchanges.
    public let count: Int
    /// Those without a whole answer.
    public let failures: Int
    /// Those answered with 500 or more.
    public let serverErrors: Int
    /// From the start of the send to the last byte, repeated attempts included; nil without an answer.
    public let total: LatencySpread?
    /// Of the last hop, where the phase happened.
    public let phases: [LatencyPhase: LatencySpread]
    /// Of those whose last hop made a connection.
    public let onNewConnections: LatencySpread?
    /// Of those whose last hop used one that was there.
    public let onKeptConnections: LatencySpread?
    /// Since when it took another time, the oldest first.
    public let steps: [LatencyStep]
    /// When the first and the last of them were sent; nil without any.
    public let extent: ClosedRange<Date>?
    /// The oldest first.
    private let points: [Point]

    private struct Point: Sendable {
        var sentAt: Date
        /// Nil: a failure.
        var nanoseconds: Int64?
    }

    /// - Parameter samples: the oldest first.
    public init(_ samples: [LatencySample]) {
        let answered = samples.filter(\.isAnswered)
        count = samples.count
        failures = samples.count - answered.count
        serverErrors = answered.count { ($0.status ?? 0) >= 500 }
        points = samples.map { Point(sentAt: $0.sentAt, nanoseconds: $0.isAnswered ? $0.nanoseconds : nil) }
        total = LatencySpread(nanoseconds: answered.map(\.nanoseconds))
        phases = LatencyPhase.allCases.reduce(into: [:]) { spreads, phase in
            let known = answered.compactMap { phase.duration(in: $0.timings)?.nanoseconds }
            spreads[phase] = LatencySpread(nanoseconds: known)
        }
        onNewConnections = LatencySpread(nanoseconds: answered.filter(\.isOnNewConnection).map(\.nanoseconds))
        onKeptConnections = LatencySpread(nanoseconds: answered.filter { !$0.isOnNewConnection }.map(\.nanoseconds))
        steps = LatencyStep.all(in: answered)
        extent = samples.first.flatMap { first in samples.last.map { first.sentAt...max(first.sentAt, $0.sentAt) } }
    }
}

// MARK: - Over time

/// A stretch of time and what was sent in it.
public struct LatencyBucket: Sendable, Hashable {
    /// Its end belongs to the next one.
    public let span: Range<Date>
    public let count: Int
    /// Those without a whole answer.
    public let failures: Int
    /// Nil without an answer.
    public let total: LatencySpread?
}

extension LatencyReport {
    /// Stretches of one length, one behind the other without a gap, from the first exchange to the last; empty without any.
    ///
    /// Their length is the shortest of those that a clock shows (a second, five minutes, a day) for which they are not more than this.
    ///
    /// - Parameters:
    ///   - most: How many there may be; 1 at least.
    ///   - clock: Where days and hours begin.
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

    /// Stretches of a length in which something was sent.
    public func buckets(of length: LatencyBucketLength, _ clock: HistoryClock) -> [LatencyBucket] {
        var spans: [Range<Date>] = []
        for point in points where spans.last.map({ point.sentAt >= $0.upperBound }) ?? true {
            spans.append(length.span(around: point.sentAt, clock))
        }
        return buckets(spans)
    }

    /// - Parameter spans: in order, and none misses a point.
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

/// How long a stretch of time is.
public enum LatencyBucketLength: Sendable, Hashable {
    /// Seconds of which a day has a whole number of stretches; they are counted from midnight.
    case seconds(Int)
    /// From midnight to midnight, whatever the clock does in between.
    case days(Int)

    public static let hour = LatencyBucketLength.seconds(3600)
    public static let day = LatencyBucketLength.days(1)

    /// From the shortest on; the last one holds any history.
    static let ladder: [LatencyBucketLength] =
        [1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 7200, 10_800, 21_600, 43_200].map { .seconds($0) }
        + [1, 2, 7, 14, 28, 91, 364, 3640, 36_400].map { .days($0) }

    /// The one that a moment lies in.
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

    /// One behind the other, over all of an extent; nil when there are more than so many.
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
    /// Whether there is a whole answer, and it is known how long it took.
    var isAnswered: Bool { !isFailure && duration != nil }
    /// Of an answered one.
    var nanoseconds: Int64 { duration?.nanoseconds ?? 0 }
    /// Whether the last hop made a connection.
    var isOnNewConnection: Bool { timings.connect != nil || timings.nameLookup != nil || timings.tls != nil }
}
