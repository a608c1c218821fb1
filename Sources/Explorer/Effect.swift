import BodyStore
import BodyView
import Exchanges
import ExplorerKit
import GraphQL
import Imports
import Interchange
public import Lifting
import OpenCollection
import TextGrid

/// An order for the wiring, under a key. A newer effect with the same key replaces and cancels the older one.
public struct Effect: Sendable {
    public var key: EffectKey
    public var generation: Int
    /// ``CollectionState/path`` of the collection that it is ordered for.
    public var collection: String
    public var order: Order

    public enum Order: Sendable {
        case send(SendOrder, Reply<SendProgress>)
        /// Ends the effect with this key.
        case cancel
        /// Finds the lines of a body, as far as it is there, while it grows; in another store than its own when its charset is not UTF-8.
        case readLines(BodyStore, contentType: String?, BodyViewing, Reply<BodyDocument>)
        /// Looks for something from a line of a body.
        case search(BodySearch, Reply<BodyFinding>)
        /// Counts the matches of a pattern in a body while it grows.
        case countMatches(MatchSearch, Reply<MatchCounts>)
        /// Goes from one match to another; nil: there is none.
        case findMatch(MatchStep, Reply<FoundMatch?>)
        /// Finds the matches in some blocks of a body.
        case matchBlocks(MatchSearch, Set<Int>, Reply<[Int: MatchBlock]>)
        /// Saves the body; the path of a file that is there already is reported, and nothing written.
        case saveBody(BodyFileOrder, Reply<String>)
        /// Hands the body to `$PAGER`, the screen released meanwhile.
        case pageBody(BodyFileOrder, Reply<StatusMessage>)
        /// Hands the body to the desktop.
        case openBody(BodyFileOrder, Reply<StatusMessage>)
        /// Folds a body at one level.
        case foldLevel(BodyLevels, Reply<BodyLevels.Folded>)
        /// Finds out how a body differs from the one before it.
        case compare(BodyComparison, Reply<BodyComparison.Compared>)
        /// Folds a body as the one before it was.
        case refold(BodyRefolding, Reply<BodyRefolding.Refolded>)
        /// Looks for the values that a filter means.
        case filter(FilterOrder, Reply<FilterOutcome>)
        /// Decodes a picture, and scales it to the room that there is.
        case scalePicture(PictureOrder, Reply<PictureOutcome>)
        /// Reads the filters of earlier runs.
        case readFilters(Reply<FilterMemory>)
        /// Keeps filters for the next run.
        case keepFilters(FilterMemory)
        /// Keeps a request's filter in `microscope.yaml`; nil: none.
        case keepFilter(String?, ItemPath, Reply<CompanionFile>)
        /// Finds the events of a stream while it grows: each report has those since the last one.
        case readEvents(BodyStore, Reply<[Range<Int>]>)
        /// Looks for text among what came in pieces: the first byte of the piece that has it.
        case searchStream(StreamSearch, BodyStore, Reply<Int?>)
        case history(HistoryOrder)
        /// Changes the history, and says what was done.
        case changeHistory(HistoryChange, Reply<StatusMessage>)
        /// Follows new paths of requests and environments, for what runs and what the history has of them.
        case followPaths([PathChange])
        /// Compares two exchanges of the history.
        case difference(DifferenceOrder, Reply<Result<ShownDifference, StatusMessage>>)
        /// Finds out how long the responses of a request took.
        case latency(LatencyOrder, Reply<Result<ShownLatency, StatusMessage>>)
        /// Gives exchanges of the history to others.
        case share(ShareOrder)
        /// Adds a rule to `microscope.yaml`.
        case ignoreDifference(IgnoredDifference, Reply<CompanionFile>)
        /// Finds out what an exchange becomes as an example: the record itself where the history does not have it.
        case proposeExample(RecordedExchange, DifferenceSettings, Reply<Result<ProposedExample, StatusMessage>>)
        /// Finds out in what a response differs from each of these.
        case compareExamples(RecordedExchange, [RequestExample], DifferenceSettings, Reply<[ExampleCheck]>)
        /// Judges exchanges of the history by the assertions of today.
        case checkPast(PastCheckOrder, Reply<[PastCheck]>)
        /// Sends a request of the history as it was.
        case replay(ReplayOrder, Reply<SendProgress>)
        /// Finds out which secrets of these have no value.
        case planReplays([ReplayOrder], Reply<ReplayPlanning>)
        /// Says whether two exchanges of the history are the same; nil: they could not be compared.
        case judge(DifferenceOrder, Reply<SeriesVerdict?>)
        /// Keeps the exchanges of a series as a set, and says its name; nil: the history has none of them.
        case keepSeries(SeriesSet, Reply<String?>)
        /// Writes the log's lines to a file that is not there yet.
        case saveLog(String, path: String, Reply<StatusMessage>)
        /// Finds for each of these variables the request that captures it.
        case findCapturing(Set<String>, Reply<[String: ItemPath]>)
        /// Reads an item's file. Done before the next event is handled, so that keys typed ahead meet what was opened.
        case open(ItemPath, Reply<OpenedItem>)
        case save(SaveOrder, Reply<SaveResult>)
        /// Reads the touched files again; items that were open are read whole.
        case readFiles(TouchedFiles, Collection, Reply<FilesRead>)
        case journal(JournalEntry)
        /// Keeps the user's place in the collection for the next run.
        case keepRestorableState(RestorableState)
        case forgetJournal
        /// Does something to the files behind the tree.
        case rearrange(TreeOrder, Reply<TreeResult>)
        /// Puts a whole collection back from the trash, and opens it.
        case restoreCollection(TrashID)
        /// Asks what of the collection is in the trash.
        case listTrash(Reply<[TrashedItem]>)
        /// Asks where a copy of the whole collection would be.
        case findCopyPlace(Reply<String>)
        /// Drafts of an earlier run come back as an event.
        case restoreDrafts
        /// Finds out what can be opened.
        case listStart
        /// Takes a collection off the list of recent ones.
        case forgetRecent(String)
        case openCollection(OpenOrder)
        /// Reads collections of another tool.
        ///
        /// - into: the collection that they may be put into; nil: there is none.
        case readImport(ImportInput, into: Collection?, Reply<Result<ImportProposal, ImportRefusal>>)
        /// Ends what runs for the collection, once what is to be written is.
        case closeCollection
        /// Completes the path of a directory as far as it is clear.
        case completePath(String)
        case copy(Clip)
        /// Asks git what it would send of the collection.
        case review(Reply<SharingReview>)
        /// Reads the scripts of items and of all below them, as far as they become assertions and captures.
        case readLift([ItemPath], Reply<CollectionLift>)
        case readReplacement(TextReplacement, Reply<CollectionReplacement>)
        /// Writes a request as code.
        case export(SwiftExport, SwiftForm, Reply<String>)
        /// Reads the cookies of an environment, having changed them.
        case cookies(CookieChange?, environment: String?, Reply<EnvironmentCookies>)
        /// Reads the tokens of an environment, having changed them.
        case tokens(TokenChange?, environment: String?, Reply<EnvironmentTokens>)
        /// Lists what the collection could do outside of itself; first all that was agreed to is forgotten, if wanted.
        case listOutside(forgetting: Bool, Reply<[ListedUse]>)
        /// Remembers what the user has agreed to: files of the collection that are outside of its directory can be shown.
        case agree([OutsideUse], Reply<Void>)
        /// Fetches a token for the credentials of the shown item.
        case fetchToken(SendOrder, Reply<TokenProgress>)
        /// Gives the effect with this key the address at which a browser ended.
        case handOver(String)
        /// Keeps the value of a secret in the private store, or forgets it. Reports why not; nil: it is done.
        case keepSecret(StoredSecret, Reply<StatusMessage?>)
        /// The same for a captured value.
        case keepCapture(StoredCapture, Reply<StatusMessage?>)
        /// Protects an environment in `microscope.yaml`, or does so no longer.
        case protect(Bool, environment: String, Reply<CompanionFile>)
        /// Lists a name as one that is sent as text, in `microscope.yaml`.
        case sendAsText(String, Reply<CompanionFile>)
        /// Keeps what is sent to an environment in the history, or does so no longer, as `microscope.yaml` says.
        case keepHistory(Bool, environment: String, Reply<CompanionFile>)
        /// Hands the text to `$EDITOR`, the screen released meanwhile.
        case openEditor(text: String, fileExtension: String, Reply<String>)
        /// Lets `$EDITOR` have a file of the collection, the screen released meanwhile.
        ///
        /// - Parameter line: The 1-based line to put the cursor on, in editors that are known; nil: anywhere.
        case editFile(ItemPath, line: Int? = nil, Reply<StatusMessage>)
        /// Looks where a text is none of what it is meant to be.
        case checkText(CheckedText, Reply<[TextFault]>)
        /// Reads a GraphQL schema from its file, or the one that was kept; nil: none was.
        case readSchema(SchemaSource, Reply<Result<GraphQLSchema?, GraphQLSchemaProblem>>)
        /// Reads a GraphQL schema from a response, and keeps it.
        case keepSchema(BodyStore, SchemaKey, Reply<Result<GraphQLSchema?, GraphQLSchemaProblem>>)
        case formatText(TextFormatting, Reply<Result<String, TextFault>>)
        /// Lists the files in a directory, from the collection's root: empty, or ending in a slash. If there are too many, those that begin as typed.
        case listFiles(String, beginning: String, Reply<ListedFiles>)
        /// Says what saving would change.
        case compareDraft(DraftComparison, Reply<DraftDifference>)
        /// Searches the files of the collection for a text.
        case findTexts(CollectionSearch, Reply<[FoundText]>)
        /// Makes all requests ready to be found.
        case indexRequests([RequestIndex.Source], Reply<RequestIndex>)
        /// Reads what was used last.
        case readRecentUses(Reply<RecentUses>)
        case keepRecentUses(RecentUses)
        /// Reads keys and colours again.
        case readSettings
        /// Keeps the theme for the next start, and changes it in other windows at once.
        case keepTheme(ThemeName)
        /// Remembers that the tour was taken, or is not wanted.
        case keepTour(TourAnswer)
        case redrawScreen
        case suspend
        case quit
    }
}

