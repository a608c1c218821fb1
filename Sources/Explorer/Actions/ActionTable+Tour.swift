import TextGrid

extension ActionTable {
    /// For somebody new.
    static let tour: [ActionRow] = [
        ActionRow(
            .tour, ActionContext.panes, [], "tour", "Take the tour: on the demo, in under a minute, with your own keys."
        ),
        ActionRow(
            .tourStep, ActionContext.everywhere, [.function(2), KeyStroke(.character("t"), .alt)], "skip",
            "In the tour: begin it, or go on to the next step without doing what it says."),
    ]
}
