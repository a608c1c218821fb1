extension ActionTable {
    private static let everyPane = ActionContext.panes
    private static let arranging: Set<ActionContext> = [.layout]

    /// How the screen is divided, what is open, and the mouse.
    static let layout: [ActionRow] =
        [
            ActionRow(
                .closeTab, everyPane, ["Q"], "close tab",
                "Close the tab of what is shown; its draft and its answer are kept."),
            ActionRow(
                .focusHeld, everyPane.union(arranging), ["5"], "held", "Go to the answer that is held."),
            ActionRow(
                .hold, everyPane.subtracting([.held]), ["B"], "hold",
                "Hold the answer beside the response: it stays while others come."),
            ActionRow(.release, [.held], ["B"], "release", "Hold the answer no longer."),
            ActionRow(.release, everyPane.subtracting([.held]), [], "release", "Hold the answer no longer."),
            ActionRow(
                .inStep, everyPane, ["I"], "in step",
                "Scroll the response and the held answer together, or each by itself."),
            ActionRow(.moveLeft, [.held], [.left, "<", "h"], "left", "Scroll the held answer to the left."),
            ActionRow(.moveRight, [.held], [.right, ">", "l"], "right", "Scroll the held answer to the right."),
            ActionRow(
                .mouse, everyPane.union(arranging), ["M"], "mouse",
                "Give the mouse back to the terminal, to select text with it, or take it again."),
            ActionRow(
                .arrange, everyPane, [.control("w")], "layout",
                "Arrange the panes: move borders, hide panes, stand them beside or below each other."),
            ActionRow(
                .borderLeft, arranging, ["h", .left], "border", "Move the border of the focused pane to the left."),
            ActionRow(.borderDown, arranging, ["j", .down], "border", "Move the border of the focused pane down."),
            ActionRow(.borderUp, arranging, ["k", .up], "border", "Move the border of the focused pane up."),
            ActionRow(
                .borderRight, arranging, ["l", .right], "border", "Move the border of the focused pane to the right."),
            ActionRow(
                .usualLayout, arranging, ["="], "defaults",
                "Stand all panes as they were before anything was moved or hidden."),
            ActionRow(.hideTree, arranging, ["t"], "tree", "Hide the tree, or show it again."),
            ActionRow(.hideRequest, arranging, ["r"], "request", "Hide the request, or show it again."),
            ActionRow(.hideResponse, arranging, ["a"], "answer", "Hide the answer, or show it again."),
            ActionRow(.hideLog, arranging, ["g"], "log", "Hide the log, or show it again."),
            ActionRow(
                .nextArrangement, arranging, ["s"], "below/beside",
                "Stand request and response by the size of the screen, below each other, beside each other, or one pane at a time."
            ),
            ActionRow(.leaveLayout, arranging, [.escape, .enter, .control("w"), "q"], "done", "Leave it so."),
            ActionRow(.nextPane, arranging, [.tab], "next pane", "Go to the next pane."),
            ActionRow(.previousPane, arranging, [.backTab], "previous pane", "Go to the previous pane."),
            ActionRow(.focusTree, arranging, ["1"], "tree", "Go to the collection tree."),
            ActionRow(.focusRequest, arranging, ["2"], "request", "Go to the request."),
            ActionRow(.focusResponse, arranging, ["3"], "response", "Go to the response."),
            ActionRow(.focusLog, arranging, ["4"], "log", "Go to the log."),
            ActionRow(.zoom, arranging, ["z"], "zoom", "Give the whole screen to the focused pane, or take it back."),
            ActionRow(.help, arranging, ["?", .function(1), .control("g")], "help", "Show every key."),
        ]
        + byName

    /// From the palette, wherever one is.
    private static let byName: [ActionRow] = [
        ActionRow(
            .usualLayout, everyPane, [], "defaults", "Stand all panes as they were before anything was moved or hidden."
        ),
        ActionRow(.hideTree, everyPane, [], "tree", "Hide the tree, or show it again."),
        ActionRow(.hideRequest, everyPane, [], "request", "Hide the request, or show it again."),
        ActionRow(.hideResponse, everyPane, [], "answer", "Hide the answer, or show it again."),
        ActionRow(.hideLog, everyPane, [], "log", "Hide the log, or show it again."),
        ActionRow(
            .arrangeByItself, everyPane, [], "by itself",
            "Stand request and response as the size of the terminal allows."),
        ActionRow(.arrangeBelow, everyPane, [], "below", "Stand the response below the request."),
        ActionRow(
            .arrangeBeside, everyPane, [], "beside", "Stand the response beside the request, where it is wide enough."),
        ActionRow(
            .arrangeStacked, everyPane, [], "stacked",
            "Show one pane at a time, the titles of the others in a line each."),
    ]
}
