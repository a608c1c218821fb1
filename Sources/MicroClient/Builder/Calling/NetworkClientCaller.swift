import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A way to perform a request: `Response` is what it gets from outside, `Value` what a ``Serializer`` makes of it, `Result` what the one
/// who calls is given: an asynchronous function that `call(_:as:)` of ``NetworkClient`` runs, the value itself, or a publisher.
///
/// One of your own is a static member beside the library's:
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
    /// Makes the value of what came.
    public typealias Serialize = (Response, NetworkClient.Configs) throws -> Value

    let call: @Sendable (URLRequest, NetworkClient.Configs, @escaping Serialize) throws -> Result
    let mock: @Sendable (Value) throws -> Result

    /// - Parameters:
    ///   - call: begins the call of a finished request.
    ///   - mock: the same for a value that is there already.
    public init(
        call: @escaping @Sendable (URLRequest, NetworkClient.Configs, @escaping Serialize) throws -> Result,
        mock: @escaping @Sendable (Value) throws -> Result
    ) {
        self.call = call
        self.mock = mock
    }
}

extension NetworkClientCaller where Result == Value {
    /// No request: this response is validated as one of status 200, and serialized; `Data` is its body, what else is given has no bytes.
    public static func mock(_ response: Response) -> NetworkClientCaller where Response: Sendable {
        NetworkClientCaller { _, configs, serialize in
            try configs.value(ofMock: response, serialize)
        } mock: { value in
            value
        }
    }
}

extension NetworkClientCaller where Result == () async throws -> Value {
    /// No request: this response is validated as one of status 200, and serialized; `Data` is its body, what else is given has no bytes.
    @_disfavoredOverload
    public static func mock(_ response: Response) -> NetworkClientCaller where Response: Sendable {
        NetworkClientCaller { _, configs, serialize in
            { try configs.value(ofMock: response, serialize) }
        } mock: { value in
            { value }
        }
    }
}
