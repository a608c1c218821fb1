public import Foundation

extension Series {
    /// The settings of a series.
    public struct Plan: Sendable, Hashable {
        /// The most sends that there are; nil for no limit.
        public var limit: Int?
        public var pace: Pace
        /// Whether each send waits for the user.
        public var isStepping: Bool
        /// The condition that ends it early; nil if there is none.
        public var condition: RepeatCondition?
        /// The longest that all of it may take; nil for no limit.
        public var timeout: Duration?
        /// Whether the first response that differs, or is missing, ends it.
        public var bails: Bool
        /// Whether a request that cannot be sent ends it: the next one could not be sent either.
        public var endsUnsent: Bool
        public var comparison: Comparison

        /// The time of a send in relation to the one before.
        public enum Pace: Sendable, Hashable {
            /// The send follows as soon as the previous one is over.
            case atOnce
            /// The send begins this long after the beginning of the previous one, or as soon as that is over, if that is later.
            case every(Duration)
            /// Like ``every(_:)``, with a time for each send, from the second one on.
            case gaps([Duration])
        }

        /// The reference that a response is compared with.
        public enum Comparison: Sendable, Hashable {
            case none
            /// The exchange that was sent again.
            case originals
            /// The first response.
            case first
        }

        /// - Parameters:
        ///   - limit: The most sends that there are; nil for no limit.
        ///   - pace: The time of a send in relation to the one before.
        ///   - isStepping: Whether each send waits for the user.
        ///   - condition: The condition that ends it early; nil if there is none.
        ///   - timeout: The longest that all of it may take; nil for no limit.
        ///   - bails: Whether the first response that differs, or is missing, ends it.
        ///   - endsUnsent: Whether a request that cannot be sent ends it.
        ///   - comparison: The reference that a response is compared with.
        public init(
            limit: Int?, pace: Pace = .atOnce, isStepping: Bool = false, condition: RepeatCondition? = nil,
            timeout: Duration? = nil, bails: Bool = false, endsUnsent: Bool = false,
            comparison: Comparison = .none
        ) {
            self.limit = limit
            self.pace = pace
            self.isStepping = isStepping
            self.condition = condition
            self.timeout = timeout
            self.bails = bails
            self.endsUnsent = endsUnsent
            self.comparison = comparison
        }

        /// Returns the plan for repeating one request, whose later responses are compared with the first one.
        ///
        /// - Parameters:
        ///   - times: The number as it was typed: 0 for no limit; nil for the default.
        ///   - every: The time between the beginnings of two sends; nil for none.
        package static func repeating(
            _ times: Int?, every: Duration?, until condition: RepeatCondition?, timeout: Duration? = nil
        ) -> Plan {
            Plan(
                limit: times == 0 ? nil : times ?? usualLimit, pace: every.map { .every($0) } ?? .atOnce,
                condition: condition, timeout: timeout, endsUnsent: true, comparison: .first)
        }

        /// The number of sends of a repeat by default.
        public static let usualLimit = 100

        /// Returns the time between the beginnings of the send with this number, from 0, and of the one before it; nil if there is none to wait for.
        func gap(before number: Int) -> Duration? {
            switch pace {
            case .atOnce: nil
            case .every(let duration): number == 0 ? nil : duration
            case .gaps(let gaps): number == 0 ? nil : gaps.indices.contains(number - 1) ? gaps[number - 1] : nil
            }
        }
    }

    /// Returns the times between exchanges that were sent at these moments, in order; none is below zero.
    ///
    /// - Parameter moments: The moments, the earliest first.
    public static func gaps(of moments: [Date]) -> [Duration] {
        zip(moments.dropFirst(), moments).map { later, earlier in
            .milliseconds(Int64((max(0, later.timeIntervalSince(earlier)) * 1000).rounded()))
        }
    }
}
