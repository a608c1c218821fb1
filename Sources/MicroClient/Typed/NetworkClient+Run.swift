import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension NetworkClient {
    /// Sends a typed request and decodes its answer.
    ///
    /// Order: URL, headers and body; then for each attempt the configuration's `interceptor`, `asyncInterceptor`, the `interceptors` of
    /// the request or else of the configuration, the `wireInterceptors`; then the wire; then the status rule (200 to 299), then decoding.
    /// - Throws: ``NetworkClientError``, `CancellationError`.
    public func run<RequestModel, ResponseModel>(
        _ networkRequest: NetworkRequest<RequestModel, ResponseModel>
    ) async throws -> NetworkResponse<ResponseModel> {
        let wire = try RequestBuilder(configuration: configuration).wireRequest(networkRequest)
        let sending = typedSending(
            wire, strategy: networkRequest.retryStrategy, interceptors: networkRequest.interceptors)
        let decoder = networkRequest.decoder ?? configuration.defaultDecoder
        let answer = try await sending.collect()
        let exchange = sending.recorder.exchange
        let response = try accepted(answer.head, body: answer.body, exchange: exchange)
        do {
            let value = try AnswerDecoder(decoder: decoder).decode(
                ResponseModel.self, from: answer.body, head: answer.head)
            return NetworkResponse(value: value, response: response, exchange: exchange)
        } catch {
            throw NetworkClientError.decodingError(ExchangeFailure(error, exchange: exchange))
        }
    }

    func typedSending(
        _ wire: WireRequest, strategy: RetryStrategy?, interceptors: [any NetworkRequestInterceptor]?,
        observer: ExchangeObserver? = nil
    ) -> Sending {
        let chain = URLRequestChain(configuration: configuration, interceptors: interceptors)
        let wireInterceptors = configuration.wireInterceptors
        return sending(wire, options: SendOptions(retry: strategy?.asked), observer: observer) {
            try await chain.apply(to: wire).intercepted(by: wireInterceptors)
        }
    }

    /// - Throws: ``NetworkClientError/unacceptableStatusCode(statusCode:response:data:)``.
    private func accepted(_ head: ResponseHead, body: Data, exchange: Exchange) throws -> HTTPURLResponse {
        let last = exchange.attempts.last?.hops.last?.request.url ?? exchange.request.url
        guard let url = URL(string: last), let response = ExchangeURLResponse(head, url: url, exchange: exchange) else {
            throw NetworkClientError.unknown(ExchangeFailure(NetworkClientError.malformedURL, exchange: exchange))
        }
        guard (200...299).contains(head.status) else {
            throw NetworkClientError.unacceptableStatusCode(statusCode: head.status, response: response, data: body)
        }
        return response
    }
}

extension RetryStrategy {
    /// The policy when it stands on a request: a plain count then covers POST and PATCH, since the caller knows the request.
    fileprivate var asked: RetryPolicy {
        var policy = policy
        if case .retry = self { policy.methods = .all }
        return policy
    }
}

/// The interceptors that speak `URLRequest`, in their order.
private struct URLRequestChain: Sendable {
    let first: NetworkRequestsInterceptor?
    let second: NetworkAsyncRequestInterceptor?
    let rest: [any NetworkRequestInterceptor]

    init(configuration: NetworkConfiguration, interceptors: [any NetworkRequestInterceptor]?) {
        first = configuration.interceptor
        second = configuration.asyncInterceptor
        rest = interceptors ?? configuration.interceptors
    }

    /// Without interceptors the request stays exactly as it is: Foundation would rewrite it.
    func apply(to wire: WireRequest) async throws -> WireRequest {
        guard first != nil || second != nil || !rest.isEmpty else { return wire }
        var request = try wire.urlRequest()
        if let first { request = first(request) }
        if let second {
            request = try await guarded("asyncInterceptor") { [request] in try await second(request) }
        }
        for interceptor in rest {
            request = try await guarded("\(type(of: interceptor))") { [request] in
                try await interceptor.intercept(request)
            }
        }
        return try WireRequest(request, options: wire.options)
    }

    private func guarded(_ name: String, _ run: () async throws -> URLRequest) async throws -> URLRequest {
        do {
            return try await run()
        } catch  where !error.isCancellation {
            throw InterceptorFailure(error, interceptor: name)
        }
    }
}
