import ExplorerKit
import Interchange
import OpenCollection
import Quoting

/// A file with its unsaved state: a request, a folder, the collection or an environment.
public struct Draft: Sendable, Hashable {
    /// Content with the text that it is an edit of; they change together, so that undo never mixes two texts.
    struct Version: Sendable, Hashable {
        var base: FormFile
        var content: FormContent
    }

    /// The text that the file held when it was last read or written; a save that finds something else asks first.
    public var diskText: String
    /// Whether it has a file. A request that was pasted has none until it is saved; a folder gets one when it first has content.
    public var hasFile = true { didSet { noteChange() } }
    /// Whether it is unsaved as long as it has no file, though nothing was changed.
    private var isNew: Bool { didSet { noteChange() } }
    /// The content that counts as saved.
    var saved: FormContent { didSet { noteChange() } }
    /// The text to whose lines the origins in ``saved`` belong.
    var savedText: String
    private var history: History<Version> { didSet { noteChange() } }
    /// Whether a save would change anything. Kept, because each frame asks it of every visible row of the tree.
    public private(set) var isDirty = false

    /// - Parameter hasFile: False for a folder without `folder.yml`, for which `file` is the content to begin with.
    public init(file: FormFile, policies: RequestPolicies = RequestPolicies(), hasFile: Bool = true) {
        diskText = hasFile ? file.text : ""
        savedText = file.text
        isNew = false
        self.hasFile = hasFile
        saved = file.content(policies)
        history = History(Version(base: file, content: saved))
        noteChange()
    }

    /// Creates the draft of a request without a file.
    ///
    /// - Parameter isUnsaved: False for one that is only shown: it is unsaved from its first edit on.
    public init(new file: RequestFile, policies: RequestPolicies, isUnsaved: Bool = true) {
        diskText = ""
        savedText = file.text
        hasFile = false
        isNew = isUnsaved
        saved = FormFile.request(file).content(isUnsaved ? RequestPolicies() : policies)
        history = History(Version(base: .request(file), content: saved))
        if isUnsaved { change { $0.policies = policies } }
        noteChange()
    }

    /// Creates the draft of an earlier run, whose file is gone since.
    ///
    /// - Parameter policies: The policies in `microscope.yaml`.
    init(gone restored: RestoredDraft, policies: RequestPolicies) {
        let old = restored.diskText.isEmpty ? nil : try? FormFile.read(text: restored.diskText, at: restored.path)
        self.init(file: old ?? restored.file, policies: policies)
        replace(base: restored.file, content: restored.file.content(restored.policies))
        noteGone(isUnsaved: true)
    }

    /// The text that edits are made from.
    public var base: FormFile { history.current.base }
    public var form: FormContent { _read { yield history.current.content } }
    /// The content of a request.
    public var content: DraftContent { form.request }
    public var canUndo: Bool { history.canUndo }
    public var canRedo: Bool { history.canRedo }

    private mutating func noteChange() { isDirty = differsFromFile }

    private var differsFromFile: Bool {
        if isNew && !hasFile { return true }
        if history.current.content != saved { return differ(form.withoutOrigins, saved.withoutOrigins) }
        // What was never edited is what was read.
        return (canUndo || canRedo) && differ(history.current.content, saved)
    }

    public mutating func change(_ edit: (inout FormContent) -> Void) { history.change { edit(&$0.content) } }

    /// Takes other content made from another text; undo goes back to this one.
    public mutating func replace(base: FormFile, content: FormContent) {
        history.change { $0 = Version(base: base, content: content) }
    }

    /// The current version, with the text that it is an edit of.
    var version: Version { history.current }

    /// Notes what the file holds now, as an edit of the text that was its base when it was written: that stays, so that undo reaches past
    /// a save.
    mutating func noteSaved(_ version: Version, text: String) {
        (saved, savedText) = (version.content, version.base.text)
        diskText = text
        hasFile = true
    }

    /// Notes that the file is gone: what was unsaved stays so until it is written again, or discarded.
    ///
    /// - Parameter isUnsaved: Whether it counts as unsaved even if it is the same as the file was.
    mutating func noteGone(isUnsaved: Bool) {
        isNew = isUnsaved || isDirty
        hasFile = false
    }

    /// Notes what the file held when a draft of an earlier run was made.
    mutating func noteFile(_ file: FormFile) {
        saved = file.content(saved.policies)
        (savedText, diskText) = (file.text, file.text)
    }

    /// Merges the changes since the file was read or written with those of someone else.
    func merge(with theirs: FormContent) -> ThreeWayMerge<FormContent> {
        ThreeWayMerge(base: saved, mine: form, theirs: theirs, areOriginsShared: savedText == base.text)
    }

    /// Goes on from what someone else wrote; undo brings back what was there before.
    mutating func follow(_ file: FormFile, _ policies: RequestPolicies, content: FormContent) {
        endGroup()
        replace(base: file, content: content)
        saved = file.content(policies)
        (savedText, diskText) = (file.text, file.text)
        hasFile = true
    }

    public mutating func undo() { history.undo() }
    public mutating func redo() { history.redo() }
    /// Changes what undo and redo lead to as well.
    mutating func changeVersions(_ edit: (inout Version) -> Void) { history.changeAll(edit) }
    mutating func beginGroup() { history.beginGroup() }
    mutating func endGroup() { history.endGroup() }
}
