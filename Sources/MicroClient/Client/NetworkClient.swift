import Foundation

/// A client that performs typed requests; conform a double to it in tests.
public protocol NetworkClientProtocol {
    /// Sends a request and decodes its response.
    ///
    /// - Throws: ``NetworkClientError``, `CancellationError`.
    func run<RequestModel, ResponseModel>(
        _ networkRequest: NetworkRequest<RequestModel, ResponseModel>
    ) async throws -> NetworkResponse<ResponseModel>
}

/// A client that sends requests over the transport of its configuration: typed ones by ``run(_:)``, raw ones by
/// ``send(_:options:observer:)``, and chains of modifiers: `client("users").query("limit", 1).get()`.
///
/// A value without state of its own: copies share the transport and its connections. The builder's modifiers apply to the builder's
/// calls only; `run` and `send` use the configuration alone.
public struct NetworkClient: NetworkClientProtocol, Sendable {
    /// The configuration, which applies to all sends of this client.
    public let configuration: NetworkConfiguration
    /// The settings of the configuration that sends need.
    let defaults: SendDefaults
    /// The builder's modifiers; nil before the first.
    private(set) var chain: RequestChain?

    /// Creates a client for typed requests, raw ones, and a chain that begins at the configuration's base URL.
    public init(configuration: NetworkConfiguration) {
        self.configuration = configuration
        defaults = SendDefaults(configuration)
    }

    /// Returns the same client with another chain of modifiers.
    func with(_ chain: RequestChain) -> NetworkClient {
        var client = self
        client.chain = chain
        return client
    }

    /// Creates a client for raw requests over this transport, everything else by default. ``run(_:)`` then needs requests with a base URL.
    public init(transport: any Transport) {
        self.init(configuration: NetworkConfiguration(session: .transport(transport), baseURL: .noBase))
    }
}

extension URL {
    /// A URL that HTTP does not support: a path appended to it is a malformed URL.
    static let noBase = URL(fileURLWithPath: "/")
}
