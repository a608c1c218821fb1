import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

// The parts of `run` that other targets of this package need.

extension NetworkClient {
    /// Sends as ``run(_:)`` does, all interceptors of the configuration included, and returns the response whatever its status.
    package func response(to wire: WireRequest, observer: Exchange.Observer?) async throws -> InterceptedResponse {
        try await response(
            to: wire, strategy: nil, interceptors: nil, responseInterceptors: configuration.responseInterceptors,
            observer: observer)
    }

    /// - Throws: ``NetworkClientError/malformedURL``.
    package func url(path: String, queryItems: [URLQueryItem]) throws -> String {
        try URLBuilder(base: configuration.baseURL.absoluteString).url(path: path, queryItems: queryItems)
    }
}

extension InterceptedResponse {
    /// Returns the response's head as Foundation's type, with the exchange inside.
    package func urlResponse() throws -> HTTPURLResponse {
        let url = exchange.attempts.last?.hops.last?.request.url ?? exchange.request.url
        guard let url = URL(string: url),
            let response = ExchangeURLResponse(head, url: url, exchange: exchange, acceptance: acceptance)
        else {
            throw NetworkClientError.unknown(
                NetworkClientError.ExchangeFailure(NetworkClientError.malformedURL, exchange: exchange))
        }
        return response
    }

    /// - Throws: ``NetworkClientError/decodingError(_:)``.
    package func decoded<Value: Decodable>(as type: Value.Type, by decoder: JSONDecoder) throws -> Value {
        do {
            return try ResponseDecoder(decoder: decoder).decode(type, from: body, head: head)
        } catch {
            throw NetworkClientError.decodingError(NetworkClientError.ExchangeFailure(error, exchange: exchange))
        }
    }
}

extension URLResponse {
    /// The exchange; nil unless this library created the response.
    package var recordedExchange: Exchange? { (self as? ExchangeURLResponse)?.exchange }

    /// Whether a response interceptor has accepted or refused it; nil if none decided.
    var recordedAcceptance: Bool? { (self as? ExchangeURLResponse)?.acceptance }
}

extension WireRequest {
    /// Returns the same as Foundation's type; bodies that are not bytes are left out.
    package func shownRequest() throws -> URLRequest { try urlRequest() }

    /// Returns the request that a `URLRequest` made from this one has become; a body that Foundation was not given stays.
    package func replaced(by request: URLRequest) throws -> WireRequest {
        var wire = try replaced(by: request, body: .none)
        if case .none = wire.body, request.httpBody == nil, body.isHidden { wire.body = body }
        return wire
    }
}

extension BodySource {
    fileprivate var isHidden: Bool {
        switch self {
        case .none, .bytes: false
        case .file, .stream: true
        }
    }
}
