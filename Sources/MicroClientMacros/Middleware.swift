#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Changes a request before it is sent: credentials, ids, tracing. Many form a chain, in the order of their array.
///
/// Runs before each attempt, after every interceptor of the client's configuration.
public protocol Middleware: Sendable {
    /// - Throws: any error; nothing is sent then, and the caller gets `NetworkClientError.unknown` around it.
    func modify(request: inout URLRequest) async throws
}

/// Sees the answer before its status is judged and its body decoded, whatever the status. Many form a chain, in the order of their
/// array.
public protocol Interceptor: Sendable {
    /// - Parameters:
    ///   - data: the body, whole.
    ///   - response: an `HTTPURLResponse`, or what an interceptor before this one made of it.
    ///   - client: to send again with. It has the interceptors that stand before this one, so that it never comes back here.
    ///   - request: as declared.
    /// - Returns: the answer, or another in its place.
    /// - Throws: any error; the caller gets `NetworkClientError.unknown` around it, and finds it by
    ///   `error.innermost(as:)`. Errors of the client and `CancellationError` stay what they are.
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
