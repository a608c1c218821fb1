import TextGrid

extension ActionTable {
    /// In what two answers differ.
    static let difference: [ActionRow] = [
        ActionRow(
            .compare, [.response, .sides, .events, .history], ["="], "diff",
            "Compare the answer with the one before it, or two that are marked; of several side by side, with the first."
        ),
        ActionRow(.nextDifference, [.difference], ["n"], "next", "Go to the next difference."),
        ActionRow(.previousDifference, [.difference], ["N"], "previous", "Go to the previous difference."),
        ActionRow(
            .arrangeDifference, [.difference], ["v"], "view",
            "Show the bodies side by side, below each other, or JSON as a list of paths."),
        ActionRow(.showIgnored, [.difference], ["i"], "ignored", "Show what rules ignore, or hide it."),
        ActionRow(
            .ignoreDifference, [.difference], ["I"], "ignore",
            "Ignore the difference under the cursor from now on: a rule of microscope.yaml, chosen from a list."),
        ActionRow(
            .goToDifference, [.difference], [.enter], "go there",
            "Go to this place in the body of the new answer."),
        ActionRow(.copyVerdict, [.difference], ["y"], "copy", "Copy the verdict, and the path under the cursor."),
        ActionRow(.utc, [.difference], ["Z"], "UTC", "Show times in UTC, or local ones again."),
        ActionRow(.moveUp, [.difference], [.up, "k", .control("p")], "up", "Go up."),
        ActionRow(.moveDown, [.difference], [.down, "j", .control("n")], "down", "Go down."),
        ActionRow(.moveLeft, [.difference], [.left, "h", "<"], "left", "Scroll the bodies to the left."),
        ActionRow(.moveRight, [.difference], [.right, "l", ">"], "right", "Scroll the bodies to the right."),
        ActionRow(.first, [.difference], ["g", .home], "first", "Go to the beginning."),
        ActionRow(.last, [.difference], ["G", .end], "last", "Go to the end."),
        ActionRow(.pageUp, [.difference], [.pageUp], "page up", "Go up by a page."),
        ActionRow(.pageDown, [.difference], [.pageDown], "page down", "Go down by a page."),
        ActionRow(.dismiss, [.difference], [.escape, "q"], "close", "Close it; what is being compared is left."),
    ]
}
