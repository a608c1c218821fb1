import OpenCollection

extension ExplorerState {
    /// The state of what is shown: a request, a folder, the collection, an environment.
    public var session: RequestSession? {
        get { shown.flatMap { sessions[$0] } }
        set {
            guard let shown else { return }
            sessions[shown] = newValue
        }
    }

    public var environment: EnvironmentDefinition? {
        environmentName.flatMap { name in collection.environments.first { $0.name == name } }
    }

    /// Unsaved changes in all collections, each with its collection's index.
    var dirtyPaths: [(collection: Int, path: ItemPath)] {
        collections.indices.flatMap { index in collections[index].dirtyPaths.map { (index, $0) } }
    }

    /// Whether something on screen moves on its own.
    public var needsTicks: Bool { collections.contains { $0.sessions.values.contains { $0.running != nil } } }

    /// The request as it would be sent now, as far as its values are known.
    public func rendered(_ content: DraftContent, at path: ItemPath) -> RenderedRequest {
        var collection = current.drafted
        collection.companion.requests[path] = content.policies
        return RequestRenderer.render(
            content.definition, at: path, in: collection, scopes: scopes(for: content, at: path),
            defaults: clientDefaults)
    }

    /// The variables in sight of a request. Without dynamic values: what is shown does not change by itself.
    public func scopes(for content: DraftContent, at path: ItemPath) -> VariableScopes {
        scopes(at: path, request: content.definition, environmentName: environmentName)
    }

    /// The variables in sight of what is edited: of a folder those that a request in it would see, of an environment its own.
    func scopes(for content: FormContent, at path: ItemPath) -> VariableScopes {
        switch content {
        case .request(let request): scopes(for: request, at: path)
        case .folder: scopes(at: path.appending("folder.yml"), request: nil, environmentName: environmentName)
        case .collection: scopes(at: .root, request: nil, environmentName: environmentName)
        case .environment(let environment): scopes(at: .root, request: nil, environmentName: environment.name)
        }
    }

    private func scopes(at path: ItemPath, request: RequestDefinition?, environmentName: String?) -> VariableScopes {
        let collection = current.drafted
        let outside = outside
        return VariableScopes(
            collection: collection, environment: environmentName.flatMap { collection.environment(named: $0) },
            itemPath: path, request: request ?? RequestDefinition(), session: sessionValues.mapValues { .string($0) },
            sessionSecrets: current.hiddenNames, environmentFiles: outside.environmentFiles,
            secrets: { outside.secret($0, of: environmentName, in: collection) },
            processEnvironment: outside.processEnvironment)
    }

    /// Shows an item at the start: the folders around it open.
    public mutating func reveal(_ path: ItemPath) {
        tree.expanded.formUnion([.root] + path.ancestors)
        show(path)
    }

    /// The first request of these items, depth first.
    static func firstRequest(in items: [CollectionItem]) -> ItemPath? {
        for item in items {
            switch item.kind {
            case .request, .unopened: return item.path
            case .folder(_, let children): if let path = firstRequest(in: children) { return path }
            default: continue
            }
        }
        return nil
    }
}
