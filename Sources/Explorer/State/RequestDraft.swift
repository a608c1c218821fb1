import OpenCollection

/// What a person edits of a request: its file's content and its entry in `microscope.yaml`.
public struct DraftContent: Sendable, Hashable {
    public var definition: RequestDefinition
    public var policies: RequestPolicies

    public init(definition: RequestDefinition, policies: RequestPolicies = RequestPolicies()) {
        self.definition = definition
        self.policies = policies
    }
}

/// A request with its unsaved state.
public struct RequestDraft: Sendable, Hashable {
    /// Content with the text that it is an edit of; they change together, so that undo never mixes two texts.
    struct Version: Sendable, Hashable {
        var base: RequestFile
        var content: DraftContent
    }

    /// What the file held when it was last read or written; a save that finds something else asks first.
    public var diskText: String
    /// Whether it has a file; a draft that was pasted has none until it is saved.
    public var hasFile = true
    /// The content that counts as saved.
    public internal(set) var saved: DraftContent
    /// The text to whose lines the origins in ``saved`` belong.
    var savedText: String
    private var history: History<Version>

    public init(file: RequestFile, policies: RequestPolicies) {
        diskText = file.text
        savedText = file.text
        saved = DraftContent(definition: file.definition, policies: policies)
        history = History(Version(base: file, content: saved))
    }

    /// A draft without a file.
    public init(new file: RequestFile, policies: RequestPolicies) {
        self.init(file: file, policies: RequestPolicies())
        diskText = ""
        hasFile = false
        change { $0.policies = policies }
    }

    /// The text that edits are made from.
    public var base: RequestFile { history.current.base }
    public var content: DraftContent { history.current.content }
    public var canUndo: Bool { history.canUndo }
    public var canRedo: Bool { history.canRedo }

    /// Whether a save would change anything.
    public var isDirty: Bool { !hasFile || content != saved && content.withoutOrigins != saved.withoutOrigins }

    public mutating func change(_ edit: (inout DraftContent) -> Void) { history.change { edit(&$0.content) } }

    /// Takes other content made from another text; undo goes back to this one.
    public mutating func replace(base: RequestFile, content: DraftContent) {
        history.change { $0 = Version(base: base, content: content) }
    }

    /// Notes what the file holds now, as an edit of the base text: that stays, so that undo reaches past a save.
    mutating func noteSaved(_ content: DraftContent, text: String) {
        (saved, savedText) = (content, base.text)
        diskText = text
        hasFile = true
    }

    /// Notes what the file held when a draft of an earlier run was made.
    mutating func noteFile(_ file: RequestFile) {
        saved.definition = file.definition
        (savedText, diskText) = (file.text, file.text)
    }

    /// My changes since the file was read or written, and theirs.
    func merge(with theirs: DraftContent) -> ThreeWayMerge<DraftContent> {
        ThreeWayMerge(base: saved, mine: content, theirs: theirs, areOriginsShared: savedText == base.text)
    }

    /// Goes on from what someone else wrote; undo brings back what was there.
    mutating func follow(_ file: RequestFile, _ policies: RequestPolicies, content: DraftContent) {
        endGroup()
        replace(base: file, content: content)
        saved = DraftContent(definition: file.definition, policies: policies)
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

extension DraftContent {
    /// For comparing: what a row says, not which lines it came from.
    var withoutOrigins: DraftContent {
        var plain = self
        for index in plain.definition.parameters.indices { plain.definition.parameters[index].field.origin = nil }
        for index in plain.definition.headers.indices { plain.definition.headers[index].origin = nil }
        for index in plain.definition.body.form.indices { plain.definition.body.form[index].origin = nil }
        for index in plain.definition.variables.indices { plain.definition.variables[index].origin = nil }
        return plain
    }
}

extension DraftContent: Mergeable {
    public static func merged(_ versions: Versions<DraftContent>, _ merging: inout FieldMerging) -> DraftContent {
        DraftContent(
            definition: RequestDefinition.merged(versions.definition, &merging),
            policies: RequestPolicies.merged(versions.policies, &merging))
    }
}
