import Exchanges
import Foundation
import OpenCollection
import TextGrid

/// The whole state of the explorer: what is shown follows from it alone.
public struct ExplorerState: Sendable {
    /// What there is for panes and footer: the screen without the bands at its bottom.
    public var size: Size
    /// Whether nothing but that can be shown.
    var isTooSmall: Bool { size.columns < Layout.minimum.columns || size.rows < Layout.minimum.rows }
    /// Those that are open, in the order in which they were opened; never empty.
    public private(set) var collections: [CollectionState]
    /// The collection that is shown: the one with the tree's cursor.
    public private(set) var shownIndex = 0
    /// The collection that is being handled: the shown one, except while an event of another is.
    private var handledIndex = 0
    /// What is sent when a request says nothing else.
    public var clientDefaults: ClientDefaults
    /// First shown row of the tree.
    public var treeScroll = 0
    public var focus = Pane.tree
    public var zoomed: Pane?
    /// How a person wants the screen divided.
    public internal(set) var layoutChoices = LayoutChoices()
    /// While keys move borders and hide panes.
    var isArranging = false
    /// An answer that is kept beside the one shown.
    var held: HeldAnswer?
    /// What the mouse is about.
    var pointer = PointerState()
    /// Nil: files are offered by their names alone.
    public var savePlaces: SavePlaces?
    /// Whether it is kept where a person is in a collection, for the next run.
    public var keepsWhereabouts = false
    /// Whether long lines of bodies are broken where the pane ends.
    public internal(set) var wrapsBodies = false
    public var edit: FieldEdit?
    /// What was cut or copied in a field last.
    var copiedText: String?
    /// What is wrong with the text that is shown.
    var checking = TextChecking()
    /// While a filter is typed.
    var filterLine: FilterLine?
    /// Filters that were used, the last one first.
    var recentFilters: [String] = []
    /// What stands above the panes; the last one has the keys.
    public var overlays: [Overlay] = []
    public var log = LogState()
    var secrets = KnownSecrets()
    public var status: StatusMessage?
    /// The message that is shown, or was before the key that is handled, where it has no room; nil: it has.
    var cutMessage: CutMessage?
    public var signs: Signs
    /// Keys and colours, as a person's own files have them.
    public internal(set) var settings = Settings()
    /// As they were last read; nil: they were not yet.
    var settingsFiles: SettingsFiles?
    /// Wall clock as of the last event that told it.
    public var now: Date
    /// How far the person's time zone lies from Greenwich.
    public var localSecondsFromGMT: Int
    /// Whether times are shown in UTC.
    public var showsUTC = false
    /// Whether lines of a body that differ from the answer before are marked.
    public var marksChanges = true
    /// Of the form that was shown after the last event.
    var keptSurroundings: KeptSurroundings?
    /// Of the newest effect; every effect has its own, whatever its key and collection.
    var lastGeneration = 0
    /// The generation of the last send, save or edit.
    var lastDeed = 0
    /// Set by Ctrl-C where there was nothing to cancel; the next one quits.
    public var isAskedToQuit = false
    /// What was told over a field, where the next key took it away: told once more when that is left.
    var toldWhileTyping: StatusMessage?
    public var hasQuit = false
    /// What the rows of the start screen stand for; nil until it was shown.
    var start: StartScreen?
    /// Actions that were taken from the palette, the last one first.
    var recentActions: [Action] = []
    /// All requests, ready to be found; nil until somebody looks for one.
    public internal(set) var requestIndex: RequestIndex?
    /// Of which items the index is being made anew.
    var orderedIndex: [RequestIndex.Revision]?
    /// What was shown one after the other.
    var trail = Trail()
    /// Whether the key that is handled moves on in the tree.
    var isPassing = false
    /// What has run in this session.
    var finished = FinishedActivities()
    /// Whole collections that were deleted, the latest last.
    var deletedCollections: [DeletedCollection] = []
    /// Conflicts that are asked about one after the other, when nothing else is asked or typed.
    var waitingConflicts: [WaitingConflict] = []
    /// Sides whose questions are asked one after the other.
    var waitingSides: [WaitingSide] = []
    /// Whether the last answer of a request is asked for in the history when it is shown without one.
    public var recallsAnswers = false
    /// Whether what is sent is kept in the history; a collection may still say no.
    public var keepsHistory = true
    /// What is done with an exchange of the history as soon as it is there; nil: it is only shown.
    var openingPurpose: OpeningPurpose?
    /// The series under way, or the last one.
    public internal(set) var series: SeriesState?
    /// What was typed for the last repeat: how often, every, until.
    var lastRepeat = ["10", "", ""]
    /// "Save all and quit" was chosen.
    var quitsWhenSaved = false
    /// What an overlay shows in what two answers differ; nil while they are being compared.
    public internal(set) var difference: ShownDifference?
    /// How long a request took, as an overlay shows it; nil while it is being found out.
    public internal(set) var latency: ShownLatency?
    /// The tour that is being taken, or offered.
    public internal(set) var tour: Tour?
    /// The page of keys, laid out; nil while it is not shown.
    var helpLayout: HelpLayout?
    /// Rows of the screen below ``size``: what stands there hides nothing.
    public internal(set) var bandRows = 0
    /// Whether the command line or the environment asks for plain mode.
    public var asksForPlain = false
    /// What plain mode tells in its last line, until something else is told.
    var announced = Announced()
    /// Quitting waits for the end of what is done to files.
    var quitsWhenArranged = false

