import Foundation

/// Turns the answers by which a server asks for patience into a ``RateLimitError``, once the retries are used up.
public struct RateLimitInterceptor: NetworkResponseInterceptor {
    /// Default: 429 and 503.
    public let statuses: Set<Int>
    private let now: @Sendable () -> Date

    /// - Parameters:
    ///   - statuses: the answers that become an error.
    ///   - now: the wall clock, for a `Retry-After` that is a date.
    public init(statuses: Set<Int> = [429, 503], now: @escaping @Sendable () -> Date = { Date() }) {
        self.statuses = statuses
        self.now = now
    }

    public func intercept(_ answer: NetworkAnswer) throws -> NetworkAnswer {
        guard statuses.contains(answer.status) else { return answer }
        let retryAfter = answer.head.headers["Retry-After"].flatMap(RetryAfter.init)?.wait(from: now())
        throw RateLimitError(status: answer.status, retryAfter: retryAfter)
    }
}

/// The server wants to be left alone for a while.
public struct RateLimitError: Error, Sendable, Hashable {
    /// 429 or 503, or what the interceptor was told to look for.
    public var status: Int
    /// How long, counted from the answer. Nil when the server did not say it in a way that can be read.
    ///
    /// - Source: RFC 9110, section 10.2.3.
    public var retryAfter: Duration?

    /// An error as ``RateLimitInterceptor`` throws it.
    public init(status: Int, retryAfter: Duration?) {
        self.status = status
        self.retryAfter = retryAfter
    }
}

extension RateLimitError: LocalizedError, CustomStringConvertible {
    /// "429 Too Many Requests, to be asked again in 7 s".
    public var errorDescription: String? {
        let wait = retryAfter.map { ", to be asked again in \($0.inSeconds)" } ?? ""
        return ResponseHead(status: status).statusText + wait
    }

    public var description: String { errorDescription ?? "" }
}

extension Duration {
    /// "7 s", rounded up.
    fileprivate var inSeconds: String { "\(components.seconds + (components.attoseconds > 0 ? 1 : 0)) s" }
}
