import TextGrid

extension Action {
    static let latency = Action(
        "latency",
        Keys(
            [.response, .sides, .events, .history], ["t"], "latency",
            "Show how long the request took over time and by phase, and since when it is another time."),
        reason: \.reasonWithoutLatency
    ) { $0.openLatency() }
    static let keepHistory = Action(
        "keepHistory",
        Keys(
            [.tree, .request], ["L"], "keep history",
            "Keep what is sent to the environment shown in the history, or no longer."),
        reason: \.reasonWithoutEnvironment
    ) { $0.keepHistoryOfShown() }
    static let showBucket = Action(
        "showBucket",
        Keys([.latency], [.enter], "exchanges", "List the exchanges of the stretch of time under the cursor.")
    ) { $0.showBucket() }
    static let otherEnvironment = Action(
        "otherEnvironment",
        Keys([.latency], ["e", .tab], "environment", "Show the next environment that the request was sent to.")
    ) { $0.showOtherEnvironment() }
    static let nextStep = Action(
        "nextStep", Keys([.latency], ["n"], "next step", "Go to the next time at which it changed.")
    ) { $0.goToStep(by: 1) }
    static let previousStep = Action(
        "previousStep", Keys([.latency], ["N"], "previous step", "Go to the previous time at which it changed.")
    ) { $0.goToStep(by: -1) }
}

extension ActionTable {
    /// How long a request took.
    static let latency: [ActionRow] =
        rows(of: .latency, .keepHistory, .showBucket, .otherEnvironment, .nextStep, .previousStep) + [
            ActionRow(.moveLeft, [.latency], [.left, "h"], "earlier", "Go to the stretch of time before."),
            ActionRow(.moveRight, [.latency], [.right, "l"], "later", "Go to the next stretch of time."),
            ActionRow(.first, [.latency], ["g", .home], "first", "Go to the first one."),
            ActionRow(.last, [.latency], ["G", .end], "last", "Go to the last one."),
            ActionRow(.pageUp, [.latency], [.pageUp], "ten earlier", "Go ten back."),
            ActionRow(.pageDown, [.latency], [.pageDown], "ten later", "Go on by ten."),
        ]
}
