import BodyStore
import BodyView
import Exchanges
import ExplorerKit
import Foundation
import Interchange
import MicroClient
import OpenCollection
import TextGrid

/// What happened. Everything that changes the state comes as one of these.
public enum Event: Sendable {
    case input(TerminalInput)
    /// The wall clock, while something on screen moves.
    case tick(Date)
    case logged(LogState.Entry)
    /// What came of an effect.
    case outcome(EffectOutcome)
    /// Drafts of a collection, found in the journal when it was opened; also when there are none.
    case draftsRestored([RestoredDraft], collection: String)
    /// Why an edited item of a collection is not in the journal as it is now; nil: it is again.
    case journalled(ItemPath, collection: String, problem: String?)
    /// A collection was read; the item is shown, or the first request.
    case collectionOpened(CollectionState, showing: ItemPath?)
    /// A deleted collection, by its path, is there again, to be opened next; or why it is not: then it is still in the trash.
    case collectionRestored(String, problem: String?)
    /// Something changed on disk below a collection's root.
    case filesTouched(TouchedFiles, collection: String)
    /// Whether changes on disk are seen from now on.
    case watching(Watching, collection: String)
    /// A collection was read that is listed below the others and not shown.
    case collectionAdded(CollectionState)
    /// A path leads to collections of another tool, which may be imported.
    case importFound(ImportInput)
    /// A request came from elsewhere as text: it is drafted in the root of an open collection, given by its path.
    case received(String, collection: String)
    /// What can be opened: it is asked about.
    case startListed(StartFacts)
    /// Nothing was opened: why, and what to do.
    case openingFailed(String)
    /// The path that was typed, as far as it is clear, and the directories that it may go on with.
    case pathCompleted(String, to: String, candidates: [String])
    /// Something was added to the history.
    case historyGrew
    /// What was sent from a collection, by its path, is filed under today's paths, or why it is not. No result of an effect: one that a newer order
    /// made stale would never be told.
    case historyFollowed(String, problem: StatusMessage?)
    /// Keys and colours were read.
    case settingsRead(SettingsFiles)
    /// Something changed in the directory of settings.
    case settingsTouched
    /// Exchanges were taken from a file: all that this filter means are listed.
    case historyImported(filter: String)
    /// The demo is open, and the tour of it is to be offered, or taken.
    case tour(isOffered: Bool)
    /// Something to tell in the status line.
    case told(StatusMessage)
    /// Someone outside asks to end: drafts are journalled already.
    case terminationRequested
}

/// An item, read whole.
public enum OpenedItem: Sendable {
    case item(CollectionItem)
    /// What is edited of a folder, the collection or an environment; without a file, what it will begin as.
    case file(FormFile, exists: Bool)
}

/// Steps of finding out what replays need.
public enum ReplayPlanning: Sendable {
    /// What was read from outside for it.
    case supplied(OutsideSupply)
    /// The values that are missing, by exchange; the end.
    case planned([HistoryRow.ID: [SeriesNeed]])
}

/// Steps of a send, in order.
public enum SendProgress: Sendable {
    case started(Date)
    /// What was read from outside for it: with what is known of now.
    case supplied(OutsideSupply)
    /// It is made, with the places of secrets in it and all values that are known to be secret by now.
    case made(SecretPlaces, values: [String])
    /// Nothing was sent; the end.
    case refused(SendRefusal)
    case exchange(Exchange.Event)
    /// The head arrived; the body grows in the store.
    case answering(ResponseHead, BodyStore)
    /// The last byte arrived, or nothing more will: see ``RecordedExchange/failure``.
    case finished(RecordedExchange)
    /// After it: credentials that a redirect to another origin left behind; `isWanted`: the answer seems to miss them.
    case leftBehind([OutsideUse], isWanted: Bool)
    /// A line for the log: what was done for a token.
    case noted(String)
    /// It was answered 401, and this request logs in.
    case loggingIn(ItemPath)
    /// What was sent on its behalf, with what it kept.
    case errand(RecordedErrand)
    case consent(ConsentStep)
    /// After it: the cookies and tokens of an environment as they are now.
    case cookies(EnvironmentCookies, environment: String?)
    case tokens(EnvironmentTokens, environment: String?)
}

/// Steps of getting a token, in order.
public enum TokenProgress: Sendable {
    /// What was read from outside for it.
    case supplied(OutsideSupply)
    /// A line for the log.
    case noted(String)
    case consent(ConsentStep)
    /// There is none; the end.
    case refused(SendRefusal)
    /// It is among these; the end.
    case got(EnvironmentTokens, environment: String?)
}

