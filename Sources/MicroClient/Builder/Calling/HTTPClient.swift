import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client that sends one finished request of the builder. Not to be confused with `HttpClient` of MicroClientMacros, for declared requests.
///
/// A custom client is a stub in tests, or wraps the current one:
/// ```swift
/// client.httpClient(wrapping: { current in
///     var counting = current
///     counting.data = { request, configs in
///         count.withLock { $0 += 1 }
///         return try await current.data(request, configs)
///     }
///     return counting
/// })
/// ```
public struct HTTPClient: Sendable {
    /// Returns the response with its body in memory, whatever its status.
    public var data: @Sendable (URLRequest, NetworkClient.Configs) async throws -> (Data, HTTPURLResponse)
    /// Returns the response with its body in a new file, which the caller owns; a body that the validator refuses is in memory.
    public var download: @Sendable (URLRequest, NetworkClient.Configs) async throws -> (Downloaded, HTTPURLResponse)

    /// The result of a download.
    public enum Downloaded: Sendable, Hashable {
        /// The whole body, saved to a file.
        case file(URL)
        /// The beginning of the body of a response that was refused.
        case refused(Data)
    }

    /// Creates a client that uses one closure for all requests.
    ///
    /// - Parameter data: Used for downloads too, whose bodies are then saved from memory.
    public init(
        _ data: @escaping @Sendable (URLRequest, NetworkClient.Configs) async throws -> (Data, HTTPURLResponse)
    ) {
        self.init(data: data) { request, configs in
            let (body, response) = try await data(request, configs)
            guard configs.accepts(response) else { return (.refused(body), response) }
            let file = Self.newFile()
            try body.write(to: file)
            return (.file(file), response)
        }
    }

    /// Creates a client with a separate closure for downloads.
    public init(
        data: @escaping @Sendable (URLRequest, NetworkClient.Configs) async throws -> (Data, HTTPURLResponse),
        download: @escaping @Sendable (URLRequest, NetworkClient.Configs) async throws -> (Downloaded, HTTPURLResponse)
    ) {
        self.data = data
        self.download = download
    }

    static func newFile() -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("download-\(UUID().uuidString)")
    }
}

extension HTTPClient {
    /// The library's client: attempts, redirects, interceptors and timings, over the transport of ``NetworkClient/Configs/configuration``,
    /// by default that of `URLSession.shared`.
    public static let pipeline = HTTPClient { request, configs in
        let log = CallLog(configs)
        let response = try await log.noting {
            try await configs.sender.response(
                to: configs.wireRequest(request), observer: log.observer(beside: configs.observer))
        }
        log.received(response.exchange, body: response.body)
        return (response.body, try response.urlResponse())
    } download: { request, configs in
        let log = CallLog(configs)
        let file = newFile()
        let (head, rejected, exchange) = try await configs.sender.download(
            configs.wireRequest(request), to: file, observer: log.observer(beside: configs.observer)
        ) { head in
            HTTPURLResponse(head, url: request.url).map(configs.accepts) ?? false
        }
        log.received(exchange, body: rejected)
        let response = try InterceptedResponse(
            request: configs.wireRequest(request), head: head, body: Data(), exchange: exchange
        ).urlResponse()
        return (rejected.map(Downloaded.refused) ?? .file(file), response)
    }

    /// Returns the library's client over another session.
    public static func session(_ session: any URLSessionProtocol) -> HTTPClient {
        HTTPClient { request, configs in
            try await pipeline.data(request, configs.replacing(session))
        } download: { request, configs in
            try await pipeline.download(request, configs.replacing(session))
        }
    }
}

extension HTTPURLResponse {
    fileprivate convenience init?(_ head: ResponseHead, url: URL?) {
        guard let url else { return nil }
        let fields = Dictionary(head.headers.map { ($0.name, $0.value) }) { first, _ in first }
        self.init(url: url, statusCode: head.status, httpVersion: nil, headerFields: fields)
    }
}

