public import Foundation

/// A change of level: from one exchange on, responses took longer or shorter than before.
public struct LatencyStep: Sendable, Hashable {
    /// The time when the first exchange of the new level was sent.
    public let at: Date
    /// The time of the next step; nil if there is none.
    public let until: Date?
    /// The median before, since the step before it.
    public let before: Duration
    /// The median from then on, to the next step.
    public let after: Duration
    /// The phase that makes up at least half of the change; nil if none does.
    public let phase: LatencyPhase?

    /// The smallest change that is reported, however certain it is.
    static let leastDifference = Duration.milliseconds(2)

    /// - Parameter samples: Exchanges with a response, the oldest first.
    static func all(in samples: [LatencySample]) -> [LatencyStep] {
        var finder = StepFinder()
        finder.leastDifference = Double(leastDifference.nanoseconds)
        let places = finder.steps(in: samples.map { Double($0.nanoseconds) })
        let bounds = [0] + places + [samples.count]
        return places.enumerated().map { index, place in
            let (before, after) = (samples[bounds[index]..<place], samples[place..<bounds[index + 2]])
            let next = bounds[index + 2]
            return LatencyStep(
                at: samples[place].sentAt, until: next < samples.count ? samples[next].sentAt : nil, before, after)
        }
    }

    private init(at: Date, until: Date?, _ old: ArraySlice<LatencySample>, _ new: ArraySlice<LatencySample>) {
        (self.at, self.until) = (at, until)
        let before = Self.median(old.map(\.nanoseconds))
        let after = Self.median(new.map(\.nanoseconds))
        (self.before, self.after) = (.nanoseconds(before), .nanoseconds(after))
        let changes = LatencyPhase.allCases.map { phase in
            (phase: phase, change: Self.median(phase, in: new) - Self.median(phase, in: old))
        }
        let isSlower = after > before
        let largest = changes.max { isSlower ? $0.change < $1.change : $0.change > $1.change }
        phase = largest.flatMap { (isSlower ? $0.change : -$0.change) * 2 >= abs(after - before) ? $0.phase : nil }
    }

    /// Returns the median of a phase; a phase that did not happen took no time.
    private static func median(_ phase: LatencyPhase, in samples: ArraySlice<LatencySample>) -> Int64 {
        median(samples.map { phase.duration(in: $0.timings)?.nanoseconds ?? 0 })
    }

    private static func median(_ values: [Int64]) -> Int64 {
        values.sorted().nearestRank(50) ?? 0
    }
}

extension LatencyStep {
    /// Describes the step: "p50 84 ms → 212 ms since 2026-11-21 17:02:11 UTC (wait)"; "from … to …" if it is over.
    ///
    /// - Parameters:
    ///   - now: The current moment; times of the same day are shown without the date.
    ///   - secondsFromGMT: The offset of the user's time zone from Greenwich.
    ///   - arrow: "→", or its replacement.
    public func text(now: Date, secondsFromGMT: Int, arrow: String) -> String {
        func moment(_ date: Date) -> String { Wording.moment(date, now: now, secondsFromGMT: secondsFromGMT) }
        let change = "p50 \(Wording.duration(before)) \(arrow) \(Wording.duration(after))"
        let time = until.map { "from \(moment(at)) to \(moment($0))" } ?? "since \(moment(at))"
        return "\(change) \(time)\(phase.map { " (\($0.title))" } ?? "")"
    }
}
