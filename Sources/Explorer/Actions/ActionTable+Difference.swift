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
    static let nextDifference: Action = Action(
        "nextDifference", Keys([.difference], ["n"], "next", "Go to the next difference."),
        reason: { $0.reasonInDifference(.nextDifference) }
    ) { $0.goToDifference(by: 1) }
    static let previousDifference: Action = Action(
        "previousDifference", Keys([.difference], ["N"], "previous", "Go to the previous difference."),
        reason: { $0.reasonInDifference(.previousDifference) }
    ) { $0.goToDifference(by: -1) }
    static let arrangeDifference: Action = Action(
        "arrangeDifference",
        Keys(
            [.difference], ["v"], "view", "Show the bodies side by side, below each other, or JSON as a list of paths."),
        reason: { $0.reasonInDifference(.arrangeDifference) }
    ) { $0.arrangeDifference() }
    static let showIgnored: Action = Action(
        "showIgnored", Keys([.difference], ["i"], "ignored", "Show what rules ignore, or hide it."),
        reason: { $0.reasonInDifference(.showIgnored) }
    ) { $0.showIgnored() }
    static let ignoreDifference: Action = Action(
        "ignoreDifference",
        Keys(
            [.difference], ["I"], "ignore",
            "Ignore the difference under the cursor from now on: a rule of microscope.yaml, chosen from a list."),
        reason: { $0.reasonInDifference(.ignoreDifference) }
    ) { $0.askToIgnore() }
    static let goToDifference: Action = Action(
        "goToDifference", Keys([.difference], [.enter], "go there", "Go to this place in the body of the new answer."),
        reason: { $0.reasonInDifference(.goToDifference) }
    ) { $0.goToDifferenceInBody() }
    static let copyVerdict: Action = Action(
        "copyVerdict", Keys([.difference], ["y"], "copy", "Copy the verdict, and the path under the cursor."),
        reason: { $0.reasonInDifference(.copyVerdict) }
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