/// The subject of an effect: a kind of work, for an item, an environment or credentials where each has its own.
public struct EffectKey: Sendable, Hashable {
    private let kind: String
    public private(set) var path: ItemPath?
    private var environment: String?
    private var name: String?
    private var token: TokenKey?

    private init(_ kind: String) { self.kind = kind }

    func callAsFunction(_ id: ResponseID) -> EffectKey { self(id.path, environment: id.environment) }

    func callAsFunction(
        _ path: ItemPath? = nil, environment: String? = nil, name: String? = nil, token: TokenKey? = nil
    ) -> EffectKey {
        var key = self
        (key.path, key.environment, key.name, key.token) = (path, environment, name, token)
        return key
    }

    /// Returns the key of an item after a change of paths.
    public func after(_ changes: [PathChange]) -> EffectKey {
        var key = self
        key.path = path?.after(changes)
        return key
    }

    /// Whether the user did something with it that an undo of an older file operation would pass over.
    fileprivate var isUserAction: Bool { ["send", "series", "save", "journal"].contains(kind) }

    static let send = Self("send")
    static let lines = Self("lines")
    /// The pieces of a stream.
    static let events = Self("events")
    static let streamSearch = Self("streamSearch")
    static let logFile = Self("logFile")
    /// The place of the cursor in the body, and the place that a key leads to from there.
    static let place = Self("place")
    /// The differences of a body from the one before it.
    static let changes = Self("changes")
    /// Counting the matches of what is looked for.
    static let find = Self("find")
    /// The next match of a search.
    static let match = Self("match")
    /// The matches on screen.
    static let matchBlocks = Self("matchBlocks")
    /// A body that leaves the viewer.
    static let bodyFile = Self("bodyFile")
    /// The folds of a whole body, by level.
    static let folds = Self("folds")
    static let filter = Self("filter")
    static let picture = Self("picture")
    static let filters = Self("filters")
    /// The list of what was sent before.
    static let history = Self("history")
    /// Something done to it.
    static let historyChange = Self("historyChange")
    /// The paths under which it files what was sent.
    static let historyPaths = Self("historyPaths")
    /// The last response of an earlier run.
    static let recall = Self("recall")
    /// The outcomes of the last exchanges of earlier runs.
    static let outcomes = Self("outcomes")
    /// An exchange of the history.
    static let pastExchange = Self("pastExchange")
    public static let difference = Self("difference")
    /// An exchange made into an example.
    static let example = Self("example")
    /// A response compared with examples.
    static let exampleChecks = Self("exampleChecks")
    /// Exchanges judged by the assertions of today.
    static let pastChecks = Self("pastChecks")
    static let latency = Self("latency")
    /// The request that a series sends now.
    static let series = Self("series")
    /// The exchanges of a set to be replayed.
    static let seriesRows = Self("seriesRows")
    static let seriesPlan = Self("seriesPlan")
    /// Requests that capture what is missing.
    static let capturing = Self("capturing")
    static let seriesVerdict = Self("seriesVerdict")
    static let seriesSet = Self("seriesSet")
    /// The exchanges prepared for sharing.
    public static let share = Self("share")
    /// The file that shared exchanges are written to.
    static let shareFile = Self("shareFile")
    /// A rule that is kept.
    static let ignoredDifference = Self("ignoredDifference")
    static let keptFilter = Self("keptFilter")
    static let open = Self("open")
    static let save = Self("save")
    static let files = Self("files")
    static let journal = Self("journal")
    static let restorableState = Self("restorableState")
    static let secret = Self("secret")
    static let capture = Self("capture")
    static let protection = Self("protection")
    static let cookies = Self("cookies")
    static let tokens = Self("tokens")
    static let token = Self("token")
    static let outside = Self("outside")
    static let tree = Self("tree")
    static let trash = Self("trash")
    static let copyPlace = Self("copyPlace")
    static let editor = Self("editor")
    static let textCheck = Self("textCheck")
    static let schema = Self("schema")
    static let textFormat = Self("textFormat")
    static let fileList = Self("fileList")
    static let draftDifference = Self("draftDifference")
    static let clipboard = Self("clipboard")
    static let export = Self("export")
    static let review = Self("review")
    static let lift = Self("lift")
    static let replacement = Self("replacement")
    static let start = Self("start")
    static let opening = Self("opening")
    public static let importing = Self("importing")
    static let completion = Self("completion")
    static let closing = Self("closing")
    static let screen = Self("screen")
    static let settings = Self("settings")
    static let requestIndex = Self("requestIndex")
    /// The search of files for a text.
    static let foundTexts = Self("foundTexts")
    /// The preview of the row under the cursor of a list.
    static let preview = Self("preview")
    static let recentUses = Self("recentUses")
    static let tour = Self("tour")
    static let program = Self("program")
}

