import OpenCollection

/// A file with its unsaved state: a request, a folder, the collection or an environment.
public struct Draft: Sendable, Hashable {
    /// Content with the text that it is an edit of; they change together, so that undo never mixes two texts.
    struct Version: Sendable, Hashable {
        var base: FormFile
        var content: FormContent
    }

    /// What the file held when it was last read or written; a save that finds something else asks first.
    public var diskText: String
    /// Whether it has a file. A request that was pasted has none until it is saved; a folder gets one when it first says something.
    public var hasFile = true
    /// Whether it is unsaved as long as it has no file, though nothing was changed.
    private let isNew: Bool
    /// The content that counts as saved.
    public var saved: FormContent
    private var history: History<Version>

    /// - Parameter hasFile: false for a folder without `folder.yml`, of which `file` is what it will begin as.
    public init(file: FormFile, policies: RequestPolicies = RequestPolicies(), hasFile: Bool = true) {
        diskText = hasFile ? file.text : ""
        isNew = false
        self.hasFile = hasFile
        saved = file.content(policies)
        history = History(Version(base: file, content: saved))
    }

    /// A request without a file.
    public init(new file: RequestFile, policies: RequestPolicies) {
        diskText = ""
        hasFile = false
        isNew = true
        saved = FormFile.request(file).content()
        history = History(Version(base: .request(file), content: saved))
        change { $0.policies = policies }
    }

    /// The text that edits are made from.
    public var base: FormFile { history.current.base }
    public var form: FormContent { history.current.content }
    /// Of a request.
    public var content: DraftContent { form.request }
    public var canUndo: Bool { history.canUndo }
    public var canRedo: Bool { history.canRedo }

    /// Whether a save would change anything.
    public var isDirty: Bool {
        isNew && !hasFile || form != saved && form.withoutOrigins != saved.withoutOrigins
    }

    public mutating func change(_ edit: (inout FormContent) -> Void) { history.change { edit(&$0.content) } }

    /// Takes other content made from another text; undo goes back to this one.
    public mutating func replace(base: FormFile, content: FormContent) {
        history.change { $0 = Version(base: base, content: content) }
    }

    public mutating func undo() { history.undo() }
    public mutating func redo() { history.redo() }
    mutating func beginGroup() { history.beginGroup() }
    mutating func endGroup() { history.endGroup() }
}
