import TextGrid

extension Action {
    static let compare = Action(
        "compare",
        Keys(
            [.response, .sides, .events, .history], ["="], "diff",
            "Compare the answer with the one before it, or two that are marked; of several side by side, with the first."
        ),
        reason: { $0.reasonNotToCompare() }
    ) { $0.compareExchanges() }
    static let nextDifference = Action(
        "nextDifference", Keys([.difference], ["n"], "next", "Go to the next difference."),
        reason: \.reasonWithoutDifference
    ) { $0.goToDifference(by: 1) }
    static let previousDifference = Action(
        "previousDifference", Keys([.difference], ["N"], "previous", "Go to the previous difference."),
        reason: \.reasonWithoutDifference
    ) { $0.goToDifference(by: -1) }
    static let arrangeDifference = Action(
        "arrangeDifference",
        Keys(
            [.difference], ["v"], "view", "Show the bodies side by side, below each other, or JSON as a list of paths."),
        reason: \.reasonNotToArrangeDifference
    ) { $0.arrangeDifference() }
    static let showIgnored = Action(
        "showIgnored", Keys([.difference], ["i"], "ignored", "Show what rules ignore, or hide it."),
        reason: \.reasonWithoutDifference
    ) { $0.showIgnored() }
    static let ignoreDifference = Action(
        "ignoreDifference",
        Keys(
            [.difference], ["I"], "ignore",
            "Ignore the difference under the cursor from now on: a rule of microscope.yaml, chosen from a list."),
        reason: \.reasonNotToIgnoreDifference
    ) { $0.askToIgnore() }
    static let goToDifference = Action(
        "goToDifference", Keys([.difference], [.enter], "go there", "Go to this place in the body of the new answer."),
        reason: \.reasonWithoutDifference
    ) { $0.goToDifferenceInBody() }
    static let copyVerdict = Action(
        "copyVerdict", Keys([.difference], ["y"], "copy", "Copy the verdict, and the path under the cursor."),
        reason: \.reasonWithoutDifference
    ) { $0.copyVerdict() }
}

extension ActionTable {
    /// In what two answers differ.
    static let difference: [ActionRow] =
        rows(
            of: .compare, .nextDifference, .previousDifference, .arrangeDifference, .showIgnored, .ignoreDifference,
            .goToDifference, .copyVerdict) + [
            ActionRow(.moveLeft, [.difference], [.left, "h", "<"], "left", "Scroll the bodies to the left."),
            ActionRow(.moveRight, [.difference], [.right, "l", ">"], "right", "Scroll the bodies to the right."),
        ]
}
