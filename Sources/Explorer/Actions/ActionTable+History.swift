import TextGrid

extension ActionTable {
    /// What was sent before.
    static let history: [ActionRow] = [
        ActionRow(
            .history, ActionContext.panes, ["H"], "history",
            "List what was sent before: of the shown request, then, with the same key, of all."),
        ActionRow(
            .replay, ActionContext.panes.union([.history]), ["R"], "replay",
            "Send again exactly what was sent: the answer shown, or the exchange under the cursor, not the request as it is now."
        ),
        ActionRow(
            .historyScope, [.history], ["H"], "all / one", "List the exchanges of all requests, or of the shown one."),
        ActionRow(
            .openExchange, [.history], [.enter], "open", "Show the exchange in the panes, as if it had just come."),
        ActionRow(
            .editExchange, [.history], ["e"], "edit",
            "Make a draft of the request as it was sent, to be changed, sent and saved as a new one."),
        ActionRow(.markExchange, [.history], [" "], "mark", "Mark the exchange, or not."),
        ActionRow(
            .filterHistory, [.history], ["/"], "filter",
            "Narrow the list: words of it, or tests like status:5xx env:prod since:yesterday slower:2s."),
        ActionRow(.pinExchange, [.history], ["p"], "pin", "Keep it whatever its age, or no longer."),
        ActionRow(.noteExchange, [.history], ["m"], "note", "Write a note on it."),
        ActionRow(
            .deleteExchange, [.history], ["d"], "delete", "Delete it, or what is marked, for good; asks first."),
        ActionRow(.makeSet, [.history], ["i"], "incident", "Make what is marked one named set."),
        ActionRow(.utc, [.history], ["Z"], "UTC", "Show times in UTC, or local ones again."),
        ActionRow(.moveUp, [.history], [.up, "k", .control("p")], "up", "Go up."),
        ActionRow(.moveDown, [.history], [.down, "j", .control("n")], "down", "Go down."),
        ActionRow(.first, [.history], ["g", .home], "newest", "Go to the newest."),
        ActionRow(.last, [.history], ["G", .end], "oldest", "Go to the oldest that is listed."),
        ActionRow(.pageUp, [.history], [.pageUp], "page up", "Go up by a page."),
        ActionRow(.pageDown, [.history], [.pageDown], "page down", "Go down by a page."),
        ActionRow(.dismiss, [.history], [.escape, "q"], "close", "Close the list."),
        ActionRow(.choose, [.historyFilter], [.enter], "keep", "Keep the filter and go back to the list."),
        ActionRow(.moveUp, [.historyFilter], [.up, .control("p")], "up", "Go up in the list."),
        ActionRow(.moveDown, [.historyFilter], [.down, .control("n")], "down", "Go down in the list."),
        ActionRow(.dismiss, [.historyFilter], [.escape], "all", "Take the filter away."),
    ]
}
