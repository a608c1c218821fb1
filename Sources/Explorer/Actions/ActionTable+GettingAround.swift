import TextGrid

extension ActionTable {
    /// Finding requests, jumping to what is on screen, going back, and what runs meanwhile.
    static let gettingAround: [ActionRow] = [
        ActionRow(
            .findRequest, ActionContext.panes, ["'"], "find request",
            "Find a request of the open collections by a few letters of its name, folder, method, URL or tags; the recent ones stand first."
        ),
        ActionRow(
            .findRequest, ActionContext.panes.union([.edit]), [.control("t")], "find request",
            "Find a request, also while editing."),
        ActionRow(.choose, [.finder], [.enter], "open", "Show the request, and its place in the tree."),
        ActionRow(.openAndSend, [.finder], [.control("r")], "open and send", "Show the request and send it."),
        ActionRow(.moveUp, [.finder], [.up, .control("p")], "up", "Go up."),
        ActionRow(.moveDown, [.finder], [.down, .control("n")], "down", "Go down."),
        ActionRow(.pageUp, [.finder], [.pageUp], "page up", "Go up by a page."),
        ActionRow(.pageDown, [.finder], [.pageDown], "page down", "Go down by a page."),
        ActionRow(.dismiss, [.finder], [.escape], "close", "Close the list; what was shown stays."),
        ActionRow(
            .jump, ActionContext.panes, ["f"], "jump",
            "Write letters beside all that the cursor can stand on; typing them goes there."),
        ActionRow(.dismiss, [.jump], [.escape], "stay", "Stay where you are."),
        ActionRow(
            .back, ActionContext.panes, [KeyStroke(.left, .alt), KeyStroke(.backspace)], "back",
            "Go back to what was shown before."),
        ActionRow(
            .forward, ActionContext.panes, [KeyStroke(.right, .alt), .control("f")], "forward",
            "Go forward to what was shown before you went back."),
        ActionRow(
            .activities, ActionContext.panes, ["!"], "what runs",
            "List what runs in all open collections, and how what ran before has ended; go there, or cancel it."),
        ActionRow(
            .goToActivity, [.activities], [.enter], "go there", "Go to the request, or to the answer that it got."),
        ActionRow(.cancelActivity, [.activities], ["d", "x"], "cancel", "Cancel what the cursor is on."),
        ActionRow(.cancelActivities, [.activities], ["X"], "cancel all", "Cancel all that runs; asks first."),
        ActionRow(.moveUp, [.activities], [.up, "k", .control("p")], "up", "Go up."),
        ActionRow(.moveDown, [.activities], [.down, "j", .control("n")], "down", "Go down."),
        ActionRow(.first, [.activities], ["g", .home], "first", "Go to the first."),
        ActionRow(.last, [.activities], ["G", .end], "last", "Go to the last."),
        ActionRow(.pageUp, [.activities], [.pageUp], "page up", "Go up by a page."),
        ActionRow(.pageDown, [.activities], [.pageDown], "page down", "Go down by a page."),
        ActionRow(.dismiss, [.activities], [.escape, "q", "!"], "close", "Close the list; what runs goes on."),
        ActionRow(
            .findInList, [.report, .share, .trust, .series, .seriesStep, .sendTo], ["/"], "find",
            "Find text in what is shown, in capitals or not."),
        ActionRow(
            .nextFound, [.report, .share, .trust, .series, .sendTo], ["n"], "next",
            "Go to the next line that holds the text."),
        ActionRow(
            .previousFound, [.report, .share, .trust, .series, .seriesStep, .sendTo], ["N"], "previous",
            "Go to the previous line that holds the text."),
    ]
}
