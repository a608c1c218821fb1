import Exchanges
import Foundation
import OpenCollection

/// Everything on screen that belongs to one collection. Each open one keeps its own: nothing of it is lost while another is shown.
public struct CollectionState: Sendable {
    public var collection: Collection {
        didSet {
            guard !keepsTreeRows else { return }
            treeRows = TreeRows(of: self)
            itemsRevision += 1
        }
    }
    /// Another number stands for other items.
    private(set) var itemsRevision = 0
    /// Directory of the collection, or the one file that holds it: by it collections are told apart. Empty when there is none.
    public let path: String
    public var environmentName: String?
    /// Whether the command line named it: for this run alone.
    public var isEnvironmentGiven = false
    /// Which environments a person chose, now or when it was last open: the collection's, and the global one beside it.
    var chosenEnvironments = (hasOwn: false, hasGlobal: false)
    /// What was chosen when its file vanished; nil once another is.
    var vanishedEnvironment: String?
    /// Values that live until quitting and never touch a file.
    public var sessionValues: [String: String]
    /// What actions of requests captured, by environment: session values too, and they win over the others.
    public var captures: [String?: CapturedValues]
    /// Names of session values that are shown as dots: what was typed looked like a secret.
    public var hiddenNames: Set<String> = []
    /// What was answered to the questions of requests last, by their placeholders' names: offered again, never used unasked.
    var lastAnswers: [String: String] = [:]
    /// The same of names that had no value, by the environment that lacked them.
    var lastValues: [String: [String: String]] = [:]
    /// Names of the environments that are marked for sending to several.
    var markedEnvironments: Set<String> = []
    /// Sends to protected environments that a person has let pass, until quitting.
    var letPass: Set<ProtectedSend> = []
    /// The run of a folder that is under way.
    var run: TreeRun?
    /// Credentials and where redirects would take them, that were asked about.
    var askedForwards: Set<OutsideUse.Demand> = []
    /// By environment, as they were when last told.
    public var cookies: [String?: EnvironmentCookies] = [:]
    /// Environments whose cookies were asked for.
    var orderedCookies: Set<String?> = []
    /// Tokens of OAuth 2 by environment, as they were when last told.
    public var tokens: [String?: EnvironmentTokens] = [:]
    /// Environments whose tokens were asked for.
    var orderedTokens: Set<String?> = []
    /// Tokens that are being got because somebody asked for them.
    var tokenFetches: [TokenKey: TokenFetching] = [:]
    /// Pages on which a person has to agree, by the generation of the effect that waits for it.
    var consents: [Int: ConsentWait] = [:]
    /// Whether tokens are shown, not dots in their place.
    var showsTokens = false
    /// What variables may read from outside: process environment with `.env` over it, and secrets, handed in.
    public var outside: OutsideValues
    public var tree = TreeState() { didSet { if !treeRows.show(tree) { treeRows = TreeRows(of: self) } } }
    /// What is visible of the collection in the tree. Kept, because a frame asks several times and a filter looks at everything.
    private(set) var treeRows: TreeRows
    /// While an item is replaced by one that looks the same in the tree.
    private var keepsTreeRows = false
    /// One per request, folder, environment that was shown, by path; the collection's own is the root's.
    public var sessions: [ItemPath: RequestSession] = [:]
    /// Those of the sessions that are no requests: few, while there may be thousands of requests.
    var pages: Set<ItemPath> = []
    public var shown: ItemPath?
    /// Requests, folders and environments that were edited, sent or entered, in that order: the tabs.
    public internal(set) var openRequests: [ItemPath] = []
    /// Where a person was when it was last open; nil: nothing is known.
    public var whereabouts: Whereabouts?
    /// Whether the place in the tree is still the one of then: it was opened behind others, and nobody has looked into it yet.
    var isPlaceAwaited = false
    /// Where the person was, as long as it may be a draft that is still to come from an earlier run.
    var awaitedDraft: ItemPath?
    /// As it was last kept for the next run.
    var keptWhereabouts: Whereabouts?
    /// How what was open is looked at, until it is shown again.
    var rememberedViews: [ItemPath: Whereabouts.View] = [:]
    /// Latest generation per effect key; an event of an older one is dropped.
    public var generations: [EffectKey: Int] = [:]
    /// How bodies of its requests are filtered.
    var filters = CollectionFilters()
    /// What shall be opened, until the effect is ordered.
    var unopened: [ItemPath] = []
    /// Where the cursor shall go when the file there has been read.
    var wantedPlace: FormPlace?
    /// A path parameter to fill as soon as its request was read.
    var wantedFilling: (place: PathPlace, text: String)?
    /// Drafts of what is not open yet.
    var waitingDrafts: [ItemPath: RestoredDraft] = [:]
    /// Requests from elsewhere, with their folders, that wait for the drafts of an earlier run: one of those may have the name that a
    /// request would be given. Nil once the drafts have come.
    var waitingRequests: [(text: String, folder: ItemPath)]?
    /// Whether the drafts of an earlier run are still to come.
    var awaitsDrafts: Bool { waitingRequests != nil }
    /// Requests that were worked with, the last one first.
    var recentRequests: [ItemPath] = []
    /// What the next run will know of that; nil: what an earlier one knew is still to be read.
    var writtenUses: RecentUses?
    var areUsesOrdered = false
    /// What was asked for by name, until it is shown.
    var visited: ItemPath?
    /// What shall be sent as soon as it is shown.
    var wantedSend: ItemPath?
    /// Requests whose last answer the history was asked for.
    var recalled: Set<ItemPath> = []
    /// How the last sends of earlier runs ended.
    var pastOutcomes: [ItemPath: SendOutcome] = [:]
    /// The environment, or none, whose ends the history was asked for; nil: it was not asked yet.
    var recalledEnvironment: String??
    /// To be shown once its request is open.
    var waitingPast: WaitingPast?
    /// What is being written, until the answer comes.
    var savesUnderWay: [ItemPath: Draft.Version] = [:]
    /// Why edited items are not in the journal as they are now.
    var journalProblems: [ItemPath: String] = [:]
    /// What is done to the files behind the tree.
    var treeWork = TreeWork()
    /// What the rows of the open list of deleted items stand for.
    var trashed: [TrashedItem] = []
    /// Where something changed on disk that was not read yet.
    var touched = TouchedFiles.paths([])
    /// Requests without a draft whose files vanished: git takes a file away before it writes it anew.
    var vanished: [ItemPath: RequestSession] = [:]
    /// The one of them that was shown, until a person goes elsewhere.
    var vanishedShown: ItemPath?
    /// Whether the tree's cursor lost its row, and what it stands on since is not shown yet.
    var isCursorDisplaced = false
    /// While what was touched is read; what is touched meanwhile is read after it.
    var isReading = false
    /// Whether a person asked for everything to be read, and is told when it has been.
    var isReloading = false
    /// Whether changes on disk are seen by themselves.
    public var watching = Watching.notYet
    /// When it began to be read, by the clock of its files: what changed since is to be read anew. Nil: unknown.
    public var readingBegan: Date?
    /// Whether the last reading failed.
    var isUnreadable = false

