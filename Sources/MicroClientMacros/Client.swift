#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A server environment: a base URL, and how requests to it are sent. The requests themselves contain neither.
///
/// ```swift
/// let client = Client("https://api.example.com")
/// let response: Response<User> = try await client.perform(GetUserRequest(id: "123", includePosts: true))
/// ```
/// Order: the request; then for each attempt the interceptors of ``configuration``, the ``middlewares``, the wire; then, for the
/// response that ends the retries, the ``interceptors``, the status check (200 to 299), decoding. A value: copies share the connections.
///
/// All of ``HttpClient``'s methods throw `NetworkClientError` and `CancellationError`.
public struct Client: HttpClient {
    /// The configuration: transport, retries, redirects, and everything that the library's other APIs use too.
    public var configuration: NetworkConfiguration
    /// The middlewares, which change requests before each attempt, in order. Default: none.
    public var middlewares: [any Middleware] = []
    /// The interceptors, which receive responses before their status is checked, in order. Default: none.
    public var interceptors: [any Interceptor] = []
    /// The logger. Default: ``ConsoleClientLogger``; nil logs nothing.
    public var logger: (any ClientLogger)? = ConsoleClientLogger()

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - url: The base URL. If it is invalid, requests throw `NetworkClientError.malformedURL`.
    ///   - session: The session that sends the requests.
    public init(_ url: String, session: any URLSessionProtocol = .shared) {
        self.init(URL(string: url) ?? URL(fileURLWithPath: "/"), session: session)
    }

    /// Creates a client for a base URL, whose own path and query are kept.
    public init(_ url: URL, session: any URLSessionProtocol = .shared) {
        configuration = NetworkConfiguration(session: session, baseURL: url)
    }

    /// Creates a client from the parts of its base URL; nil if they make no valid URL.
    ///
    /// - Parameters:
    ///   - scheme: The scheme, "http" or "https".
    ///   - host: A name or an address, without port.
    ///   - port: The port, from 1 to 65535; nil is the scheme's default.
    ///   - path: The path that precedes every request's path.
    ///   - session: The session that sends the requests.
    public init?(
        scheme: String = "https", host: String, port: Int? = nil, path: String = "",
        session: any URLSessionProtocol = .shared
    ) {
        guard port.map((1...65535).contains) ?? true, !host.isEmpty, !host.contains(where: "/?#@ \\".contains) else {
            return nil
        }
        var parts = URLComponents()
        parts.scheme = ["http", "https"].contains(scheme.lowercased()) ? scheme.lowercased() : nil
        parts.host = host
        parts.port = port
        parts.path = path.isEmpty || path.hasPrefix("/") ? path : "/" + path
        guard parts.scheme != nil, let url = parts.url else { return nil }
        self.init(url, session: session)
    }

    /// Creates a client with a configuration. It has no ``logger`` of its own: the configuration's is used.
    public init(configuration: NetworkConfiguration) {
        self.configuration = configuration
        logger = nil
    }

    /// The encoder of request bodies. Default: that of the configuration.
    public var encoder: JSONEncoder {
        get { configuration.defaultEncoder }
        set { configuration.defaultEncoder = newValue }
    }

    /// The decoder of response bodies. Default: that of the configuration.
    public var decoder: JSONDecoder {
        get { configuration.defaultDecoder }
        set { configuration.defaultDecoder = newValue }
    }
}

extension Client {
    public func perform<Value: Decodable>(
        _ request: some HttpRequest, onProgress: ProgressHandler?
    ) async throws -> Response<Value> {
        let received = try await response(to: request, onProgress)
        return try received.response(with: received.collected.decoded(as: Value.self, by: decoder))
    }

    @discardableResult
    public func perform(_ request: some HttpRequest, onProgress: ProgressHandler?) async throws -> Response<Void> {
        try await response(to: request, onProgress).response(with: ())
    }

    public func performRaw(_ request: some HttpRequest, onProgress: ProgressHandler?) async throws -> Response<Data> {
        let received = try await response(to: request, onProgress)
        return received.response(with: received.collected.body)
    }

    /// Returns the request as it would be sent, before middlewares and interceptors. Bodies from files are not included.
    ///
    /// - Throws: `NetworkClientError`, and the errors of the request itself.
    public func urlRequest(for request: some HttpRequest) throws -> URLRequest {
        let built = try BuiltRequest(request, client: NetworkClient(configuration: configuration))
        var result = try built.wire.shownRequest()
        if let policy = built.cachePolicy { result.cachePolicy = policy }
        return result
    }
}
