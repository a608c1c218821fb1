import CollectionFiles
import Files
import Foundation
import GraphQL
import Interchange
import MicroClient
import OpenCollection

/// The schemas that a check knows of: files that are named, and what was kept of servers, whatever environment it was read in.
final class CachedSchemas: Sendable {
    private let location: CollectionLocation
    private let environment: [String: String]
    private let store: SchemaStore
    private let collection = Locked<OpenCollection.Collection?>(nil)

    init(_ location: CollectionLocation, environment: [String: String], gate: TrustGate) {
        (self.location, self.environment) = (location, environment)
        store = SchemaStore(directories: MicroscopeDirectories(environment: environment), gate: gate)
    }

    /// - Returns: nil when nothing is known.
    func text(for request: ItemPath, file: String?) -> Result<String, GraphQLSchemaProblem>? {
        guard let file else { return kept(for: request).map { .success($0) } }
        do {
            return try store.text(of: .file(file)).map { .success($0) }
        } catch {
            let reason = (error as? FileError)?.reason ?? "nobody has agreed to read it"
            return .failure(GraphQLSchemaProblem("there is no schema in \(file): \(reason)"))
        }
    }

    private func kept(for path: ItemPath) -> String? {
        guard let collection = whole(), let definition = collection.request(at: path)?.definition else { return nil }
        let environments = [nil] + collection.environments.map(Optional.some)
        return environments.lazy.compactMap { [self] chosen in
            let scopes = VariableScopes(collection: collection, environment: chosen, itemPath: path)
            let rendered = RequestRenderer.render(
                definition, at: path, in: collection, scopes: scopes, defaults: .microscope(environment))
            let key = SchemaKey(url: rendered.url, collection: location.root.path, environment: chosen?.name)
            return try? store.text(of: .server(key))
        }.first
    }

    private func whole() -> OpenCollection.Collection? {
        if let known = collection.withLock({ $0 }) { return known }
        let read = try? CollectionLoader(root: location.root).load(.whole)
        collection.withLock { $0 = read }
        return read
    }
}
