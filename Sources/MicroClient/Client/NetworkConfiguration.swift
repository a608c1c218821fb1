import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Changes a `URLRequest` right before it is sent.
public typealias NetworkRequestsInterceptor = @Sendable (URLRequest) -> URLRequest
/// Changes a `URLRequest` right before it is sent, and may wait or refuse.
public typealias NetworkAsyncRequestInterceptor = @Sendable (URLRequest) async throws -> URLRequest

/// Changes a `URLRequest` right before it is sent; many form a chain, in the order of their array.
///
/// One that is a ``WireInterceptor`` too is asked as such while no other has needed a `URLRequest`, which keeps less than the wire shows.
public protocol NetworkRequestInterceptor: Sendable {
    /// - Throws: any error; nothing is sent then, and the caller gets ``NetworkClientError/unknown(_:)`` around it.
    func intercept(_ request: URLRequest) async throws -> URLRequest
}

/// What a client does for every request; most of it can be said differently by a request.
public struct NetworkConfiguration: Sendable {
    /// What requests are sent with; changed only by a new configuration.
    public private(set) var session: any URLSessionProtocol
    /// The session's transport: the one that every send of the client uses.
    public private(set) var transport: any Transport
    /// Of answers, unless the request has its own. Default: JSON by Foundation's defaults.
    public var defaultDecoder: JSONDecoder
    /// Of bodies, unless the request has its own. Default: JSON by Foundation's defaults.
    public var defaultEncoder: JSONEncoder
    /// What the paths of requests are joined to; its own path and query are kept. E.g. `https://hostname.com/api/v3`
    public var baseURL: URL
    /// Default: none.
    public var retryStrategy: RetryStrategy
    /// Default: nil, silent.
    public var logger: (any Logger)?
    /// Lines below this level are not logged. Default: ``LogLevel/info``.
    public var logLevel: LogLevel
    /// Runs first of all interceptors. Default: nil.
    public var interceptor: NetworkRequestsInterceptor?
    /// Runs after ``interceptor``. Default: nil.
    public var asyncInterceptor: NetworkAsyncRequestInterceptor?
    /// Run after ``asyncInterceptor``, in order, unless the request brings its own.
    public var interceptors: [any NetworkRequestInterceptor]
    /// Run before every attempt of every send, after all others.
    public var wireInterceptors: [any WireInterceptor] = []
    /// See the answers of typed requests, whatever their status, unless the request brings its own.
    public var responseInterceptors: [any NetworkResponseInterceptor] = []
    /// Whether and how redirects are followed. Default: up to 5, credentials dropped across origins.
    public var redirects = RedirectPolicy()
    /// Keeps the cookies that servers set, and sends them. Default: nil, they are neither kept nor sent.
    public var cookies: CookieJar?
    /// Presents a token with every request that has no `Authorization` field of its own, and refreshes it. Default: nil.
    public var authenticator: BearerAuthenticator?
    /// How typed requests are carried, unless they say it themselves; raw ones bring their own.
    public var options = TransferOptions()
    /// The largest body, decoded, that ``NetworkClient/run(_:)`` takes into memory; a larger one is ``TransferError/Code/bodyTooLarge`` within
    /// ``NetworkClientError/transportError(_:)``, and the connection is closed. Default: 256 MiB.
    public var maximumAnswerBytes = 256 << 20
    /// Where dates and waits come from. Default: the system's.
    public var clock = ClientClock.live
    /// A number from 0 to 1 for the jitter of retries.
    public var random: @Sendable () -> Double = { Double.random(in: 0...1) }

    /// Everything by default but the base URL; what has no parameter here is a property.
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

/// How often a failed request is repeated.
public enum RetryStrategy: Sendable, Hashable {
    /// One attempt.
    case none
    /// Up to `count` times after the first, by ``RetryPolicy``'s defaults.
    case retry(count: Int)
    /// As a policy says in full.
    case policy(RetryPolicy)

    /// The same in full.
    public var policy: RetryPolicy {
        switch self {
        case .none: .none
        case .retry(let count): .retry(count: count)
        case .policy(let policy): policy
        }
    }
}