/// A change to the tokens of an environment.
public enum TokenChange: Sendable, Hashable {
    case forget(TokenKey)
}

/// The handler of an effect's outcome, named when the effect was ordered; not called if a newer effect took its key meanwhile.
public struct Reply<Outcome: Sendable>: Sendable {
    let key: EffectKey
    /// ``Effect/generation``
    public let generation: Int
    let handle: @Sendable (inout ExplorerState, EffectKey, Outcome) -> [Effect]

    public func callAsFunction(_ outcome: Outcome) -> Event {
        .outcome(EffectOutcome(key: key, generation: generation) { handle(&$0, $1, outcome) })
    }

    /// Returns an event with a sentence for the status line instead of an outcome.
    public func show(_ message: StatusMessage) -> Event {
        .outcome(
            EffectOutcome(key: key, generation: generation) { explorer, _ in
                explorer.status = message
                return []
            })
    }
}

extension Reply<Void> {
    public func callAsFunction() -> Event { self(()) }
}

/// An outcome on its way to its handler.
public struct EffectOutcome: Sendable {
    let key: EffectKey
    let generation: Int
    /// The handler, called with the key that the effect has by then: paths may have changed.
    let handle: @Sendable (inout ExplorerState, EffectKey) -> [Effect]
}

extension ExplorerState {
    /// Registers an effect under a new generation of its key.
    mutating func effect(_ key: EffectKey, _ order: Effect.Order) -> [Effect] { register(key) { _ in order } }