extension NetworkClient.Configs {
    /// The client that sends requests. Default: ``HTTPClient/pipeline``.
    public var httpClient: HTTPClient {
        get { self[\.httpClient] ?? .pipeline }
        set { self[\.httpClient] = newValue }
    }

    /// The observer of the events of every send, in order. Default: nil.
    public var observer: Exchange.Observer? {
        get { watching?.observer }
        set { watching = newValue.map(Watching.init) }
    }

    fileprivate var watching: Watching? {
        get { self[\.watching] ?? nil }
        set { self[\.watching] = newValue }
    }

    /// The configuration's client without its logger: a call has a log of its own.
    fileprivate var sender: NetworkClient {
        var configuration = configuration
        configuration.logger = nil
        return NetworkClient(configuration: configuration)
    }

    fileprivate func replacing(_ session: any URLSessionProtocol) -> NetworkClient.Configs {
        var configs = self
        configs.configuration = configuration.replacing(session)
        return configs
    }

    func accepts(_ response: HTTPURLResponse) -> Bool {
        (try? httpResponseValidator.validate(response, Data(), self)) != nil
    }

    /// Returns the response to a request while its body arrives, when the validator accepts its head.
    func stream(_ wire: WireRequest) async throws -> WireResponse {
        let log = CallLog(self)
        let response = try await sender.respond(to: wire, observer: log.observer(beside: observer))
        log.received(response.exchange(), body: nil)
        if HTTPURLResponse(response.head, url: URL(string: wire.url)).map(accepts) ?? false { return response }
        let refusal = try await response.refusal()
        if case .unacceptableStatusCode(_, let head?, let body?) = refusal { try value(of: (body, head)) { _, _ in } }
        throw refusal
    }

    /// Returns the request as it is handed to the pipeline.
    func wireRequest(_ request: URLRequest) throws -> WireRequest {
        var wire = try WireRequest(request, body: bodySource, options: configuration.options)
        // A timeout equal to Foundation's default of 60 seconds looks like none.
        if let timeout, timeout.seconds == request.timeoutInterval { wire.options.idleTimeout = timeout }
        if request.cachePolicy.passesCachesOver, !wire.headers.contains(named: "Cache-Control") {
            wire.headers.append("Cache-Control", "no-cache")
        }
        return wire
    }
}

/// A closure as a value of the configs.
private struct Watching: Sendable {
    let observer: Exchange.Observer
}

extension URLRequest.CachePolicy {
    /// - Source: RFC 9111, section 5.2.1.4; what `URLSession` sends for these policies.
    package var passesCachesOver: Bool {
        switch self {
        case .reloadIgnoringLocalCacheData, .reloadIgnoringLocalAndRemoteCacheData, .reloadRevalidatingCacheData: true
        default: false
        }
    }
}

extension NetworkClient {
    /// Sends the request and returns when the head of the response is there: its body is read while it arrives. No mock is used, and no response
    /// interceptor is run.
    ///
    /// - Throws: The errors of ``call(fileID:line:)->()``, except for decoding.
    public func stream() async throws -> WireResponse {
        let (request, configs) = try built()
        return try await configs.stream(configs.wireRequest(request))
    }

    /// Sets the client that sends the requests, such as a stub in tests.
    public func httpClient(_ client: HTTPClient) -> NetworkClient { configs(\.httpClient, client) }

    /// Wraps the current client that sends the requests in another.
    public func httpClient(wrapping wrap: @escaping @Sendable (HTTPClient) -> HTTPClient) -> NetworkClient {
        configs { $0.httpClient = wrap($0.httpClient) }
    }

    /// Adds an observer for every event of a call, attempts, hops and progress; earlier observers see them first.
    public func observer(_ observer: @escaping Exchange.Observer) -> NetworkClient {
        configs { configs in
            let earlier = configs.observer
            configs.observer = { event in
                earlier?(event)
                observer(event)
            }
        }
    }

    /// Sets how often failed requests are repeated; as in ``NetworkConfiguration/retryStrategy``, POST and PATCH only by a policy that includes them.
    public func retry(_ strategy: RetryStrategy) -> NetworkClient { configs(\.configuration.retryStrategy, strategy) }
}
