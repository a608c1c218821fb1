#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A request that declares the type of its response: `@Get("/users/:id", of: User.self)` makes one.
///
/// ```swift
/// let user = try await client.perform(GetUser(id: 1)).data
/// ```
/// A response of another type does not compile. Use `VoidResponse` as the model of a body to ignore, `Data` for the body as received.
public protocol TypedHttpRequest: Sendable {
    /// The type that the response's body is decoded as: `Decodable`.
    associatedtype ResponseModel
    /// Writes the request.
    ///
    /// - Throws: Any error; nothing is sent then.
    func write(to request: inout RequestWriter) throws
}

extension TypedHttpRequest {
    /// The same request, with a response type that the caller chooses.
    public var untyped: UntypedRequest<Self> { UntypedRequest(typed: self) }
}

/// A ``TypedHttpRequest`` for use as an ``HttpRequest``: interceptors and doubles of ``HttpClient`` receive it.
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

    /// Rejects a response type for a request that declares its own.
    @available(*, unavailable, message: "the request declares the type of its response")
    public func perform<Value: Decodable>(
        _ request: some TypedHttpRequest, onProgress: ProgressHandler? = nil
    ) async throws -> Response<Value> {
        try await perform(request.untyped, onProgress: onProgress)
    }

    /// Sends the request and returns the response's body as received.
    public func performRaw(
        _ request: some TypedHttpRequest, onProgress: ProgressHandler? = nil
    ) async throws -> Response<Data> {
        try await performRaw(request.untyped, onProgress: onProgress)
    }
}

extension Client {
    /// Returns the request as it would be sent, before middlewares and interceptors. Bodies from files are not included.
    ///
    /// - Throws: `NetworkClientError`, and the errors of the request itself.
    public func urlRequest(for request: some TypedHttpRequest) throws -> URLRequest {
        try urlRequest(for: request.untyped)
    }
}
