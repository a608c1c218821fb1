import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What a caller that waits gives: `call(_:as:)` of ``NetworkClient`` runs it.
public typealias AsyncValue<Value> = () async throws -> Value

/// A way to perform a request: `Response` is what it gets from outside, `Value` what a ``Serializer`` makes of it, `Result` what the one
/// who calls is given: an ``AsyncValue``, the value itself, or a publisher.
///
/// One of your own is a static member beside the library's:
/// ```swift
/// extension NetworkClientCaller where Response == HTTPURLResponse, Result == AsyncValue<Value> {
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
    /// No request: this response is serialized; `Data` as the body of a response 200, which is validated too.
    public static func mock(_ response: Response) -> NetworkClientCaller where Response: Sendable {
        NetworkClientCaller { _, configs, serialize in
            try configs.value(ofMock: response, serialize)
        } mock: { value in
            value
        }
    }
}

extension NetworkClientCaller where Result == AsyncValue<Value> {
    /// No request: this response is serialized; `Data` as the body of a response 200, which is validated too.
    @_disfavoredOverload
    public static func mock(_ response: Response) -> NetworkClientCaller where Response: Sendable {
        NetworkClientCaller { _, configs, serialize in
            { try configs.value(ofMock: response, serialize) }
        } mock: { value in
            { value }
        }
    }
}
