import Foundation

/// Turns the responses by which a server asks for patience into a ``RateLimitError``, once the retries are used up. A 503 without `Retry-After` is a
/// failure like any other: it is left alone.
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
        guard answer.status != 503 || retryAfter != nil else { return answer }
        throw RateLimitError(status: answer.status, retryAfter: retryAfter, body: answer.body)
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

    /// Of the response.
    public var body: Data

    /// An error as ``RateLimitInterceptor`` throws it.
    public init(status: Int, retryAfter: Duration?, body: Data = Data()) {
        self.status = status
        self.retryAfter = retryAfter
        self.body = body
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
