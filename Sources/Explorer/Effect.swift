import BodyStore
import BodyView
import Exchanges
import ExplorerKit
import Interchange
import OpenCollection
import TextGrid

/// What the wiring shall do: an order, under a key. A newer effect with the same key replaces and cancels the older one.
public struct Effect: Sendable {
    public var key: EffectKey
    public var generation: Int
    /// ``CollectionState/path`` of the collection that it is ordered for.
    public var collection: String
    public var order: Order

    public enum Order: Sendable {
        case send(SendOrder)
        /// Ends the effect with this key.
        case cancel
        /// Finds the lines of a body while it grows.
        case readLines(BodyStore, contentType: String?, BodyViewing)
        /// Looks for something from a line of a body.
        case search(BodySearch)
        /// Counts the matches of a pattern in a body while it grows.
        case countMatches(MatchSearch)
        /// Goes from one match to another.
        case findMatch(MatchStep)
        /// Finds the matches in some blocks of a body.
        case matchBlocks(MatchSearch, Set<Int>)
        case saveBody(BodyFileOrder)
        /// Hands the body to `$PAGER`, the screen released meanwhile.
        case pageBody(BodyFileOrder)
        /// Hands the body to the desktop.
        case openBody(BodyFileOrder)
        /// Folds a body at one level.
        case foldLevel(BodyLevels)
        /// Finds out how a body differs from the one before it.
        case compare(BodyComparison)
        /// Folds a body as the one before it was.
        case refold(BodyRefolding)
        /// Looks for the values that a filter means.
        case filter(FilterOrder)
        /// Decodes a picture, and scales it to the room that there is.
        case scalePicture(PictureOrder)
        /// Reads which filters are kept for the next run, or keeps these.
        case filters(FilterMemory?)
        /// Keeps a request's filter in `microscope.yaml`; nil: none.
        case keepFilter(String?, ItemPath)
        /// Finds the events of a stream while it grows.
        case readEvents(BodyStore)
        /// Looks for text among what came in pieces.
        case searchStream(StreamSearch, BodyStore)
        case history(HistoryOrder)
        /// Goes on under the paths that requests and environments have now: with what runs, and what the history has of them.
        case followPaths([PathChange])
        /// Compares two exchanges of the history.
        case difference(DifferenceOrder)
        /// Finds out how long the answers of a request took.
        case latency(LatencyOrder)
        /// Gives exchanges of the history to others.
        case share(ShareOrder)
        /// Adds a rule to `microscope.yaml`.
        case ignoreDifference(IgnoredDifference)
        /// Finds out about examples: what one would be, or in what an answer differs from some.
        case examples(ExamplesOrder)
        /// Judges exchanges of the history by the assertions of today.
        case checkPast(PastCheckOrder)
        /// Sends a request of the history as it was.
        case replay(ReplayOrder)
        /// Finds out which secrets of these nothing stands for.
        case planReplays([ReplayOrder])
        /// Says whether two exchanges of the history are the same.
        case judge(DifferenceOrder)
        /// Keeps the exchanges of a series as a set.
        case keepSeries(SeriesSet)
        /// Writes the log's lines to a file that is not there yet.
        case saveLog(String, path: String)
        /// Finds the requests that capture variables of these names.
        case findCapturing(Set<String>)
        /// Reads an item's file. Done before the next event is handled, so that keys typed ahead meet what was opened.
        case open(ItemPath)
        case save(SaveOrder)
        /// Reads what stands where files were touched; what was open is read whole.
        case readFiles(TouchedFiles, Collection)
        case journal(JournalEntry)
        /// Keeps where a person is in the collection for the next run.
        case keepWhereabouts(Whereabouts)
        case forgetJournal
        /// Does something to the files behind the tree.
        case rearrange(TreeOrder)
        /// Puts a whole collection back from the trash, and opens it.
        case restoreCollection(TrashID)
        /// Asks what of the collection is in the trash.
        case listTrash
        /// Asks where a copy of the whole collection would be.
        case findCopyPlace
        /// Drafts of an earlier run come back as an event.
        case restoreDrafts
        /// Finds out what can be opened.
        case listStart
        /// Takes a collection off the list of recent ones.
        case forgetRecent(String)
        case openCollection(OpenOrder)
        /// Ends what runs for the collection, once what is to be written is.
        case closeCollection
        /// Completes the path of a directory as far as it is clear.
        case completePath(String)
        case copy(Clip)
        /// Asks git what it would send of the collection.
        case review
        /// Writes a request as code.
        case export(SwiftExport, SwiftForm)
        /// Reads the cookies of an environment, having changed them.
        case cookies(CookieChange?, environment: String?)
        /// Reads the tokens of an environment, having changed them.
        case tokens(TokenChange?, environment: String?)
        /// Lists what the collection could do outside of itself, having changed what was agreed to.
        case outside(OutsideChange?)
        /// Gets a token for the credentials of what is shown.
        case fetchToken(SendOrder)
        /// Gives the effect with this key the address at which a browser ended.
        case handOver(String)
        /// Keeps the value of a secret in the private store, or forgets it.
        case keepSecret(KeptSecret)
        /// Keeps a captured value in the private store, or forgets it.
        case keepCapture(KeptCapture)
        /// Protects an environment in `microscope.yaml`, or does so no longer.
        case protect(Bool, environment: String)
        /// Keeps what is sent to an environment in the history, or does so no longer, as `microscope.yaml` says.
        case keepHistory(Bool, environment: String)
        /// Hands the text to `$EDITOR`, the screen released meanwhile.
        case openEditor(FormField, text: String, fileExtension: String)
        /// Lets `$EDITOR` have a file of the collection, the screen released meanwhile.
        case editFile(ItemPath)
        /// Looks where a text is none of what it is meant to be.
        case checkText(CheckedText)
        case formatText(TextFormatting)
        /// Lists what lies in a directory, from the collection's root: empty, or ending in a slash. Of too many, those that begin as typed.
        case listFiles(String, beginning: String)
        /// Says what saving would change.
        case compareDraft(DraftComparison)
        /// Makes all requests ready to be found.
        case indexRequests([RequestIndex.Source])
        /// Reads what was used last, or keeps this.
        case recentUses(RecentUses?)
        /// Reads keys and colours anew.
        case readSettings
        /// From the next start on, and in other windows at once.
        case keepTheme(ThemeName)
        /// Remembers that the tour was taken, or is not wanted.
        case keepTour(TourAnswer)
        case redrawScreen
        case suspend
        case quit
    }
}

