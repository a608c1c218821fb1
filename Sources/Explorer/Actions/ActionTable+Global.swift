import ExplorerKit
import TextGrid

extension Action {
    static let send = Action(
        "send", .panes, ["s"], "send", "Send the request that is shown, as it stands on screen.",
        Keys(.panesAndEdit, [.control("r")], "send", "Send, also while editing."),
        reason: \.reasonNotToSend
    ) { $0.sendShown() }
    static let save = Action(
        "save", .panes, ["w"], "save", "Save what is shown; only the edited lines of its file change.",
        Keys(.panesAndEdit, [.control("s")], "save", "Save, also while editing."),
        reason: \.reasonNotToSave
    ) { $0.saveShown() }
    static let cancel = Action(
        "cancel", .panes, [.escape], "cancel", "Cancel the shown request's send, or go one step out."
    ) { $0.cancel() }
    static let reload = Action(
        "reload", .panes, [.function(5)], "reload",
        "Read the collection's files again, where changes are not seen by themselves.",
        reason: \.reasonWithoutCollection
    ) { $0.reload() }
    static let environment = Action(
        "environment", .panes, ["e"], "environment", "Choose the environment."
    ) { $0.openEnvironments() }
    static let help = Action(
        "help", .panesAndReaders, ["?"], "help",
        "Show every key, those that mean something here first; typing narrows them, Enter does what one says.",
        Keys(
            .everywhere.subtracting([.help]), [.function(1), .control("g")], "help",
            "Show every key, also while typing."),
        Keys([.layout], ["?"], "help", "Show every key.")
    ) { $0.present(HelpState()) }
    static let palette = Action(
        "palette", .panesAndLists, [":"], "palette", "Find any action by name; one of a pane closes the list above it.",
        Keys(.panesAndEdit, [.control("p")], "palette", "Find any action, also while editing.")
    ) { $0.openPalette() }
    static let theme = Action(
        "theme", .panes, [], "theme", "Choose the colours; each is shown while you look through them."
    ) { $0.askForTheme() }
    static let quit = Action("quit", .panes, ["q"], "quit", "Quit; unsaved drafts are listed first.") { $0.askToQuit() }
    static let interrupt = Action(
        "interrupt", .everywhere, [.control("c")], "interrupt",
        "Cancel the innermost thing; then ask to quit; once more quits and keeps drafts."
    ) { $0.interrupt() }
    static let suspend: Action = .init(
        "suspend", .everywhere, [.control("z")], "suspend", "Suspend to the shell; `fg` comes back."
    ) { $0.effect(.screen, .suspend) }
    static let redraw = Action(
        "redraw", .everywhere, [.control("l")], "redraw", "Draw the whole screen again."
    ) { $0.effect(.screen, .redrawScreen) }
    static let copy = Action(
        "copy", .panes, ["y"], "copy",
        "Choose what to copy to the clipboard: the final URL, the body or the tab shown, the jq path, JSON pointer or XPath of a place in the body, the value there, the request as YAML, curl or Swift.",
        reason: { $0.focus == .log ? $0.reasonWithoutLog : $0.reasonWithoutRequest },
        perform: { if $0.focus == .log { $0.openLogCopyMenu() } else { $0.ask("Copy", options: $0.copyOptions) } })
    static let copyBody = Action(
        "copyBody", [.response, .sides], ["Y"], "copy body",
        "Copy the body shown to the clipboard; one that it does not take into a file.",
        reason: { $0.session?.answer?.document == nil ? $0.reasonForNoBody : nil }, perform: { $0.copyBody() })
    static let replay = Action(
        "replay", .panes.union([.history]), ["R"], "replay",
        "Send again exactly what was sent: the answer shown, or the exchange under the cursor, not the request as it is now.",
        reason: \.reasonNotToReplay
    ) { $0.replay() }
    static let keepHistory = Action(
        "keepHistory", [.tree, .request], ["L"], "keep history",
        "Keep what is sent to the environment shown in the history, or no longer.",
        reason: \.reasonWithoutEnvironment
    ) { $0.keepHistoryOfShown() }
    static let checkPast = Action(
        "checkPast", [.response, .events, .history], ["c"], "check now",
        "Judge the answer, or what is marked, by the assertions of today, without sending; then show it as sent again.",
        reason: \.reasonNotToCheck
    ) { $0.checkPast() }
    static let back = Action(
        "back", .panes, [KeyStroke(.left, .alt), KeyStroke(.backspace)], "back", "Go back to what was shown before.",
        reason: \.reasonNotToGoBack
    ) { $0.stepInTrail(by: -1) }
    static let forward = Action(
        "forward", .panes, [KeyStroke(.right, .alt), .control("f")], "forward",
        "Go forward to what was shown before you went back.",
        reason: \.reasonNotToGoForward
    ) { $0.stepInTrail(by: 1) }
    static let tour = Action(
        "tour", .panes, [], "tour", "Take the tour: on the demo, in under a minute, with your own keys."
    ) { $0.takeTour() }
    static let tourStep = Action(
        "tourStep", .everywhere, [.function(2), KeyStroke(.character("t"), .alt)], "skip",
        "In the tour: begin it, or go on to the next step without doing what it says.",
        reason: \.reasonWithoutTour
    ) { $0.goOnInTour() }
    static let openCollection = Action(
        "openCollection", [.tree], ["o"], "open",
        "Open another collection: a recent one, a new one, a path, a URL, Scratch, the demo."
    ) { $0.askWhatToOpen() }
    static let closeCollection = Action(
        "closeCollection", [.tree], ["C"], "close",
        "Close the collection with the cursor; its drafts are kept for next time.",
        reason: \.reasonWithoutCollection
    ) { $0.closeShown() }
}

extension ActionTable {
    static let global: [Action] = [
        .send, .save, .cancel, .reload, .environment, .help, .palette, .theme, .quit, .interrupt, .suspend, .redraw,
        .copy, .copyBody,
    ]

    static let opening: [Action] = [.openCollection, .closeCollection]

    /// Actions for exchanges, and ways to other places.
    static let elsewhere: [Action] = [.replay, .checkPast, .keepHistory, .back, .forward, .tour, .tourStep]
}
