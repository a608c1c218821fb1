import TextGrid

extension ActionTable {
    /// Several sends one after the other.
    static let series: [ActionRow] = [
        ActionRow(
            .repeatSend, [.request, .response, .sides, .events, .history], ["r"], "repeat",
            "Send it several times, every so often, until something holds; in the list, what was sent."),
        ActionRow(
            .showSeries, ActionContext.panes, [], "last series",
            "Show the last series again: the list of what was replayed, or the repeat."),
        ActionRow(.showSeries, [.history], ["s"], "last series", "Show the last series again."),
        ActionRow(.choose, [.replayForm], [.enter], "begin", "Begin with the oldest."),
        ActionRow(
            .seriesMode, [.replayForm], ["m"], "as sent / again",
            "As sent: what was recorded. Again: made anew of today's files and environment."),
        ActionRow(
            .seriesPace, [.replayForm], ["p"], "step / continue", "Wait before each, or go from one to the next."),
        ActionRow(
            .seriesGaps, [.replayForm], ["g"], "gaps", "Keep the times that lay between them, or drop these."),
        ActionRow(
            .seriesBail, [.replayForm], ["b"], "stop at first",
            "Stop at the first that differs or has no answer, or never."),
        ActionRow(.dismiss, [.replayForm], [.escape, "q"], "leave", "Send nothing."),
        ActionRow(.choose, [.repeatForm], [.enter], "begin", "Begin to send it."),
        ActionRow(.moveUp, [.repeatForm], [.up, .backTab, .control("p")], "up", "Go to the field above."),
        ActionRow(.moveDown, [.repeatForm], [.down, .tab, .control("n")], "down", "Go to the field below."),
        ActionRow(
            .seriesMode, [.repeatForm], [.control("t")], "again / as sent",
            "Again: made anew each time. As sent: what was recorded, over and over."),
        ActionRow(.dismiss, [.repeatForm], [.escape], "leave", "Send nothing."),
        ActionRow(.choose, [.seriesStep], [.enter, "n"], "send next", "Send the next one."),
        ActionRow(
            .skipOfSeries, [.series, .seriesStep], ["x"], "skip",
            "Leave out the one that comes next, or give up the one under way, and go on."),
        ActionRow(
            .seriesPace, [.series, .seriesStep], ["p"], "step / continue",
            "Wait before each from now on, or go from one to the next."),
        ActionRow(
            .compare, [.series], [.enter, "="], "difference", "Show in what the answer under the cursor differs."),
        ActionRow(.compare, [.seriesStep], ["="], "difference", "Show in what the answer under the cursor differs."),
        ActionRow(
            .stopSeries, [.series, .seriesStep], [.escape], "stop", "Stop it now; once it is over, close the list."),
        ActionRow(.hideSeries, [.series, .seriesStep], ["q"], "hide", "Close the list; what is under way goes on."),
        ActionRow(.utc, [.series, .seriesStep], ["Z"], "UTC", "Show times in UTC, or local ones again."),
        ActionRow(.moveUp, [.series, .seriesStep], [.up, "k", .control("p")], "up", "Go up."),
        ActionRow(.moveDown, [.series, .seriesStep], [.down, "j", .control("n")], "down", "Go down."),
        ActionRow(.first, [.series, .seriesStep], ["g", .home], "first", "Go to the first."),
        ActionRow(.last, [.series, .seriesStep], ["G", .end], "last", "Go to the last, and follow what comes."),
        ActionRow(.pageUp, [.series, .seriesStep], [.pageUp], "page up", "Go up by a page."),
        ActionRow(.pageDown, [.series, .seriesStep], [.pageDown], "page down", "Go down by a page."),
    ]
}
