import Foundation

#if canImport(Combine)
    import Combine
#endif

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension NetworkClient {
    /// Performs the request: `try await client.call(.http, as: .decodable)`.
    ///
    /// Order: path, query, headers, body, `auth`; then for each attempt the interceptors of ``Configs/configuration``, and the wire; then,
    /// for the response that ends the retries, its response interceptors, the ``Configs/httpResponseValidator`` or else the
    /// ``Configs/errorDecoder``, the serializer. While a mock is in use no request is sent.
    /// - Throws: ``NetworkClientError``; the error that the error decoder returns; the errors of custom modifiers, callers and serializers;
    ///   `CancellationError`.
    public func call<Response, Value, Output>(
        _ caller: NetworkClientCaller<Response, Value, () async throws -> Output>,
        as serializer: Serializer<Response, Value>,
        fileID: String = #fileID, line: UInt = #line
    ) async throws -> Output {
        try await result(of: caller, serializer, CallSite(fileID: fileID, line: line))()
    }

    // Not one generic method for every result: where the compiler does not expect `await`, as at the top level of a program, it would choose
    // that one for `.http`, and nothing would be sent.

    /// Performs a call that has its value at once: `try client.call(.mock(data), as: .decodable)`.
    public func call<Response, Value>(
        _ caller: NetworkClientCaller<Response, Value, Value>, as serializer: Serializer<Response, Value>,
        fileID: String = #fileID, line: UInt = #line
    ) throws -> Value {
        try result(of: caller, serializer, CallSite(fileID: fileID, line: line))
    }

    /// Performs a call that returns a publisher: `try client.call(.httpPublisher, as: .decodable)`.
    public func call<Response, Value, Result: Publisher>(
        _ caller: NetworkClientCaller<Response, Value, Result>, as serializer: Serializer<Response, Value>,
        fileID: String = #fileID, line: UInt = #line
    ) throws -> Result {
        try result(of: caller, serializer, CallSite(fileID: fileID, line: line))
    }

    /// Performs `call(.http, as: .decodable)`.
    public func call<Value: Decodable>(fileID: String = #fileID, line: UInt = #line) async throws -> Value {
        try await call(.http, as: .decodable, fileID: fileID, line: line)
    }

    /// Performs `call(.http, as: .void)`.
    public func call(fileID: String = #fileID, line: UInt = #line) async throws {
        try await call(.http, as: .void, fileID: fileID, line: line)
    }

    /// Performs `call()`: `let user: User = try await client.get()`.
    public func callAsFunction<Value: Decodable>(fileID: String = #fileID, line: UInt = #line) async throws -> Value {
        try await call(.http, as: .decodable, fileID: fileID, line: line)
    }

    /// Performs `call()`: `try await client.delete()`.
    public func callAsFunction(fileID: String = #fileID, line: UInt = #line) async throws {
        try await call(.http, as: .void, fileID: fileID, line: line)
    }

    private func result<Response, Value, Result>(
        of caller: NetworkClientCaller<Response, Value, Result>, _ serializer: Serializer<Response, Value>,
        _ site: CallSite
    ) throws -> Result {
        try withRequest { request, configs in
            var configs = configs
            configs.callSite = site
            if let value = try configs.mock(of: serializer) { return try caller.mock(value) }
            return try caller.call(request, configs, serializer.serialize)
        }
    }
}
