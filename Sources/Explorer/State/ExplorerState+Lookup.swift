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
    var dirtyPaths: [(collection: String, path: ItemPath)] {
        collections.flatMap { collection in collection.dirtyPaths.map { (collection.path, $0) } }
    }

    /// Whether something on screen moves on its own.
    public var needsTicks: Bool {
        series?.isMoving == true || showsTokensUnderWay
            || !isPlain && collections.contains { $0.sessions.values.contains { $0.isSending } }
    }

    /// Whether the list of what runs tells for how long a token is waited for.
    private var showsTokensUnderWay: Bool {
        guard overlays.last is ActivitiesState else { return false }
        return collections.contains { !$0.credentials.fetches.isEmpty }
    }

    /// The request as it would be sent now, as far as its values are known.
    public func rendered(_ content: DraftContent, at path: ItemPath) -> RenderedRequest {
        let facts = FormFacts(.request(content), at: path, in: current, preferences.clientDefaults)
        let kept = typing.keptSurroundings.flatMap { $0.facts == facts ? $0.surroundings.rendered : nil }
        return kept ?? facts.rendered(facts.content.request, facts.scopes.preview)
    }

    /// The variables in sight of what is edited.
    public func scopes(for content: FormContent, at path: ItemPath) -> VariableScopes {
        surroundings(of: content, at: path).scopes
    }

    public func scopes(for content: DraftContent, at path: ItemPath) -> VariableScopes {
        scopes(for: .request(content), at: path)
    }

    /// Shows an item that was asked for: the folders around it open, and a filter that hides it gives way.
    public mutating func reveal(_ path: ItemPath) {
        tree.expanded.formUnion([.root] + path.ancestors)
        show(path)
        if tree.filter != nil, rowAtTreeCursor == nil { clearTreeFilter() }
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
