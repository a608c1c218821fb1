import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The builder's modifiers so far, in their order. Immutable: every modifier creates a longer chain.
final class RequestChain: Sendable {
    typealias Creation = @Sendable (NetworkClient.Configs) throws -> URLRequest
    typealias ConfigStep = @Sendable (inout NetworkClient.Configs) -> Void
    typealias RequestStep = @Sendable (inout URLRequest, inout NetworkClient.Configs) throws -> Void

    /// Creates the first request; nil starts from the configuration's base URL.
    private let create: Creation?
    private let configSteps: [ConfigStep]
    private let requestSteps: [RequestStep]

    init(create: Creation? = nil, configSteps: [ConfigStep] = [], requestSteps: [RequestStep] = []) {
        self.create = create
        self.configSteps = configSteps
        self.requestSteps = requestSteps
    }

    func appending(_ step: @escaping ConfigStep) -> RequestChain {
        RequestChain(create: create, configSteps: configSteps + [step], requestSteps: requestSteps)
    }

    func appending(_ step: @escaping RequestStep) -> RequestChain {
        RequestChain(create: create, configSteps: configSteps, requestSteps: requestSteps + [step])
    }

    /// Returns a chain that starts at another URL; a request that is copied or made by a closure keeps everything else.
    func beginning(at url: URL) -> RequestChain {
        let create = create
        let begun: Creation = { configs in
            var request = try create?(configs) ?? URLRequest(url: url)
            request.url = url
            return request
        }
        return RequestChain(create: begun, configSteps: configSteps, requestSteps: requestSteps)
    }

    func applyConfigs(to configs: inout NetworkClient.Configs) {
        for step in configSteps { step(&configs) }
    }

    /// Returns the request that the steps make; all of them see the final configs.
    func request(_ configs: inout NetworkClient.Configs) throws -> URLRequest {
        var request = try create?(configs) ?? URLRequest(url: configs.configuration.baseURL)
        for step in requestSteps { try step(&request, &configs) }
        return request
    }
}
