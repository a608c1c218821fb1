extension ActionTable {
    /// What can be done with an answer.
    static let response: [ActionRow] = [
        ActionRow(.moveLeft, [.response], [.left, "<"], "left", "Scroll to the left."),
        ActionRow(.moveRight, [.response], [.right, ">"], "right", "Scroll to the right."),
        ActionRow(
            .fold, [.response], [" "], "fold",
            "Fold what the line opens or closes, or what it stands in; unfold it where it is folded."),
        ActionRow(
            .foldMore, [.response], ["-"], "fold level",
            "Fold all that opens at the cursor's level, wherever it stands; then a level further out."),
        ActionRow(
            .foldLess, [.response], ["+"], "unfold level", "Unfold that level, and fold the next one further in."),
        ActionRow(
            .filterBody, [.response], ["F"], "filter",
            "Show only the values that a path or a jq filter finds, while it is typed."),
        ActionRow(
            .keepFilter, [.response], [], "keep filter", "Keep the filter in the collection, in microscope.yaml."),
        ActionRow(
            .choose, [.filter], [.enter], "show", "Show what the filter finds; an empty one shows the whole body."),
        ActionRow(.moveUp, [.filter], [.up, .control("p")], "earlier", "Take the filter that was used before."),
        ActionRow(.moveDown, [.filter], [.down, .control("n")], "later", "Go back to the one used after it."),
        ActionRow(
            .keepFilter, [.filter], [.control("s")], "keep",
            "Keep the filter in the collection, in microscope.yaml: it holds until another is typed."),
        ActionRow(.dismiss, [.filter], [.escape], "give back", "Filter as before the line was opened."),
        ActionRow(
            .foldAll, [.response], ["_"], "fold all", "Fold all that the outermost object, array or element holds."),
        ActionRow(.unfoldAll, [.response], ["*"], "unfold all", "Unfold everything."),
        ActionRow(.goToBracket, [.response], ["%"], "bracket", "Go to the matching bracket or tag."),
        ActionRow(.goToParent, [.response], ["h"], "parent", "Go to the object, array or element around."),
        ActionRow(.goToChild, [.response], ["l"], "child", "Go to the first of what it holds, unfolded if need be."),
        ActionRow(
            .nextSibling, [.response], ["J"], "next sibling", "Go to the next member, item or element of the same."),
        ActionRow(
            .previousSibling, [.response], ["K"], "previous sibling",
            "Go to the previous member, item or element of the same."),
        ActionRow(
            .viewAs, [.response], ["V"], "view as",
            "Look at the body as JSON, XML, a table, hexadecimal digits and others; or in another charset."),
        ActionRow(.goToLine, [.response], ["L"], "go to line", "Go to a line, or in hexadecimal digits to an offset."),
        ActionRow(
            .nextChange, [.response], [")"], "next difference",
            "Go to the next line that differs from the answer before."),
        ActionRow(
            .previousChange, [.response], ["("], "previous difference",
            "Go to the line before that differs from the answer before."),
        ActionRow(
            .markChanges, [.response], ["#"], "marks",
            "Mark the lines that differ from the answer before, or not."),
        ActionRow(
            .useValue, [.response], [.enter], "use",
            "Make something of the value or the header under the cursor: copy it, its jq path or JSON pointer, keep, capture or assert it, open where it leads."
        ),
        ActionRow(.previousSide, [.response], [","], "previous", "Show the answer of the previous environment."),
        ActionRow(.nextSide, [.response], ["."], "next", "Show the answer of the next environment."),
        ActionRow(.showSides, [.response], ["|"], "side by side", "Show the answers of all environments side by side."),
        ActionRow(
            .previousSide, [.sides], [.left, "h", ","], "previous", "Go to the answer of the previous environment."),
        ActionRow(.nextSide, [.sides], [.right, "l", "."], "next", "Go to the answer of the next environment."),
        ActionRow(
            .showAlone, [.sides], [.enter, "|"], "alone",
            "Show this answer alone, with all its tabs; or ask the question that stands in its place."),
        ActionRow(.moveLeft, [.sides], ["<"], "left", "Scroll all answers to the left."),
        ActionRow(.moveRight, [.sides], [">"], "right", "Scroll all answers to the right."),
    ]
}
