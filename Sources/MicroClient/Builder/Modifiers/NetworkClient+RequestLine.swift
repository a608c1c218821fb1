import Foundation
import Text

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension NetworkClient {
    // MARK: Method

    /// Any method, one of your own too: `.method("PURGE")`. Default: GET.
    public func method(_ method: HTTPMethod) -> NetworkClient { modifyRequest { $0.httpMethod = method.rawValue } }

    /// Reads; to be called at once: `try await client.get()`.
    public var get: NetworkClient { method(.get) }
    /// Asks for the head of the answer only.
    public var head: NetworkClient { method(.head) }
    /// Creates, or makes the server do something.
    public var post: NetworkClient { method(.post) }
    /// Replaces.
    public var put: NetworkClient { method(.put) }
    /// Deletes.
    public var delete: NetworkClient { method(.delete) }
    /// Changes a part.
    public var patch: NetworkClient { method(.patch) }
    /// Asks what can be done.
    public var options: NetworkClient { method(.options) }

    // MARK: Server

    /// Begins requests at another URL; what the modifiers append stays appended.
    public func baseURL(_ url: URL) -> NetworkClient {
        with((chain ?? RequestChain()).beginning(at: url)).configs(\.configuration.baseURL, url)
    }

    /// Sends by another scheme, "http" or "https".
    public func scheme(_ scheme: String) -> NetworkClient { modifyURLComponents { $0.scheme = scheme } }

    /// Sends to another host.
    ///
    /// - Parameter host: a name or an address, without anything around it.
    public func host(_ host: String) -> NetworkClient { modifyURLComponents { $0.host = host } }

    /// Sends to another port; nil is the scheme's own.
    public func port(_ port: Int?) -> NetworkClient { modifyURLComponents { $0.port = port } }

    /// Changes the parts of the URL.
    ///
    /// - Parameter change: called for each request, after those that stand before it in the chain. What it throws ends the call, as
    ///   ``NetworkClientError/malformedURL`` does, where the parts make no URL.
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
    /// Each part is a path as one writes it: slashes separate, escapes stay, blanks and the like are encoded, and what follows a `?` is added
    /// to the query. A value that must stay within its segment goes to ``path(segment:)``.
    public func path(
        _ component: any CustomStringConvertible & Sendable, _ more: any CustomStringConvertible & Sendable...
    ) -> NetworkClient {
        appending(path: ([component] + more).map(\.description))
    }

    /// Appends a value as one segment: a slash in it is encoded, as is all else that would end it.
    ///
    /// - Throws: when the request is made, ``NetworkClientError/malformedURL`` for `.` and `..`, which no URL can say.
    public func path(segment value: any CustomStringConvertible & Sendable) -> NetworkClient {
        let segment = PercentCoding.segment(value.description)
        guard segment != ".", segment != ".." else {
            return modifyRequest { _ in throw NetworkClientError.malformedURL }
        }
        return appending(path: [segment])
    }

    /// Short for ``path(_:_:)``: `client("users", 5)`.
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

    /// The longest silence while the answer is awaited or arrives, in seconds.
    public func timeout(_ seconds: TimeInterval) -> NetworkClient { timeout(.seconds(seconds)) }

    /// The longest silence while the answer is awaited or arrives.
    public func timeout(_ duration: Duration) -> NetworkClient {
        appendingStep { request, configs in
            request.timeoutInterval = duration.seconds
            configs.timeout = duration
        }
    }

    /// Of the `URLRequest`. No transport of this library caches; policies that pass caches over send `Cache-Control: no-cache`.
    public func cachePolicy(_ policy: URLRequest.CachePolicy) -> NetworkClient {
        modifyRequest { $0.cachePolicy = policy }
    }
}

extension URLRequest {
    /// - Throws: ``NetworkClientError/malformedURL`` when Foundation does not take the result.
    mutating func append(path: String?, queryItems: [URLQueryItem]) throws {
        let text = URLBuilder(base: url?.absoluteString ?? "").joined(path: path, queryItems: queryItems)
        guard let repaired = PercentCoding.repaired(text), let url = URL(string: repaired) else {
            throw NetworkClientError.malformedURL
        }
        self.url = url
    }
}
