import ExplorerKit
import TextGrid

extension Action {
    static let wrap = Action(
        "wrap",
        Keys([.response], ["W"], "wrap", "Break long lines where the pane ends, or let them go on to the right."),
        reason: \.reasonNotToWrap
    ) { $0.switchWrapping() }
    static let saveBody = Action(
        "saveBody", Keys([.response], ["D"], "save body", "Save the body to a file, as it was received."),
        reason: \.reasonForNoBodyFile
    ) { $0.askWhereToSave() }
    static let pageBody = Action(
        "pageBody", Keys([.response], ["p"], "$PAGER", "Show the body in $PAGER, or in less."),
        reason: \.reasonNotToPage
    ) { $0.pageBody() }
    static let openBody = Action(
        "openBody",
        Keys(
            [.response], ["o"], "open outside",
            "Open the body in the program that the desktop has for it (xdg-open; open on macOS)."),
        reason: \.reasonForNoBodyFile
    ) { $0.openBodyOutside() }
}

extension ActionTable {
    /// How long lines are shown, and the ways out of the viewer.
    static let bodyFiles: [ActionRow] =
        rows(of: .wrap, .saveBody, .pageBody, .openBody)
}
