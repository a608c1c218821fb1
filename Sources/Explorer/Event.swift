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

/// Something that happened. Everything that changes the state comes as one of these.
public enum Event: Sendable {
    case input(TerminalInput)
    /// The wall clock, while something on screen moves.
    case tick(Date)
    case logged(LogState.Entry)
    /// The outcome of an effect.
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
    /// The collections that can be opened; the user is asked which.
    case startListed(StartFacts)
    /// Nothing was opened: why, and what to do.
    case openingFailed(String)
    /// The path that was typed, as far as it is clear, and the directories that it may go on with.
    case pathCompleted(String, to: String, candidates: [String])
    /// Something was added to the history.
    case historyGrew
    /// The history has filed what was sent from a collection under today's paths, or says why not. No result of an effect: one that a newer order
    /// made stale would never be reported.
    case historyFollowed(String, problem: StatusMessage?)
    /// Keys and colours were read.
    case settingsRead(SettingsFiles)
    /// Something changed in the directory of settings.
    case settingsTouched
    /// Exchanges were taken from a file: all that this filter means are listed.
    case historyImported(filter: String)
    /// The demo is open, and the tour of it is to be offered, or taken.
    case tour(isOffered: Bool)
    /// A message for the status line.
    case message(StatusMessage)
    /// A request from outside to end; drafts are journalled already.
    case terminationRequested
}

/// An item, read whole.
public enum OpenedItem: Sendable {
    case item(CollectionItem)
    /// The content to edit for a folder, the collection or an environment; without a file, the content that a new one begins with.
    case file(FormFile, exists: Bool)
}

/// The files of a collection that were read again.
public struct FilesRead: Sendable {
    public enum Content: Sendable {
        case changes([CollectionChange])
        /// The whole collection; items that were open are read whole.
        case everything(Collection)
        /// The reason why there is no collection any more, or its root cannot be read.
        case failed(FileProblem)
    }
    public var content: Content
    /// The values from outside the collection; nil if nothing changed there.
    public var outside: OutsideValues?

    public init(_ content: Content, outside: OutsideValues? = nil) {
        (self.content, self.outside) = (content, outside)
    }
}
