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
        "zoom", .panesAndLayout, ["z"], "zoom", "Give the whole screen to the focused pane, or take it back.",
        reason: \.reasonNotToZoom
    ) { $0.display.zoomed = $0.display.zoomed == nil ? $0.focus : nil }
    static let utc = Action(
        "utc", .panes, ["Z"], "UTC", "Show times in UTC, or local ones again.",
        Keys(
            [.difference, .history, .latency, .series, .seriesStep], ["Z"], "UTC",
            "Show times in UTC, or local ones again.", footer: [.latency])
    ) { $0.switchUTC() }
    static let previousTab = Action(
        "previousTab", .panes, ["["], "previous tab", "Show the previous tab of the pane.",
        reason: \.reasonWithoutTabs
    ) { $0.showTab(by: -1) }
    static let nextTab = Action(
        "nextTab", .panes, ["]"], "next tab", "Show the next tab of the pane.",
        reason: \.reasonWithoutTabs
    ) { $0.showTab(by: 1) }
    static let previousRequest = Action(
        "previousRequest", .panes, ["{"], "previous request", "Go to the previous of the open requests and forms.",
        reason: \.reasonWithoutOtherTabs
    ) { $0.showOpenRequest(by: -1) }
    static let nextRequest = Action(
        "nextRequest", .panes, ["}"], "next request", "Go to the next of the open requests and forms.",
        reason: \.reasonWithoutOtherTabs
    ) { $0.showOpenRequest(by: 1) }
    static let moveUp: Action = .init(
        "moveUp", .panes, [.up, "k"], "up", "Go up.",
        Keys([.filter], [.up, .control("p")], "earlier", "Take the filter that was used before.")
    ) { $0.move(.moveUp) }
    static let moveDown: Action = .init(
        "moveDown", .panes, [.down, "j"], "down", "Go down.",
        Keys([.filter], [.down, .control("n")], "later", "Go back to the one used after it.")
    ) { $0.move(.moveDown) }
    static let first: Action = .init("first", .panes, ["g", .home], "first", "Go to the beginning.") { $0.move(.first) }
    static let last: Action = .init("last", .panes, ["G", .end], "last", "Go to the end.") { $0.move(.last) }
    static let pageUp: Action = .init("pageUp", .panes, [.pageUp], "page up", "Go up by a page.") { $0.move(.pageUp) }
    static let pageDown: Action = .init(
        "pageDown", .panes, [.pageDown], "page down", "Go down by a page."
    ) { $0.move(.pageDown) }
    static let moveLeft: Action = .init(
        "moveLeft", [.tree], [.left, "h"], "close", "Close the folder, or go to the one around.",
        Keys([.request], [.left, "h"], "left", "Go to the field on the left."),
        Keys([.response], [.left, "<"], "left", "Scroll to the left."),
        Keys([.sides], ["<"], "left", "Scroll all answers to the left."),
        Keys([.held], [.left, "<", "h"], "left", "Scroll the held answer to the left.")
    ) { $0.move(.moveLeft) }
    static let moveRight: Action = .init(
        "moveRight", [.tree], [.right, "l"], "open", "Open the folder.",
        Keys([.request], [.right, "l"], "right", "Go to the field on the right."),
        Keys([.response], [.right, ">"], "right", "Scroll to the right."),
        Keys([.sides], [">"], "right", "Scroll all answers to the right."),
        Keys([.held], [.right, ">", "l"], "right", "Scroll the held answer to the right.")
    ) { $0.move(.moveRight) }
    static let undo = Action(
        "undo", .beside, ["u"], "undo", "Undo the last change of what is shown.",
        reason: { $0.current.reasonNotToUndo }, perform: { $0.changeInForm("Undone") { $0.undo() } })
    static let redo = Action(
        "redo", .beside, ["U"], "redo", "Redo what was undone.",
        reason: { $0.current.reasonNotToRedo }, perform: { $0.changeInForm("Done again") { $0.redo() } })
    static let closeTab = Action(
        "closeTab", .panes, ["Q"], "close tab", "Close the tab of what is shown; its draft and its answer are kept.",
        reason: \.reasonNotToCloseTab
    ) { $0.closeTab() }
    static let focusHeld = Action(
        "focusHeld", .panesAndLayout, ["5"], "held", "Go to the answer that is held.",
        reason: \.reasonWithoutHeld
    ) { $0.focus = .held }
    static let hold = Action(
        "hold", .panes.subtracting([.held]), ["B"], "hold",
        "Hold the answer beside the response: it stays while others come.",
        reason: \.reasonNotToHold
    ) { $0.hold() }
    static let release = Action(
        "release", [.held], ["B"], "release", "Hold the answer no longer.", named: .panes.subtracting([.held]),
        reason: \.reasonWithoutHeld
    ) { $0.release() }
    static let inStep = Action(
        "inStep", .panes, ["I"], "in step", "Scroll the response and the held answer together, or each by itself.",
        reason: \.reasonWithoutHeld
    ) { $0.switchStep() }
    static let mouse = Action(
        "mouse", .panesAndLayout, ["M"], "mouse",
        "Give the mouse back to the terminal, to select text with it, or take it again."
    ) { $0.switchMouse() }
    static let arrange = Action(
        "arrange", .panes, [.control("w")], "layout",
        "Arrange the panes: move borders, hide panes, stand them beside or below each other."
    ) { $0.display.isArranging = true }
    static let borderLeft = Action(
        "borderLeft", [.layout], ["h", .left], "border", "Move the border of the focused pane to the left."
    ) { $0.moveBorder(isUpright: true, by: -ExplorerState.columnsPerStep) }
    static let borderDown = Action(
        "borderDown", [.layout], ["j", .down], "border", "Move the border of the focused pane down."
    ) { $0.moveBorder(isUpright: false, by: 1) }
    static let borderUp = Action(
        "borderUp", [.layout], ["k", .up], "border", "Move the border of the focused pane up."
    ) { $0.moveBorder(isUpright: false, by: -1) }
    static let borderRight = Action(
        "borderRight", [.layout], ["l", .right], "border", "Move the border of the focused pane to the right."
    ) { $0.moveBorder(isUpright: true, by: ExplorerState.columnsPerStep) }
    static let usualLayout = Action(
        "usualLayout", [.layout], ["="], "defaults",
        "Stand all panes as they were before anything was moved or hidden.", named: .panes
    ) { $0.resetLayout() }
    static let hideTree = Action(
        "hideTree", [.layout], ["t"], "tree", "Hide the tree, or show it again.", named: .panes
    ) { $0.switchPane(.tree) }
    static let hideRequest = Action(
        "hideRequest", [.layout], ["r"], "request", "Hide the request, or show it again.", named: .panes
    ) { $0.switchPane(.request) }
    static let hideResponse = Action(
        "hideResponse", [.layout], ["a"], "answer", "Hide the answer, or show it again.", named: .panes
    ) { $0.switchPane(.response) }
    static let hideLog = Action(
        "hideLog", [.layout], ["g"], "log", "Hide the log, or show it again.", named: .panes
    ) { $0.switchPane(.log) }
    static let nextArrangement = Action(
        "nextArrangement", [.layout], ["s"], "below/beside",
        "Stand request and response by the size of the screen, below each other, beside each other, or one pane at a time."
    ) { $0.arrange($0.nextArrangement) }
    static let leaveLayout = Action(
        "leaveLayout", [.layout], [.escape, .enter, .control("w"), "q"], "done", "Leave it so."
    ) { $0.display.isArranging = false }
    static let arrangeByItself = Action(
        "arrangeByItself", .panes, [], "by itself", "Stand request and response as the size of the terminal allows."
    ) { $0.arrange(.automatic) }
    static let arrangeBelow = Action(
        "arrangeBelow", .panes, [], "below", "Stand the response below the request."
    ) { $0.arrange(.below) }
    static let arrangeBeside = Action(
        "arrangeBeside", .panes, [], "beside", "Stand the response beside the request, where it is wide enough."
    ) { $0.arrange(.beside) }
    static let arrangeStacked = Action(
        "arrangeStacked", .panes, [], "stacked", "Show one pane at a time, the titles of the others in a line each."
    ) { $0.arrange(.stacked) }
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
