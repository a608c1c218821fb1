#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A request that says what its response is: `@Get("/users/:id", of: User.self)` makes one.
///
/// ```swift
/// let user = try await client.perform(GetUser(id: 1)).data
/// ```
/// A response of another type does not compile. `VoidResponse` is the model of a body that does not matter, `Data` that of one as it came.
public protocol TypedHttpRequest: Sendable {
    /// The type that the response's body is decoded as: `Decodable`.
    associatedtype ResponseModel
    /// Says what is sent.
    ///
    /// - Throws: any error; nothing is sent then.
    func write(to request: inout RequestWriter) throws
}

extension TypedHttpRequest {
    /// The same request, whose response the caller chooses.
    public var untyped: UntypedRequest<Self> { UntypedRequest(typed: self) }
}

/// A ``TypedHttpRequest`` where an ``HttpRequest`` is expected: interceptors and doubles of ``HttpClient`` see it.
public struct UntypedRequest<Typed: TypedHttpRequest>: HttpRequest {
    /// The request as declared.
    public let typed: Typed

    public func write(to request: inout RequestWriter) throws { try typed.write(to: &request) }
}

extension HttpClient {
    /// Sends the request and decodes its response as the type that it declares.
    @discardableResult
    public func perform<Request: TypedHttpRequest, Model: Decodable>(
        _ request: Request, onProgress: ProgressHandler? = nil
    ) async throws -> Response<Model> where Request.ResponseModel == Model {
        try await perform(request.untyped, onProgress: onProgress)
    }

    /// What is chosen for a request of which the response is chosen already.
    @available(*, unavailable, message: "the request declares the type of its response")
    public func perform<Value: Decodable>(
        _ request: some TypedHttpRequest, onProgress: ProgressHandler? = nil
    ) async throws -> Response<Value> {
        try await perform(request.untyped, onProgress: onProgress)
    }

    /// Sends the request and gives the response's body as it came.
    public func performRaw(
        _ request: some TypedHttpRequest, onProgress: ProgressHandler? = nil
    ) async throws -> Response<Data> {
        try await performRaw(request.untyped, onProgress: onProgress)
    }
}

extension Client {
    /// The request as it would be sent, before middlewares and interceptors. Bodies from files are not shown.
    ///
    /// - Throws: `NetworkClientError`, and what the request itself throws.
    public func urlRequest(for request: some TypedHttpRequest) throws -> URLRequest {
        try urlRequest(for: request.untyped)
    }
}
