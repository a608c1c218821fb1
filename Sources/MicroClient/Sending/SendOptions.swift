/// What one send does differently from its client's configuration. Nil leaves the configuration's.
public struct SendOptions: Sendable {
    /// Default: the configuration's ``NetworkConfiguration/retryStrategy``.
    public var retry: RetryPolicy?
    /// Default: the configuration's.
    public var redirects: RedirectPolicy?
    /// Default: the configuration's jar, if it has one.
    public var cookies: CookieJar.Use?
    /// How a hop to a URL is carried, those of redirects included: given the request's options, less what was left behind on the way.
    /// For what depends on the URL, like the choice of a proxy. Default: nil, as the request says.
    public var hopOptions: (@Sendable (_ url: String, _ options: TransferOptions) -> TransferOptions)?
    /// Whether a redirect that the policy would follow is followed: given how many were followed before it in its attempt, the status, and the
    /// request that it leads to. Refused, it is the response. Default: nil, as the policy says.
    public var followsRedirect: (@Sendable (_ followed: Int, _ status: Int, _ next: WireRequest) -> Bool)?
    /// Those of ``RedirectPolicy/droppedAcrossOrigins`` that someone has agreed to send along to the origin of a redirect: `https://host:8443`, in
    /// lower case, the port only where it is not the scheme's. Asked whenever a redirect leads to another origin. Default: none.
    public var forwardedFields: @Sendable (_ origin: String) -> [String] = { _ in [] }
    /// Run before every attempt, in order, after those of the configuration.
    public var interceptors: [any WireInterceptor]
    /// Default: the configuration's.
    public var logger: (any Logger)?
    /// Lines below it are not logged. Default: the configuration's.
    public var logLevel: LogLevel?

    /// What is not given stays the configuration's.
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

/// Changes a request before it goes out: credentials, ids, tracing.
///
/// Runs before each attempt, so that what it adds is fresh; not before the hops of a redirect.
public protocol WireInterceptor: Sendable {
    /// - Throws: any error; nothing is sent then, and the caller gets ``NetworkClientError/unknown(_:)`` around it.
    func intercept(_ request: WireRequest) async throws -> WireRequest
}
