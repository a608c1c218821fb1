import TextGrid

extension ActionTable {
    /// How long a request took.
    static let latency: [ActionRow] = [
        ActionRow(
            .latency, [.response, .sides, .events, .history], ["t"], "latency",
            "Show how long the request took over time and by phase, and since when it is another time."),
        ActionRow(
            .keepHistory, [.tree, .request], ["L"], "keep history",
            "Keep what is sent to the environment shown in the history, or no longer."),
        ActionRow(
            .showBucket, [.latency], [.enter], "exchanges",
            "List the exchanges of the stretch of time under the cursor."),
        ActionRow(
            .otherEnvironment, [.latency], ["e", .tab], "environment",
            "Show the next environment that the request was sent to."),
        ActionRow(.nextStep, [.latency], ["n"], "next step", "Go to the next time at which it changed."),
        ActionRow(.previousStep, [.latency], ["N"], "previous step", "Go to the previous time at which it changed."),
        ActionRow(.utc, [.latency], ["Z"], "UTC", "Show times in UTC, or local ones again."),
        ActionRow(.moveLeft, [.latency], [.left, "h"], "earlier", "Go to the stretch of time before."),
        ActionRow(.moveRight, [.latency], [.right, "l"], "later", "Go to the next stretch of time."),
        ActionRow(.first, [.latency], ["g", .home], "first", "Go to the first one."),
        ActionRow(.last, [.latency], ["G", .end], "last", "Go to the last one."),
        ActionRow(.pageUp, [.latency], [.pageUp], "ten earlier", "Go ten back."),
        ActionRow(.pageDown, [.latency], [.pageDown], "ten later", "Go on by ten."),
        ActionRow(.dismiss, [.latency], [.escape, "q"], "close", "Close it."),
    ]
}