/// What happens while a person is to agree in a browser.
public enum ConsentStep: Sendable, Hashable {
    case waiting(ConsentPage)
    /// Why the address that was handed over cannot be the answer; another one is waited for.
    case refused(String)
    /// Nobody waits any more.
    case over
}

/// What a send had to get from outside of the collection first.
public struct OutsideSupply: Sendable, Hashable {
    /// ``OutsideValues/fetched``
    public var fetched: [SecretSource: String]
    /// ``OutsideValues/environmentFiles``
    public var environmentFiles: [String: [String: String]]
    /// ``OutsideValues/processEnvironment``
    public var processEnvironment: [String: String]
    /// ``OutsideValues/unagreedPairs``
    public var unagreedPairs: [OutsideUse]
    /// What is secret in the request that was made of it.
    public var secrets: [String]

    public init(_ values: OutsideValues, secrets: [String] = []) {
        self.secrets = secrets
        processEnvironment = values.processEnvironment
        unagreedPairs = values.unagreedPairs
        fetched = values.fetched
        environmentFiles = values.environmentFiles
    }
}

/// Why a send did not begin.
public enum SendRefusal: Error, Sendable, Hashable {
    /// Nobody has agreed to these yet.
    case unagreed([OutsideUse])
    /// Names have no value, though all was asked that is named for them.
    case missing
    /// Of a replay: what nothing stands for any more, by name.
    case unfilled([String])
    /// Why, and what to do.
    case failed(String)
    /// The reason why no script can be run here, and what to do; the request can be sent without its scripts.
    case scriptsCannotRun(String)
    /// The error of a script before the request.
    case scriptFailed(String, ScriptFault)
    case cancelled
}

/// The place of an error in a script.
public struct ScriptFault: Sendable, Hashable {
    /// "users/get.yml:34:12"; nil if nobody knows.
    public var place: String?
    /// The line at that place; nil if nobody knows.
    public var code: CodeLine?

    public init(_ place: String?, _ code: CodeLine?) { (self.place, self.code) = (place, code) }
}

/// What was read anew of a collection.
public struct FilesRead: Sendable {
    public enum Content: Sendable {
        case changes([CollectionChange])
        /// All of it, what was open read whole.
        case everything(Collection)
        /// There is no collection any more, or its root cannot be read.
        case failed(FileProblem)
    }
    public var content: Content
    /// Nil: nothing changed there.
    public var outside: OutsideValues?

    public init(_ content: Content, outside: OutsideValues? = nil) {
        self.content = content
        self.outside = outside
    }
}

/// How a save ended.
public enum SaveResult: Sendable {
    case written(SavedFile)
    /// The file holds something else than when it was read; nothing was written.
    case changedMeanwhile(onDisk: FormFile)
    /// The file is no longer there; nothing was written.
    case gone
    case failed(String)
}

/// A file that was saved.
public struct SavedFile: Sendable {
    /// As it now is on disk.
    public var file: FormFile
    /// `microscope.yaml` as it now is; nil when nothing of it was to change, or it could not be written.
    public var companion: CompanionFile?
    /// Why what stands in `microscope.yaml` could not be saved, though the file was; nil when it was, or did not change.
    public var policyProblem: String?
    /// Literals that look like secrets and were not in the file before.
    public internal(set) var newSecrets: [FoundSecret] = []
    /// Of a collection in one file, with whose names paths change: all of it as it is now.
    public var renamed: Renaming?

    /// Items that have another path now.
    public struct Renaming: Sendable {
        public var changes: [PathChange]
        public var collection: Collection

        public init(_ changes: [PathChange], in collection: Collection) {
            self.changes = changes
            self.collection = collection
        }
    }

    public init(
        _ file: FormFile, companion: CompanionFile? = nil, policyProblem: String? = nil, renamed: Renaming? = nil
    ) {
        self.file = file
        self.companion = companion
        self.policyProblem = policyProblem
        self.renamed = renamed
    }
}

/// A draft found in the journal.
public struct RestoredDraft: Sendable, Hashable {
    public var path: ItemPath
    public var file: FormFile
    public var policies: RequestPolicies
    /// What the file held when the draft was made.
    public var diskText: String

    public init(path: ItemPath, file: FormFile, policies: RequestPolicies, diskText: String) {
        self.path = path
        self.file = file
        self.policies = policies
        self.diskText = diskText
    }
}
