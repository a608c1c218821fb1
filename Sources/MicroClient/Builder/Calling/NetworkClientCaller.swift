import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A way to perform a request: `Response` is what it receives, `Value` what a ``Serializer`` makes of it, `Result` what it returns to
/// its caller: an async function that `call(_:as:)` of ``NetworkClient`` runs, the value itself, or a publisher.
///
/// A custom caller is a static member like the library's:
/// ```swift
/// extension NetworkClientCaller where Response == HTTPURLResponse, Result == () async throws -> Value {
///     static var headOnly: NetworkClientCaller {
///         NetworkClientCaller { request, configs, serialize in
///             { try await serialize(configs.httpClient.data(request, configs).1, configs) }
///         } mock: { value in
///             { value }
///         }
///     }
/// }
/// ```
public struct NetworkClientCaller<Response, Value, Result>: Sendable {
    /// Makes the value from a response.
    public typealias Serialize = (Response, NetworkClient.Configs) throws -> Value

    let call: @Sendable (URLRequest, NetworkClient.Configs, @escaping Serialize) throws -> Result
    let mock: @Sendable (Value) throws -> Result

    /// Creates a caller.
    ///
    /// - Parameters:
    ///   - call: Starts the call of a finished request.
    ///   - mock: Returns the result for a value that is given.
    public init(
        call: @escaping @Sendable (URLRequest, NetworkClient.Configs, @escaping Serialize) throws -> Result,
        mock: @escaping @Sendable (Value) throws -> Result
    ) {
        self.call = call
        self.mock = mock
    }
}

extension NetworkClientCaller where Result == Value {
    /// Returns a caller that sends no request: it validates this response with status 200, and serializes it; only `Data` is taken as its body.
    public static func mock(_ response: Response) -> NetworkClientCaller where Response: Sendable {
        NetworkClientCaller { _, configs, serialize in
            try configs.value(ofMock: response, serialize)
        } mock: { value in
            value
        }
    }
}

extension NetworkClientCaller where Result == () async throws -> Value {
    /// Returns a caller that sends no request: it validates this response with status 200, and serializes it; only `Data` is taken as its body.
    @_disfavoredOverload
    public static func mock(_ response: Response) -> NetworkClientCaller where Response: Sendable {
        NetworkClientCaller { _, configs, serialize in
            { try configs.value(ofMock: response, serialize) }
        } mock: { value in
            { value }
        }
    }
}
