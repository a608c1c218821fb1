import TextGrid

extension Action {
    static let send = Action(
        "send", Keys(.panes, ["s"], "send", "Send the request that is shown, as it stands on screen."),
        Keys(.panesAndEdit, [.control("r")], "send", "Send, also while editing."),
        reason: \.reasonNotToSend
    ) { $0.sendShown() }
    static let sendTo = Action(
        "sendTo",
        Keys(.panes, ["&"], "send to", "Send to several environments at once, and see their answers side by side."),
        reason: { $0.reasonNotToSend ?? $0.reasonNotToSendTo }
    ) { $0.openSendTo() }
    static let save = Action(
        "save", Keys(.panes, ["w"], "save", "Save what is shown; only the edited lines of its file change."),
        Keys(.panesAndEdit, [.control("s")], "save", "Save, also while editing."),
        reason: \.reasonNotToSave
    ) { $0.saveShown() }
    static let cancel = Action(
        "cancel", Keys(.panes, [.escape], "cancel", "Cancel the shown request's send, or go one step out.")
    ) { $0.cancel() }
    static let merge = Action(
        "merge",
        Keys(
            [.tree, .request], ["c"], "changed",
            "Decide about a file that was changed on disk beneath its draft, or has both sides of a merge in it: mine or theirs, field by field."
        ),
        reason: \.reasonNotToMerge
    ) { $0.mergeShown() }
    static let reload = Action(
        "reload",
        Keys(
            .panes, [.function(5)], "reload",
            "Read the collection's files anew, where changes are not seen by themselves."),
        reason: \.reasonWithoutCollection
    ) { $0.reload() }
    static let environment = Action(
        "environment", Keys(.panes, ["e"], "environment", "Choose the environment.")
    ) { $0.openEnvironments() }
    static let variables = Action(
        "variables",
        Keys(
            .panes, ["v"], "variables",
            "List every variable in sight: value, where it comes from, what it shadows; give one a value for this session."
        )
    ) { $0.openVariables() }
    static let cookies = Action(
        "cookies",
        Keys(
            .panes, ["b"], "cookies",
            "List the cookies of the environment: which of them the request sends, which came last; edit, delete, switch off."
        ),
        reason: \.reasonWithoutCollection
    ) { $0.openCookies() }
    static let trust = Action(
        "trust",
        Keys(
            .panes, ["O"], "outside",
            "List what the collection could run, read and reach outside of itself, and what you agreed to; forget that."
        ),
        reason: \.reasonWithoutCollection
    ) { [$0.effect(.outside, .outside(nil))] }
    static let consent = Action(
        "consent",
        Keys(
            .panes, ["A"], "browser",
            "Show the page that waits for your consent in a browser, and hand over the address at which it ends."),
        reason: \.reasonForConsent
    ) { $0.openConsent() }
    static let help = Action(
        "help",
        Keys(
            .panesAndReaders, ["?"], "help",
            "Show every key, those that mean something here first; typing narrows them, Enter does what one says."),
        Keys(
            .everywhere.subtracting([.help]), [.function(1), .control("g")], "help",
            "Show every key, also while typing.")
    ) { $0.openHelp() }
    static let palette = Action(
        "palette",
        Keys(
            .panesAndLists, [":"], "palette", "Find any action by name; one of a pane closes the list above it."),
        Keys(.panesAndEdit, [.control("p")], "palette", "Find any action, also while editing.")
    ) { $0.openPalette() }
    static let theme = Action(
        "theme", Keys(.panes, [], "theme", "Choose the colours; each is shown while you look through them.")
    ) { $0.askForTheme() }
    static let quit = Action(
        "quit", Keys(.panes, ["q"], "quit", "Quit; unsaved drafts are listed first.")
    ) { $0.askToQuit() }
    static let interrupt = Action(
        "interrupt",
        Keys(
            .everywhere, [.control("c")], "interrupt",
            "Cancel the innermost thing; then ask to quit; once more quits and keeps drafts.")
    ) { $0.interrupt() }
    static let suspend: Action = .init(
        "suspend", Keys(.everywhere, [.control("z")], "suspend", "Suspend to the shell; `fg` comes back.")
    ) { [$0.effect(.screen, .suspend)] }
    static let redraw = Action(
        "redraw", Keys(.everywhere, [.control("l")], "redraw", "Draw the whole screen anew.")
    ) { [$0.effect(.screen, .redrawScreen)] }
    static let copy = Action(
        "copy",
        Keys(
            .panes, ["y"], "copy",
            "Choose what to copy to the clipboard: the final URL, the body or the tab shown, the jq path, JSON pointer or XPath of a place in the body, the value there, the request as YAML, curl or Swift."
        ),
        reason: { $0.focus == .log ? $0.reasonWithoutLog : $0.reasonWithoutRequest }
    ) { if $0.focus == .log { $0.openLogCopyMenu() } else { $0.openCopyMenu() } }
    static let review: Action = .init(
        "review",
        Keys(.panes, ["S"], "review", "Review before sharing: what git would send, and what looks like a secret in it.")
    ) { [$0.effect(.review, .review)] }
    static let copyBody = Action(
        "copyBody",
        Keys(
            [.response, .sides], ["Y"], "copy body",
            "Copy the body shown to the clipboard; one that it does not take into a file."),
        reason: { $0.session?.answer?.document == nil ? $0.reasonForNoBody : nil }
    ) { $0.copyBody() }
}

extension ActionTable {
    static let global: [ActionRow] =
        rows(
            of: .send, .sendTo, .save, .cancel, .merge, .reload, .environment, .variables, .cookies, .trust, .consent,
            .help, .palette, .theme, .quit, .interrupt, .suspend, .redraw, .copy, .review, .copyBody)
}
