import Foundation

/// The rules for which failed attempts are retried, how often, and after what wait.
///
/// Nothing is retried that cannot succeed: malformed URLs, refused certificates, bodies that cannot be read twice, cancellation.
public struct RetryPolicy: Sendable, Hashable {
    /// The number of attempts that may follow the first; 0 or less means none. Default: 0.
    public var maximumRetries: Int
    /// The wait before each retry. Default: full jitter from 0.1 seconds, at most 30 seconds.
    public var backoff = RetryPolicy.Backoff.fullJitter()
    /// The response statuses that are retried. Default: 408, 425, 429 and 500 to 599.
    public var statuses = RetryPolicy.transientStatuses
    /// The transport failures that are retried. Default: all that may be transient.
    public var errors = Errors.transient
    /// The methods that are retried although the server may have acted already. Default: the idempotent ones.
    ///
    /// When nothing of a request was sent, every method is retried.
    public var methods = Methods.idempotent
    /// The longest wait that a `Retry-After` field can ask for; a longer one is shortened to this. Nil ignores the field. Default: 60 seconds.
    ///
    /// - Source: RFC 9110, section 10.2.3.
    public var maximumRetryAfter: Duration? = .seconds(60)
    /// The time from the start of the send within which the last attempt must begin. Default: nil, no limit.
    public var budget: Duration?

    /// Creates a policy with a number of retries, everything else by default.
    public init(maximumRetries: Int = 0) { self.maximumRetries = maximumRetries }

    /// The policy of a single attempt.
    public static let none = RetryPolicy()
    /// Returns a policy with up to `count` attempts after the first, everything else by default.
    public static func retry(count: Int) -> RetryPolicy { RetryPolicy(maximumRetries: count) }
    /// The statuses 408, 425, 429 and 500 to 599.
    public static let transientStatuses = Set([408, 425, 429] + Array(500...599))

    /// The transport failures that are retried.
    public enum Errors: Sendable, Hashable {
        /// No failures; only responses, by their status.
        case none
        /// All failures except those that would fail the same way again.
        case transient
        /// The failures with one of these codes.
        case only(Set<TransferError.Code>)
    }

    /// The methods that are retried.
    public enum Methods: Sendable, Hashable {
        /// The methods that are ``HTTPMethod/isIdempotent``.
        case idempotent
        /// All methods, POST and PATCH too: the caller knows that sending twice does no harm.
        case all
        /// These methods, idempotent or not.
        case only(Set<HTTPMethod>)
    }
}

extension RetryPolicy {
    /// The wait before an attempt is repeated.
    public struct Backoff: Sendable, Hashable {
        enum Shape: Sendable, Hashable { case constant, exponential, fullJitter }
        let shape: Shape
        /// The wait before the first retry; with jitter its upper bound.
        public let base: Duration
        /// The longest wait.
        public let cap: Duration

        /// Returns a backoff with the same wait each time.
        public static func constant(_ wait: Duration) -> RetryPolicy.Backoff {
            RetryPolicy.Backoff(shape: .constant, base: wait, cap: wait)
        }
        /// Returns a backoff that doubles from `base` up to `cap`.
        public static func exponential(base: Duration = .milliseconds(100), cap: Duration = .seconds(30))
            -> RetryPolicy.Backoff
        {
            RetryPolicy.Backoff(shape: .exponential, base: base, cap: cap)
        }
        /// Returns a backoff with a random part, from none to all, of the exponential wait, so that many clients do not retry at the same moment.
        public static func fullJitter(base: Duration = .milliseconds(100), cap: Duration = .seconds(30))
            -> RetryPolicy.Backoff
        {
            RetryPolicy.Backoff(shape: .fullJitter, base: base, cap: cap)
        }

        /// Returns the wait before a retry.
        ///
        /// - Parameters:
        ///   - retry: The number of the retry; 1 for the first.
        ///   - random: A number from 0 to 1; only used with jitter.
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
