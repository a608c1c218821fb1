import Exchanges
import Interchange
import OpenCollection
import TextGrid

/// What is above the panes and takes the keys. A new one is a type that conforms, beside what opens it.
///
/// It is a value: what changes it puts the changed one in its place with ``ExplorerState/replaceTop(_:)``.
protocol Overlay: Sendable, Equatable {
    /// Which keys mean what while it has them.
    func context(in explorer: ExplorerState) -> ActionContext
    /// Its name on screen, as plain mode says it; by default that of its context.
    func title(in explorer: ExplorerState) -> String
    /// Whether it asks something of the shown collection: it goes when another one is shown. By default it does not.
    var isAboutCollection: Bool { get }
    /// What the footer proposes, most useful first; by default to choose and to leave.
    func footer(in explorer: ExplorerState) -> [Action]
    /// Which keys do something, for who presses another one; nil: nothing is said.
    var keyHint: String? { get }

    /// Moves the cursor, or what is in view, and changes nothing else. By default nothing moves.
    /// Does what a command means above this overlay alone; nil: it means what it does elsewhere.
    func perform(_ action: Action, in explorer: inout ExplorerState) -> [Effect]?
    mutating func moveCursor(_ action: Action, in explorer: ExplorerState)
    /// A movement. By default ``moveCursor(_:in:)`` is all of it.
    func move(_ action: Action, in explorer: inout ExplorerState) -> [Effect]
    /// Enter. By default nothing happens.
    func choose(in explorer: inout ExplorerState) -> [Effect]
    /// Esc. By default it is gone.
    func dismiss(in explorer: inout ExplorerState) -> [Effect]
    /// A key that is no action. By default ``keyHint`` is said.
    func type(_ stroke: KeyStroke, in explorer: inout ExplorerState) -> [Effect]
    /// By default nothing happens.
    func paste(_ text: String, in explorer: inout ExplorerState) -> [Effect]

    func draw(_ explorer: ExplorerState, on grid: inout Grid)
}

extension Overlay {
    func isEqual(to other: any Overlay) -> Bool { other as? Self == self }

    func title(in explorer: ExplorerState) -> String { context(in: explorer).rawValue }
    var isAboutCollection: Bool { false }
    func footer(in explorer: ExplorerState) -> [Action] { [.choose, .dismiss] }
    var keyHint: String? { nil }
    func perform(_ action: Action, in explorer: inout ExplorerState) -> [Effect]? { nil }
    mutating func moveCursor(_ action: Action, in explorer: ExplorerState) {}
    func move(_ action: Action, in explorer: inout ExplorerState) -> [Effect] {
        var moved = self
        moved.moveCursor(action, in: explorer)
        explorer.replaceTop(moved)
        return []
    }
    func choose(in explorer: inout ExplorerState) -> [Effect] { [] }
    func dismiss(in explorer: inout ExplorerState) -> [Effect] {
        explorer.overlays.removeLast()
        return []
    }
    func type(_ stroke: KeyStroke, in explorer: inout ExplorerState) -> [Effect] {
        explorer.sayUnknown(stroke, self)
        return []
    }
    func paste(_ text: String, in explorer: inout ExplorerState) -> [Effect] { [] }
}

/// An overlay in which one types.
protocol TypedOverlay: Overlay {
    /// Changes the text that has the keys, and follows it.
    func edit(in explorer: inout ExplorerState, _ change: (inout TextEditor) -> Void) -> [Effect]
}

extension TypedOverlay {
    func type(_ stroke: KeyStroke, in explorer: inout ExplorerState) -> [Effect] {
        edit(in: &explorer) { _ = $0.handle(stroke) }
    }

    func paste(_ text: String, in explorer: inout ExplorerState) -> [Effect] {
        edit(in: &explorer) { $0.paste(text) }
    }
}

