import Interchange
import OpenCollection

// The form of what is shown, and the collection as it is with all that is unsaved.

/// The shown item with its form: made once for a drawing, because several parts of it ask.
struct ShownForm {
    let path: ItemPath
    let session: RequestSession
    let surroundings: FormSurroundings
    let form: Form

    /// The field under the cursor.
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
        opened.pages.filter { sessions[$0]?.draft.isDirty == true }.reduce(into: collection) { collection, path in
            if let session = sessions[path] { collection.take(session.draft.form, at: path) }
        }
    }
}

extension Collection {
    /// Whether a form is here that is no item's: the collection's own, or an environment's.
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
