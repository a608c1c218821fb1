import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension WireRequest {
    /// What a `URLRequest` says, its fields sorted by name since it keeps no order of its own.
    ///
    /// A `httpBodyStream` is sent as it is read, once. `cachePolicy` and what else a `URLRequest` says to a `URLSession` alone
    /// (`networkServiceType`, `allowsCellularAccess`, cookies) means nothing here: no transport caches.
    /// - Parameter body: what is sent when the `URLRequest` has no body.
    /// - Throws: ``NetworkClientError/malformedURL`` without a URL.
    init(
        _ request: URLRequest, body: BodySource = .none, options: TransferOptions = TransferOptions()
    ) throws {
        guard let url = request.url else { throw NetworkClientError.malformedURL }
        let fields = (request.allHTTPHeaderFields ?? [:]).sorted { $0.key < $1.key }
        self.init(
            method: HTTPMethod(rawValue: request.httpMethod ?? "GET"), url: url.absoluteString,
            headers: HeaderFields(fields.map { HeaderField($0.key, $0.value) }), body: BodySource(request) ?? body,
            options: options)
        // What Foundation gives to a request of which nobody said anything.
        if request.timeoutInterval != 60 { self.options.idleTimeout = .idle(request.timeoutInterval) }
    }

    /// What a `URLRequest` made of this one says now; the options stay, but for a timeout that was changed.
    func replaced(by request: URLRequest, body: BodySource) throws -> WireRequest {
        var wire = try WireRequest(request, body: body, options: options)
        let isUnchanged = request.timeoutInterval == options.idleTimeout.timeoutInterval
        wire.options.idleTimeout = isUnchanged ? options.idleTimeout : .idle(request.timeoutInterval)
        return wire
    }

    /// The same as a `URLRequest`, which may rewrite the URL and joins fields of one name.
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
    /// Nil without one.
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
    /// A week, in seconds: Foundation has no word for "no timeout".
    private static var forEver: TimeInterval { 604_800 }

    /// As a `URLRequest` says it; nil waits for ever.
    var timeoutInterval: TimeInterval { map(\.seconds) ?? Self.forEver }

    static func idle(_ interval: TimeInterval) -> Duration? { interval < forEver ? .seconds(interval) : nil }
}

extension Duration {
    /// As Foundation counts.
    var seconds: TimeInterval { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
