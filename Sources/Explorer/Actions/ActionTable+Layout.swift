import ExplorerKit
import TextGrid

extension Action {
    static let closeTab = Action(
        "closeTab",
        Keys(.panes, ["Q"], "close tab", "Close the tab of what is shown; its draft and its answer are kept."),
        reason: \.reasonNotToCloseTab
    ) { $0.closeTab() }
    static let focusHeld = Action(
        "focusHeld", Keys(.panes.union([.layout]), ["5"], "held", "Go to the answer that is held."),
        reason: \.reasonWithoutHeld
    ) { $0.focus = .held }
    static let hold = Action(
        "hold",
        Keys(
            .panes.subtracting([.held]), ["B"], "hold",
            "Hold the answer beside the response: it stays while others come."),
        reason: \.reasonNotToHold
    ) { $0.hold() }
    static let release = Action(
        "release", Keys([.held], ["B"], "release", "Hold the answer no longer."),
        Keys(.panes.subtracting([.held]), [], "release", "Hold the answer no longer."),
        reason: \.reasonWithoutHeld
    ) { $0.release() }
    static let inStep = Action(
        "inStep",
        Keys(.panes, ["I"], "in step", "Scroll the response and the held answer together, or each by itself."),
        reason: \.reasonWithoutHeld
    ) { $0.switchStep() }
    static let moveLeft: Action = .init(
        "moveLeft", Keys([.held], [.left, "<", "h"], "left", "Scroll the held answer to the left.")
    ) { $0.move(.moveLeft) }
    static let moveRight: Action = .init(
        "moveRight", Keys([.held], [.right, ">", "l"], "right", "Scroll the held answer to the right.")
    ) { $0.move(.moveRight) }
    static let mouse = Action(
        "mouse",
        Keys(
            .panes.union([.layout]), ["M"], "mouse",
            "Give the mouse back to the terminal, to select text with it, or take it again.")
    ) { $0.switchMouse() }
    static let arrange = Action(
        "arrange",
        Keys(
            .panes, [.control("w")], "layout",
            "Arrange the panes: move borders, hide panes, stand them beside or below each other.")
    ) { $0.display.isArranging = true }
    static let borderLeft = Action(
        "borderLeft", Keys([.layout], ["h", .left], "border", "Move the border of the focused pane to the left.")
    ) { $0.moveBorder(isUpright: true, by: -ExplorerState.columnsPerStep) }
    static let borderDown = Action(
        "borderDown", Keys([.layout], ["j", .down], "border", "Move the border of the focused pane down.")
    ) { $0.moveBorder(isUpright: false, by: 1) }
    static let borderUp = Action(
        "borderUp", Keys([.layout], ["k", .up], "border", "Move the border of the focused pane up.")
    ) { $0.moveBorder(isUpright: false, by: -1) }
    static let borderRight = Action(
        "borderRight", Keys([.layout], ["l", .right], "border", "Move the border of the focused pane to the right.")
    ) { $0.moveBorder(isUpright: true, by: ExplorerState.columnsPerStep) }
    static let usualLayout = Action(
        "usualLayout",
        Keys([.layout], ["="], "defaults", "Stand all panes as they were before anything was moved or hidden.")
    ) { $0.resetLayout() }
    static let hideTree = Action(
        "hideTree", Keys([.layout], ["t"], "tree", "Hide the tree, or show it again.")
    ) { $0.switchPane(.tree) }
    static let hideRequest = Action(
        "hideRequest", Keys([.layout], ["r"], "request", "Hide the request, or show it again.")
    ) { $0.switchPane(.request) }
    static let hideResponse = Action(
        "hideResponse", Keys([.layout], ["a"], "answer", "Hide the answer, or show it again.")
    ) { $0.switchPane(.response) }
    static let hideLog = Action(
        "hideLog", Keys([.layout], ["g"], "log", "Hide the log, or show it again.")
    ) { $0.switchPane(.log) }
    static let nextArrangement = Action(
        "nextArrangement",
        Keys(
            [.layout], ["s"], "below/beside",
            "Stand request and response by the size of the screen, below each other, beside each other, or one pane at a time."
        )
    ) { $0.arrange(ExplorerState.next($0.display.layoutChoices.arrangement)) }
    static let leaveLayout = Action(
        "leaveLayout", Keys([.layout], [.escape, .enter, .control("w"), "q"], "done", "Leave it so.")
    ) { $0.display.isArranging = false }
    static let arrangeByItself = Action(
        "arrangeByItself",
        Keys(.panes, [], "by itself", "Stand request and response as the size of the terminal allows.")
    ) { $0.arrange(.automatic) }
    static let arrangeBelow = Action(
        "arrangeBelow", Keys(.panes, [], "below", "Stand the response below the request.")
    ) { $0.arrange(.below) }
    static let arrangeBeside = Action(
        "arrangeBeside", Keys(.panes, [], "beside", "Stand the response beside the request, where it is wide enough.")
    ) { $0.arrange(.beside) }
    static let arrangeStacked = Action(
        "arrangeStacked",
        Keys(.panes, [], "stacked", "Show one pane at a time, the titles of the others in a line each.")
    ) { $0.arrange(.stacked) }
}

extension ActionTable {
    /// How the screen is divided, what is open, and the mouse.
    static let layout: [ActionRow] =
        rows(
            of: .closeTab, .focusHeld, .hold, .release, .inStep, .moveLeft, .moveRight, .mouse, .arrange, .borderLeft,
            .borderDown, .borderUp, .borderRight, .usualLayout, .hideTree, .hideRequest, .hideResponse, .hideLog,
            .nextArrangement, .leaveLayout) + [
            ActionRow(.nextPane, [.layout], [.tab], "next pane", "Go to the next pane."),
            ActionRow(.previousPane, [.layout], [.backTab], "previous pane", "Go to the previous pane."),
            ActionRow(.focusTree, [.layout], ["1"], "tree", "Go to the collection tree."),
            ActionRow(.focusRequest, [.layout], ["2"], "request", "Go to the request."),
            ActionRow(.focusResponse, [.layout], ["3"], "response", "Go to the response."),
            ActionRow(.focusLog, [.layout], ["4"], "log", "Go to the log."),
            ActionRow(.zoom, [.layout], ["z"], "zoom", "Give the whole screen to the focused pane, or take it back."),
            ActionRow(.help, [.layout], ["?", .function(1), .control("g")], "help", "Show every key."),
        ]

    /// From the palette, wherever one is.
    static let byName: [ActionRow] =
        [
            ActionRow(
                .usualLayout, .panes, [], "defaults",
                "Stand all panes as they were before anything was moved or hidden."),
            ActionRow(.hideTree, .panes, [], "tree", "Hide the tree, or show it again."),
            ActionRow(.hideRequest, .panes, [], "request", "Hide the request, or show it again."),
            ActionRow(.hideResponse, .panes, [], "answer", "Hide the answer, or show it again."),
            ActionRow(.hideLog, .panes, [], "log", "Hide the log, or show it again."),
        ] + rows(of: .arrangeByItself, .arrangeBelow, .arrangeBeside, .arrangeStacked)
}
