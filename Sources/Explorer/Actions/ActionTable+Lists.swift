extension ActionTable {
    /// What can be done with the wire's tab, with what came in pieces, and with the log.
    static let lists: [ActionRow] = [
        ActionRow(
            .showWireSecrets, [.response], [.control("o")], "secrets",
            "In the tabs Headers and Wire: show credentials and known secrets, or dots in their place again."),
        ActionRow(.openPiece, [.events], [.enter], "whole", "Show the event or chunk whole, its JSON laid out."),
        ActionRow(.findInList, [.events, .log], ["/"], "find", "Find text in the list, in capitals or not."),
        ActionRow(.nextFound, [.events, .log], ["n"], "next", "Go to the next place that holds the text."),
        ActionRow(.previousFound, [.events, .log], ["N"], "previous", "Go to the previous place that holds the text."),
        ActionRow(
            .goToAttempt, [.log], [.enter], "attempt",
            "Go to the request that the line is about, and to what was said on the wire in its attempt."),
        ActionRow(.logLess, [.log], ["-"], "less", "Show fewer levels: leave out debug, then info, then warnings."),
        ActionRow(.logMore, [.log], ["+"], "more", "Show more levels."),
        ActionRow(.filterLog, [.log], ["F"], "filter", "Show only lines that hold what is typed."),
        ActionRow(.logScope, [.log], ["r"], "of request", "Show the lines of the request that is shown, or all."),
        ActionRow(.saveLog, [.log], ["D"], "save", "Save the lines as they are shown to a file."),
    ]
}