    public init(
        _ collection: Collection, path: String, environmentName: String? = nil, sessionValues: [String: String] = [:],
        outside: OutsideValues = OutsideValues()
    ) {
        self.collection = collection
        self.path = path
        treeRows = path.isEmpty ? TreeRows() : TreeRows(collection, tree)
        self.environmentName = environmentName
        self.sessionValues = sessionValues
        self.outside = outside
        captures = outside.captures
    }

    /// Stands where no collection is open.
    public static let none = CollectionState(Collection(name: ""), path: "")

    public var exists: Bool { !path.isEmpty }

    /// Puts an item, read anew, in its place. The tree's rows are made anew only if it looks different there: a cursor that moves
    /// over thousands opens each.
    mutating func replace(with item: CollectionItem) {
        keepsTreeRows = collection.item(at: item.path)?.looksLike(item) == true
        collection.replace(with: item)
        if keepsTreeRows { treeRows.replace(item) }
        keepsTreeRows = false
    }

    /// Paths of what has unsaved changes, in the tree's order.
    public var dirtyPaths: [ItemPath] {
        sessions.filter { $0.value.draft.isDirty }.keys.sorted()
    }
}

extension TreeRows {
    fileprivate init(of state: CollectionState) {
        self = state.exists ? TreeRows(state.collection, state.tree) : TreeRows()
    }
}

/// Whether changes of a collection's files are seen by themselves.
public enum Watching: Sendable, Hashable {
    case notYet
    case everywhere
    /// There are more directories than the system watches.
    case partly
    /// With the reason. Reading anew is up to the person.
    case no(String)
}

/// Where a collection's files changed.
public enum TouchedFiles: Sendable, Hashable {
    case paths(Set<ItemPath>)
    /// More than could be told.
    case everything

    var isEmpty: Bool { self == .paths([]) }

    mutating func add(_ other: TouchedFiles) {
        guard case .paths(let paths) = self, case .paths(let others) = other else {
            self = .everything
            return
        }
        self = .paths(paths.union(others))
    }
}

/// The collection tree: what is open and where the cursor stands.
public struct TreeState: Sendable, Hashable {
    public var expanded: Set<ItemPath> = [.root]
    public var cursor: ItemPath?
    public var filter: String?

    public init() {}
}

extension CollectionState {
    /// What is kept apart from the files is asked for again: environments are called otherwise now.
    mutating func forgetPrivateValues() {
        (tokens, orderedTokens) = ([:], [])
        (cookies, orderedCookies) = ([:], [])
    }
}
