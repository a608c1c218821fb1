/// What one send does differently from its client's configuration. Nil leaves the configuration's.
public struct SendOptions: Sendable {
    public var retry: RetryPolicy?
    public var redirects: RedirectPolicy?
    public var cookies: CookieUse?
    /// Run before every attempt, in order, after those of the configuration.
    public var interceptors: [any WireInterceptor]
    public var logger: (any Logger)?
    public var logLevel: LogLevel?

    public init(
        retry: RetryPolicy? = nil, redirects: RedirectPolicy? = nil, cookies: CookieUse? = nil,
        interceptors: [any WireInterceptor] = [],
        logger: (any Logger)? = nil, logLevel: LogLevel? = nil
    ) {
        self.retry = retry
        self.redirects = redirects
        self.cookies = cookies
        self.interceptors = interceptors
        self.logger = logger
        self.logLevel = logLevel
    }
}

/// Changes a request before it goes out: credentials, ids, tracing.
///
/// Runs before each attempt, so that what it adds is fresh; not before the hops of a redirect.
public protocol WireInterceptor: Sendable {
    /// - Throws: any error; nothing is sent then, and the caller gets ``NetworkClientError/unknown(_:)`` around it.
    func intercept(_ request: WireRequest) async throws -> WireRequest
}