    public init(
        _ collection: CollectionState, clientDefaults: ClientDefaults, size: Size, signs: Signs = .unicode, now: Date,
        secondsFromGMT: Int = 0
    ) {
        self.size = size
        collections = [collection]
        self.clientDefaults = clientDefaults
        self.signs = signs
        self.now = now
        localSecondsFromGMT = secondsFromGMT
    }
}

extension ExplorerState {
    /// Of the zone in which times are shown.
    public var secondsFromGMT: Int { showsUTC ? 0 : localSecondsFromGMT }

    mutating func switchUTC() {
        showsUTC.toggle()
        let zone = Wording.zone(secondsFromGMT)
        status = StatusMessage(.info, showsUTC ? "Times are shown in UTC." : "Times are local: \(zone).")
    }
}

// MARK: - Collections

extension ExplorerState {
    /// The collection that is being handled. All that is said of one collection below is said of this one.
    public var current: CollectionState {
        get { collections[handledIndex] }
        _modify { yield &collections[handledIndex] }
    }

    /// Whether what is being handled concerns a collection that is not shown.
    var isInBackground: Bool { handledIndex != shownIndex }

    /// Whether a list may be put before a person: nothing is typed, and nothing else was asked meanwhile.
    var isFreeForQuestion: Bool { overlays.isEmpty && edit == nil }

    /// Does something in one of the collections; the shown one stays shown, unless the other was brought forward meanwhile. Within the
    /// handling of one in the background, that goes on afterwards.
    mutating func inCollection<Result>(at index: Int, _ body: (inout Self) -> Result) -> Result {
        let handled = isInBackground ? current.path : nil
        handledIndex = index
        defer { handledIndex = collections.firstIndex { $0.path == handled } ?? shownIndex }
        return body(&self)
    }

    /// What a field is left with belongs to the collection that was shown.
    mutating func showCollection(at index: Int) -> [Effect] {
        guard collections.indices.contains(index), index != shownIndex else { return [] }
        let effects = inCollection(at: shownIndex) { $0.edit == nil ? [] : $0.leaveEdit() }
        inCollection(at: shownIndex) { $0.noteDroppedConflicts() }
        dropQuestions()
        shownIndex = index
        handledIndex = index
        return effects
    }

    /// What was asked of the collection that was shown would be answered in another one.
    private mutating func dropQuestions() { overlays.removeAll(where: \.isAboutCollection) }

    /// Shows the collection that is being handled: it has a question.
    mutating func bringForward() -> [Effect] { showCollection(at: handledIndex) }

    /// Opens a collection behind those that are open, or shows it if it is one of them.
    mutating func add(_ collection: CollectionState) -> [Effect] {
        if let index = collections.firstIndex(where: { $0.path == collection.path }) {
            return showCollection(at: index)
        }
        guard current.exists else {
            collections[handledIndex] = collection
            return []
        }
        collections.append(collection)
        return showCollection(at: collections.count - 1)
    }

    /// Opens a collection behind those that are open without showing it; one that is open already stays as it is.
    ///
    /// - Returns: its index; nil when it was open.
    mutating func addBehind(_ collection: CollectionState) -> Int? {
        guard !collections.contains(where: { $0.path == collection.path }) else { return nil }
        collections.append(collection)
        return collections.count - 1
    }

    /// Closes the shown collection; what is left of it stays in the journal. After the last one there is none.
    mutating func closeCollection() {
        collections.remove(at: shownIndex)
        // Another one may be opened at its path, with other requests.
        (requestIndex, orderedIndex) = (nil, nil)
        dropQuestions()
        if collections.isEmpty { collections = [.none] }
        shownIndex = min(shownIndex, collections.count - 1)
        handledIndex = shownIndex
    }
}

extension ExplorerState {
    public var collection: Collection {
        get { current.collection }
        _modify { yield &current.collection }
    }
    public var environmentName: String? {
        get { current.environmentName }
        _modify { yield &current.environmentName }
    }
    public var sessionValues: [String: String] {
        get { current.sessionValues }
        _modify { yield &current.sessionValues }
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
    /// The item whose form and answer are shown. What is typed in one belongs to it: the field is left where another takes its place.
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
            overlays.removeAll { if case .chooser(let chooser) = $0 { chooser.isOfRespelling } else { false } }
        }
    }
    mutating func replace(with item: CollectionItem) { current.replace(with: item) }
}

/// The panes, numbered as the keys 1 to 5. The last one is there while an answer is held.
public enum Pane: Int, Sendable, Hashable, CaseIterable {
    case tree = 1
    case request, response, log, held
}

/// A field while it is edited.
public struct FieldEdit: Sendable, Hashable {
    public var field: FormField
    public var editor: TextEditor
    /// The draft when editing began: every typed text is applied to it, so that nothing in between leaves a trace.
    public var start: FormContent
    /// Why the text typed so far cannot stand here.
    public var complaint: String?
    /// What the text before the cursor may go on as; nil: nobody asked, or there is nothing.
    public internal(set) var completion: Completion?
    /// What is looked for in it; nil: nothing is.
    public internal(set) var search: TextSearch?

    public init(field: FormField, editor: TextEditor, start: FormContent) {
        self.field = field
        self.editor = editor
        self.start = start
    }
}

/// One line in the footer's place, until the next key.
public struct StatusMessage: Sendable, Hashable {
    public enum Kind: Sendable, Hashable { case info, warning, error }
    public var kind: Kind
    public var text: String

    public init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = text
    }
}