/// What an effect is about.
public enum EffectKey: Sendable, Hashable {
    case send(ItemPath)
    /// To one of several environments.
    case sendTo(ItemPath, environment: String)
    case lines(ItemPath)
    case sideLines(ItemPath, environment: String)
    /// What comes in pieces.
    case events(ItemPath, environment: String?)
    case streamSearch(ItemPath)
    case logFile
    /// Where the cursor in the body stands, and where a key leads from there.
    case place(ItemPath)
    /// How a body differs from the one before it.
    case changes(ItemPath)
    /// Counting the matches of what is looked for.
    case find(ItemPath)
    /// One of them.
    case match(ItemPath)
    /// Those on screen.
    case matchBlocks(ItemPath)
    /// A body that leaves the viewer.
    case bodyFile
    /// Of a whole body, by level.
    case folds(ItemPath)
    /// Of an answer's body; the environment as in ``sendTo(_:environment:)``, nil for the request's own answer.
    case filter(ItemPath, environment: String?)
    /// Of an answer whose body is one; the environment as in ``filter(_:environment:)``.
    case picture(ItemPath, environment: String?)
    case filters
    /// The list of what was sent before.
    case history
    /// Something done to it.
    case historyChange
    /// The paths under which it files what was sent.
    case historyPaths
    /// The last answer of an earlier run.
    case recall(ItemPath)
    /// How the last exchanges of earlier runs ended.
    case outcomes
    /// One exchange of it.
    case pastExchange
    case difference
    /// What an exchange becomes as an example.
    case example(ItemPath)
    /// An answer held against examples; the environment as in ``filter(_:environment:)``.
    case exampleChecks(ItemPath, environment: String?)
    /// Exchanges judged by the assertions of today.
    case pastChecks
    case latency
    /// What a series sends now.
    case series
    /// The exchanges of a set that shall be replayed.
    case seriesRows
    case seriesPlan
    /// Requests that capture what is missing.
    case capturing
    case seriesVerdict
    case seriesSet
    /// What is given to others.
    case share
    /// What was made of them, on its way into a file.
    case shareFile
    /// A rule that is kept.
    case ignoredDifference
    case keptFilter
    case open(ItemPath)
    case save(ItemPath)
    case files
    case journal(ItemPath)
    case whereabouts
    case secret(environment: String, String)
    case capture(environment: String?, String)
    case protection
    case cookies(environment: String?)
    case tokens(environment: String?)
    case token(TokenKey)
    case outside
    case tree
    case trash
    case copyPlace
    case editor
    case textCheck
    case textFormat
    case fileList
    case draftDifference
    case clipboard
    case export
    case review
    case start
    case opening
    case completion
    case closing
    case screen
    case settings
    case requestIndex
    case recentUses
    case tour
    case program
}

