import Foundation
import Text

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension NetworkClient {
    // MARK: Method

    /// Sets the method, a custom one too: `.method("PURGE")`. Default: GET.
    public func method(_ method: HTTPMethod) -> NetworkClient { modifyRequest { $0.httpMethod = method.rawValue } }

    /// The client with the method GET; to be called at once: `try await client.get()`.
    public var get: NetworkClient { method(.get) }
    /// The client with the method HEAD, which requests only the response's head.
    public var head: NetworkClient { method(.head) }
    /// The client with the method POST.
    public var post: NetworkClient { method(.post) }
    /// The client with the method PUT.
    public var put: NetworkClient { method(.put) }
    /// The client with the method DELETE.
    public var delete: NetworkClient { method(.delete) }
    /// The client with the method PATCH.
    public var patch: NetworkClient { method(.patch) }
    /// The client with the method OPTIONS.
    public var options: NetworkClient { method(.options) }

    // MARK: Server

    /// Starts requests at another URL; the paths and queries of the modifiers are still appended.
    public func baseURL(_ url: URL) -> NetworkClient {
        with((chain ?? RequestChain()).beginning(at: url)).configs(\.configuration.baseURL, url)
    }

    /// Sets the scheme, "http" or "https".
    public func scheme(_ scheme: String) -> NetworkClient { modifyURLComponents { $0.scheme = scheme } }

    /// Sets the host.
    ///
    /// - Parameter host: A name or an address, without port.
    public func host(_ host: String) -> NetworkClient { modifyURLComponents { $0.host = host } }

    /// Sets the port; nil is the scheme's default.
    public func port(_ port: Int?) -> NetworkClient { modifyURLComponents { $0.port = port } }

    /// Changes the parts of the URL.
    ///
    /// - Parameter change: Called for each request, after the modifiers before it in the chain. Its errors end the call, and so does
    ///   ``NetworkClientError/malformedURL`` if the parts make no valid URL.
    public func modifyURLComponents(
        _ change: @escaping @Sendable (inout URLComponents) throws -> Void
    ) -> NetworkClient {
        modifyRequest { request in
            guard let url = request.url, var components = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
                throw NetworkClientError.malformedURL
            }
            try change(&components)
            guard let changed = components.url else { throw NetworkClientError.malformedURL }
            request.url = changed
        }
    }

    // MARK: Path

    /// Appends to the path, with exactly one slash between the parts.
    ///
    /// Each part is a path as people write it: slashes separate, escapes are kept, spaces and the like are encoded, and the text after a `?` is
    /// added to the query. For a value that must stay within its segment use ``path(segment:)``.
    public func path(
        _ component: any CustomStringConvertible & Sendable, _ more: any CustomStringConvertible & Sendable...
    ) -> NetworkClient {
        appending(path: ([component] + more).map(\.description))
    }

    /// Appends a value as one segment: a slash in it is encoded, as is everything else that would end it.
    ///
    /// - Throws: When the request is made, ``NetworkClientError/malformedURL`` for `.` and `..`, which a URL cannot contain as values.
    public func path(segment value: any CustomStringConvertible & Sendable) -> NetworkClient {
        let segment = PercentCoding.segment(value.description)
        guard segment != ".", segment != ".." else {
            return modifyRequest { _ in throw NetworkClientError.malformedURL }
        }
        return appending(path: [segment])
    }

    /// Appends to the path, like ``path(_:_:)``: `client("users", 5)`.
    public func callAsFunction(
        _ component: any CustomStringConvertible & Sendable, _ more: any CustomStringConvertible & Sendable...
    ) -> NetworkClient {
        appending(path: ([component] + more).map(\.description))
    }

    private func appending(path components: [String]) -> NetworkClient {
        modifyRequest { request in
            for component in components { try request.append(path: component, queryItems: []) }
        }
    }

    // MARK: Time and cache

    /// Sets the longest silence while the response is awaited or arrives, in seconds.
    public func timeout(_ seconds: TimeInterval) -> NetworkClient { timeout(.seconds(seconds)) }

    /// Sets the longest silence while the response is awaited or arrives.
    public func timeout(_ duration: Duration) -> NetworkClient {
        appendingStep { request, configs in
            request.timeoutInterval = duration.seconds
            configs.timeout = duration
        }
    }

    /// Sets the policy of the `URLRequest`. No transport of this library caches; policies that bypass caches send `Cache-Control: no-cache`.
    public func cachePolicy(_ policy: URLRequest.CachePolicy) -> NetworkClient {
        modifyRequest { $0.cachePolicy = policy }
    }
}

extension URLRequest {
    /// - Throws: ``NetworkClientError/malformedURL`` when Foundation does not accept the result.
    mutating func append(path: String?, queryItems: [URLQueryItem]) throws {
        let text = URLBuilder(base: url?.absoluteString ?? "").joined(path: path, queryItems: queryItems)
        guard let repaired = PercentCoding.repaired(text), let url = URL(string: repaired) else {
            throw NetworkClientError.malformedURL
        }
        self.url = url
    }
}
