import OpenCollection

// The form of what is shown, and the collection as it is with all that is unsaved.

extension ExplorerState {
    /// The form of the tab that is shown.
    public var form: Form? { session.flatMap { form(of: $0.draft.form) } }

    /// What the form of the shown tab would be with other content.
    func form(of content: FormContent) -> Form? {
        session.map { Form(content, tab: $0.tab, surroundings) }
    }

    /// What the shown form has to know beside its content.
    var surroundings: FormSurroundings {
        guard let session, let shown else { return FormSurroundings() }
        var surroundings = FormSurroundings()
        surroundings.notes = session.draft.base.notes
        surroundings.environments = current.drafted.environments
        switch session.draft.form {
        case .request(let content):
            if session.tab == .headers { surroundings.rendered = rendered(content, at: shown) }
            surroundings.inheritedSettings = current.drafted.inheritedSettings(
                at: shown, kind: content.definition.kind)
        case .folder:
            let collection = current.drafted
            surroundings.inheritedSettings = collection.inheritedSettings(at: shown)
            surroundings.inheritedGraphQLSettings = collection.inheritedSettings(at: shown, kind: .graphQL)
        case .environment(let environment):
            let collection = current.drafted
            let known = environment.variables.filter {
                outside.secret($0.name, of: environment.name, in: collection) != nil
            }
            surroundings.secretNames = Set(known.map(\.name))
        case .collection: break
        }
        return surroundings
    }

    /// Of what is shown, as the tree has it.
    var shownName: String {
        guard let shown else { return "" }
        return shown == .root ? collection.name : collection.item(at: shown)?.name ?? shown.baseName
    }

    /// Columns in which the form is laid out.
    var formColumns: Int { layout.request.columns }
}

extension CollectionState {
    /// The collection with the unsaved state of its folders, its environments and itself: what is on screen is what is sent. Requests are
    /// as they were saved; the one that is sent brings its own draft.
    var drafted: Collection {
        pages.reduce(into: collection) { collection, path in
            guard let draft = sessions[path]?.draft, draft.isDirty else { return }
            collection.take(draft.form, at: path)
        }
    }
}

extension Collection {
    /// Whether a form stands here that is no item's: the collection's own, or an environment's.
    func hasPage(at path: ItemPath) -> Bool { path == .root || environments.contains { $0.path == path } }

    /// Takes over what a form says of a folder, an environment or the collection.
    mutating func take(_ content: FormContent, at path: ItemPath) {
        if let holder = path.policyHolder { companion[holder] = content.policies }
        switch content {
        case .request: break
        case .folder(let folder):
            apply(.folder(path, name: folder.definition.name ?? path.baseName, folder.definition))
        case .collection(let content):
            name = content.info.name ?? name
            info = content.info
            root = content.defaults
        case .environment(let environment):
            guard let index = environments.firstIndex(where: { $0.name == environment.name }) else { return }
            environments[index] = environment
        }
    }
}
