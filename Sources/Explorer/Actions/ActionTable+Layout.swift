import ExplorerKit
import TextGrid

extension Action {
    static let nextPane = Action(
        "nextPane", .panesAndLayout, [.tab], "next pane", "Go to the next pane."
    ) { $0.focusPane(by: 1) }
    static let previousPane = Action(
        "previousPane", .panesAndLayout, [.backTab], "previous pane", "Go to the previous pane."
    ) { $0.focusPane(by: -1) }
    static let focusTree = Action(
        "focusTree", .panesAndLayout, ["1"], "tree", "Go to the collection tree."
    ) { $0.focus = .tree }
    static let focusRequest = Action(
        "focusRequest", .panesAndLayout, ["2"], "request", "Go to the request."
    ) { $0.focus = .request }
    static let focusResponse = Action(
        "focusResponse", .panesAndLayout, ["3"], "response", "Go to the response."
    ) { $0.focus = .response }
    static let focusLog = Action("focusLog", .panesAndLayout, ["4"], "log", "Go to the log.") { $0.goToLog() }
    static let zoom = Action(
        "zoom", .panesAndLayout, ["z"], "zoom", "Zoom the focused pane to the whole screen, or back.",
        reason: \.reasonNotToZoom
    ) { $0.display.zoomed = $0.display.zoomed == nil ? $0.focus : nil }
    static let utc = Action(
        "utc", .panes, ["Z"], "UTC", "Show times in UTC or local time.",
        Keys(
            [.difference, .history, .latency, .series, .seriesStep], ["Z"], "UTC",
            "Show times in UTC or local time.", footer: [.latency])
    ) { $0.say($0.preferences.switchUTC()) }
    static let previousTab = Action(
        "previousTab", .panes, ["["], "previous tab", "Show the previous tab of the pane.",
        reason: \.reasonWithoutTabs
    ) { $0.showTab(by: -1) }
    static let nextTab = Action(
        "nextTab", .panes, ["]"], "next tab", "Show the next tab of the pane.",
        reason: \.reasonWithoutTabs
    ) { $0.showTab(by: 1) }
    static let previousRequest = Action(
        "previousRequest", .panes, ["{"], "previous request", "Go to the previous open request or form.",
        reason: \.reasonWithoutOtherTabs
    ) { $0.showOpenRequest(by: -1) }
    static let nextRequest = Action(
        "nextRequest", .panes, ["}"], "next request", "Go to the next open request or form.",
        reason: \.reasonWithoutOtherTabs
    ) { $0.showOpenRequest(by: 1) }
    static let moveUp: Action = .init(
        "moveUp", .panes, [.up, "k"], "up", "Go up.",
        Keys([.filter], [.up, .control("p")], "earlier", "Use the previous filter.")
    ) { $0.move(.moveUp) }
    static let moveDown: Action = .init(
        "moveDown", .panes, [.down, "j"], "down", "Go down.",
        Keys([.filter], [.down, .control("n")], "later", "Use the next filter.")
    ) { $0.move(.moveDown) }
    static let first: Action = .init("first", .panes, ["g", .home], "first", "Go to the beginning.") { $0.move(.first) }
    static let last: Action = .init("last", .panes, ["G", .end], "last", "Go to the end.") { $0.move(.last) }
    static let pageUp: Action = .init("pageUp", .panes, [.pageUp], "page up", "Go up by a page.") { $0.move(.pageUp) }
    static let pageDown: Action = .init(
        "pageDown", .panes, [.pageDown], "page down", "Go down by a page."
    ) { $0.move(.pageDown) }
    static let moveLeft: Action = .init(
        "moveLeft", [.tree], [.left, "h"], "close", "Close the folder, or go to its parent.",
        Keys([.request], [.left, "h"], "left", "Go to the field on the left."),
        Keys([.response], [.left, "<"], "left", "Scroll to the left."),
        Keys([.sides], ["<"], "left", "Scroll all responses to the left."),
        Keys([.held], [.left, "<", "h"], "left", "Scroll the held response to the left.")
    ) { $0.move(.moveLeft) }
    static let moveRight: Action = .init(
        "moveRight", [.tree], [.right, "l"], "open", "Open the folder.",
        Keys([.request], [.right, "l"], "right", "Go to the field on the right."),
        Keys([.response], [.right, ">"], "right", "Scroll to the right."),
        Keys([.sides], [">"], "right", "Scroll all responses to the right."),
        Keys([.held], [.right, ">", "l"], "right", "Scroll the held response to the right.")
    ) { $0.move(.moveRight) }
    static let undo = Action(
        "undo", .beside, ["u"], "undo", "Undo the last change of the shown item.",
        reason: { $0.current.reasonNotToUndo }, perform: { $0.changeInForm("Undone") { $0.undo() } })
    static let redo = Action(
        "redo", .beside, ["U"], "redo", "Redo what was undone.",
        reason: { $0.current.reasonNotToRedo }, perform: { $0.changeInForm("Redone") { $0.redo() } })
    static let closeTab = Action(
        "closeTab", .panes, ["Q"], "close tab", "Close the tab; its draft and its response are kept.",
        reason: \.reasonNotToCloseTab
    ) { $0.closeTab() }
    static let focusHeld = Action(
        "focusHeld", .panesAndLayout, ["5"], "held", "Go to the held response.",
        reason: \.reasonWithoutHeld
    ) { $0.focus = .held }
    static let hold = Action(
        "hold", .panes.subtracting([.held]), ["B"], "hold",
        "Hold the response beside the next ones, to compare them.",
        reason: \.reasonNotToHold
    ) { $0.hold() }
    static let release = Action(
        "release", [.held], ["B"], "release", "Release the held response.", named: .panes.subtracting([.held]),
        reason: \.reasonWithoutHeld
    ) { $0.release() }
    static let inStep = Action(
        "inStep", .panes, ["I"], "sync scroll", "Scroll the response and the held response together, or separately.",
        reason: \.reasonWithoutHeld
    ) { $0.switchStep() }
    static let mouse = Action(
        "mouse", .panesAndLayout, ["M"], "mouse",
        "Turn mouse support off, so that the terminal can select text, or on."
    ) { $0.say($0.display.switchMouse()) }
    static let arrange = Action(
        "arrange", .panes, [.control("w")], "layout",
        "Arrange the panes: move borders, hide panes, split side by side or stacked."
    ) { $0.display.isArranging = true }
    static let borderLeft = Action(
        "borderLeft", [.layout], ["h", .left], "size", "Move the border of the focused pane to the left."
    ) { $0.moveBorder(isUpright: true, by: -ExplorerState.columnsPerStep) }
    static let borderDown = Action(
        "borderDown", [.layout], ["j", .down], "size", "Move the border of the focused pane down."
    ) { $0.moveBorder(isUpright: false, by: 1) }
    static let borderUp = Action(
        "borderUp", [.layout], ["k", .up], "size", "Move the border of the focused pane up."
    ) { $0.moveBorder(isUpright: false, by: -1) }
    static let borderRight = Action(
        "borderRight", [.layout], ["l", .right], "size", "Move the border of the focused pane to the right."
    ) { $0.moveBorder(isUpright: true, by: ExplorerState.columnsPerStep) }
    static let usualLayout = Action(
        "usualLayout", [.layout], ["="], "defaults",
        "Reset the layout to the default.", named: .panes
    ) { $0.resetLayout() }
    static let hideTree = Action(
        "hideTree", [.layout], ["t"], "tree", "Hide or show the tree.", named: .panes
    ) { $0.say($0.display.switchPane(.tree)) }
    static let hideRequest = Action(
        "hideRequest", [.layout], ["r"], "request", "Hide or show the request.", named: .panes
    ) { $0.say($0.display.switchPane(.request)) }
    static let hideResponse = Action(
        "hideResponse", [.layout], ["a"], "response", "Hide or show the response.", named: .panes
    ) { $0.say($0.display.switchPane(.response)) }
    static let hideLog = Action(
        "hideLog", [.layout], ["g"], "log", "Hide or show the log.", named: .panes
    ) { $0.say($0.display.switchPane(.log)) }
    static let nextArrangement = Action(
        "nextArrangement", [.layout], ["s"], "below/beside",
        "Choose the split of request and response: automatic, below each other, side by side, or one pane at a time."
    ) { $0.say($0.display.arrange($0.nextArrangement)) }
    static let leaveLayout = Action(
        "leaveLayout", [.layout], [.escape, .enter, .control("w"), "q"], "done", "Keep this layout."
    ) { $0.display.isArranging = false }
    static let arrangeByItself = Action(
        "arrangeByItself", .panes, [], "automatic", "Split request and response by the size of the terminal."
    ) { $0.say($0.display.arrange(.automatic)) }
    static let arrangeBelow = Action(
        "arrangeBelow", .panes, [], "below", "Split: response below the request."
    ) { $0.say($0.display.arrange(.below)) }
    static let arrangeBeside = Action(
        "arrangeBeside", .panes, [], "beside", "Split side by side, where the terminal is wide enough."
    ) { $0.say($0.display.arrange(.beside)) }
    static let arrangeStacked = Action(
        "arrangeStacked", .panes, [], "stacked", "Show one pane at a time, the others as title lines."
    ) { $0.say($0.display.arrange(.stacked)) }
}

extension ActionTable {
    static let moving: [Action] = [
        .nextPane, .previousPane, .focusTree, .focusRequest, .focusResponse, .focusLog, .zoom, .utc, .previousTab,
        .nextTab, .previousRequest, .nextRequest, .moveUp, .moveDown, .first, .last, .pageUp, .pageDown, .undo, .redo,
    ]

    /// Actions for the division of the screen, what is open, and the mouse.
    static let layout: [Action] = [
        .closeTab, .focusHeld, .hold, .release, .inStep, .mouse, .arrange, .borderLeft, .borderDown, .borderUp,
        .borderRight, .usualLayout, .hideTree, .hideRequest, .hideResponse, .hideLog, .nextArrangement, .leaveLayout,
        .arrangeByItself, .arrangeBelow, .arrangeBeside, .arrangeStacked,
    ]
}
