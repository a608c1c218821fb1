import Exchanges
import ExplorerKit
import Foundation
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
    /// What is above the panes; the last one has the keys.
    var overlays: [any Overlay] = []
    @Boxed var pages = PagesState()
    @Boxed public var log = LogState()
    @Boxed var secrets = KnownSecrets()
    @Boxed public var preferences: Preferences
    /// Wall clock as of the last event that said it.
    public var now: Date
    @Boxed var finding = FindingState()
    @Boxed var sending = SendingState()
    /// A response that is kept beside the one shown.
    @Boxed var held: HeldAnswer?
    @Boxed var pending = PendingState()

    public init(
        _ collection: CollectionState, clientDefaults: ClientDefaults, size: Size, signs: Signs = .unicode, now: Date,
        secondsFromGMT: Int = 0
    ) {
        collections = OpenCollections(collection)
        display = DisplayState(size: size, signs: signs)
        preferences = Preferences(clientDefaults: clientDefaults, localSecondsFromGMT: secondsFromGMT)
        self.now = now
    }
}

// MARK: - What is asked for everywhere

extension ExplorerState {
    public var size: Size {
        get { display.size }
        set { display.size = newValue }
    }
    public var signs: Signs { display.signs }
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
    public internal(set) var tour: Tour? {
        get { pages.tour }
        _modify { yield &pages.tour }
    }
    /// Of the zone in which times are shown.
    public var secondsFromGMT: Int { preferences.secondsFromGMT }
    /// Whether quitting was asked for and nothing holds it up.
    public var hasQuit: Bool { pending.hasQuit }

    /// Puts a sentence into the status line.
    ///
    /// - Returns: no effects, for who does nothing else.
    @discardableResult
    mutating func say(_ kind: StatusMessage.Kind, _ text: String) -> [Effect] {
        status = StatusMessage(kind, text)
        return []
    }

    /// Whether a list may be put before a person: nothing is typed, and nothing else was asked meanwhile.
    var isFreeForQuestion: Bool { overlays.isEmpty && edit == nil }

    mutating func switchUTC() {
        preferences.showsUTC.toggle()
        let zone = Wording.zone(secondsFromGMT)
        say(.info, preferences.showsUTC ? "Times are shown in UTC." : "Times are local: \(zone).")
        arrangeLatency()
    }
}

// MARK: - Said of the collection that is handled

extension ExplorerState {
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
            overlays.removeAll { ($0 as? Chooser)?.subject == .respelling }
        }
    }
    mutating func replace(with item: CollectionItem) { current.items.replace(with: item) }
}
