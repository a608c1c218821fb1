import ExplorerKit
import TextGrid

extension Action {
    static let send = Action(
        "send", .panes, ["s"], "send", "Send the request that is shown, with unsaved changes.",
        Keys(.panesAndEdit, [.control("r")], "send", "Send, also while editing."),
        reason: \.reasonNotToSend
    ) { $0.sendShown() }
    static let save = Action(
        "save", .panes, ["w"], "save", "Save the shown item; only the edited lines of its file change.",
        Keys(.panesAndEdit, [.control("s")], "save", "Save, also while editing."),
        reason: \.reasonNotToSave
    ) { $0.saveShown() }
    static let cancel = Action(
        "cancel", .panes, [.escape], "cancel", "Cancel the running request, or go back one step."
    ) { $0.cancel() }
    static let reload = Action(
        "reload", .panes, [.function(5)], "reload",
        "Reload the collection's files, where changes are not detected automatically.",
        reason: \.reasonWithoutCollection
    ) { $0.reload() }
    static let environment = Action(
        "environment", .panes, ["e"], "environment", "Choose the environment."
    ) { $0.openEnvironments() }
    static let help = Action(
        "help", .panesAndReaders, ["?"], "help",
        "Show all keys, those of this place first; type to search, Enter runs the action.",
        Keys(
            .everywhere.subtracting([.help]), [.function(1), .control("g")], "help",
            "Show all keys, also while typing."),
        Keys([.layout], ["?"], "help", "Show all keys.")
    ) { $0.present(HelpState()) }
    static let palette = Action(
        "palette", .panesAndLists, [":"], "palette", "Find any action by name; an action of a pane closes open lists.",
        Keys(.panesAndEdit, [.control("p")], "palette", "Find any action, also while editing.")
    ) { $0.openPalette() }
    static let theme = Action(
        "theme", .panes, [], "theme", "Choose the theme colours, with a preview."
    ) { $0.askForTheme() }
    static let quit = Action("quit", .panes, ["q"], "quit", "Quit; unsaved drafts are listed first.") { $0.askToQuit() }
    static let interrupt = Action(
        "interrupt", .everywhere, [.control("c")], "interrupt",
        "Cancel the current action; then ask to quit; once more quits and keeps drafts."
    ) { $0.interrupt() }
    static let suspend: Action = .init(
        "suspend", .everywhere, [.control("z")], "suspend", "Suspend to the shell; `fg` comes back."
    ) { $0.effect(.screen, .suspend) }
    static let redraw = Action(
        "redraw", .everywhere, [.control("l")], "redraw", "Redraw the whole screen."
    ) { $0.effect(.screen, .redrawScreen) }
    static let copy = Action(
        "copy", .panes, ["y"], "copy",
        "Choose what to copy to the clipboard: the final URL, the body or the tab shown, the jq path, JSON pointer or XPath of a place in the body, the value there, the request as YAML, curl or Swift.",
        reason: { $0.focus == .log ? $0.log.reasonWithoutLines : $0.reasonWithoutRequest },
        perform: { if $0.focus == .log { $0.openLogCopyMenu() } else { $0.ask("Copy", options: $0.copyOptions) } })
    static let copyBody = Action(
        "copyBody", [.response, .sides], ["Y"], "copy body",
        "Copy the body to the clipboard; save it to a file if it is too large.",
        reason: { $0.session?.response?.document == nil ? $0.reasonForNoBody : nil }, perform: { $0.copyBody() })
    static let replay = Action(
        "replay", .panes.union([.history]), ["R"], "replay",
        "Resend the recorded request of the shown response, or of the history entry under the cursor, not the current one.",
        reason: \.reasonNotToReplay
    ) { $0.replay() }
    static let keepHistory = Action(
        "keepHistory", [.tree, .request], ["L"], "keep history",
        "Record requests to the shown environment in the history, or stop recording.",
        reason: \.current.reasonWithoutEnvironment
    ) { $0.keepHistoryOfShown() }
    static let checkPast = Action(
        "checkPast", [.response, .events, .history], ["c"], "check now",
        "Run the current assertions against the response or the marked entries, without sending; again: original results.",
        reason: \.reasonNotToCheck
    ) { $0.checkPast() }
    static let back = Action(
        "back", .panes, [KeyStroke(.left, .alt), KeyStroke(.backspace)], "back", "Go back to the previous item.",
        reason: \.reasonNotToGoBack
    ) { $0.navigate(by: -1) }
    static let forward = Action(
        "forward", .panes, [KeyStroke(.right, .alt), .control("f")], "forward",
        "Go forward again.",
        reason: \.reasonNotToGoForward
    ) { $0.navigate(by: 1) }
    static let tour = Action(
        "tour", .panes, [], "tour", "Take the 1-minute tour, on the demo collection."
    ) { $0.takeTour() }
    static let tourStep = Action(
        "tourStep", .everywhere, [.function(2), KeyStroke(.character("t"), .alt)], "skip",
        "In the tour: start it, or skip to the next step.",
        reason: \.reasonWithoutTour
    ) { $0.goOnInTour() }
    static let openCollection = Action(
        "openCollection", [.tree], ["o"], "open",
        "Open another collection: recent, new, a path, a URL, Scratch or the demo."
    ) { $0.askWhatToOpen() }
    static let closeCollection = Action(
        "closeCollection", [.tree], ["C"], "close",
        "Close the collection under the cursor; its drafts are kept for next time.",
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
