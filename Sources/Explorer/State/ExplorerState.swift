import Foundation
import OpenCollection
import TextGrid

/// The whole state of the explorer: what is shown follows from it alone.
public struct ExplorerState: Sendable {
    public var size: Size
    public var collection: Collection { didSet { if !keepsTreeRows { treeRows = TreeRows(collection, tree) } } }
    /// Directory of the collection, for titles and messages.
    public var collectionPath: String
    public var environmentName: String?
    /// Values that live until quitting and never touch a file.
    public var sessionValues: [String: String]
    /// What variables may read from outside: process environment with `.env` over it, and secrets, handed in.
    public var outside: OutsideValues
    /// What is sent when a request says nothing else.
    public var clientDefaults: ClientDefaults
    public var tree = TreeState() { didSet { if !treeRows.show(tree) { treeRows = TreeRows(collection, tree) } } }
    /// What is visible of the collection in the tree. Kept, because a frame asks several times and a filter looks at everything.
    private(set) var treeRows: TreeRows
    /// While an item is replaced by one that looks the same in the tree.
    private var keepsTreeRows = false
    /// One per request that was shown, by path.
    public var sessions: [ItemPath: RequestSession] = [:]
    public var shown: ItemPath?
    public var focus = Pane.tree
    public var zoomed: Pane?
    public var edit: FieldEdit?
    /// What stands above the panes; the last one has the keys.
    public var overlays: [Overlay] = []
    public var log = LogState()
    public var status: StatusMessage?
    public var signs: Signs
    /// Wall clock as of the last event that told it.
    public var now: Date
    /// How far the person's time zone lies from Greenwich.
    public var secondsFromGMT: Int
    /// Latest generation per effect key; an event of an older one is dropped.
    public var generations: [EffectKey: Int] = [:]
    /// Set by Ctrl-C where there was nothing to cancel; the next one quits.
    public var isAskedToQuit = false
    public var hasQuit = false
    /// What shall be opened, until the effect is ordered.
    var unopened: [ItemPath] = []
    /// Drafts of requests that are not open yet.
    var waitingDrafts: [ItemPath: RestoredDraft] = [:]
    /// What is being written, until the answer comes.
    var savesUnderWay: [ItemPath: DraftContent] = [:]
    /// What was found on disk instead of what was read, until the question is answered.
    var conflicts: [ItemPath: RequestFile] = [:]
    /// What the rows of the open palette do.
    var paletteActions: [Action] = []
    /// "Save all and quit" was chosen.
    var quitsWhenSaved = false

    public init(
        collection: Collection, collectionPath: String, environmentName: String?, sessionValues: [String: String] = [:],
        outside: OutsideValues = OutsideValues(), clientDefaults: ClientDefaults, size: Size, signs: Signs = .unicode,
        now: Date,
        secondsFromGMT: Int = 0
    ) {
        self.collection = collection
        treeRows = TreeRows(collection, tree)
        self.collectionPath = collectionPath
        self.environmentName = environmentName
        self.sessionValues = sessionValues
        self.outside = outside
        self.clientDefaults = clientDefaults
        self.size = size
        self.signs = signs
        self.now = now
        self.secondsFromGMT = secondsFromGMT
    }
}

extension ExplorerState {
    /// Puts an item, read anew, in its place. The tree's rows are made anew only if it looks different there: a cursor that moves
    /// over thousands opens each.
    mutating func replace(with item: CollectionItem) {
        keepsTreeRows = collection.item(at: item.path)?.looksLike(item) == true
        collection.replace(with: item)
        if keepsTreeRows { treeRows.replace(item) }
        keepsTreeRows = false
    }
}

/// The four panes, numbered as the keys 1 to 4.
public enum Pane: Int, Sendable, Hashable, CaseIterable {
    case tree = 1
    case request, response, log
}

/// Values from outside the collection.
public struct OutsideValues: Sendable {
    /// `process.env`: the operating system's, overlaid by `.env`.
    public var processEnvironment: [String: String]
    /// Values of secret variables that were found, by environment and name.
    public var secrets: [String: [String: String]]

    public init(processEnvironment: [String: String] = [:], secrets: [String: [String: String]] = [:]) {
        self.processEnvironment = processEnvironment
        self.secrets = secrets
    }
}

/// The collection tree: what is open and where the cursor stands.
public struct TreeState: Sendable, Hashable {
    public var expanded: Set<ItemPath> = []
    public var cursor: ItemPath?
    /// First shown row.
    public var scroll = 0
    public var filter: String?

    public init() {}
}

/// A field while it is edited.
public struct FieldEdit: Sendable, Hashable {
    public var field: RequestField
    public var editor: TextEditor
    /// The draft when editing began: every typed text is applied to it, so that nothing in between leaves a trace.
    public var start: DraftContent
    /// Why the text typed so far cannot stand here.
    public var complaint: String?

    public init(field: RequestField, editor: TextEditor, start: DraftContent) {
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

/// The log pane's lines, newest last, at most ``capacity``.
public struct LogState: Sendable {
    public struct Entry: Sendable, Hashable {
        public var at: Date
        public var level: LogEntryLevel
        public var message: String

        public init(at: Date, level: LogEntryLevel, message: String) {
            self.at = at
            self.level = level
            self.message = message
        }
    }
    public static let capacity = 2_000
    public private(set) var entries: [Entry] = []
    /// Lines scrolled up from the newest; 0 follows.
    public var scrollBack = 0

    public init() {}

    public mutating func append(_ entry: Entry) {
        if entries.count >= Self.capacity { entries.removeFirst(Self.capacity / 10) }
        entries.append(entry)
        if scrollBack > 0 { scrollBack += 1 }
    }

    public func count(of level: LogEntryLevel) -> Int { entries.lazy.filter { $0.level == level }.count }
}

/// Levels of the log pane: the library's.
public enum LogEntryLevel: Int, Sendable, Hashable, CaseIterable { case debug, info, warning, error }
