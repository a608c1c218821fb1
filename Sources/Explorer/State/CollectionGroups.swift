import Exchanges
import Foundation
import Interchange
import OpenCollection

// The groups of a collection's state.

/// The items of a collection, and what the tree shows of them.
struct ItemsState: Sendable {
    var collection: Collection {
        didSet {
            guard !keepsRows else { return }
            layOut()
            revision += 1
        }
    }
    var tree = TreeState() { didSet { if !rows.show(tree) { layOut() } } }
    /// The visible rows of the tree. Kept, because a frame asks several times and a filter looks at everything.
    private(set) var rows = TreeRows()
    /// Another number is for other items.
    private(set) var revision = 0
    /// Whether an item is being replaced by one that looks the same in the tree.
    private var keepsRows = false
    /// Whether there is a collection.
    private let exists: Bool

    init(_ collection: Collection, exists: Bool) {
        self.collection = collection
        self.exists = exists
        layOut()
    }

    private mutating func layOut() { rows = exists ? TreeRows(collection, tree) : TreeRows() }

    /// Puts an item, read again, in its place. The tree's rows are made again only if it looks different there: a cursor that moves
    /// over thousands opens each.
    mutating func replace(with item: CollectionItem) {
        keepsRows = collection.item(at: item.path)?.looksLike(item) == true
        collection.replace(with: item)
        if keepsRows { rows.replace(item) }
        keepsRows = false
    }
}

/// The environments that are chosen.
public struct EnvironmentsState: Sendable {
    public var name: String?
    /// Whether the command line named it: for this run alone.
    public var isGiven = false
    /// Whether the user chose an environment, now or when it was last open: the collection's, and the global one beside it.
    var chosen = (hasOwn: false, hasGlobal: false)
    /// The chosen environment whose file vanished; nil once another is chosen.
    var vanished: String?
    /// Names of the environments that are marked for sending to several.
    var marked: Set<String> = []

    init(name: String?) { self.name = name }

    mutating func choose(_ name: String?) { (self.name, vanished, chosen.hasOwn) = (name, nil, true) }
}

/// Values of variables that are not in the collection's files.
public struct ValuesState: Sendable {
    /// Values that live until quitting and never touch a file.
    public var typed: [String: String]
    /// The values that actions of requests captured, by environment: session values too, and they win over the others.
    public var captures: [String?: CapturedValues]
    /// Names of session values that are shown as dots: what was typed looked like a secret.
    public var hiddenNames: Set<String> = []
    /// Process environment with `.env` over it, and secrets, handed in.
    public var outside: OutsideValues
    /// The values typed last for the prompts of requests, by their placeholders' names, and for names that one of several environments lacked,
    /// by that environment: offered again, never used unasked.
    var lastAnswers: [String?: [String: String]] = [:]

    init(typed: [String: String], outside: OutsideValues) {
        self.typed = typed
        self.outside = outside
        captures = outside.captures
    }

    /// Takes the values from outside. While the private store cannot be read, what is known of it stays.
    ///
    /// - Returns: Whether there is a new problem with it.
    mutating func take(_ new: OutsideValues, forgetsFetched: Bool) -> Bool {
        let before = outside
        outside = new
        (outside.captures, outside.globalEnvironmentName) = (before.captures, before.globalEnvironmentName)
        if !forgetsFetched { outside.fetched = before.fetched }
        guard new.problem != nil else { return false }
        outside.secrets = before.secrets
        return new.problem != before.problem
    }

    mutating func take(_ supply: OutsideSupply) {
        outside.fetched.merge(supply.fetched) { $1 }
        outside.environmentFiles.merge(supply.environmentFiles) { $1 }
        // Only what a send has read after an agreement is news.
        if supply.unagreedPairs.isEmpty, !outside.unagreedPairs.isEmpty {
            (outside.processEnvironment, outside.unagreedPairs) = (supply.processEnvironment, [])
        }
    }
}

/// Cookies and tokens.
public struct CredentialsState: Sendable {
    /// The cookies by environment, as they were when last read.
    public var cookies: [String?: EnvironmentCookies] = [:]
    /// Environments whose cookies were ordered.
    var orderedCookies: Set<String?> = []
    /// Tokens of OAuth 2 by environment, as they were when last read.
    public var tokens: [String?: EnvironmentTokens] = [:]
    /// Environments whose tokens were ordered.
    var orderedTokens: Set<String?> = []
    /// Tokens that are being fetched because the user asked for them.
    var fetches: [TokenKey: TokenFetching] = [:]
    /// Pages on which the user has to agree, by the generation of the effect that waits for it.
    var consents: [Int: ConsentWait] = [:]
    /// Whether tokens are shown, not dots in their place.
    var showsTokens = false

    /// - Returns: The problem with the cookies, if it is new.
    mutating func take(_ new: EnvironmentCookies, of environment: String?) -> StatusMessage? {
        let old = cookies.updateValue(new, forKey: environment)
        return new.problem == old?.problem ? nil : new.problem.map { StatusMessage(.warning, $0) }
    }

    /// - Returns: The problem with the tokens, if it is new.
    mutating func take(_ new: EnvironmentTokens, of environment: String?) -> StatusMessage? {
        let old = tokens.updateValue(new, forKey: environment)
        return new.problem == old?.problem ? nil : new.problem.map { StatusMessage(.warning, $0) }
    }

