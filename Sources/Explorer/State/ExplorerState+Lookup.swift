import OpenCollection

extension ExplorerState {
    /// The state of the request that is shown.
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
        var collection = collection
        collection.companion.requests[path] = content.policies
        return RequestRenderer.render(
            content.definition, at: path, in: collection, scopes: scopes(for: content, at: path),
            defaults: clientDefaults)
    }

    /// The variables in sight of a request. Without dynamic values: what is shown does not change by itself.
    public func scopes(for content: DraftContent, at path: ItemPath) -> VariableScopes {
        let secrets = outside.secrets[environmentName ?? ""] ?? [:]
        return VariableScopes(
            collection: collection, environment: environment, itemPath: path, request: content.definition,
            session: sessionValues.mapValues { .string($0) }, secrets: { secrets[$0] },
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

    /// The form of the shown request's tab.
    public var form: RequestForm? {
        guard let session, let shown else { return nil }
        let needsHeaders = session.requestTab == .headers
        return RequestForm(
            session.draft.content, tab: session.requestTab,
            rendered: needsHeaders ? rendered(session.draft.content, at: shown) : nil, notes: session.draft.base.notes)
    }
}
