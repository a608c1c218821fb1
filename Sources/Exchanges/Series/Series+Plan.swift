public import Foundation

extension Series {
    /// What was ordered.
    public struct Plan: Sendable, Hashable {
        /// Most sends that there are; nil: no bound.
        public var limit: Int?
        public var pace: Pace
        /// Whether each send waits for a person.
        public var isStepping: Bool
        /// What ends it before; nil: nothing does.
        public var condition: RepeatCondition?
        /// How long all of it may take; nil: as long as it takes.
        public var timeout: Duration?
        /// Whether the first that differs, or has no answer, ends it.
        public var bails: Bool
        /// Whether one that cannot be sent ends it: the next one could not either.
        public var endsUnsent: Bool
        public var comparison: Comparison

        /// When a send follows the one before.
        public enum Pace: Sendable, Hashable {
            /// As soon as that is over.
            case atOnce
            /// So long after its beginning, or as soon as it is over, if that is later.
            case every(Duration)
            /// The same, with a time for each, from the second one on.
            case gaps([Duration])
        }

        /// What an answer is compared with.
        public enum Comparison: Sendable, Hashable {
            case none
            /// With the exchange that was sent again.
            case originals
            /// With the first answer.
            case first
        }

        /// - Parameters:
        ///   - limit: most sends that there are; nil: no bound.
        ///   - pace: when a send follows the one before.
        ///   - isStepping: whether each send waits for a person.
        ///   - condition: what ends it before; nil: nothing does.
        ///   - timeout: how long all of it may take; nil: as long as it takes.
        ///   - bails: whether the first that differs, or has no answer, ends it.
        ///   - endsUnsent: whether one that cannot be sent ends it.
        ///   - comparison: what an answer is compared with.
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

        /// One request, whose later answers are compared with the first one.
        ///
        /// - Parameters:
        ///   - times: as it was typed: 0 has no bound; nil: as often as usual.
        ///   - every: the time between the beginnings of two; nil: at once.
        package static func repeating(
            _ times: Int?, every: Duration?, until condition: RepeatCondition?, timeout: Duration? = nil
        ) -> Plan {
            Plan(
                limit: times == 0 ? nil : times ?? usualLimit, pace: every.map { .every($0) } ?? .atOnce,
                condition: condition, timeout: timeout, endsUnsent: true, comparison: .first)
        }

        /// Sends of a repeat when nobody says how many.
        public static let usualLimit = 100

        /// Between the beginnings of the send of this number, from 0, and of the one before it; nil: there is none to wait for.
        func gap(before number: Int) -> Duration? {
            switch pace {
            case .atOnce: nil
            case .every(let duration): number == 0 ? nil : duration
            case .gaps(let gaps): number == 0 ? nil : gaps.indices.contains(number - 1) ? gaps[number - 1] : nil
            }
        }
    }

    /// The times between exchanges that were sent at these moments, in order; none is below zero.
    ///
    /// - Parameter moments: the earliest first.
    public static func gaps(of moments: [Date]) -> [Duration] {
        zip(moments.dropFirst(), moments).map { later, earlier in
            .milliseconds(Int64((max(0, later.timeIntervalSince(earlier)) * 1000).rounded()))
        }
    }
}
