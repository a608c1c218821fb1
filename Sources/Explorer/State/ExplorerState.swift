import BodyView
import Exchanges
import ExplorerKit
import Foundation
import Interchange
import MicroClient
import OpenCollection
import TextGrid

/// The whole state of the explorer: what is shown follows from it alone.
///
/// Each group is boxed: functions hand the state on and drawings keep it, which costs a reference per group instead of a copy of all that
/// is in it.
public struct ExplorerState: Sendable {
    public internal(set) var collections: OpenCollections
    @Boxed public var display: DisplayState
    @Boxed var typing = TypingState()
    /// The overlays above the panes; the last one has the keys.
    var overlays: [any Overlay] = []
    /// The tour that is being taken, or offered.
    @Boxed public internal(set) var tour: Tour?
    @Boxed public var log = LogState()
    @Boxed var secrets = SecretMask()
    @Boxed public var preferences: Preferences
    /// The wall clock at the last event that had it.
    public var now: Date
    @Boxed var finding = FindingState()
    @Boxed var sending = SendingState()
    /// A response that is kept beside the one shown.
    @Boxed var held: HeldResponse?
    @Boxed var pending = PendingState()

    public init(
        _ collection: CollectionState, clientDefaults: ClientDefaults, size: Size, glyphs: Glyphs = .unicode, now: Date,
        secondsFromGMT: Int = 0
    ) {
        collections = OpenCollections(collection)
        display = DisplayState(size: size, glyphs: glyphs)
        preferences = Preferences(clientDefaults: clientDefaults, localSecondsFromGMT: secondsFromGMT)
        self.now = now
    }
}

// MARK: - Used everywhere

extension ExplorerState {
    public var size: Size {
        get { display.size }
        set { display.size = newValue }
    }
    public var glyphs: Glyphs { display.glyphs }
    public var focus: Pane {
        get { display.focus }
        set { display.focus = newValue }
    }
    public var status: StatusMessage? {
        get { display.status }
        set { display.status = newValue }
    }
    public var edit: FieldEdit? {
        get { typing.edit }
        _modify { yield &typing.edit }
    }
    public internal(set) var settings: Settings {
        get { preferences.settings }
        _modify { yield &preferences.settings }
    }
    public internal(set) var series: SeriesState? {
        get { sending.series }
        _modify { yield &sending.series }
    }
    /// The offset of the zone in which times are shown.
    public var secondsFromGMT: Int { preferences.secondsFromGMT }
    /// Whether the user has quit and nothing holds it up.
    public var hasQuit: Bool { pending.hasQuit }

    /// Puts a sentence into the status line.
    mutating func say(_ kind: LogLevel, _ text: String) { status = StatusMessage(kind, text) }

    /// - Returns: No effects, for callers that do nothing else.
    @_disfavoredOverload
    mutating func say(_ kind: LogLevel, _ text: String) -> [Effect] {
        status = StatusMessage(kind, text)
        return []
    }

    /// Puts a message into the status line, if there is one.
    mutating func say(_ message: StatusMessage?) { status = message ?? status }

    /// - Returns: No effects, for callers that do nothing else.
    @_disfavoredOverload
    mutating func say(_ message: StatusMessage?) -> [Effect] {
        status = message ?? status
        return []
    }

    /// Whether a list may be shown to the user: nothing is being typed, and nothing else was asked meanwhile.
    var isFreeForQuestion: Bool { overlays.isEmpty && edit == nil }

    // MARK: - The collection that is handled

    public var collection: Collection {
        get { current.collection }
        _modify { yield &current.collection }
    }
    public var environmentName: String? {
        get { current.environmentName }
        _modify { yield &current.environmentName }
    }
    public var outside: OutsideValues {
        get { current.outside }
        _modify { yield &current.outside }
    }
    public var tree: TreeState {
        get { current.tree }
        _modify { yield &current.tree }
    }
    var treeRows: TreeRows { current.treeRows }
    public var sessions: [ItemPath: RequestSession] {
        get { current.sessions }
        _modify { yield &current.sessions }
    }
    public var session: RequestSession? {
        get { current.session }
        _modify { yield &current.session }
    }
    /// The item whose form and response are shown. What is typed in one belongs to it: the field is left where another takes its place.
    public var shown: ItemPath? {
        get { current.shown }
        set {
            guard newValue != current.shown, !isInBackground else {
                current.shown = newValue
                return
            }
            if edit != nil { endEdit() }
            current.shown = newValue
            // Over another request the question would be about that.
            overlays.removeAll { $0.questionID == .respelling }
        }
    }

    // MARK: - Looking things up

    /// Whether something on screen moves on its own.
    public var needsTicks: Bool {
        series?.isMoving == true || showsTokensUnderWay
            || !isPlain && collections.contains { $0.sessions.values.contains { $0.isSending } }
    }

    /// Whether the list of activities shows how long a token has been waited for.
    private var showsTokensUnderWay: Bool {
        guard overlays.last is ActivitiesState else { return false }
        return collections.contains { !$0.credentials.fetches.isEmpty }
    }

    /// Returns the request as it would be sent now, as far as its values are known.
    public func rendered(_ content: DraftContent, at path: ItemPath) -> RenderedRequest {
        let facts = FormFacts(.request(content), at: path, in: current, preferences)
        let kept = typing.cachedSurroundings.flatMap { $0.facts == facts ? $0.surroundings.rendered : nil }
        return kept ?? facts.rendered(facts.content.request, facts.scopes.preview)
    }

