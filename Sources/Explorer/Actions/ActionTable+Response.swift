import ExplorerKit
import TextGrid

extension Action {
    static let fold = Action(
        "fold",
        Keys(
            [.response], [" "], "fold",
            "Fold what the line opens or closes, or what it stands in; unfold it where it is folded."),
        reason: \.reasonWithoutPlaces
    ) { $0.toggleFold() }
    static let foldMore = Action(
        "foldMore",
        Keys(
            [.response], ["-"], "fold level",
            "Fold all that opens at the cursor's level, wherever it stands; then a level further out."),
        reason: \.reasonWithoutPlaces
    ) { $0.foldLevel(by: -1) }
    static let foldLess = Action(
        "foldLess", Keys([.response], ["+"], "unfold level", "Unfold that level, and fold the next one further in."),
        reason: \.reasonWithoutPlaces
    ) { $0.foldLevel(by: 1) }
    static let filterBody = Action(
        "filterBody",
        Keys([.response], ["F"], "filter", "Show only the values that a path or a jq filter finds, while it is typed."),
        reason: \.reasonNotToFilter
    ) { $0.openFilterLine() }
    static let keepFilter = Action(
        "keepFilter", Keys([.response], [], "keep filter", "Keep the filter in the collection, in microscope.yaml."),
        reason: \.reasonNotToKeepFilter
    ) { $0.keepFilter() }
    static let choose = Action(
        "choose", Keys([.filter], [.enter], "show", "Show what the filter finds; an empty one shows the whole body."),
        reason: { $0.overlays.last is ReportState ? $0.reasonNotToGoToFinding : nil }, perform: { $0.choose() })
    static let dismiss = Action(
        "dismiss", Keys([.filter], [.escape], "give back", "Filter as before the line was opened.")
    ) { $0.dismiss() }
    static let foldAll = Action(
        "foldAll", Keys([.response], ["_"], "fold all", "Fold all that the outermost object, array or element holds."),
        reason: \.reasonWithoutPlaces
    ) { $0.foldAll() }
    static let unfoldAll = Action(
        "unfoldAll", Keys([.response], ["*"], "unfold all", "Unfold everything."),
        reason: \.reasonWithoutPlaces
    ) { $0.unfoldAll() }
    static let goToBracket = Action(
        "goToBracket", Keys([.response], ["%"], "bracket", "Go to the matching bracket or tag."),
        reason: \.reasonWithoutPlaces
    ) { $0.look(for: .bracket) }
    static let goToParent = Action(
        "goToParent", Keys([.response], ["h"], "parent", "Go to the object, array or element around."),
        reason: \.reasonWithoutPlaces
    ) { $0.look(for: .parent) }
    static let goToChild = Action(
        "goToChild", Keys([.response], ["l"], "child", "Go to the first of what it holds, unfolded if need be."),
        reason: \.reasonWithoutPlaces
    ) { $0.goToChild() }
    static let nextSibling: Action = .init(
        "nextSibling", Keys([.response], ["J"], "next sibling", "Go to the next member, item or element of the same."),
        reason: \.reasonWithoutPlaces
    ) { $0.look(for: .nextSibling) }
    static let previousSibling: Action = .init(
        "previousSibling",
        Keys([.response], ["K"], "previous sibling", "Go to the previous member, item or element of the same."),
        reason: \.reasonWithoutPlaces
    ) { $0.look(for: .previousSibling) }
    static let viewAs = Action(
        "viewAs",
        Keys(
            [.response], ["V"], "view as",
            "Look at the body as JSON, XML, a table, hexadecimal digits and others; or in another charset."),
        reason: \.reasonWithoutViews
    ) { $0.openViews() }
    static let goToLine = Action(
        "goToLine", Keys([.response], ["L"], "go to line", "Go to a line, or in hexadecimal digits to an offset."),
        reason: \.reasonNotToGoToLine
    ) { $0.openGoToLine() }
    static let nextChange = Action(
        "nextChange",
        Keys([.response], [")"], "next difference", "Go to the next line that differs from the answer before."),
        reason: \.reasonWithoutChanges
    ) { $0.goToChange(by: 1) }
    static let previousChange = Action(
        "previousChange",
        Keys([.response], ["("], "previous difference", "Go to the line before that differs from the answer before."),
        reason: \.reasonWithoutChanges
    ) { $0.goToChange(by: -1) }
    static let markChanges = Action(
        "markChanges", Keys([.response], ["#"], "marks", "Mark the lines that differ from the answer before, or not.")
    ) { $0.switchMarks() }
    static let useValue = Action(
        "useValue",
        Keys(
            [.response], [.enter], "use",
            "Make something of the value or the header under the cursor: copy it, its jq path or JSON pointer, keep, capture or assert it, open where it leads."
        ),
        reason: \.reasonNotToUseAnswer
    ) { $0.openUses() }
    static let previousSide = Action(
        "previousSide", Keys([.response], [","], "previous", "Show the answer of the previous environment."),
        reason: \.reasonWithoutSides
    ) { $0.current.selectSide(by: -1) }
    static let nextSide = Action(
        "nextSide", Keys([.response], ["."], "next", "Show the answer of the next environment."),
        reason: \.reasonWithoutSides
    ) { $0.current.selectSide(by: 1) }
    static let showSides = Action(
        "showSides", Keys([.response], ["|"], "side by side", "Show the answers of all environments side by side."),
        reason: \.reasonWithoutSides
    ) { $0.current.showSides() }
    static let showAlone = Action(
        "showAlone",
        Keys(
            [.sides], [.enter, "|"], "alone",
            "Show this answer alone, with all its tabs; or ask the question in its place.")
    ) { $0.showAlone() }
}

extension ActionTable {
    /// What can be done with an answer.
    static let response: [ActionRow] =
        [
            [
                ActionRow(.moveLeft, [.response], [.left, "<"], "left", "Scroll to the left."),
                ActionRow(.moveRight, [.response], [.right, ">"], "right", "Scroll to the right."),
            ],
            rows(of: .fold, .foldMore, .foldLess, .filterBody, .keepFilter, .choose),
            [
                ActionRow(
                    .moveUp, [.filter], [.up, .control("p")], "earlier", "Take the filter that was used before."),
                ActionRow(.moveDown, [.filter], [.down, .control("n")], "later", "Go back to the one used after it."),
                ActionRow(
                    .keepFilter, [.filter], [.control("s")], "keep",
                    "Keep the filter in the collection, in microscope.yaml: it holds until another is typed."),
            ],
            rows(
                of: .dismiss, .foldAll, .unfoldAll, .goToBracket, .goToParent, .goToChild, .nextSibling,
                .previousSibling, .viewAs, .goToLine, .nextChange, .previousChange, .markChanges, .useValue,
                .previousSide, .nextSide, .showSides),
            [
                ActionRow(
                    .previousSide, [.sides], [.left, "h", ","], "previous",
                    "Go to the answer of the previous environment."),
                ActionRow(
                    .nextSide, [.sides], [.right, "l", "."], "next", "Go to the answer of the next environment."),
            ],
            rows(of: .showAlone),
            [
                ActionRow(.moveLeft, [.sides], ["<"], "left", "Scroll all answers to the left."),
                ActionRow(.moveRight, [.sides], [">"], "right", "Scroll all answers to the right."),
            ],
        ].flatMap { $0 }
}
