import Foundation

/// An interceptor that turns responses that ask the client to slow down into a ``RateLimitError``, once the retries are used up. A 503 without
/// `Retry-After` is a failure like any other: it is unchanged.
public struct RateLimitInterceptor: NetworkResponseInterceptor {
    /// The statuses that become an error. Default: 429 and 503.
    public let statuses: Set<Int>
    private let now: @Sendable () -> Date

    /// Creates an interceptor.
    ///
    /// - Parameters:
    ///   - statuses: The statuses that become an error.
    ///   - now: Returns the current date, for a `Retry-After` that is a date.
    public init(statuses: Set<Int> = [429, 503], now: @escaping @Sendable () -> Date = { Date() }) {
        self.statuses = statuses
        self.now = now
    }

    public func intercept(_ response: InterceptedResponse) throws -> InterceptedResponse {
        guard statuses.contains(response.status) else { return response }
        let retryAfter = response.head.headers["Retry-After"].flatMap(RetryAfter.init)?.wait(from: now())
        guard response.status != 503 || retryAfter != nil else { return response }
        throw RateLimitError(status: response.status, retryAfter: retryAfter, body: response.body)
    }
}

/// The error of a response that asks the client to slow down.
public struct RateLimitError: Error, Sendable, Hashable {
    /// The status: 429 or 503, or another of the interceptor's statuses.
    public var status: Int
    /// The time to wait from the response on; nil when the server did not send it in a valid form.
    ///
    /// - Source: RFC 9110, section 10.2.3.
    public var retryAfter: Duration?

    /// The body of the response.
    public var body: Data

    /// Creates an error as ``RateLimitInterceptor`` throws it.
    public init(status: Int, retryAfter: Duration?, body: Data = Data()) {
        self.status = status
        self.retryAfter = retryAfter
        self.body = body
    }
}

extension RateLimitError: LocalizedError, CustomStringConvertible {
    /// A description such as "429 Too Many Requests, retry in 7 s".
    public var errorDescription: String? {
        let wait = retryAfter.map { ", retry in \($0.inSeconds)" } ?? ""
        return ResponseHead(status: status).statusText + wait
    }

    public var description: String { errorDescription ?? "" }
}

extension Duration {
    /// The duration in seconds, rounded up, such as "7 s".
    fileprivate var inSeconds: String { "\(components.seconds + (components.attoseconds > 0 ? 1 : 0)) s" }
}
