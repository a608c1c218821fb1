import Foundation
import MicroClient

extension Date {
    /// The number of microseconds since 1970; a date out of range becomes the first, or the last, moment that fits.
    package var microsecondsSince1970: Int64 {
        let exact = (timeIntervalSince1970 * 1_000_000).rounded()
        return Int64(exactly: exact) ?? (exact < 0 ? .min : .max)
    }

    package init(microsecondsSince1970 microseconds: Int64) {
        self.init(timeIntervalSince1970: Double(microseconds) / 1_000_000)
    }
}

extension Duration {
    /// The number of whole nanoseconds; a duration out of range becomes the longest, or the shortest, that fits.
    package var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !isTooLarge else { return seconds < 0 ? .min : .max }
        let (sum, isBeyond) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        return isBeyond ? (seconds < 0 ? .min : .max) : sum
    }
}

extension Exchange {
    /// The last hop of the last attempt; nil if there is none.
    package var finalHop: Exchange.Hop? { attempts.last?.hops.last }
}
