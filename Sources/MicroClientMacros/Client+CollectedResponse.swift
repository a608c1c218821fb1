#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A response with an acceptable status.
struct CollectedResponse {
    var collected: InterceptedResponse
    var response: HTTPURLResponse

    func response<Value>(with data: Value) -> Response<Value> {
        Response(
            data: data, statusCode: collected.head.status, headers: collected.head.headers, response: response,
            exchange: collected.exchange)
    }
}

extension Client {
    func response(to request: some HttpRequest, _ onProgress: ProgressHandler?) async throws -> CollectedResponse {
        let collected = try await collect(request, onProgress)
        var received = CollectedResponse(collected: collected, response: try collected.urlResponse())
        logger?.logResponse(
            request: try collected.exchange.lastRequest(), response: received.response, data: collected.body)
        for index in interceptors.indices { try await intercept(&received, index, request) }
        guard received.collected.isAccepted else {
            throw NetworkClientError.unacceptableStatusCode(
                statusCode: received.collected.head.status, response: received.response, data: received.collected.body)
        }
        return received
    }

    private func collect(_ request: some HttpRequest, _ onProgress: ProgressHandler?) async throws
        -> InterceptedResponse
    {
        var client = NetworkClient(configuration: configuration)
        let built = try BuiltRequest(request, client: client)
        var configuration = configuration
        configuration.wireInterceptors.append(
            MiddlewareChain(middlewares: middlewares, logger: logger, cachePolicy: built.cachePolicy))
        client = NetworkClient(configuration: configuration)
        return try await client.response(
            to: built.wire, observer: ProgressMeter.observer(bytesToSend: built.wire.body.length, onProgress))
    }

    private func intercept(_ received: inout CollectedResponse, _ index: Int, _ request: some HttpRequest) async throws
    {
        var earlier = self
        earlier.interceptors = Array(interceptors[..<index])
        do {
            let result = try await interceptors[index].intercept(
                data: received.collected.body, response: received.response, client: earlier, request: request)
            received.take(result.data, result.response)
        } catch {
            guard !(error is CancellationError), !(error is NetworkClientError) else { throw error }
            let failure = NetworkClientError.InterceptorFailure(
                error, interceptor: "\(type(of: interceptors[index]))", stage: .response)
            throw NetworkClientError.unknown(
                NetworkClientError.ExchangeFailure(failure, exchange: received.collected.exchange))
        }
    }
}

extension CollectedResponse {
    /// Takes the result of an interceptor. A response that is the same object, or is not HTTP, leaves the head unchanged.
    fileprivate mutating func take(_ data: Data, _ response: URLResponse) {
        collected.body = data
        guard let response = response as? HTTPURLResponse, response !== self.response else { return }
        let fields = response.allHeaderFields.map { HeaderField("\($0.key)", "\($0.value)") }
        let head = ResponseHead(
            status: response.statusCode, headers: HeaderFields(fields.sorted { $0.name < $1.name }))
        collected = InterceptedResponse(
            request: collected.request, head: head, body: data,
            exchange: response.recordedExchange ?? collected.exchange)
        self.response = response
    }
}

extension Exchange {
    /// Returns the request as the last attempt sent it.
    fileprivate func lastRequest() throws -> URLRequest {
        let sent = attempts.last?.hops.last?.request ?? request
        let body = sent.body.map(BodySource.bytes) ?? .none
        return try WireRequest(method: sent.method, url: sent.url, headers: sent.headers, body: body).shownRequest()
    }
}
