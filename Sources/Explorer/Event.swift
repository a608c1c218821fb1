import BodyStore
import BodyView
import Exchanges
import ExplorerKit
import Foundation
import Imports
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
        (self.content, self.outside) = (content, outside)
    }
}
