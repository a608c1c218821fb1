import TextGrid

extension Action {
    static let history = Action(
        "history",
        Keys(
            .panes, ["H"], "history",
            "List what was sent before: of the shown request, then, with the same key, of all.")
    ) { $0.openHistory() }
    static let replay = Action(
        "replay",
        Keys(
            .panes.union([.history]), ["R"], "replay",
            "Send again exactly what was sent: the answer shown, or the exchange under the cursor, not the request as it is now."
        ),
        reason: \.reasonNotToReplay
    ) { $0.replay() }
    static let historyScope = Action(
        "historyScope",
        Keys([.history], ["H"], "all / one", "List the exchanges of all requests, or of the shown one."),
        reason: \.reasonNotToSwitchHistory
    ) { $0.switchHistoryScope() }
    static let openExchange = Action(
        "openExchange", Keys([.history], [.enter], "open", "Show the exchange in the panes, as if it had just come."),
        reason: \.reasonWithoutExchange
    ) { $0.openExchange() }
    static let editExchange = Action(
        "editExchange",
        Keys(
            [.history], ["e"], "edit",
            "Make a draft of the request as it was sent, to be changed, sent and saved as a new one."),
        reason: \.reasonWithoutExchange
    ) { $0.editExchange() }
    static let markExchange = Action(
        "markExchange", Keys([.history], [" "], "mark", "Mark the exchange, or not."),
        reason: \.reasonWithoutExchange
    ) { $0.markExchange() }
    static let filterHistory = Action(
        "filterHistory",
        Keys(
            [.history], ["/"], "filter",
            "Narrow the list: words of it, or tests like status:5xx env:prod since:yesterday slower:2s.")
    ) { $0.openHistoryFilter() }
    static let pinExchange = Action(
        "pinExchange", Keys([.history], ["p"], "pin", "Keep it whatever its age, or no longer."),
        reason: \.reasonWithoutExchange
    ) { $0.pinExchanges() }
    static let noteExchange = Action(
        "noteExchange", Keys([.history], ["m"], "note", "Write a note on it."),
        reason: \.reasonWithoutExchange
    ) { $0.askForNote() }
    static let deleteExchange = Action(
        "deleteExchange", Keys([.history], ["d"], "delete", "Delete it, or what is marked, for good; asks first."),
        reason: \.reasonWithoutExchange
    ) { $0.askToDeleteExchanges() }
    static let makeSet = Action(
        "makeSet", Keys([.history], ["i"], "incident", "Make what is marked one named set."),
        reason: \.reasonWithoutExchange
    ) { $0.askForSetName() }
}

extension ActionTable {
    /// What was sent before.
    static let history: [ActionRow] =
        rows(
            of: .history, .replay, .historyScope, .openExchange, .editExchange, .markExchange, .filterHistory,
            .pinExchange, .noteExchange, .deleteExchange, .makeSet) + [
            ActionRow(.choose, [.historyFilter], [.enter], "keep", "Keep the filter and go back to the list."),
            ActionRow(.dismiss, [.historyFilter], [.escape], "all", "Take the filter away."),
        ]
}