/// A list above the panes that typing narrows: the keys move in it, or are typed.
protocol NarrowedList: TypedOverlay {
    var filter: TextEditor { get set }
    /// Index among the rows that match.
    var selected: Int { get set }
    /// Why the last choice came to nothing; until the next key. Not every list has one.
    var complaint: String? { get set }
    func rowCount(in explorer: ExplorerState) -> Int
    /// How far a page goes; 10 rows by default.
    func pageLength(in explorer: ExplorerState) -> Int
    /// Finds what matches the text that was typed, where that is kept. The cursor is on the first row by then.
    mutating func narrow(in explorer: ExplorerState)
}

extension NarrowedList {
    var complaint: String? {
        get { nil }
        set {}
    }
    func pageLength(in explorer: ExplorerState) -> Int { 10 }
    mutating func narrow(in explorer: ExplorerState) {}

    mutating func moveCursor(_ action: Action, in explorer: ExplorerState) {
        let last = max(0, rowCount(in: explorer) - 1)
        selected = min(last, ExplorerState.moved(selected, action, page: pageLength(in: explorer), last: last))
    }

    func edit(in explorer: inout ExplorerState, _ change: (inout TextEditor) -> Void) -> [Effect] {
        var list = self
        change(&list.filter)
        list.complaint = nil
        if list.filter.text != filter.text {
            list.selected = 0
            list.narrow(in: explorer)
        }
        explorer.replaceTop(list)
        return []
    }
}

/// Lines above the panes in which text can be found.
protocol TextOverlay: Overlay {
    var finding: TextFinding { get set }
    /// Changes what is looked for, and brings what was found into view.
    ///
    /// - Parameter change: gets the lines on screen and the first one in view.
    mutating func find(in explorer: ExplorerState, _ change: (inout TextFinding, [String], Int) -> Void)
}

extension ExplorerState {
    /// Puts what has changed in the place of the overlay that has the keys.
    mutating func replaceTop(_ overlay: any Overlay) { overlays[overlays.count - 1] = overlay }

    /// Says that a key does nothing in an overlay, and which ones do.
    mutating func sayUnknown(_ stroke: KeyStroke, _ overlay: some Overlay) {
        guard let hint = overlay.keyHint else { return }
        status = StatusMessage(.info, "\(stroke.title) does nothing here: \(hint)")
    }
}

/// A draft and a file that someone else changed, field by field.
public struct MergeState: Sendable, Hashable {
    public var path: ItemPath
    public var merge: ThreeWayMerge<FormContent>
    /// What someone else wrote.
    public var file: FormFile
    public var policies: RequestPolicies
    /// The text on disk, where it is git that left both sides in it; nil where one side is a draft.
    var markedText: String?
    /// Index among the conflicts.
    public var selected = 0
    /// First shown line of the texts of the selected one.
    public var scroll = 0

    public init(path: ItemPath, merge: ThreeWayMerge<FormContent>, file: FormFile, policies: RequestPolicies) {
        self.path = path
        self.merge = merge
        self.file = file
        self.policies = policies
    }

    /// How many fields nobody has decided yet.
    public var openCount: Int { merge.conflicts.count { $0.choice == nil } }
}

/// The variables in sight, narrowed by typing.
public struct VariablesState: Sendable, Hashable {
    public var filter = TextEditor("", isMultiline: false)
    /// Index among the rows that match.
    public var selected = 0

    public init() {}
}

/// Lines to read, scrolled.
public struct ReportState: Sendable, Hashable {
    public var title: String
    public var lines: [String]
    public var scroll = 0
    var finding = TextFinding()
    /// What lines of a review are about, by their indexes.
    var findings: [Int: ReviewText.Finding] = [:]
    /// The line of the chosen finding; nil without any.
    var cursor: Int?
    /// Whether it tells what was agreed to, which can be forgotten.
    public var isTrust = false
    /// Whether the lines are somebody else's: each blank of them counts.
    var isVerbatim = false

    public init(title: String, lines: [String]) {
        self.title = title
        self.lines = lines
    }
}
