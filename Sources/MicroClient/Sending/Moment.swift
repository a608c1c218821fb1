import Foundation

/// A point in time, to be compared with others of the same process; never goes back. Does not count while a Linux machine sleeps.
///
/// Used instead of `ContinuousClock.Instant`, whose size is known only at run time, which would make the size of every type that contains
/// one unknown at compile time too.
package struct Moment: Comparable, Sendable {
    /// The time since an arbitrary start.
    private let nanoseconds: Int64

    package static var now: Moment {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Moment(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    package static func < (one: Moment, other: Moment) -> Bool { one.nanoseconds < other.nanoseconds }

    package static func - (later: Moment, earlier: Moment) -> Duration {
        .nanoseconds(later.nanoseconds(since: earlier))
    }

    package func nanoseconds(since earlier: Moment) -> Int64 { nanoseconds - earlier.nanoseconds }

    /// Returns the later moment, or the latest possible one if it would overflow.
    package static func + (moment: Moment, duration: Duration) -> Moment {
        let (seconds, attoseconds) = duration.components
        let (whole, isTooFar) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !isTooFar else { return Moment(nanoseconds: .max) }
        let (sum, isFarther) = (moment.nanoseconds + attoseconds / 1_000_000_000).addingReportingOverflow(whole)
        return Moment(nanoseconds: isFarther ? .max : sum)
    }
}
