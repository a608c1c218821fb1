/// Where keys mean what: exactly one holds at a time. What ``completion`` has no key for means what it does in ``edit``.
public enum ActionContext: String, Sendable, Hashable, CaseIterable {
    case tree = "Collection"
    case request = "Request"
    case response = "Response"
    case sides = "Answers side by side"
    case filter = "Filtering a body"
    case events = "Events and chunks"
    case log = "Log"
    case held = "Held answer"
    case layout = "Arranging panes"
    case edit = "Editing a field"
    case completion = "Completing"
    case textFind = "Finding in a field"
    case draft = "Draft and file"
    case chooser = "Choosing"
    case sendTo = "Sending to several"
    case variables = "Variables"
    case cookies = "Cookies"
    case find = "Finding"
    case history = "History"
    case historyFilter = "Filtering the history"
    case difference = "Difference"
    case example = "Adding an example"
    case latency = "Latency"
    case replayForm = "Replaying several"
    case repeatForm = "Repeating"
    case series = "Series"
    case seriesStep = "Series, step by step"
    case share = "Sharing"
    case prompt = "Answering"
    case merge = "Merging"
    case values = "Giving values"
    case trust = "Agreeing"
    case consent = "Waiting for a browser"
    case start = "Opening"
    case path = "Typing a path"
    case help = "Help"
    case finder = "Finding a request"
    case jump = "Jumping"
    case activities = "What runs"
    case report = "Reading"
}

extension Set<ActionContext> {
    static let panes: Self = [.tree, .request, .response, .sides, .events, .log, .held]
    /// The panes that show one request.
    static let beside = panes.subtracting([.tree])
    static let panesAndEdit = panes.union([.edit])
    /// What stands above the panes and takes single keys.
    static let readers: Self = [
        .sendTo, .history, .difference, .latency, .replayForm, .series, .seriesStep, .share, .merge, .trust, .report,
        .draft, .activities,
    ]
    /// Those of them whose cursor the usual keys move.
    static let cursorLists = readers.subtracting([.latency, .replayForm, .merge])
    /// Those of them that hold nothing that waits for an answer: going elsewhere loses nothing.
    static let lists: Self = [
        .history, .difference, .latency, .series, .seriesStep, .report, .draft, .activities,
    ]
    static let panesAndReaders = panes.union(readers)
    static let panesAndLists = panes.union(lists)
    /// Lists where letters are typed.
    static let typedLists: Self = [
        .chooser, .start, .variables, .cookies, .help, .finder, .example, .historyFilter,
    ]
    static let everywhere = Set(ActionContext.allCases)
}

extension ExplorerState {
    /// The context that decides the next key.
    public var context: ActionContext {
        if let overlay = overlays.last { return overlay.context(in: self) }
        if display.isArranging { return .layout }
        if let edit {
            return edit.search?.isTyping == true ? .textFind : openCompletion == nil ? .edit : .completion
        }
        if typing.filterLine != nil { return .filter }
        switch focus {
        case .tree: return .tree
        case .request: return .request
        case .response where session?.showsSides == true: return .sides
        case .response: return session?.shownResponseTab == .events ? .events : .response
        case .log: return .log
        case .held: return .held
        }
    }
}
