import ExplorerKit
import TextGrid

extension Action {
    static let fold = Action(
        "fold", [.response], [" "], "fold",
        "Fold what the line opens or closes, or what it stands in; unfold it where it is folded.",
        reason: \.reasonWithoutPlaces
    ) { $0.toggleFold() }
    static let foldMore = Action(
        "foldMore", [.response], ["-"], "fold level",
        "Fold all that opens at the cursor's level, wherever it stands; then a level further out.",
        reason: \.reasonWithoutPlaces
    ) { $0.foldLevel(by: -1) }
    static let foldLess = Action(
        "foldLess", [.response], ["+"], "unfold level", "Unfold that level, and fold the next one further in.",
        reason: \.reasonWithoutPlaces
    ) { $0.foldLevel(by: 1) }
    static let filterBody = Action(
        "filterBody", [.response], ["F"], "filter",
        "Show only the values that a path or a jq filter finds, while it is typed.",
        reason: \.reasonNotToFilter
    ) { $0.openFilterLine() }
    static let keepFilter = Action(
        "keepFilter", [.response], [], "keep filter", "Keep the filter in the collection, in microscope.yaml.",
        Keys(
            [.filter], [.control("s")], "keep",
            "Keep the filter in the collection, in microscope.yaml: it holds until another is typed."),
        reason: \.reasonNotToKeepFilter
    ) { $0.keepFilter() }
    static let choose = Action(
        "choose", reason: { $0.overlays.last is ReportState ? $0.reasonNotToGoToFinding : nil },
        perform: { $0.choose() })
    static let dismiss = Action("dismiss") { $0.dismiss() }
    static let foldAll = Action(
        "foldAll", [.response], ["_"], "fold all", "Fold all that the outermost object, array or element holds.",
        reason: \.reasonWithoutPlaces
    ) { $0.foldAll() }
    static let unfoldAll = Action(
        "unfoldAll", [.response], ["*"], "unfold all", "Unfold everything.",
        reason: \.reasonWithoutPlaces
    ) { $0.unfoldAll() }
    static let goToBracket = Action(
        "goToBracket", [.response], ["%"], "bracket", "Go to the matching bracket or tag.",
        reason: \.reasonWithoutPlaces
    ) { $0.look(for: .bracket) }
    static let goToParent = Action(
        "goToParent", [.response], ["h"], "parent", "Go to the object, array or element around.",
        reason: \.reasonWithoutPlaces
    ) { $0.look(for: .parent) }
    static let goToChild = Action(
        "goToChild", [.response], ["l"], "child", "Go to the first of what it holds, unfolded if need be.",
        reason: \.reasonWithoutPlaces
    ) { $0.goToChild() }
    static let nextSibling: Action = .init(
        "nextSibling", [.response], ["J"], "next sibling", "Go to the next member, item or element of the same.",
        reason: \.reasonWithoutPlaces
    ) { $0.look(for: .nextSibling) }
    static let previousSibling: Action = .init(
        "previousSibling", [.response], ["K"], "previous sibling",
        "Go to the previous member, item or element of the same.",
        reason: \.reasonWithoutPlaces
    ) { $0.look(for: .previousSibling) }
    static let viewAs = Action(
        "viewAs", [.response], ["V"], "view as",
        "Look at the body as JSON, XML, a table, hexadecimal digits and others; or in another charset.",
        reason: \.reasonWithoutViews
    ) { $0.openViews() }
    static let goToLine = Action(
        "goToLine", [.response], ["L"], "go to line", "Go to a line, or in hexadecimal digits to an offset.",
        reason: \.reasonNotToGoToLine
    ) { $0.openGoToLine() }
    static let nextChange = Action(
        "nextChange", [.response], [")"], "next difference", "Go to the next line that differs from the answer before.",
        reason: \.reasonWithoutChanges
    ) { $0.goToChange(by: 1) }
    static let previousChange = Action(
        "previousChange", [.response], ["("], "previous difference",
        "Go to the line before that differs from the answer before.",
        reason: \.reasonWithoutChanges
    ) { $0.goToChange(by: -1) }
    static let markChanges = Action(
        "markChanges", [.response], ["#"], "marks", "Mark the lines that differ from the answer before, or not."
    ) { $0.switchMarks() }
    static let useValue = Action(
        "useValue", [.response], [.enter], "use",
        "Make something of the value or the header under the cursor: copy it, its jq path or JSON pointer, keep, capture or assert it, open where it leads.",
        reason: \.reasonNotToUseAnswer
    ) { $0.openUses() }
    static let previousSide = Action(
        "previousSide", [.response], [","], "previous", "Show the answer of the previous environment.",
        Keys([.sides], [.left, "h", ","], "previous", "Go to the answer of the previous environment."),
        reason: \.reasonWithoutSides
    ) { $0.current.selectSide(by: -1) }
    static let nextSide = Action(
        "nextSide", [.response], ["."], "next", "Show the answer of the next environment.",
        Keys([.sides], [.right, "l", "."], "next", "Go to the answer of the next environment."),
        reason: \.reasonWithoutSides
    ) { $0.current.selectSide(by: 1) }
    static let showSides = Action(
        "showSides", [.response], ["|"], "side by side", "Show the answers of all environments side by side.",
        reason: \.reasonWithoutSides
    ) { $0.current.showSides() }
    static let showAlone = Action(
        "showAlone", [.sides], [.enter, "|"], "alone",
        "Show this answer alone, with all its tabs; or ask the question in its place."
    ) { $0.showAlone() }
    static let find = Action(
        "find", [.response], ["/"], "find",
        "Find text in the tab that is shown, as you type it; Ctrl-T makes it a regular expression (PCRE2).",
        Keys([.events, .log], ["/"], "find", "Find text in the list, in capitals or not."),
        Keys([.edit], [.control("f")], "find", "Find in the text, as you type; Enter stays at the match."),
        reason: \.reasonNotToFind
    ) { $0.beginFinding() }
    static let nextMatch = Action(
        "nextMatch", [.response], ["n"], "next match", "Go to the next match, unfolded if need be.",
        Keys([.events, .log], ["n"], "next", "Go to the next place that holds the text."),
        Keys([.edit], [.alt("n"), .function(3)], "next match", "Go to the next match of what was looked for."),
        Keys([.textFind], [.down, .control("n")], "next", "Go to the next match."),
        reason: \.reasonNotToFindAgain
    ) { $0.findAgain(.forward) }
    static let previousMatch = Action(
        "previousMatch", [.response], ["N"], "previous match", "Go to the previous match.",
        Keys([.events, .log], ["N"], "previous", "Go to the previous place that holds the text."),
        Keys([.edit], [.alt("N"), KeyStroke(.function(3), .shift)], "previous match", "Go to the previous match."),
        Keys([.textFind], [.up, .control("p")], "previous", "Go to the previous match."),
        reason: \.reasonNotToFindAgain
    ) { $0.findAgain(.backward) }
    static let wrap = Action(
        "wrap", [.response], ["W"], "wrap", "Break long lines where the pane ends, or let them go on to the right.",
        reason: \.reasonNotToWrap
    ) { $0.switchWrapping() }
    static let saveBody = Action(
        "saveBody", [.response], ["D"], "save body", "Save the body to a file, as it was received.",
        reason: \.reasonForNoBodyFile
    ) { $0.askWhereToSave() }
    static let pageBody = Action(
        "pageBody", [.response], ["p"], "$PAGER", "Show the body in $PAGER, or in less.",
        reason: \.reasonNotToPage
    ) { $0.pageBody() }
    static let openBody = Action(
        "openBody", [.response], ["o"], "open outside",
        "Open the body in the program that the desktop has for it (xdg-open; open on macOS).",
        reason: \.reasonForNoBodyFile
    ) { $0.openBodyOutside() }
    static let showWireSecrets = Action(
        "showWireSecrets", [.response], [.control("o")], "secrets",
        "In the tabs Headers and Wire: show credentials and known secrets, or dots in their place again.",
        reason: \.reasonWithoutWire
    ) { $0.showWireSecrets() }
    static let openPiece = Action(
        "openPiece", [.events], [.enter], "whole", "Show the event or chunk whole, its JSON laid out.",
        reason: \.reasonWithoutPieces
    ) { $0.openPiece() }
    static let goToAttempt = Action(
        "goToAttempt", [.log], [.enter], "attempt",
        "Go to the request that the line is about, and to what was said on the wire in its attempt.",
        reason: \.reasonWithoutLog
    ) { $0.goToAttempt() }
    static let logLess = Action(
        "logLess", [.log], ["-"], "less", "Show fewer levels: leave out debug, then info, then warnings.",
        reason: \.reasonWithoutLog
    ) { $0.changeLogLevel(by: 1) }
    static let logMore = Action(
        "logMore", [.log], ["+"], "more", "Show more levels.",
        reason: \.reasonWithoutLog
    ) { $0.changeLogLevel(by: -1) }
    static let filterLog = Action(
        "filterLog", [.log], ["F"], "filter", "Show only lines that hold what is typed.",
        reason: \.reasonWithoutLog
    ) { $0.askForLogFilter() }
    static let logScope = Action(
        "logScope", [.log], ["r"], "of request", "Show the lines of the request that is shown, or all.",
        reason: \.reasonNotToScopeLog
    ) { $0.changeLogScope() }
    static let saveLog = Action(
        "saveLog", [.log], ["D"], "save", "Save the lines as they are shown to a file.",
        reason: \.reasonWithoutLog
    ) { $0.askForLogFile() }
}

extension ActionTable {
    /// Actions for a response.
    static let response: [Action] = [
        .fold, .foldMore, .foldLess, .filterBody, .keepFilter, .foldAll, .unfoldAll, .goToBracket,
        .goToParent, .goToChild, .nextSibling, .previousSibling, .viewAs, .goToLine, .nextChange, .previousChange,
        .markChanges, .useValue, .previousSide, .nextSide, .showSides, .showAlone,
    ]

    /// Finding text, how long lines are shown, ways out of the viewer, the wire's tab, what came in pieces, and the log.
    static let reading: [Action] = [
        .find, .nextMatch, .previousMatch, .wrap, .saveBody, .pageBody, .openBody, .showWireSecrets, .openPiece,
        .goToAttempt, .logLess, .logMore, .filterLog, .logScope, .saveLog,
    ]
}
