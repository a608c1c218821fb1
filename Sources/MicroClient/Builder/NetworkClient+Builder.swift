import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension NetworkClient {
    // MARK: Beginning

    /// Creates a client whose requests start at a URL: `client("users")` requests a path below it.
    ///
    /// - Parameters:
    ///   - url: The URL; its path and query are kept.
    ///   - session: The session that sends the requests.
    public init(url: URL, session: any URLSessionProtocol = .shared) {
        self.init(configuration: NetworkConfiguration(session: session, baseURL: url))
    }

    /// Creates the same client as ``init(url:session:)``.
    public init(baseURL: URL, session: any URLSessionProtocol = .shared) { self.init(url: baseURL, session: session) }

    /// Creates a client whose base URL is computed for each request.
    ///
    /// - Parameters:
    ///   - baseURL: Returns the base URL, given the final configs.
    ///   - session: The session that sends the requests.
    public init(
        baseURL: @escaping @Sendable (Configs) throws -> URL, session: any URLSessionProtocol = .shared
    ) {
        self.init(createRequest: { URLRequest(url: try baseURL($0)) }, session: session)
    }

    /// Creates a client whose requests start as copies of one.
    public init(request: URLRequest, session: any URLSessionProtocol = .shared) {
        let configuration = NetworkConfiguration(session: session, baseURL: request.url ?? .noBase)
        self = NetworkClient(configuration: configuration).with(RequestChain(create: { _ in request }))
    }

    /// Creates a client whose requests are created by a closure.
    ///
    /// - Parameters:
    ///   - createRequest: Called for each request, with the final configs.
    ///   - session: The session that sends the requests.
    public init(
        createRequest: @escaping @Sendable (Configs) throws -> URLRequest, session: any URLSessionProtocol = .shared
    ) {
        let configuration = NetworkConfiguration(session: session, baseURL: .noBase)
        self = NetworkClient(configuration: configuration).with(RequestChain(create: createRequest))
    }

    // MARK: Modifiers

    /// Sets a value that this client's calls use.
    public func configs<Value: Sendable>(
        _ keyPath: WritableKeyPath<Configs, Value> & Sendable, _ value: Value
    ) -> NetworkClient {
        configs { $0[keyPath: keyPath] = value }
    }

    /// Changes the values that this client's calls use.
    ///
    /// - Parameter change: Called for each request, after the modifiers before it in the chain.
    public func configs(_ change: @escaping @Sendable (inout Configs) -> Void) -> NetworkClient {
        with((chain ?? RequestChain()).appending(change))
    }

    /// Changes the request.
    ///
    /// - Parameter change: Called for each request, after the modifiers before it in the chain. An error that it throws ends the call.
    public func modifyRequest(_ change: @escaping @Sendable (inout URLRequest) throws -> Void) -> NetworkClient {
        appendingStep { request, _ in try change(&request) }
    }

    /// Changes the request with the configs, as they are at the end of the chain.
    public func modifyRequest(
        _ change: @escaping @Sendable (inout URLRequest, Configs) throws -> Void
    ) -> NetworkClient {
        appendingStep { request, configs in try change(&request, configs) }
    }

    func appendingStep(_ step: @escaping RequestChain.RequestStep) -> NetworkClient {
        with((chain ?? RequestChain()).appending(step))
    }

    // MARK: Ends

    /// Returns the request as the modifiers make it, credentials included; bodies that stream are not part of it.
    ///
    /// - Throws: The errors of the modifiers; ``NetworkClientError/encodingError(_:)``, ``NetworkClientError/malformedURL``.
    public func request() throws -> URLRequest { try built().request }

    /// Passes the configs to a closure, as they are at the end of the chain.
    public func withConfigs<Value>(_ body: (Configs) throws -> Value) rethrows -> Value { try body(finalConfigs) }

    /// Returns one value of the configs, as it is at the end of the chain.
    public func withConfigs<Value>(_ keyPath: KeyPath<Configs, Value>) -> Value { finalConfigs[keyPath: keyPath] }

    private var finalConfigs: Configs {
        var configs = Configs(configuration: configuration)
        chain?.applyConfigs(to: &configs)
        if !configs.isAuthEnabled { configs.configuration.authenticator = nil }
        return configs
    }

    func built() throws -> (request: URLRequest, configs: Configs) {
        var configs = finalConfigs
        var request = try chain?.request(&configs) ?? URLRequest(url: configs.configuration.baseURL)
        if let type = configs.contentType, request.value(forHTTPHeaderField: "Content-Type") == nil {
            request.setValue(type, forHTTPHeaderField: "Content-Type")
        }
        if configs.isAuthEnabled { try configs.auth?.modify(&request, configs) }
        return (request, configs)
    }
}
