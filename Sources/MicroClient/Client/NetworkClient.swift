import Foundation

/// What performs typed requests; conform a double to it in tests.
public protocol NetworkClientProtocol {
    /// Sends a request and decodes its answer.
    ///
    /// - Throws: ``NetworkClientError``, `CancellationError`.
    func run<RequestModel, ResponseModel>(
        _ networkRequest: NetworkRequest<RequestModel, ResponseModel>
    ) async throws -> NetworkResponse<ResponseModel>
}

/// Sends requests over the transport of its configuration: typed ones by ``run(_:)``, raw ones by ``send(_:options:observer:)``, and
/// those that are built step by step: `client("users").query("limit", 1).get()`.
///
/// A value without state of its own: copies share the transport and its connections. What the builder's modifiers say counts for the
/// builder's calls; `run` and `send` go by the configuration alone.
public struct NetworkClient: NetworkClientProtocol, Sendable {
    /// What holds for all sends of this client.
    public let configuration: NetworkConfiguration
    /// Of the configuration, what sends need.
    let defaults: SendDefaults
    /// What the builder's modifiers say; nil before the first.
    private(set) var chain: RequestChain?

    /// A client for typed requests, raw ones, and a chain that begins at the configuration's base URL.
    public init(configuration: NetworkConfiguration) {
        self.configuration = configuration
        defaults = SendDefaults(configuration)
    }

    /// The same client, of which more has been said.
    func with(_ chain: RequestChain) -> NetworkClient {
        var client = self
        client.chain = chain
        return client
    }

    /// A client for raw requests over this transport, everything else by default. ``run(_:)`` then needs requests with a base URL.
    public init(transport: any Transport) {
        self.init(configuration: NetworkConfiguration(session: .transport(transport), baseURL: .noBase))
    }
}

extension URL {
    /// Nothing that HTTP could be spoken to: a path joined to it is a malformed URL.
    static let noBase = URL(fileURLWithPath: "/")
}
