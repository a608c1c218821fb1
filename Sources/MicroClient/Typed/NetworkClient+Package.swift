import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

// What another door of this package needs of the pipeline that `run` goes through.

extension NetworkClient {
    /// Sends as ``run(_:)`` does, all interceptors of the configuration included, and gives the answer whatever its status.
    package func answer(to wire: WireRequest, observer: Exchange.Observer?) async throws -> NetworkAnswer {
        try await answer(
            to: wire, strategy: nil, interceptors: nil, responseInterceptors: configuration.responseInterceptors,
            observer: observer)
    }

    /// - Throws: ``NetworkClientError/malformedURL``.
    package func url(path: String, queryItems: [URLQueryItem]) throws -> String {
        try URLBuilder(base: configuration.baseURL.absoluteString).url(path: path, queryItems: queryItems)
    }
}

extension NetworkAnswer {
    /// The answer's head as Foundation has it, the exchange inside.
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
            return try AnswerDecoder(decoder: decoder).decode(type, from: body, head: head)
        } catch {
            throw NetworkClientError.decodingError(NetworkClientError.ExchangeFailure(error, exchange: exchange))
        }
    }
}

extension URLResponse {
    /// How it came; nil unless it is one that this library made.
    package var recordedExchange: Exchange? { (self as? ExchangeURLResponse)?.exchange }

    /// Whether a response interceptor has accepted or refused it; nil when none said.
    var recordedAcceptance: Bool? { (self as? ExchangeURLResponse)?.acceptance }
}

extension WireRequest {
    /// The same as Foundation has it; bodies that are not bytes are left out.
    package func shownRequest() throws -> URLRequest { try urlRequest() }

    /// What a `URLRequest` made of this one says now; a body that Foundation was not shown stays.
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
