import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension WireRequest {
    /// Creates a request from a `URLRequest`, its fields sorted by name since a `URLRequest` keeps no order.
    ///
    /// A `httpBodyStream` is sent as it is read, once. `cachePolicy` and the properties meant for a `URLSession` alone
    /// (`networkServiceType`, `allowsCellularAccess`, cookies) have no effect: no transport caches.
    /// - Parameter body: The body to send when the `URLRequest` has none.
    /// - Throws: ``NetworkClientError/malformedURL`` if there is no URL.
    init(
        _ request: URLRequest, body: BodySource = .none, options: TransferOptions = TransferOptions()
    ) throws {
        guard let url = request.url else { throw NetworkClientError.malformedURL }
        let fields = (request.allHTTPHeaderFields ?? [:]).sorted { $0.key < $1.key }
        self.init(
            method: HTTPMethod(rawValue: request.httpMethod ?? "GET"), url: url.absoluteString,
            headers: HeaderFields(fields.map { HeaderField($0.key, $0.value) }), body: BodySource(request) ?? body,
            options: options)
        // Foundation's default timeout when none was set.
        if request.timeoutInterval != 60 { self.options.idleTimeout = .idle(request.timeoutInterval) }
    }

    /// Returns the request that a `URLRequest` made from this one has become; the options stay, except for a timeout that was changed.
    func replaced(by request: URLRequest, body: BodySource) throws -> WireRequest {
        var wire = try WireRequest(request, body: body, options: options)
        let isUnchanged = request.timeoutInterval == options.idleTimeout.timeoutInterval
        wire.options.idleTimeout = isUnchanged ? options.idleTimeout : .idle(request.timeoutInterval)
        return wire
    }

    /// Returns the same request as a `URLRequest`, which may rewrite the URL and joins fields of one name.
    ///
    /// - Throws: ``NetworkClientError/malformedURL`` when Foundation refuses the URL.
    func urlRequest() throws -> URLRequest {
        guard let url = URL(string: url) else { throw NetworkClientError.malformedURL }
        var request = URLRequest(url: url)
        request.httpMethod = method.rawValue
        for field in headers { request.addValue(field.value, forHTTPHeaderField: field.name) }
        if case .bytes(let data) = body { request.httpBody = data }
        request.timeoutInterval = options.idleTimeout.timeoutInterval
        return request
    }
}

extension BodySource {
    /// Creates the body of a request; nil if there is none.
    fileprivate init?(_ request: URLRequest) {
        if let body = request.httpBody {
            self = body.isEmpty ? .none : .bytes(body)
        } else if let stream = request.httpBodyStream {
            let length = request.value(forHTTPHeaderField: "Content-Length").flatMap { Int64($0) }
            self = .stream(BodySource.Stream(stream, length: length))
        } else {
            return nil
        }
    }
}

extension Duration? {
    /// One week in seconds, since Foundation has no value for "no timeout".
    private static var forEver: TimeInterval { 604_800 }

    /// The timeout for a `URLRequest` in seconds; a week if there is none.
    var timeoutInterval: TimeInterval { map(\.seconds) ?? Self.forEver }

    static func idle(_ interval: TimeInterval) -> Duration? { interval < forEver ? .seconds(interval) : nil }
}

extension Duration {
    /// The duration in seconds.
    var seconds: TimeInterval { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
