import ExplorerKit
import TextGrid

extension Action {
    static let fold = Action(
        "fold", [.response], [" "], "fold",
        "Fold or unfold the object, array or element at the cursor.",
        reason: \.reasonWithoutPlaces
    ) { $0.toggleFold() }
    static let foldMore = Action(
        "foldMore", [.response], ["-"], "fold level",
        "Fold everything at the cursor's level; again: one level further out.",
        reason: \.reasonWithoutPlaces
    ) { $0.foldLevel(by: -1) }
    static let foldLess = Action(
        "foldLess", [.response], ["+"], "unfold level", "Unfold that level, and fold the next level in.",
        reason: \.reasonWithoutPlaces
    ) { $0.foldLevel(by: 1) }
    static let filterBody = Action(
        "filterBody", [.response], ["F"], "filter",
        "Filter the body by a path or a jq filter, as you type.",
        reason: \.reasonNotToFilter
    ) { $0.openFilterLine() }
    static let keepFilter = Action(
        "keepFilter", [.response], [], "keep filter", "Save the filter in the collection's microscope.yaml.",
        Keys(
            [.filter], [.control("s")], "keep",
            "Save the filter in the collection's microscope.yaml, until you type another."),
        reason: \.reasonNotToKeepFilter
    ) { $0.keepFilter() }
    static let choose = Action(
        "choose", reason: { $0.overlays.last is ReportState ? $0.reasonNotToGoToFinding : nil },
        perform: { $0.choose() })
    static let dismiss = Action("dismiss") { $0.dismiss() }
    static let foldAll = Action(
        "foldAll", [.response], ["_"], "fold all", "Fold everything inside the outermost object, array or element.",
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
        "goToParent", [.response], ["h"], "parent", "Go to the parent object, array or element.",
        reason: \.reasonWithoutPlaces
    ) { $0.look(for: .parent) }
    static let goToChild = Action(
        "goToChild", [.response], ["l"], "child", "Go to the first child; unfolds it if needed.",
        reason: \.reasonWithoutPlaces
    ) { $0.goToChild() }
    static let nextSibling: Action = .init(
        "nextSibling", [.response], ["J"], "next sibling", "Go to the next member, item or element of the same parent.",
        reason: \.reasonWithoutPlaces
    ) { $0.look(for: .nextSibling) }
    static let previousSibling: Action = .init(
        "previousSibling", [.response], ["K"], "previous sibling",
        "Go to the previous member, item or element of the same parent.",
        reason: \.reasonWithoutPlaces
    ) { $0.look(for: .previousSibling) }
    static let viewAs = Action(
        "viewAs", [.response], ["V"], "view as",
        "View the body as JSON, XML, a table, a hex dump and others; or in another charset.",
        reason: \.reasonWithoutViews
    ) { $0.openViews() }
    static let goToLine = Action(
        "goToLine", [.response], ["L"], "go to line", "Go to a line, or in a hex dump to an offset.",
        reason: \.reasonNotToGoToLine
    ) { $0.openGoToLine() }
    static let nextChange = Action(
        "nextChange", [.response], [")"], "next difference",
        "Go to the next line that differs from the previous response.",
        reason: \.reasonWithoutChanges
    ) { $0.goToChange(by: 1) }
    static let previousChange = Action(
        "previousChange", [.response], ["("], "previous difference",
        "Go to the previous line that differs from the previous response.",
        reason: \.reasonWithoutChanges
    ) { $0.goToChange(by: -1) }
    static let markChanges = Action(
        "markChanges", [.response], ["#"], "marks", "Mark or unmark lines that differ from the previous response."
    ) { $0.say($0.preferences.switchMarks()) }
    static let useValue = Action(
        "useValue", [.response], [.enter], "use",
        "Actions for the value or the header under the cursor: copy it, its jq path or JSON pointer, capture it, assert it, open its link.",
        reason: \.reasonNotToUseResponse
    ) { $0.openUses() }
    static let previousSide = Action(
        "previousSide", [.response], [","], "previous", "Show the response of the previous environment.",
        Keys([.sides], [.left, "h", ","], "previous", "Go to the response of the previous environment."),
        reason: \.current.reasonWithoutSides
    ) { $0.session?.comparison?.select(by: -1) }
    static let nextSide = Action(
        "nextSide", [.response], ["."], "next", "Show the response of the next environment.",
        Keys([.sides], [.right, "l", "."], "next", "Go to the response of the next environment."),
        reason: \.current.reasonWithoutSides
    ) { $0.session?.comparison?.select(by: 1) }
    static let showSides = Action(
        "showSides", [.response], ["|"], "side by side", "Show the responses of all environments side by side.",
        reason: \.current.reasonWithoutSides
    ) { $0.session?.comparison?.isAlone = false }
    static let showAlone = Action(
        "showAlone", [.sides], [.enter, "|"], "alone",
        "Show only this response, with all its tabs; or show its question."
    ) { $0.showAlone() }
    static let find = Action(
        "find", [.response], ["/"], "find",
        "Find text in the tab that is shown, as you type it; Ctrl-T makes it a regular expression (PCRE2).",
        Keys([.events, .log], ["/"], "find", "Find text in the list, case-insensitive."),
        Keys([.edit], [.control("f")], "find", "Find in the text, as you type; Enter stays at the match."),
        reason: \.reasonNotToFind
    ) { $0.beginFinding() }
    static let nextMatch = Action(
        "nextMatch", [.response], ["n"], "next match", "Go to the next match; unfolds it if needed.",
        Keys([.events, .log], ["n"], "next", "Go to the next occurrence of the text."),
        Keys([.edit], [.alt("n"), .function(3)], "next match", "Go to the next match of the last search."),
        Keys([.textFind], [.down, .control("n")], "next", "Go to the next match."),
        reason: \.reasonNotToFindAgain
    ) { $0.findAgain(.forward) }
    static let previousMatch = Action(
        "previousMatch", [.response], ["N"], "previous match", "Go to the previous match.",
        Keys([.events, .log], ["N"], "previous", "Go to the previous occurrence of the text."),
        Keys([.edit], [.alt("N"), KeyStroke(.function(3), .shift)], "previous match", "Go to the previous match."),
        Keys([.textFind], [.up, .control("p")], "previous", "Go to the previous match."),
        reason: \.reasonNotToFindAgain
    ) { $0.findAgain(.backward) }
    static let wrap = Action(
        "wrap", [.response], ["W"], "wrap", "Wrap long lines at the edge of the pane, or not.",
        reason: \.current.reasonNotToWrap
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
        "openBody", [.response], ["o"], "open externally",
        "Open the body in the desktop's default program (xdg-open; open on macOS).",
        reason: \.reasonForNoBodyFile
    ) { $0.openBodyOutside() }
    static let showWireSecrets = Action(
        "showWireSecrets", [.response], [.control("o")], "secrets",
        "In the tabs Headers and Wire: show or mask credentials and known secrets.",
        reason: \.reasonWithoutWire
    ) { $0.say($0.session?.switchSecrets()) }
    static let openPiece = Action(
        "openPiece", [.events], [.enter], "whole", "Show the whole event or chunk, with its JSON formatted.",
        reason: \.current.reasonWithoutPieces
    ) { $0.openPiece() }
    static let goToAttempt = Action(
        "goToAttempt", [.log], [.enter], "attempt",
        "Go to the request of the log line, and to its attempt in the tab Wire.",
        reason: \.log.reasonWithoutLines
    ) { $0.goToAttempt() }
    static let logLess = Action(
        "logLess", [.log], ["-"], "less", "Show fewer levels: hide debug, then info, then warnings.",
        reason: \.log.reasonWithoutLines
    ) { $0.say($0.log.changeLevel(by: 1)) }
    static let logMore = Action(
        "logMore", [.log], ["+"], "more", "Show more levels.",
        reason: \.log.reasonWithoutLines
    ) { $0.say($0.log.changeLevel(by: -1)) }
    static let filterLog = Action(
        "filterLog", [.log], ["F"], "filter", "Show only lines that contain the text.",
        reason: \.log.reasonWithoutLines
    ) { $0.askForLogFilter() }
    static let logScope = Action(
        "logScope", [.log], ["r"], "of request", "Show the log of the shown request, or of all.",
        reason: \.reasonNotToScopeLog
    ) { $0.changeLogScope() }
    static let saveLog = Action(
        "saveLog", [.log], ["D"], "save", "Save the shown log lines to a file.",
        reason: \.log.reasonWithoutLines
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
