import Foundation
import MicroClient

extension Date {
    /// What does not fit becomes the first, or the last, moment that does.
    package var microsecondsSince1970: Int64 {
        let exact = (timeIntervalSince1970 * 1_000_000).rounded()
        return Int64(exactly: exact) ?? (exact < 0 ? .min : .max)
    }

    package init(microsecondsSince1970 microseconds: Int64) {
        self.init(timeIntervalSince1970: Double(microseconds) / 1_000_000)
    }
}

extension Duration {
    /// Whole ones; what does not fit becomes the largest, or the smallest, that does.
    package var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !isTooLarge else { return seconds < 0 ? .min : .max }
        let (sum, isBeyond) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        return isBeyond ? (seconds < 0 ? .min : .max) : sum
    }
}

extension Exchange {
    /// The last hop of the last attempt; nil when there is none.
    package var finalHop: Exchange.Hop? { attempts.last?.hops.last }
}