    /// Returns the variables in sight of what is edited.
    public func scopes(for content: FormContent, at path: ItemPath) -> VariableScopes {
        surroundings(of: content, at: path).scopes
    }

    public func scopes(for content: DraftContent, at path: ItemPath) -> VariableScopes {
        scopes(for: .request(content), at: path)
    }

    /// Shows an item that was opened by name: the folders around it open, and a filter that hides it gives way.
    public mutating func reveal(_ path: ItemPath) {
        tree.expanded.formUnion([.root] + path.ancestors)
        show(path)
        if tree.filter != nil, current.rowAtTreeCursor == nil { clearTreeFilter() }
    }

    /// Returns the first request of these items, depth first.
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

    // MARK: - The form shown

    /// The form of the tab that is shown.
    public var form: Form? { shownForm?.form }

    /// The item that is shown, with its form.
    var shownForm: ShownForm? {
        guard let session, let shown else { return nil }
        let surroundings = surroundings(of: session.draft.form, at: shown)
        return ShownForm(
            path: shown, session: session, surroundings: surroundings,
            form: Form(session.draft.form, tab: session.tab, surroundings, textTable: edit?.field.textTable))
    }

    /// Returns the form of the shown tab with other content.
    func form(of content: FormContent) -> Form? {
        session.map { Form(content, tab: $0.tab, surroundings, textTable: edit?.field.textTable) }
    }

    /// The facts beside its content that the shown form is made of.
    var surroundings: FormSurroundings {
        guard let session, let shown else { return FormSurroundings() }
        return surroundings(of: session.draft.form, at: shown)
    }

    /// Returns the surroundings; the kept ones if they are made of the same.
    func surroundings(of content: FormContent, at path: ItemPath) -> FormSurroundings {
        let facts = facts(of: content, at: path)
        return typing.cachedSurroundings.flatMap { $0.facts == facts ? $0.surroundings : nil }
            ?? FormSurroundings(facts)
    }

    /// Keeps the shown form's surroundings for the frame and the events to come.
    mutating func keepSurroundings() {
        guard let session, let shown else { return }
        let facts = facts(of: session.draft.form, at: shown)
        if typing.cachedSurroundings?.facts != facts { typing.cachedSurroundings = CachedSurroundings(facts) }
    }

    func facts(of content: FormContent, at path: ItemPath) -> FormFacts {
        FormFacts(content, at: path, in: current, preferences)
    }

    /// Columns in which the form is laid out.
    var formColumns: Int { layout.request.columns }

    // MARK: - The rows of all trees

    /// A row of the tree by its collection.
    struct TreePlace: Sendable, Hashable {
        var collection: Int
        var row: Int
    }

    var treeRowCount: Int { collections.reduce(0) { $0 + $1.treeRows.rows.count } }

    /// - Parameter index: 0-based, over all collections.
    func treePlace(at index: Int) -> TreePlace? {
        var row = index
        for (collection, state) in collections.enumerated() {
            if row < state.treeRows.rows.count { return row < 0 ? nil : TreePlace(collection: collection, row: row) }
            row -= state.treeRows.rows.count
        }
        return nil
    }

    func row(at place: TreePlace) -> TreeRows.Row { collections[place.collection].treeRows.rows[place.row] }

    /// The index of the cursor's row among those of all collections; nil when the row is not visible.
    var treeCursorIndex: Int? {
        let shown = collections[collections.shownIndex]
        return shown.treeRows.index(of: shown.tree.cursor).map { row in
            row + collections[..<collections.shownIndex].reduce(0) { $0 + $1.treeRows.rows.count }
        }
    }

    // MARK: - What is hidden

    /// Returns why an action does nothing in the tree while a filter hides the row with the cursor: nobody would see what it was done to.
    func reasonOnHiddenRow(_ action: Action) -> String? {
        guard Self.onRow.contains(action), context == .tree, current.exists, current.rowAtTreeCursor == nil else {
            return nil
        }
        return "Nothing is under the cursor: Esc shows all."
    }

    /// The actions on the row under the cursor, or on the marked ones.
    private static let onRow: Set<Action> = [
        .open, .edit, .send, .sendTo, .runFolder, .discardDraft, .renameItem, .renameFile, .duplicateItem,
        .moveItems, .itemUp, .itemDown, .markItem, .deleteItem,
    ]

    // MARK: - Layout

    public var layout: Layout {
        var content = Layout.Content()
        content.hasResponse = showsResponse
        content.hasHeld = held != nil
        content.hasSides = session?.showsSides == true
        content.hasTabs = current.openThere.count > 1
        content.showsOnePane = isPlain
        return Layout(
            size: size, choices: display.layoutChoices, focus: display.paneWithRoom,
            zoomed: isPlain ? focus : display.zoomed,
            content: content)
    }

    /// Whether there is room for responses: a folder, the collection and an environment have none.
    private var showsResponse: Bool { focus == .response || held != nil || session?.isRequest ?? true }

    /// Rows of the request pane below title, URL, preview and tabs.
    var formRows: Int { max(0, layout.request.rows - RequestPane.headRows(session)) }
}
