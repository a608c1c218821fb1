import OpenCollection

// The form of what is shown, and the collection as it is with all that is unsaved.

extension ExplorerState {
    /// The form of the tab that is shown.
    public var form: Form? { shownForm?.form }

    /// What is shown, with its form.
    var shownForm: ShownForm? {
        guard let session, let shown else { return nil }
        let surroundings = surroundings(of: session.draft.form, at: shown)
        return ShownForm(
            path: shown, session: session, surroundings: surroundings,
            form: Form(session.draft.form, tab: session.tab, surroundings))
    }

    /// What the form of the shown tab would be with other content.
    func form(of content: FormContent) -> Form? { session.map { Form(content, tab: $0.tab, surroundings) } }

    /// What the shown form has to know beside its content.
    var surroundings: FormSurroundings {
        guard let session, let shown else { return FormSurroundings() }
        return surroundings(of: session.draft.form, at: shown)
    }

    /// Those that were kept where they are made of the same.
    func surroundings(of content: FormContent, at path: ItemPath) -> FormSurroundings {
        let facts = facts(of: content, at: path)
        return typing.keptSurroundings.flatMap { $0.facts == facts ? $0.surroundings : nil } ?? FormSurroundings(facts)
    }

    /// Keeps the shown form's surroundings for the frame and the events to come.
    mutating func keepSurroundings() {
        guard let session, let shown else { return }
        let facts = facts(of: session.draft.form, at: shown)
        if typing.keptSurroundings?.facts != facts { typing.keptSurroundings = KeptSurroundings(facts) }
    }

    func facts(of content: FormContent, at path: ItemPath) -> FormFacts {
        FormFacts(content, at: path, in: current, preferences.clientDefaults)
    }

    /// Of what is shown, as the tree has it.
    var shownName: String {
        guard let shown else { return "" }
        return shown == .root ? collection.name : collection.item(at: shown)?.name ?? shown.baseName
    }

    /// Columns in which the form is laid out.
    var formColumns: Int { layout.request.columns }
}

/// What is shown, with its form: made once for a drawing, because several parts of it ask.
struct ShownForm {
    let path: ItemPath
    let session: RequestSession
    let surroundings: FormSurroundings
    let form: Form

    /// What the cursor stands on.
    var fieldAtCursor: FormField? { form.field(at: session.cursor) }

    /// Whether that is above the rows: method or URL.
    var isAtHead: Bool { form.clamped(session.cursor).row < 0 }

    /// Whether that is a text of several lines.
    var isAtText: Bool { if let field = fieldAtCursor, case .lines? = form.inputs[field]?.kind { true } else { false } }

    /// The text that the tab is for; the one under the cursor where there are several.
    var textOfTab: FormField? {
        guard [.body, .docs].contains(session.tab) else { return nil }
        if isAtText { return fieldAtCursor }
        return form.rows.lazy.compactMap { row in
            if case .text(let text) = row.kind { text.field } else { nil }
        }.first
    }
}

extension CollectionState {
    /// The collection with the unsaved state of its folders, its environments and itself: what is on screen is what is sent. Requests are
    /// as they were saved; the one that is sent brings its own draft.
    var drafted: Collection {
        opened.pages.reduce(into: collection) { collection, path in
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
