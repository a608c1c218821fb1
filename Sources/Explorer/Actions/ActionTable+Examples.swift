import TextGrid

extension Action {
    static let makeExample = Action(
        "makeExample",
        Keys(
            [.response, .events, .history], ["a"], "example",
            "Make the exchange an example of its request, after a look at it: verify compares answers with it."),
        reason: \.reasonNotToMakeExample
    ) { $0.proposeExample() }
    static let checkPast = Action(
        "checkPast",
        Keys(
            [.response, .events, .history], ["c"], "check now",
            "Judge the answer, or what is marked, by the assertions of today, without sending; then show it as sent again."
        ),
        reason: \.reasonNotToCheck
    ) { $0.checkPast() }
}

extension ActionTable {
    /// From a capture to a regression check.
    static let examples: [ActionRow] =
        rows(of: .makeExample, .checkPast) + [
            ActionRow(
                .choose, [.example], [.enter], "add",
                "Add the example to the draft of its request, under the name that is typed."),
            ActionRow(.dismiss, [.example], [.escape], "leave", "Add nothing."),
        ]
}
