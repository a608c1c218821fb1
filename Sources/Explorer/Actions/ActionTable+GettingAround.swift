import TextGrid

extension Action {
    static let findRequest = Action(
        "findRequest",
        Keys(
            .panes, ["'"], "find request",
            "Find a request of the open collections by a few letters of its name, folder, method, URL or tags; the recent ones stand first."
        ),
        Keys(.panes.union([.edit]), [.control("t")], "find request", "Find a request, also while editing.")
    ) { $0.openFinder() }
    static let openAndSend = Action(
        "openAndSend", Keys([.finder], [.control("r")], "open and send", "Show the request and send it.")
    ) { $0.openFound(sends: true) }
    static let jump = Action(
        "jump",
        Keys(.panes, ["f"], "jump", "Write letters beside all that the cursor can stand on; typing them goes there.")
    ) { $0.openJump() }
    static let back = Action(
        "back",
        Keys(.panes, [KeyStroke(.left, .alt), KeyStroke(.backspace)], "back", "Go back to what was shown before."),
        reason: \.reasonNotToGoBack
    ) { $0.stepInTrail(by: -1) }
    static let forward = Action(
        "forward",
        Keys(
            .panes, [KeyStroke(.right, .alt), .control("f")], "forward",
            "Go forward to what was shown before you went back."),
        reason: \.reasonNotToGoForward
    ) { $0.stepInTrail(by: 1) }
    static let activities = Action(
        "activities",
        Keys(
            .panes, ["!"], "what runs",
            "List what runs in all open collections, and how what ran before has ended; go there, or cancel it.")
    ) { $0.openActivities() }
    static let goToActivity = Action(
        "goToActivity", Keys([.activities], [.enter], "go there", "Go to the request, or to the answer that it got."),
        reason: \.reasonWithoutActivity
    ) { $0.goToActivity() }
    static let cancelActivity = Action(
        "cancelActivity", Keys([.activities], ["d", "x"], "cancel", "Cancel what the cursor is on."),
        reason: \.reasonNotToCancelActivity
    ) { $0.cancelActivity() }
    static let cancelActivities = Action(
        "cancelActivities", Keys([.activities], ["X"], "cancel all", "Cancel all that runs; asks first."),
        reason: \.reasonNotToCancelActivities
    ) { $0.askToCancelActivities() }
}

extension ActionTable {
    /// Finding requests, jumping to what is on screen, going back, and what runs meanwhile.
    static let gettingAround: [ActionRow] =
        [
            rows(of: .findRequest),
            [
                ActionRow(.choose, [.finder], [.enter], "open", "Show the request, and its place in the tree.")
            ],
            rows(of: .openAndSend, .jump),
            [
                ActionRow(.dismiss, [.jump], [.escape], "stay", "Stay where you are.")
            ],
            rows(of: .back, .forward, .activities, .goToActivity, .cancelActivity, .cancelActivities),
            [
                ActionRow(
                    .findInList, [.report, .share, .trust, .series, .seriesStep, .sendTo], ["/"], "find",
                    "Find text in what is shown, in capitals or not."),
                ActionRow(
                    .nextFound, [.report, .share, .trust, .series, .sendTo], ["n"], "next",
                    "Go to the next line that holds the text."),
                ActionRow(
                    .previousFound, [.report, .share, .trust, .series, .seriesStep, .sendTo], ["N"], "previous",
                    "Go to the previous line that holds the text."),
            ],
        ].flatMap { $0 }
}