    /// Registers an effect whose outcome makes further effects.
    mutating func effect<Outcome>(
        _ key: EffectKey, _ order: (Reply<Outcome>) -> Effect.Order,
        then handle: @escaping @Sendable (inout ExplorerState, Outcome) -> [Effect]
    ) -> [Effect] {
        register(key) { order(Reply(key: key, generation: $0) { explorer, _, outcome in handle(&explorer, outcome) }) }
    }

    /// Registers an effect whose handler gets the path of the key as it is by then.
    mutating func effect<Outcome>(
        _ key: EffectKey, _ order: (Reply<Outcome>) -> Effect.Order,
        then handle: @escaping @Sendable (inout ExplorerState, ItemPath, Outcome) -> [Effect]
    ) -> [Effect] {
        register(key) {
            order(
                Reply(key: key, generation: $0) { explorer, key, outcome in
                    key.path.map { handle(&explorer, $0, outcome) } ?? []
                })
        }
    }

    /// Registers an effect about a response: its handler gets the identity that the response has by then.
    mutating func effect<Outcome>(
        _ key: EffectKey, of id: ResponseID, _ order: (Reply<Outcome>) -> Effect.Order,
        then handle: @escaping @Sendable (inout ExplorerState, ResponseID, Outcome) -> [Effect]
    ) -> [Effect] {
        effect(key(id), order) { handle(&$0, ResponseID($1, in: id.environment), $2) }
    }

