#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A server environment: a base URL, and how requests to it are sent. The requests themselves know of neither.
///
/// ```swift
/// let client = Client("https://api.example.com")
/// let response: Response<User> = try await client.perform(GetUserRequest(id: "123", includePosts: true))
/// ```
/// Order: what the request says; then for each attempt the interceptors of ``configuration``, the ``middlewares``, the wire; then, for the
/// answer that ends the retries, the ``interceptors``, the status rule (200 to 299), decoding. A value: copies share the connections.
///
/// All of ``HttpClient``'s methods throw `NetworkClientError` and `CancellationError`.
public struct Client: HttpClient {
    /// Transport, retries, redirects, and all else that the library's other doors have too.
    public var configuration: NetworkConfiguration
    /// Change requests before each attempt, in order. Default: none.
    public var middlewares: [any Middleware] = []
    /// See answers before their status is judged, in order. Default: none.
    public var interceptors: [any Interceptor] = []
    /// Default: ``ConsoleClientLogger``; nil is silent.
    public var logger: (any ClientLogger)? = ConsoleClientLogger()

    /// - Parameters:
    ///   - url: the base URL. With one that is none, requests throw `NetworkClientError.malformedURL`.
    ///   - session: what requests are sent with.
    public init(_ url: String, session: any URLSessionProtocol = .shared) {
        self.init(URL(string: url) ?? URL(fileURLWithPath: "/"), session: session)
    }

    /// A client for a base URL, whose own path and query are kept.
    public init(_ url: URL, session: any URLSessionProtocol = .shared) {
        configuration = NetworkConfiguration(session: session, baseURL: url)
    }

    /// Nil when the parts make no URL.
    ///
    /// - Parameters:
    ///   - scheme: "http" or "https".
    ///   - host: a name or an address, without anything around it.
    ///   - port: from 1 to 65535; nil is the scheme's own.
    ///   - path: what every request's path comes after.
    ///   - session: what requests are sent with.
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

    /// A client over everything that a configuration says. It has no ``logger`` of its own: the configuration's is told.
    public init(configuration: NetworkConfiguration) {
        self.configuration = configuration
        logger = nil
    }

    /// Of bodies. Default: that of the configuration.
    public var encoder: JSONEncoder {
        get { configuration.defaultEncoder }
        set { configuration.defaultEncoder = newValue }
    }

    /// Of answers. Default: that of the configuration.
    public var decoder: JSONDecoder {
        get { configuration.defaultDecoder }
        set { configuration.defaultDecoder = newValue }
    }
}

extension Client {
    public func perform<Value: Decodable>(
        _ request: some HttpRequest, onProgress: ProgressHandler?
    ) async throws -> Response<Value> {
        let answer = try await answer(to: request, onProgress)
        return try answer.response(with: answer.collected.decoded(as: Value.self, by: decoder))
    }

    @discardableResult
    public func perform(_ request: some HttpRequest, onProgress: ProgressHandler?) async throws -> Response<Void> {
        try await answer(to: request, onProgress).response(with: ())
    }

    public func performRaw(_ request: some HttpRequest, onProgress: ProgressHandler?) async throws -> Response<Data> {
        let answer = try await answer(to: request, onProgress)
        return answer.response(with: answer.collected.body)
    }

    /// The request as it would be sent, before middlewares and interceptors. Bodies from files are not shown.
    ///
    /// - Throws: `NetworkClientError`, and what the request itself throws.
    public func urlRequest(for request: some HttpRequest) throws -> URLRequest {
        let built = try BuiltRequest(request, client: NetworkClient(configuration: configuration))
        var result = try built.wire.shownRequest()
        if let policy = built.cachePolicy { result.cachePolicy = policy }
        return result
    }
}
