import ExplorerKit
import TextGrid

extension Action {
    static let nextPane = Action(
        "nextPane", Keys(.panes, [.tab], "next pane", "Go to the next pane.")
    ) { $0.focusPane(by: 1) }
    static let previousPane = Action(
        "previousPane", Keys(.panes, [.backTab], "previous pane", "Go to the previous pane.")
    ) { $0.focusPane(by: -1) }
    static let focusTree = Action(
        "focusTree", Keys(.panes, ["1"], "tree", "Go to the collection tree.")
    ) { $0.focus = .tree }
    static let focusRequest = Action(
        "focusRequest", Keys(.panes, ["2"], "request", "Go to the request.")
    ) { $0.focus = .request }
    static let focusResponse = Action(
        "focusResponse", Keys(.panes, ["3"], "response", "Go to the response.")
    ) { $0.focus = .response }
    static let focusLog = Action("focusLog", Keys(.panes, ["4"], "log", "Go to the log.")) { $0.goToLog() }
    static let zoom = Action(
        "zoom", Keys(.panes, ["z"], "zoom", "Give the whole screen to the focused pane, or take it back."),
        reason: \.reasonNotToZoom
    ) { $0.display.zoomed = $0.display.zoomed == nil ? $0.focus : nil }
    static let utc = Action(
        "utc", Keys(.panes, ["Z"], "UTC", "Show times in UTC, or local ones again."),
        Keys(
            [.difference, .history, .latency, .series, .seriesStep], ["Z"], "UTC",
            "Show times in UTC, or local ones again.", footer: [.latency])
    ) { $0.switchUTC() }
    static let previousTab = Action(
        "previousTab", Keys(.panes, ["["], "previous tab", "Show the previous tab of the pane."),
        reason: \.reasonWithoutTabs
    ) { $0.showTab(by: -1) }
    static let nextTab = Action(
        "nextTab", Keys(.panes, ["]"], "next tab", "Show the next tab of the pane."),
        reason: \.reasonWithoutTabs
    ) { $0.showTab(by: 1) }
    static let previousRequest = Action(
        "previousRequest",
        Keys(.panes, ["{"], "previous request", "Go to the previous of the open requests and forms."),
        reason: \.reasonWithoutOtherTabs
    ) { $0.showOpenRequest(by: -1) }
    static let nextRequest = Action(
        "nextRequest", Keys(.panes, ["}"], "next request", "Go to the next of the open requests and forms."),
        reason: \.reasonWithoutOtherTabs
    ) { $0.showOpenRequest(by: 1) }
    static let moveUp: Action = .init("moveUp", Keys(.panes, [.up, "k"], "up", "Go up.")) { $0.move(.moveUp) }
    static let moveDown: Action = .init(
        "moveDown", Keys(.panes, [.down, "j"], "down", "Go down.")
    ) { $0.move(.moveDown) }
    static let first: Action = .init(
        "first", Keys(.panes, ["g", .home], "first", "Go to the beginning.")
    ) { $0.move(.first) }
    static let last: Action = .init("last", Keys(.panes, ["G", .end], "last", "Go to the end.")) { $0.move(.last) }
    static let pageUp: Action = .init(
        "pageUp", Keys(.panes, [.pageUp], "page up", "Go up by a page.")
    ) { $0.move(.pageUp) }
    static let pageDown: Action = .init(
        "pageDown", Keys(.panes, [.pageDown], "page down", "Go down by a page.")
    ) { $0.move(.pageDown) }
    static let undo = Action(
        "undo", Keys(.beside, ["u"], "undo", "Undo the last change of what is shown."),
        reason: { $0.current.reasonNotToUndo }, perform: { $0.undoInForm() })
    static let redo = Action(
        "redo", Keys(.beside, ["U"], "redo", "Redo what was undone."),
        reason: { $0.current.reasonNotToRedo }, perform: { $0.redoInForm() })
}

extension ActionTable {
    static let moving: [ActionRow] =
        rows(
            of: .nextPane, .previousPane, .focusTree, .focusRequest, .focusResponse, .focusLog, .zoom, .utc,
            .previousTab, .nextTab, .previousRequest, .nextRequest, .moveUp, .moveDown, .first, .last, .pageUp,
            .pageDown, .undo, .redo)
}
