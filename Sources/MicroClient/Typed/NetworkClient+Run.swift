import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension NetworkClient {
    /// Sends a typed request and decodes its response.
    ///
    /// Order: URL, headers and body; then for each attempt the configuration's `interceptor`, `asyncInterceptor`, the `interceptors` of
    /// the request or else of the configuration, the `wireInterceptors`; then the wire; then, for the response that ends the retries, the
    /// `responseInterceptors` of the request or else of the configuration, the status check (200 to 299), decoding.
    /// - Throws: ``NetworkClientError``, `CancellationError`.
    public func run<RequestModel, ResponseModel>(
        _ networkRequest: NetworkRequest<RequestModel, ResponseModel>
    ) async throws -> NetworkResponse<ResponseModel> {
        try await run(networkRequest, observer: nil)
    }

    /// Sends a typed request with an observer and decodes its response.
    ///
    /// - Parameters:
    ///   - networkRequest: The request, and the type that its response is decoded to.
    ///   - observer: Receives every event in order; the last carries the finished exchange, also after a failure or a cancellation. Response
    ///     interceptors, status check and decoding come after it.
    /// - Throws: ``NetworkClientError``, `CancellationError`.
    public func run<RequestModel, ResponseModel>(
        _ networkRequest: NetworkRequest<RequestModel, ResponseModel>, observer: Exchange.Observer?
    ) async throws -> NetworkResponse<ResponseModel> {
        let wire = try RequestBuilder(configuration: configuration).wireRequest(networkRequest)
        let response = try await response(
            to: wire, strategy: networkRequest.retryStrategy, interceptors: networkRequest.interceptors,
            responseInterceptors: networkRequest.responseInterceptors ?? configuration.responseInterceptors,
            observer: observer)
        let urlResponse = try accepted(response)
        do {
            let decoder = networkRequest.decoder ?? configuration.defaultDecoder
            let value = try ResponseDecoder(decoder: decoder).decode(
                ResponseModel.self, from: response.body, head: response.head)
            return NetworkResponse(value: value, response: urlResponse, exchange: response.exchange)
        } catch {
            throw NetworkClientError.decodingError(
                NetworkClientError.ExchangeFailure(error, exchange: response.exchange))
        }
    }

    func response(
        to wire: WireRequest, strategy: RetryStrategy?, interceptors: [any NetworkRequestInterceptor]?,
        responseInterceptors: [any NetworkResponseInterceptor], observer: Exchange.Observer?
    ) async throws -> InterceptedResponse {
        var wire = wire
        wire.addDefaultFields()
        let chain = URLRequestChain(configuration: configuration, interceptors: interceptors)
        let wireInterceptors = configuration.wireInterceptors
        // Needed only for response interceptors, which see the request that was sent.
        let sent = responseInterceptors.isEmpty ? nil : Locked(wire)
        let sending = sending(wire, options: SendOptions(retry: strategy?.asked), observer: observer) { wire in
            let request = try await chain.apply(to: wire).intercepted(by: wireInterceptors)
            sent?.withLock { $0 = request }
            return request
        }
        let (head, body) = try await sending.collect(upTo: configuration.maximumResponseBytes)
        defaults.log(body, inResponseTo: sending.recorder.exchange)
        let response = InterceptedResponse(
            request: sent?.withLock { $0 } ?? wire, head: head, body: body, exchange: sending.recorder.exchange)
        return responseInterceptors.isEmpty ? response : try await response.intercepted(by: responseInterceptors)
    }

    /// Sends as ``run(_:)`` does, all request interceptors included, and saves the body. Response interceptors are not run, since they need it in
    /// memory.
    ///
    /// - Returns: The head and exchange, and the beginning of the body if it is not to be saved.
    func download(
        _ wire: WireRequest, to url: URL, observer: Exchange.Observer?, if isAccepted: (ResponseHead) -> Bool
    ) async throws -> (head: ResponseHead, rejected: Data?, exchange: Exchange) {
        let file: SavedBody
        do { file = try SavedBody(replacing: url) } catch { throw NetworkClientError.unknown(error) }
        let sending = intercepted(wire, observer: observer)
        let (head, rejected) = try await sending.save(to: file, if: isAccepted)
        return (head: head, rejected: rejected, exchange: sending.recorder.exchange)
    }

    /// Sends as ``run(_:)`` does, all request interceptors included, and returns the response while its body arrives.
    func respond(to wire: WireRequest, observer: Exchange.Observer?) async throws -> WireResponse {
        try await intercepted(wire, observer: observer).respond()
    }

    private func intercepted(_ wire: WireRequest, observer: Exchange.Observer?) -> Sending {
        var wire = wire
        wire.addDefaultFields()
        let chain = URLRequestChain(configuration: configuration, interceptors: nil)
        let wireInterceptors = configuration.wireInterceptors
        return sending(wire, options: SendOptions(), observer: observer) { wire in
            try await chain.apply(to: wire).intercepted(by: wireInterceptors)
        }
    }

    /// - Throws: ``NetworkClientError/unacceptableStatusCode(statusCode:response:data:)``.
    private func accepted(_ response: InterceptedResponse) throws -> HTTPURLResponse {
        let urlResponse = try response.urlResponse()
        guard response.isAccepted else {
            throw NetworkClientError.unacceptableStatusCode(
                statusCode: response.status, response: urlResponse, data: response.body)
        }
        return urlResponse
    }
}

