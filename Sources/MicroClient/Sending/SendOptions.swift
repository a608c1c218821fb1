/// Overrides of the client's configuration for one send. Each nil keeps the configuration's value.
public struct SendOptions: Sendable {
    /// The retry policy. Default: the configuration's ``NetworkConfiguration/retryStrategy``.
    public var retry: RetryPolicy?
    /// The redirect policy. Default: the configuration's.
    public var redirects: RedirectPolicy?
    /// Whether and with which jar cookies are used. Default: the configuration's jar, if it has one.
    public var cookies: CookieJar.Use?
    /// Returns the options for one hop to a URL, redirects included. It is given the request's options, without those dropped by redirects.
    /// Meant for options that depend on the URL, such as the choice of a proxy. Default: nil, the request's options.
    public var hopOptions: (@Sendable (_ url: String, _ options: TransferOptions) -> TransferOptions)?
    /// Whether to follow a redirect that the policy would follow. It is given how many were followed before it in its attempt, the status, and
    /// the request that it leads to. A refused redirect is the response. Default: nil, the policy decides.
    public var followsRedirect: (@Sendable (_ followed: Int, _ status: Int, _ next: WireRequest) -> Bool)?
    /// The names of the ``RedirectPolicy/droppedAcrossOrigins`` fields that may be sent to the origin of a redirect: `https://host:8443`, in
    /// lower case, the port only if it is not the scheme's default. Called whenever a redirect leads to another origin. Default: none.
    public var forwardedFields: @Sendable (_ origin: String) -> [String] = { _ in [] }
    /// The interceptors to run before every attempt, in order, after those of the configuration.
    public var interceptors: [any WireInterceptor]
    /// The logger. Default: the configuration's.
    public var logger: (any Logger)?
    /// The lowest level that is logged. Default: the configuration's.
    public var logLevel: LogLevel?

    /// Creates options; what is left nil keeps the configuration's value.
    public init(
        retry: RetryPolicy? = nil, redirects: RedirectPolicy? = nil, cookies: CookieJar.Use? = nil,
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

/// An interceptor that changes a request before it is sent: credentials, ids, tracing.
///
/// Runs before each attempt, so that what it adds is fresh; not before the hops of a redirect.
public protocol WireInterceptor: Sendable {
    /// Returns the request to send instead.
    ///
    /// - Throws: Any error; nothing is sent then, and the caller gets ``NetworkClientError/unknown(_:)`` around it.
    func intercept(_ request: WireRequest) async throws -> WireRequest
}