/// One send as it was on screen when it began.
public struct SendOrder: Sendable {
    public var path: ItemPath
    public var content: DraftContent
    public var isDraft: Bool
    public var collection: Collection
    public var environmentName: String?
    public var sessionValues: [String: String]
    /// What actions kept: over the others.
    public var captured = CapturedValues()
    /// Names of those that are secret.
    public var sessionSecrets: Set<String>
    public var outside: OutsideValues
    /// Those that are kept for the environment.
    public var tokens: [KeptToken] = []
    /// Missing names go out as they stand.
    public var sendsMissingNames = false
    /// What a person has just agreed to: remembered before anything else.
    public var agreed: [OutsideUse] = []
    /// The request that logs in, when this one is answered 401; nil: none does.
    public var login: LoginOrder?
}

/// A request that is sent only when another one is answered 401.
public struct LoginOrder: Sendable {
    public var path: ItemPath
    /// As it is drafted; nil: as its file has it.
    public var content: DraftContent?
    /// Whether it may change something in a protected environment.
    public var isLetPass: Bool
}

/// What is done to the tokens of an environment.
public enum TokenChange: Sendable, Hashable {
    case forget(TokenKey)
}

/// What is done to what a person has agreed to.
public enum OutsideChange: Sendable, Hashable {
    case agree([OutsideUse])
    case forget
}

/// What shall be written: the content, as edits of the base text.
public struct SaveOrder: Sendable {
    public var path: ItemPath
    public var base: FormFile
    public var content: FormContent
    /// What the file must still hold.
    public var expectedText: String
    /// What `microscope.yaml` was read to say, where that changes too; nil: it stays.
    public var formerPolicies: RequestPolicies?
    /// Names under which no literal is a secret, as `microscope.yaml` says.
    public var publicNames: Set<String> = []
    /// Whether there is no file yet: then none is written over.
    public var isNew = false
}

/// A draft as the journal keeps it: what a save would write, and what the file held.
public struct JournalEntry: Sendable, Hashable {
    public var path: ItemPath
    public var base: FormFile
    public var content: FormContent
    public var diskText: String
}

extension EffectKey {
    /// Whether a person did something with it that an undo of an older file operation would pass over.
    fileprivate var isDeed: Bool {
        switch self {
        case .send, .sendTo, .series, .save, .journal: true
        default: false
        }
    }
}

extension ExplorerState {
    /// An effect under a new generation of its key.
    mutating func effect(_ key: EffectKey, _ order: Effect.Order) -> Effect {
        sending.lastGeneration += 1
        current.generations[key] = sending.lastGeneration
        if key.isDeed { sending.lastDeed = sending.lastGeneration }
        return Effect(key: key, generation: sending.lastGeneration, collection: current.path, order: order)
    }

    /// The collection for which an effect was ordered; nil when a newer one took its place, or the collection was closed.
    func collectionIndex(for key: EffectKey, _ generation: Int) -> Int? {
        collections.firstIndex { $0.generations[$0.key(key, generation)] == generation }
    }
}
