import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Changes a `URLRequest` right before it is sent.
public typealias NetworkRequestsInterceptor = @Sendable (URLRequest) -> URLRequest
/// Changes a `URLRequest` right before it is sent, and may wait or refuse.
public typealias NetworkAsyncRequestInterceptor = @Sendable (URLRequest) async throws -> URLRequest

/// An interceptor that changes a `URLRequest` right before it is sent; several form a chain, in the order of their array.
///
/// An interceptor that is a ``WireInterceptor`` too is called as such as long as none before it has needed a `URLRequest`, which preserves less
/// of the request.
public protocol NetworkRequestInterceptor: Sendable {
    /// Returns the request to send instead.
    ///
    /// - Throws: Any error; nothing is sent then, and the caller gets ``NetworkClientError/unknown(_:)`` around it.
    func intercept(_ request: URLRequest) async throws -> URLRequest
}

/// The settings of a client for every request; a request can override most of them.
public struct NetworkConfiguration: Sendable {
    /// The session that requests are sent with; changed only by a new configuration.
    public private(set) var session: any URLSessionProtocol
    /// The session's transport, which every send of the client uses.
    public private(set) var transport: any Transport
    /// The decoder of responses, unless the request has its own. Default: JSON by Foundation's defaults.
    public var defaultDecoder: JSONDecoder
    /// The encoder of request bodies, unless the request has its own. Default: JSON by Foundation's defaults.
    public var defaultEncoder: JSONEncoder
    /// The URL that the paths of requests are appended to; its own path and query are kept. E.g. `https://hostname.com/api/v3`
    public var baseURL: URL
    /// The strategy for retries. Default: none.
    public var retryStrategy: RetryStrategy
    /// The logger. Default: nil, no logging.
    public var logger: (any Logger)?
    /// The lowest level that is logged. Default: ``LogLevel/info``.
    public var logLevel: LogLevel
    /// The interceptor that runs before all others. Default: nil.
    public var interceptor: NetworkRequestsInterceptor?
    /// The interceptor that runs after ``interceptor``. Default: nil.
    public var asyncInterceptor: NetworkAsyncRequestInterceptor?
    /// The interceptors that run after ``asyncInterceptor``, in order, unless the request brings its own.
    public var interceptors: [any NetworkRequestInterceptor]
    /// The interceptors that run before every attempt of every send, after all others.
    public var wireInterceptors: [any WireInterceptor] = []
    /// The interceptors of responses to typed requests, whatever their status, unless the request brings its own.
    public var responseInterceptors: [any NetworkResponseInterceptor] = []
    /// Whether and how redirects are followed. Default: up to 5, credentials dropped across origins.
    public var redirects = RedirectPolicy()
    /// The jar that keeps the cookies that servers set, and sends them. Default: nil, cookies are neither kept nor sent.
    public var cookies: CookieJar?
    /// The authenticator that adds a token to every request without an `Authorization` field, and refreshes it. Default: nil.
    public var authenticator: BearerAuthenticator?
    /// The transfer options of typed requests that have none of their own; raw requests bring theirs.
    public var options = TransferOptions()
    /// The largest decoded body, in bytes, that ``NetworkClient/run(_:)`` accepts; a larger one is ``TransferError/Code/bodyTooLarge`` within
    /// ``NetworkClientError/transportError(_:)``, and the connection is closed. Default: 256 MiB.
    public var maximumResponseBytes = 256 << 20
    /// The clock for dates and waits. Default: the system's.
    public var clock = ClientClock.live
    /// Returns a number from 0 to 1 for the jitter of retries.
    public var random: @Sendable () -> Double = { Double.random(in: 0...1) }

    /// Creates a configuration with everything by default but the base URL; settings without a parameter here are properties.
    public init(
        session: any URLSessionProtocol = .shared, defaultDecoder: JSONDecoder = JSONDecoder(),
        defaultEncoder: JSONEncoder = JSONEncoder(), baseURL: URL, retryStrategy: RetryStrategy = .none,
        logger: (any Logger)? = nil, logLevel: LogLevel = .info, interceptor: NetworkRequestsInterceptor? = nil,
        asyncInterceptor: NetworkAsyncRequestInterceptor? = nil, interceptors: [any NetworkRequestInterceptor] = []
    ) {
        self.session = session
        self.transport = session.transport
        self.defaultDecoder = defaultDecoder
        self.defaultEncoder = defaultEncoder
        self.baseURL = baseURL
        self.retryStrategy = retryStrategy
        self.logger = logger
        self.logLevel = logLevel
        self.interceptor = interceptor
        self.asyncInterceptor = asyncInterceptor
        self.interceptors = interceptors
    }

    func replacing(_ session: any URLSessionProtocol) -> NetworkConfiguration {
        var configuration = self
        configuration.session = session
        configuration.transport = session.transport
        return configuration
    }
}

/// The number of times that a failed request is repeated.
public enum RetryStrategy: Sendable, Hashable {
    /// One attempt, no retries.
    case none
    /// Up to `count` retries after the first attempt, by ``RetryPolicy``'s defaults.
    case retry(count: Int)
    /// The retries of a full policy.
    case policy(RetryPolicy)

    /// The strategy as a full policy.
    public var policy: RetryPolicy {
        switch self {
        case .none: .none
        case .retry(let count): .retry(count: count)
        case .policy(let policy): policy
        }
    }
}