extension RetryStrategy {
    /// The policy when it is set on a request: a plain count then covers POST and PATCH, since the caller knows the request.
    fileprivate var asked: RetryPolicy {
        var policy = policy
        if case .retry = self { policy.methods = .all }
        return policy
    }
}

/// The interceptors that take a `URLRequest`, in their order.
private struct URLRequestChain: Sendable {
    let first: NetworkRequestsInterceptor?
    let second: NetworkAsyncRequestInterceptor?
    let rest: [any NetworkRequestInterceptor]

    init(configuration: NetworkConfiguration, interceptors: [any NetworkRequestInterceptor]?) {
        first = configuration.interceptor
        second = configuration.asyncInterceptor
        rest = interceptors ?? configuration.interceptors
    }

    /// Applies the interceptors. The request stays a raw one until an interceptor requires a `URLRequest`, which Foundation would rewrite.
    func apply(to wire: WireRequest) async throws -> WireRequest {
        var request = Intercepted.wire(wire)
        if let first { request = .foundation(first(try request.foundation)) }
        if let second {
            request = try await guarded("asyncInterceptor") { [request] in
                .foundation(try await second(request.foundation))
            }
        }
        for interceptor in rest {
            request = try await guarded("\(type(of: interceptor))") { [request] in
                try await request.intercepted(by: interceptor)
            }
        }
        return try request.wire(like: wire)
    }

    private func guarded(_ name: String, _ run: () async throws -> Intercepted) async throws -> Intercepted {
        do {
            return try await run()
        } catch  where !error.isCancellation {
            throw NetworkClientError.InterceptorFailure(error, interceptor: name)
        }
    }
}

/// A request between two interceptors.
private enum Intercepted: Sendable {
    case wire(WireRequest)
    case foundation(URLRequest)

    var foundation: URLRequest {
        get throws {
            switch self {
            case .wire(let request): try request.urlRequest()
            case .foundation(let request): request
            }
        }
    }

    func intercepted(by interceptor: any NetworkRequestInterceptor) async throws -> Intercepted {
        if case .wire(let request) = self, let interceptor = interceptor as? any WireInterceptor {
            return .wire(try await interceptor.intercept(request))
        }
        return .foundation(try await interceptor.intercept(foundation))
    }

    /// - Parameter original: The request whose options are kept, and its body if a `URLRequest` could not carry it.
    func wire(like original: WireRequest) throws -> WireRequest {
        switch self {
        case .wire(let request): request
        case .foundation(let request):
            try original.replaced(by: request, body: original.body.uncarried)
        }
    }
}

extension BodySource {
    /// The body if it is read while it is sent; none for one that a `URLRequest` contains.
    fileprivate var uncarried: BodySource {
        switch self {
        case .none, .bytes: .none
        case .file, .stream: self
        }
    }
}
