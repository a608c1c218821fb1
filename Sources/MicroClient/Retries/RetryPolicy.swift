import Foundation

/// Which failed attempts are repeated, how often, and how long is waited before.
///
/// Nothing is repeated that cannot succeed: malformed URLs, refused certificates, bodies that cannot be read twice, cancellation.
public struct RetryPolicy: Sendable, Hashable {
    /// How many attempts may follow the first; 0 and less mean none. Default: 0.
    public var maximumRetries: Int
    /// Wait before each of them. Default: full jitter from 0.1 seconds, at most 30 seconds.
    public var backoff = RetryPolicy.Backoff.fullJitter()
    /// Answers that are repeated. Default: 408, 425, 429 and 500 to 599.
    public var statuses = RetryPolicy.transientStatuses
    /// Failures of the transport that are repeated. Default: every one that may pass by itself.
    public var errors = Errors.transient
    /// Methods that are repeated although the server may have acted already. Default: the idempotent ones.
    ///
    /// When nothing of a request was sent, every method is repeated.
    public var methods = Methods.idempotent
    /// Longest wait that a `Retry-After` field can ask for; a longer one is cut to this. Nil ignores the field. Default: 60 seconds.
    ///
    /// - Source: RFC 9110, section 10.2.3.
    public var maximumRetryAfter: Duration? = .seconds(60)
    /// Time from the start of the send within which the last attempt must begin. Default: nil, no limit.
    public var budget: Duration?

    /// Everything by default but the number.
    public init(maximumRetries: Int = 0) { self.maximumRetries = maximumRetries }

    /// One attempt only.
    public static let none = RetryPolicy()
    /// Up to `count` attempts after the first, everything else by default.
    public static func retry(count: Int) -> RetryPolicy { RetryPolicy(maximumRetries: count) }
    /// 408, 425, 429 and 500 to 599.
    public static let transientStatuses = Set([408, 425, 429] + Array(500...599))

    /// Which failures of the transport are repeated.
    public enum Errors: Sendable, Hashable {
        /// Answers only, by their status.
        case none
        /// All but those that fail the same way again.
        case transient
        /// Those with one of these codes.
        case only(Set<TransferError.Code>)
    }

    /// Which methods are repeated.
    public enum Methods: Sendable, Hashable {
        /// ``HTTPMethod/isIdempotent``.
        case idempotent
        /// POST and PATCH too: the caller knows that sending twice does no harm.
        case all
        /// These, idempotent or not.
        case only(Set<HTTPMethod>)
    }
}

extension RetryPolicy {
    /// How long is waited before an attempt is repeated.
    public struct Backoff: Sendable, Hashable {
        enum Shape: Sendable, Hashable { case constant, exponential, fullJitter }
        let shape: Shape
        /// Wait before the first retry; with jitter its upper bound.
        public let base: Duration
        /// No wait is longer.
        public let cap: Duration

        /// The same wait each time.
        public static func constant(_ wait: Duration) -> RetryPolicy.Backoff {
            RetryPolicy.Backoff(shape: .constant, base: wait, cap: wait)
        }
        /// Doubles from `base` up to `cap`.
        public static func exponential(base: Duration = .milliseconds(100), cap: Duration = .seconds(30))
            -> RetryPolicy.Backoff
        {
            RetryPolicy.Backoff(shape: .exponential, base: base, cap: cap)
        }
        /// A random part, from none to all, of the exponential wait: many clients do not come back at the same moment.
        public static func fullJitter(base: Duration = .milliseconds(100), cap: Duration = .seconds(30))
            -> RetryPolicy.Backoff
        {
            RetryPolicy.Backoff(shape: .fullJitter, base: base, cap: cap)
        }

        /// Wait before a retry.
        ///
        /// - Parameters:
        ///   - retry: 1 for the first retry.
        ///   - random: from 0 to 1; only jitter looks at it.
        public func wait(beforeRetry retry: Int, random: Double) -> Duration {
            switch shape {
            case .constant: max(base, .zero)
            case .exponential: grown(retry)
            case .fullJitter: grown(retry) * (random >= 0 ? min(random, 1) : 0)
            }
        }

        /// Doubled step by step, so that no base and no number of retries overflows.
        private func grown(_ retry: Int) -> Duration {
            guard base > .zero, cap > .zero else { return .zero }
            var wait = base
            var doublings = max(retry, 1) - 1
            while doublings > 0, wait < cap {
                wait = wait < cap / 2 ? wait * 2 : cap
                doublings -= 1
            }
            return min(wait, cap)
        }
    }
}
