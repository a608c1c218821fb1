import TextGrid

extension Action {
    static let clearValue = Action(
        "clearValue",
        Keys([.variables], [KeyStroke(.delete), .control("d")], "clear", "Take the session's value away again."),
        reason: \.reasonNotToClearValue
    ) { $0.clearSessionValue() }
    static let keepValue = Action(
        "keepValue",
        Keys(
            [.variables], [.control("s")], "keep",
            "Keep the captured value for later runs, in a private file of the environment, or no longer."),
        reason: \.reasonNotToKeepValue
    ) { $0.keepOrForgetCapture() }
    static let goToDefinition = Action(
        "goToDefinition",
        Keys(
            [.variables], [.right, .control("o")], "go there", "Open the form in which the variable stands, at its row."
        ),
        reason: \.reasonNotToGoToDefinition
    ) { $0.goToDefinition() }
    static let markEnvironment = Action(
        "markEnvironment", Keys([.sendTo], [" "], "mark", "Mark the environment, or not.")
    ) { $0.markEnvironment() }
    static let markEnvironments = Action(
        "markEnvironments", Keys([.sendTo], ["a"], "all", "Mark all of them, or none.")
    ) { $0.markEnvironments() }
    static let deleteCookie = Action(
        "deleteCookie", Keys([.cookies], [KeyStroke(.delete), .control("d")], "delete", "Delete the cookie."),
        reason: \.reasonWithoutCookie
    ) { $0.deleteCookie() }
    static let deleteCookies = Action(
        "deleteCookies", Keys([.cookies], [.control("x")], "delete all", "Delete all cookies of the environment."),
        reason: \.reasonWithoutCookies
    ) { $0.askToDeleteCookies() }
    static let showCookieValues = Action(
        "showCookieValues",
        Keys([.cookies], [.control("o")], "values", "Show the values, or dots in their place again."),
        reason: \.reasonWithoutCookies
    ) { $0.showCookieValues() }
    static let switchCookies = Action(
        "switchCookies",
        Keys([.cookies], [.control("t")], "on/off", "Send cookies of the environment and keep new ones, or neither.")
    ) { $0.switchCookies() }
    static let takeMine = Action(
        "takeMine", Keys([.merge], ["m", .left, "h"], "mine", "Take what my draft says, and go on.")
    ) { $0.take(.mine) }
    static let takeTheirs = Action(
        "takeTheirs", Keys([.merge], ["t", .right, "l"], "theirs", "Take what their file says, and go on.")
    ) { $0.take(.theirs) }
    static let copyPage = Action(
        "copyPage", Keys([.consent], [.control("y")], "copy page", "Copy the address of the page to the clipboard.")
    ) { $0.copyConsentPage() }
    static let forgetTrust = Action(
        "forgetTrust",
        Keys(
            [.report], [.control("x")], "forget",
            "In the list of what the collection could do outside of itself: forget what was agreed to; it is asked again."
        ),
        reason: \.reasonNotToForgetTrust
    ) { [$0.effect(.outside, .outside(.forget))] }
    static let makeSecret = Action(
        "makeSecret",
        Keys(
            [.report], ["s"], "make secret",
            "In the review before sharing: make the variable that was found a secret, whose value leaves the file."),
        reason: \.reasonNotToMakeSecret
    ) { $0.goToFinding(makingSecret: true) }
}

extension ActionTable {
    static let overlays: [ActionRow] =
        [
            [
                ActionRow(.choose, [.chooser, .prompt], [.enter], "choose", "Take the choice, or the text typed."),
                ActionRow(
                    .choose, [.variables], [.enter], "value",
                    "Give the name a value for this session; no file is touched."),
            ],
            rows(of: .clearValue, .keepValue, .goToDefinition),
            [
                ActionRow(
                    .choose, [.sendTo], [.enter], "send", "Send to what is marked, else to the one under the cursor.")
            ],
            rows(of: .markEnvironment, .markEnvironments),
            [
                ActionRow(.dismiss, [.sendTo], [.escape], "close", "Send nothing; the marks stay."),
                ActionRow(.choose, [.cookies], [.enter], "edit", "Edit the value of the cookie."),
            ],
            rows(of: .deleteCookie, .deleteCookies, .showCookieValues, .switchCookies),
            [
                ActionRow(.moveUp, [.merge], [.up, "k"], "up", "Go to the field above."),
                ActionRow(.moveDown, [.merge], [.down, "j"], "down", "Go to the field below."),
                ActionRow(.pageUp, [.merge], [.pageUp], "scroll", "Show what stands above in a long text."),
                ActionRow(.pageDown, [.merge], [.pageDown], "scroll", "Show what stands below in a long text."),
            ],
            rows(of: .takeMine, .takeTheirs),
            [
                ActionRow(.choose, [.merge], [.enter], "merge", "Make the draft of what was taken, over their file."),
                ActionRow(.dismiss, [.merge], [.escape], "close", "Decide nothing now; the draft stays as it is."),
                ActionRow(
                    .choose, [.values], [.enter], "send",
                    "Take the value and go to the next name without one; send when there is none left."),
                ActionRow(.dismiss, [.values], [.escape], "leave", "Send nothing, and forget what was typed."),
                ActionRow(
                    .choose, [.trust], [.enter], "agree and send",
                    "Agree to what is listed, once its end is on the screen, and go on: it is remembered until one of it changes."
                ),
                ActionRow(.dismiss, [.trust], [.escape], "leave", "Agree to nothing; nothing is sent, run or read."),
                ActionRow(
                    .choose, [.consent], [.enter], "hand over",
                    "Take the address that was pasted: the one at which the browser ended."),
            ],
            rows(of: .copyPage),
            [
                ActionRow(
                    .dismiss, [.consent], [.escape], "hide", "Hide the page and go on waiting; Esc once more cancels.")
            ],
            rows(of: .forgetTrust),
            [
                ActionRow(
                    .choose, [.report], [.enter], "go there",
                    "In the review before sharing: go to the field that holds what was found.")
            ],
            rows(of: .makeSecret),
            [
                ActionRow(
                    .choose, [.help], [.enter], "do it", "Do what the row says, or learn why it cannot be done now."),
                ActionRow(
                    .dismiss, [.help], [.function(1), .control("g")], "close",
                    "Close the help; ? does, too, with nothing typed."),
            ],
        ].flatMap { $0 }
}
