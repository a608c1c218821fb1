import DemoAPI
import Foundation
import MicroClient
import MicroClientCurl
import OpenCollection

@testable import CollectionRunner

/// Requests to a demo API, rendered as the program renders them.
struct DemoCollection {
    let server: DemoServer
    var definition = RequestDefinition()
    var companion = CompanionFile()
    var variables: [Variable] = []
    /// The secrets by name.
    var secrets: [String: String] = [:]
    var captured = CapturedValues()
    static let path: ItemPath = "request.yml"

    /// - Parameter now: The server's clock.
    init(_ method: String = "GET", _ target: String, now: @escaping @Sendable () -> Date = { Date() }) throws {
        server = try DemoServer(options: DemoServer.Options(now: now))
        definition.method = method
        definition.url = server.baseURL + target
    }

    var retry: RetrySettings? {
        get { companion.requests[Self.path]?.retry }
        set { companion.requests[Self.path, default: RequestPolicies()].retry = newValue }
    }

    func rendered() -> RenderedRequest {
        RequestRenderer.render(
            definition, at: Self.path, in: collection, scopes: checks().scopes,
            defaults: ClientDefaults(userAgent: "tests"))
    }

    func checks() -> ResponseChecks {
        let scopes = VariableScopes(
            collection: collection, itemPath: Self.path, request: definition,
            session: secrets.mapValues { .string($0) }, sessionSecrets: Set(secrets.keys)
        ).adding(captured)
        return ResponseChecks(definition, at: Self.path, in: collection, scopes: scopes)
    }

    private var collection: OpenCollection.Collection {
        var root = FolderDefinition()
        root.variables = variables
        return Collection(name: "Demo", root: root, companion: companion)
    }
}

extension CollectionRunner {
    /// Creates a runner over libcurl, with waits that do not happen.
    static func impatient(
        spillDirectory: URL = FileManager.default.temporaryDirectory, sources: CredentialSources = CredentialSources()
    ) -> CollectionRunner {
        var configuration = NetworkClient(transport: CurlTransport.shared).configuration
        configuration.clock.sleep = { _ in try Task.checkCancellation() }
        return CollectionRunner(
            client: NetworkClient(configuration: configuration), spillDirectory: spillDirectory,
            credentialSources: sources)
    }
}
