import TextGrid

extension Action {
    static let repeatSend = Action(
        "repeatSend",
        Keys(
            [.request, .response, .sides, .events, .history], ["r"], "repeat",
            "Send it several times, every so often, until something holds; in the list, what was sent."),
        reason: \.reasonNotToRepeat
    ) { $0.openRepeatForm() }
    static let showSeries = Action(
        "showSeries",
        Keys(.panes, [], "last series", "Show the last series again: the list of what was replayed, or the repeat."),
        Keys([.history], ["s"], "last series", "Show the last series again."),
        reason: \.reasonWithoutSeries
    ) { $0.showSeries() }
    static let seriesMode = Action(
        "seriesMode",
        Keys(
            [.replayForm], ["m"], "as sent / again",
            "As sent: what was recorded. Again: made anew of today's files and environment.")
    ) { $0.switchSeriesMode() }
    static let seriesPace = Action(
        "seriesPace", Keys([.replayForm], ["p"], "step / continue", "Wait before each, or go from one to the next."),
        reason: \.reasonNotToPaceSeries
    ) { $0.switchSeriesPace() }
    static let seriesGaps = Action(
        "seriesGaps", Keys([.replayForm], ["g"], "gaps", "Keep the times that lay between them, or drop these.")
    ) { $0.switchSeriesGaps() }
    static let seriesBail = Action(
        "seriesBail",
        Keys([.replayForm], ["b"], "stop at first", "Stop at the first that differs or has no answer, or never.")
    ) { $0.switchSeriesBail() }
    static let skipOfSeries = Action(
        "skipOfSeries",
        Keys(
            [.series, .seriesStep], ["x"], "skip",
            "Leave out the one that comes next, or give up the one under way, and go on."),
        reason: \.reasonNotToPaceSeries
    ) { $0.skipInSeries() }
    static let stopSeries = Action(
        "stopSeries", Keys([.series, .seriesStep], [.escape], "stop", "Stop it now; once it is over, close the list.")
    ) { $0.stopSeries() }
    static let hideSeries = Action(
        "hideSeries", Keys([.series, .seriesStep], ["q"], "hide", "Close the list; what is under way goes on.")
    ) { $0.hideSeries() }
}

extension ActionTable {
    /// Several sends one after the other.
    static let series: [ActionRow] =
        [
            rows(of: .repeatSend, .showSeries),
            [
                ActionRow(.choose, [.replayForm], [.enter], "begin", "Begin with the oldest.")
            ],
            rows(of: .seriesMode, .seriesPace, .seriesGaps, .seriesBail),
            [
                ActionRow(.dismiss, [.replayForm], [.escape, "q"], "leave", "Send nothing."),
                ActionRow(.choose, [.repeatForm], [.enter], "begin", "Begin to send it."),
                ActionRow(
                    .seriesMode, [.repeatForm], [.control("t")], "again / as sent",
                    "Again: made anew each time. As sent: what was recorded, over and over."),
                ActionRow(.dismiss, [.repeatForm], [.escape], "leave", "Send nothing."),
                ActionRow(.choose, [.seriesStep], [.enter, "n"], "send next", "Send the next one."),
            ],
            rows(of: .skipOfSeries),
            [
                ActionRow(
                    .seriesPace, [.series, .seriesStep], ["p"], "step / continue",
                    "Wait before each from now on, or go from one to the next."),
                ActionRow(
                    .compare, [.series], [.enter, "="], "difference",
                    "Show in what the answer under the cursor differs."),
                ActionRow(
                    .compare, [.seriesStep], ["="], "difference", "Show in what the answer under the cursor differs."),
            ],
            rows(of: .stopSeries, .hideSeries),
            [
                ActionRow(
                    .last, [.series, .seriesStep], ["G", .end], "last", "Go to the last, and follow what comes.")
            ],
        ].flatMap { $0 }
}
