extension ActionTable {
    /// How long lines are shown, and the ways out of the viewer.
    static let bodyFiles: [ActionRow] = [
        ActionRow(
            .wrap, [.response], ["W"], "wrap", "Break long lines where the pane ends, or let them go on to the right."),
        ActionRow(.saveBody, [.response], ["D"], "save body", "Save the body to a file, as it was received."),
        ActionRow(.pageBody, [.response], ["p"], "$PAGER", "Show the body in $PAGER, or in less."),
        ActionRow(
            .openBody, [.response], ["o"], "open outside",
            "Open the body in the program that the desktop has for it (xdg-open; open on macOS)."),
    ]
}
