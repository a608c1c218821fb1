import TextGrid

extension Action {
    static let tour = Action(
        "tour", Keys(.panes, [], "tour", "Take the tour: on the demo, in under a minute, with your own keys.")
    ) { $0.takeTour() }
    static let tourStep = Action(
        "tourStep",
        Keys(
            .everywhere, [.function(2), KeyStroke(.character("t"), .alt)], "skip",
            "In the tour: begin it, or go on to the next step without doing what it says."),
        reason: \.reasonWithoutTour
    ) { $0.goOnInTour() }
}

extension ActionTable {
    /// For somebody new.
    static let tour: [ActionRow] =
        rows(of: .tour, .tourStep)
}
