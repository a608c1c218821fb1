#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A middleware that changes a request before it is sent: credentials, ids, tracing. Several form a chain, in the order of their array.
///
/// Runs before each attempt, after every interceptor of the client's configuration.
public protocol Middleware: Sendable {
    /// Changes the request.
    ///
    /// - Throws: Any error; nothing is sent then, and the caller gets `NetworkClientError.unknown` around it.
    func modify(request: inout URLRequest) async throws
}

/// An interceptor of responses, whatever their status, before the status is checked and the body decoded. Several form a chain, in the order of
/// their array.
public protocol Interceptor: Sendable {
    /// Intercepts a response.
    ///
    /// - Parameters:
    ///   - data: The whole body.
    ///   - response: The `HTTPURLResponse`, or the response that an interceptor before this one returned.
    ///   - client: A client to send again with. It has only the interceptors before this one, so that it never calls this one again.
    ///   - request: The request as declared.
    /// - Returns: The response, or another in its place.
    /// - Throws: Any error; the caller gets `NetworkClientError.unknown` around it, and finds it by
    ///   `error.innermost(as:)`. Errors of the client and `CancellationError` are passed on unchanged.
    func intercept(
        data: Data, response: URLResponse, client: HttpClient, request: some HttpRequest
    ) async throws -> (data: Data, response: URLResponse)
}

/// The middlewares as the pipeline's last interceptor.
struct MiddlewareChain: WireInterceptor {
    let middlewares: [any Middleware]
    let logger: (any ClientLogger)?
    let cachePolicy: URLRequest.CachePolicy?

    func intercept(_ wire: WireRequest) async throws -> WireRequest {
        guard !middlewares.isEmpty || logger != nil else { return wire }
        var request = try wire.shownRequest()
        if let cachePolicy { request.cachePolicy = cachePolicy }
        for middleware in middlewares { try await run(middleware, on: &request) }
        logger?.logPerform(request: request)
        return middlewares.isEmpty ? wire : try wire.replaced(by: request)
    }

    private func run(_ middleware: any Middleware, on request: inout URLRequest) async throws {
        do {
            try await middleware.modify(request: &request)
        } catch let error as CancellationError {
            throw error
        } catch {
            throw NetworkClientError.InterceptorFailure(error, interceptor: "\(type(of: middleware))")
        }
    }
}
