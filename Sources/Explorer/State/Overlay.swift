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

    /// By default nothing moves.
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
    func move(_ action: Action, in explorer: inout ExplorerState) -> [Effect] { [] }
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

/// A list above the panes that typing narrows: the keys move in it, or are typed.
protocol NarrowedList: Overlay {
    var filter: TextEditor { get set }
    /// Index among the rows that match.
    var selected: Int { get set }
    /// Why the last choice came to nothing; until the next key. Not every list has one.
    var complaint: String? { get set }
    func rowCount(in explorer: ExplorerState) -> Int
}

extension NarrowedList {
    var complaint: String? {
        get { nil }
        set {}
    }

    func move(_ action: Action, in explorer: inout ExplorerState) -> [Effect] {
        var list = self
        let last = max(0, rowCount(in: explorer) - 1)
        list.selected = min(last, ExplorerState.moved(selected, action, page: 10, last: last))
        explorer.replaceTop(list)
        return []
    }

    func type(_ stroke: KeyStroke, in explorer: inout ExplorerState) -> [Effect] {
        var list = self
        if list.filter.handle(stroke) { list.selected = 0 }
        list.complaint = nil
        explorer.replaceTop(list)
        return []
    }

    func paste(_ text: String, in explorer: inout ExplorerState) -> [Effect] {
        var list = self
        list.filter.paste(text)
        (list.selected, list.complaint) = (0, nil)
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

/// A list to choose one from, narrowed by typing.
public struct Chooser: Sendable, Hashable {
    public struct Option: Sendable, Hashable {
        public var title: String
        /// Dimmed, behind the title.
        public var detail: String
        /// Why it cannot be chosen now; nil when it can.
        public var disabledReason: String?
        /// The environment of the workspace that it chooses, or none of them; nil: it is about something else.
        var globalName: String??

        public init(
            _ title: String, detail: String = "", disabledReason: String? = nil, globalName: String?? = nil
        ) {
            self.title = title
            self.detail = detail
            self.disabledReason = disabledReason
            self.globalName = globalName
        }
    }

    /// What the choice is for.
    public enum Purpose: Sendable, Hashable {
        /// And, where a send needs its values, what has been said of that send.
        case environment(of: SendAnswers?)
        /// A value of the shown form.
        case field(AskedField)
        /// A literal of an environment becomes a secret.
        case secrecy(KeptSecret)
        /// A query row that the URL cannot spell.
        case respelling
        /// Which colours; the one under the cursor is shown at once.
        case theme([ThemeName])
        case copy
        case copyLog
        /// How the body is looked at.
        case view
        case quit([QuitAnswer])
        case newItem(in: ItemPath)
        /// To one of these places, as they were when it was asked.
        case moveTo([ItemPath], places: [MovePlace])
        case deleteCollection
        /// The last operation on files, by its number.
        case undoTree(order: Int)
        /// Its directory, beside itself.
        case copyCollection
        case trash
        /// All of the environment.
        case deleteCookies
        case changedOnDisk(ItemPath)
        /// A body, over a file that is there already.
        case replaceFile(BodyFileTarget)
        case start
        /// A request that changes something, to a protected environment.
        case protectedSend(ItemPath, SendAnswers)
        /// The same for one of several environments.
        case protectedSendTo(ItemPath, BatchQuestion)
        /// All requests of a folder.
        case run(ItemPath)
        /// How each of a run went.
        case runEnded([ItemPath])
        /// What is made of a part of an answer.
        case use([AnswerUse], of: AnswerPart)
        /// The path parameter of another request that it becomes.
        case fillPath([PathPlace], text: String)
        /// A request as it was sent, to a protected environment.
        case protectedReplay(ReplayQuestion)
        /// What a series sends, to protected environments.
        case protectedSeries
        /// What is shared, over a file that is there already.
        case replaceShared(String)
        /// Exchanges of the history, for good.
        case deleteExchanges([HistoryRow.ID])
        /// All that runs.
        case cancelActivities
        /// An example with a large body.
        case largeExample(ExamplePreview)
        /// One whose name another one has.
        case replaceExample(ExamplePreview)
        /// One of these examples, to compare an answer with.
        case exampleDifference([RequestExample], of: HistoryRow.ID)
        /// One of these rules is kept.
        case ignoreDifference([IgnoredDifference])
    }

    /// A field with the row in which it stood when it was asked about: rows may come, go and move meanwhile.
    public struct AskedField: Sendable, Hashable {
        public var path: ItemPath
        public var field: FormField
        /// What the row says, field by field; empty for what stands in no table.
        public var row: [FormField: String]
    }

    /// A folder to move something to; the root is one.
    public struct MovePlace: Sendable, Hashable {
        /// ``CollectionState/path``.
        public var collection: String
        public var folder: ItemPath
    }

    public var purpose: Purpose
    public var title: String
    public var options: [Option]
    /// Index in ``matches``.
    public var selected: Int
    public var filter = TextEditor("", isMultiline: false)
    /// Whether typed text that is no option may be chosen (a method of one's own).
    public var acceptsOther = false
    /// What Enter does with such text.
    public var otherHint = "Enter takes what is typed."
    /// Why the last choice came to nothing; until the next key.
    public var complaint: String?

    public init(_ purpose: Purpose, title: String, options: [Option], selected: Int = 0) {
        self.purpose = purpose
        self.title = title
        self.options = options
        self.selected = selected
    }

    /// Indexes of the options that hold the typed text.
    public var matches: [Int] {
        let needle = filter.text.lowercased()
        guard !needle.isEmpty else { return Array(options.indices) }
        return options.indices.filter {
            options[$0].title.lowercased().contains(needle) || options[$0].detail.lowercased().contains(needle)
        }
    }
}

/// A question with a line to type the answer in.
public struct Prompt: Sendable, Hashable {
    public enum Purpose: Sendable, Hashable {
        /// A value for a variable, kept until quitting.
        case sessionValue(name: String)
        /// A value for the private store of the shown environment.
        case secret(name: String)
        case cookieValue(CookieIdentity)
        /// The name of a variable for a part of an answer: of this session, or of each answer.
        case keep(AnswerPart)
        case capture(AnswerPart)
        case treeFilter
        case newItem(TreeOperation.NewItem, in: ItemPath)
        case rename(ItemPath)
        case renameFile(ItemPath)
        /// The directory of a collection to be made.
        case newCollection
        /// A request to be drafted in Scratch.
        case request
        /// What shall be opened.
        case openPath
        /// Only lines with it are shown.
        case logFilter
        /// What is looked for.
        case logText
        /// The same in what stands above the panes.
        case overlayText
        /// Where the log is saved.
        case logFile
        /// What is looked for among what came in pieces.
        case streamText
        /// The body shown, by its store, into a file.
        case saveBody(ObjectIdentifier)
        /// A line of the body, or an offset.
        case bodyLine
        /// What stands for a secret of a recorded request, for one replay.
        case replayValue(name: String, ReplayQuestion)
        /// A note on an exchange of the history.
        case historyNote(HistoryRow.ID)
        /// What exchanges of the history are called as one.
        case historySet([HistoryRow.ID])
        /// What is said of them.
        case historySetNote(String, [HistoryRow.ID])
        /// What is shared, into a file.
        case saveShare
    }
    public var purpose: Purpose
    public var title: String
    /// Why it is asked.
    public var detail: String
    public var editor: TextEditor
    /// Why what is typed cannot be taken, or came to nothing.
    public var complaint: String?
    /// Whether what is typed is shown as dots.
    public var isSecret = false

    public init(_ purpose: Purpose, title: String, detail: String = "", text: String = "") {
        self.purpose = purpose
        self.title = title
        self.detail = detail
        editor = purpose.isValue ? .forValue(text) : TextEditor(text, isMultiline: false)
    }

    /// What is typed is hidden from the first character on that makes it look like a secret, or its name says so.
    mutating func masksWhatLooksSecret() {
        guard case .sessionValue(let name) = purpose, !isSecret else { return }
        isSecret = !LiteralSecret.all(in: editor.text, named: name).isEmpty
    }
}

extension Prompt.Purpose {
    /// Whether a value is asked for, which may have several lines.
    fileprivate var isValue: Bool {
        switch self {
        case .sessionValue, .secret, .replayValue: true
        default: false
        }
    }

    var isAboutLog: Bool { [.logFilter, .logText, .logFile].contains(self) }
}