    /// Forgets what is kept apart from the files, so that it is ordered again: environments have other names now.
    mutating func forget() {
        (tokens, orderedTokens) = ([:], [])
        (cookies, orderedCookies) = ([:], [])
    }
}

/// The items that are open, and those on their way to it.
struct OpenItems: Sendable {
    var shown: ItemPath?
    /// Requests, folders and environments that were edited, sent or entered, in that order: the tabs.
    var tabs: [ItemPath] = []
    /// The paths of sessions that are no requests: few, while there may be thousands of requests.
    var pages: Set<ItemPath> = []
    /// Items to open, until the effect is ordered.
    var unopened: [ItemPath] = []
    /// The action to do as soon as an item is shown.
    var wanted: Wanted?
    /// The item that was opened by name, until it is shown.
    var visited: ItemPath?
    /// Requests that were worked with, the last one first.
    var recent: [ItemPath] = []
    /// The recent items that the next run will know; nil: those of an earlier run are still to be read.
    var writtenUses: RecentUses?
    var areUsesOrdered = false

    /// Asks for a request's file; it is shown, and its draft restored, when it has come.
    mutating func open(_ path: ItemPath) {
        if !unopened.contains(path) { unopened.append(path) }
    }
}

/// An action to do with an item as soon as it is shown: its file may have to be read first.
struct Wanted: Sendable {
    var path: ItemPath
    /// Whether it is dropped if the user does something else meanwhile.
    var isDroppedByActs = false
    let act: @Sendable (inout ExplorerState, ItemPath) -> [Effect]

    init(_ path: ItemPath, _ act: @escaping @Sendable (inout ExplorerState, ItemPath) -> [Effect]) {
        (self.path, self.act) = (path, act)
    }
}

/// The place of the user in a collection, kept from run to run.
public struct PlaceState: Sendable {
    /// The place of the user when it was last open; nil: nothing is known.
    public var restorableState: RestorableState?
    /// Whether the place in the tree is still the one of then: it was opened in the background, and nobody has looked into it yet.
    var isAwaited = false
    /// The item that was shown, as long as it may be a draft that is still to come from an earlier run.
    var awaitedDraft: ItemPath?
    /// The place as it was last kept for the next run.
    var kept: RestorableState?
    /// The views of items that were open, until they are shown again.
    var views: [ItemPath: RestorableState.View] = [:]
}

/// The sends of a collection, beside what each request's session knows.
struct SendsState: Sendable {
    /// Sends to protected environments that the user has let pass, until quitting.
    var approvedSends: Set<ProtectedSend> = []
    /// The run of a folder that is under way.
    var run: TreeRun?
    /// Credentials and where redirects would take them, that were asked about.
    var askedForwards: Set<OutsideUse.Demand> = []
}

/// Drafts on their way from and to the journal and the files.
struct JournalState: Sendable {
    /// Drafts of what is not open yet.
    var waitingDrafts: [ItemPath: RestoredDraft] = [:]
    /// Requests from elsewhere, with their folders, that wait for the drafts of an earlier run: one of those may have the name that a
    /// request would be given. Nil once the drafts have come.
    var waitingRequests: [(text: String, folder: ItemPath)]?
    /// The versions being written, until the result comes.
    var saves: [ItemPath: Draft.Version] = [:]
    /// Why edited items are not in the journal as they are now.
    var problems: [ItemPath: String] = [:]

    /// Whether the drafts of an earlier run are still to come.
    var awaitsDrafts: Bool { waitingRequests != nil }
}

/// The questions that the history was asked about a collection, and what it knows.
struct PastState: Sendable {
    /// Requests whose last response was ordered from the history.
    var recalled: Set<ItemPath> = []
    /// The outcomes of the last sends of earlier runs.
    var outcomes: [ItemPath: SendOutcome] = [:]
    /// The environment, or none, whose outcomes were ordered from the history; nil: none were yet.
    var recalledEnvironment: String??
}

/// The changes of the collection's files, and whether they are noticed.
public struct FilesState: Sendable {
    /// The places where something changed on disk that was not read yet.
    var touched = TouchedFiles.paths([])
    /// Requests without a draft whose files vanished: git takes a file away before it writes it again.
    var vanished: [ItemPath: RequestSession] = [:]
    /// The one of them that was shown, until the user goes elsewhere.
    var vanishedShown: ItemPath?
    /// Whether the tree's cursor lost its row, and what it is on since is not shown yet.
    var isCursorDisplaced = false
    /// Whether touched files are being read; what is touched meanwhile is read after that.
    var isReading = false
    /// Whether the user ordered a reload of everything: a message says when it is done.
    var isReloading = false
    /// Whether changes on disk are seen by themselves.
    public var watching = Watching.notYet
    /// The time when reading began, by the clock of its files: what changed since is to be read again. nil: unknown.
    public var readingBegan: Date?
    /// Whether the last reading failed.
    var isUnreadable = false

    /// Takes out the touched files, which are being read from now on; nil: there are none, or others are being read.
    mutating func beginReading() -> TouchedFiles? {
        guard !isReading, !touched.isEmpty else { return nil }
        defer { (touched, isReading) = (.paths([]), true) }
        return touched
    }
}