    /// Registers an effect about a response whose outcome is noted and no more.
    mutating func effect<Outcome>(
        _ key: EffectKey, of id: ResponseID, _ order: (Reply<Outcome>) -> Effect.Order,
        note: @escaping @Sendable (inout ExplorerState, ResponseID, Outcome) -> Void
    ) -> [Effect] {
        effect(key(id), order, note: { note(&$0, ResponseID($1, in: id.environment), $2) })
    }

    /// Registers an effect whose outcome is noted and no more.
    mutating func effect<Outcome>(
        _ key: EffectKey, _ order: (Reply<Outcome>) -> Effect.Order,
        note: @escaping @Sendable (inout ExplorerState, Outcome) -> Void
    ) -> [Effect] {
        effect(key, order) { explorer, outcome in
            note(&explorer, outcome)
            return []
        }
    }

    mutating func effect<Outcome>(
        _ key: EffectKey, _ order: (Reply<Outcome>) -> Effect.Order,
        note: @escaping @Sendable (inout ExplorerState, ItemPath, Outcome) -> Void
    ) -> [Effect] {
        effect(key, order) { explorer, path, outcome in
            note(&explorer, path, outcome)
            return []
        }
    }

    /// Registers an effect that ends with a sentence for the status line.
    mutating func effect(_ key: EffectKey, showing order: (Reply<StatusMessage>) -> Effect.Order) -> [Effect] {
        effect(key, order, note: { $0.status = $1 })
    }

    private mutating func register(_ key: EffectKey, _ order: (Int) -> Effect.Order) -> [Effect] {
        sending.lastGeneration += 1
        current.generations[key] = sending.lastGeneration
        if key.isUserAction { sending.lastUserAction = sending.lastGeneration }
        let generation = sending.lastGeneration
        return [Effect(key: key, generation: generation, collection: current.path, order: order(generation))]
    }

    /// Hands an outcome to its handler, in the collection that it was ordered for; not when a newer effect took its place, or the collection was closed.
    mutating func take(_ outcome: EffectOutcome) -> [Effect] {
        let (key, generation) = (outcome.key, outcome.generation)
        let collection = collections.first { $0.generations[$0.key(key, generation)] == generation }
        return collection.flatMap { collection in
            handling(collection.path) { outcome.handle(&$0, $0.current.key(key, generation)) }
        } ?? []
    }
}
