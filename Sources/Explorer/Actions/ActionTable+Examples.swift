import TextGrid

extension ActionTable {
    /// From a capture to a regression check.
    static let examples: [ActionRow] = [
        ActionRow(
            .makeExample, [.response, .events, .history], ["a"], "example",
            "Make the exchange an example of its request, after a look at it: verify compares answers with it."),
        ActionRow(
            .checkPast, [.response, .events, .history], ["c"], "check now",
            "Judge the answer, or what is marked, by the assertions of today, without sending; then show it as sent again."
        ),
        ActionRow(
            .choose, [.example], [.enter], "add",
            "Add the example to the draft of its request, under the name that is typed."),
        ActionRow(.moveUp, [.example], [.up, .control("p")], "up", "Show what stands above."),
        ActionRow(.moveDown, [.example], [.down, .control("n")], "down", "Show what stands below."),
        ActionRow(.pageUp, [.example], [.pageUp], "page up", "Show the page above."),
        ActionRow(.pageDown, [.example], [.pageDown], "page down", "Show the page below."),
        ActionRow(.dismiss, [.example], [.escape], "leave", "Add nothing."),
    ]
}
