import TextGrid

/// One row of the table from which keys, footer, help, palette and the manual's page of keys grow.
public struct ActionRow: Sendable, Hashable {
    public let action: Action
    public let contexts: Set<ActionContext>
    public let keys: [KeyStroke]
    /// One or two words, for the footer.
    public let label: String
    /// A sentence, for the help.
    public let help: String

    init(_ action: Action, _ contexts: Set<ActionContext>, _ keys: [KeyStroke], _ label: String, _ help: String) {
        self.action = action
        self.contexts = contexts
        self.keys = keys
        self.label = label
        self.help = help
    }
}

/// The table itself, in the order in which help shows it.
public enum ActionTable {
    public static let rows: [ActionRow] =
        global + moving + layout + tree + request + response + finding + bodyFiles + lists + history + difference
        + examples
        + series
        + share
        + editing
        + texts
        + drafts
        + latency
        + overlays
        + opening
        + gettingAround
        + tour

    private static let panes = ActionContext.panes
    /// The panes that show one request.
    private static let beside = panes.subtracting([.tree])
    private static let panesAndEdit = panes.union([.edit])
    /// Lists that are narrowed by typing.
    private static let typedLists: Set<ActionContext> = [.chooser, .start, .variables, .cookies, .help]

    private static let global: [ActionRow] = [
        ActionRow(.send, panes, ["s"], "send", "Send the request that is shown, as it stands on screen."),
        ActionRow(.send, panesAndEdit, [.control("r")], "send", "Send, also while editing."),
        ActionRow(
            .sendTo, panes, ["&"], "send to",
            "Send to several environments at once, and see their answers side by side."
        ),
        ActionRow(.save, panes, ["w"], "save", "Save what is shown; only the edited lines of its file change."),
        ActionRow(.save, panesAndEdit, [.control("s")], "save", "Save, also while editing."),
        ActionRow(.cancel, panes, [.escape], "cancel", "Cancel the shown request's send, or go one step out."),
        ActionRow(
            .merge, [.tree, .request], ["c"], "changed",
            "Decide about a file that was changed on disk beneath its draft, or has both sides of a merge in it: mine or theirs, field by field."
        ),
        ActionRow(
            .reload, panes, [.function(5)], "reload",
            "Read the collection's files anew, where changes are not seen by themselves."),
        ActionRow(.environment, panes, ["e"], "environment", "Choose the environment."),
        ActionRow(
            .variables, panes, ["v"], "variables",
            "List every variable in sight: value, where it comes from, what it shadows; give one a value for this session."
        ),
        ActionRow(
            .cookies, panes, ["b"], "cookies",
            "List the cookies of the environment: which of them the request sends, which came last; edit, delete, switch off."
        ),
        ActionRow(
            .trust, panes, ["O"], "outside",
            "List what the collection could run, read and reach outside of itself, and what you agreed to; forget that."
        ),
        ActionRow(
            .consent, panes, ["A"], "browser",
            "Show the page that waits for your consent in a browser, and hand over the address at which it ends."),
        ActionRow(
            .help, panes.union(ActionContext.readers), ["?"], "help",
            "Show every key, those that mean something here first; typing narrows them, Enter does what one says."),
        ActionRow(
            .help, ActionContext.everywhere.subtracting([.help]), [.function(1), .control("g")], "help",
            "Show every key, also while typing."),
        ActionRow(
            .palette, panes.union(ActionContext.lists), [":"], "palette",
            "Find any action by name; one of a pane closes the list above it."),
        ActionRow(.palette, panesAndEdit, [.control("p")], "palette", "Find any action, also while editing."),
        ActionRow(.theme, panes, [], "theme", "Choose the colours; each is shown while you look through them."),
        ActionRow(.quit, panes, ["q"], "quit", "Quit; unsaved drafts are listed first."),
        ActionRow(
            .interrupt, ActionContext.everywhere, [.control("c")], "interrupt",
            "Cancel the innermost thing; then ask to quit; once more quits and keeps drafts."),
        ActionRow(
            .suspend, ActionContext.everywhere, [.control("z")], "suspend", "Suspend to the shell; `fg` comes back."),
        ActionRow(.redraw, ActionContext.everywhere, [.control("l")], "redraw", "Draw the whole screen anew."),
        ActionRow(
            .copy, panes, ["y"], "copy",
            "Choose what to copy to the clipboard: the final URL, the body or the tab shown, the jq path, JSON pointer or XPath of a place in the body, the value there, the request as YAML, curl or Swift."
        ),
        ActionRow(
            .review, panes, ["S"], "review",
            "Review before sharing: what git would send, and what looks like a secret in it."),
        ActionRow(
            .copyBody, [.response, .sides], ["Y"], "copy body",
            "Copy the body shown to the clipboard; one that it does not take into a file."),
    ]

    private static let moving: [ActionRow] = [
        ActionRow(.nextPane, panes, [.tab], "next pane", "Go to the next pane."),
        ActionRow(.previousPane, panes, [.backTab], "previous pane", "Go to the previous pane."),
        ActionRow(.focusTree, panes, ["1"], "tree", "Go to the collection tree."),
        ActionRow(.focusRequest, panes, ["2"], "request", "Go to the request."),
        ActionRow(.focusResponse, panes, ["3"], "response", "Go to the response."),
        ActionRow(.focusLog, panes, ["4"], "log", "Go to the log."),
        ActionRow(.zoom, panes, ["z"], "zoom", "Give the whole screen to the focused pane, or take it back."),
        ActionRow(.utc, panes, ["Z"], "UTC", "Show times in UTC, or local ones again."),
        ActionRow(.previousTab, panes, ["["], "previous tab", "Show the previous tab of the pane."),
        ActionRow(.nextTab, panes, ["]"], "next tab", "Show the next tab of the pane."),
        ActionRow(
            .previousRequest, panes, ["{"], "previous request", "Go to the previous of the open requests and forms."),
        ActionRow(.nextRequest, panes, ["}"], "next request", "Go to the next of the open requests and forms."),
        ActionRow(.moveUp, panes.union([.report]), [.up, "k"], "up", "Go up."),
        ActionRow(.moveDown, panes.union([.report]), [.down, "j"], "down", "Go down."),
        ActionRow(.first, panes, ["g", .home], "first", "Go to the beginning."),
        ActionRow(.last, panes, ["G", .end], "last", "Go to the end."),
        ActionRow(.pageUp, panes.union([.report]), [.pageUp], "page up", "Go up by a page."),
        ActionRow(.pageDown, panes.union([.report]), [.pageDown], "page down", "Go down by a page."),
        ActionRow(.undo, beside, ["u"], "undo", "Undo the last change of what is shown."),
        ActionRow(.redo, beside, ["U"], "redo", "Redo what was undone."),
        ActionRow(
            .discardDraft, [.tree, .request], ["X"], "discard", "Go back to what the file holds (undo brings it back)."),
    ]

    private static let tree: [ActionRow] = [
        ActionRow(.open, [.tree], [.enter], "open", "Edit the request or the environment; open or close the folder."),
        ActionRow(
            .edit, [.tree], ["i"], "edit",
            "Edit what is under the cursor: a request, a folder, an environment, the collection."),
        ActionRow(
            .editFile, [.tree], ["E"], "$EDITOR",
            "Edit the file itself in $VISUAL or $EDITOR, also one that cannot be read."),
        ActionRow(.moveRight, [.tree], [.right, "l"], "open", "Open the folder."),
        ActionRow(.moveLeft, [.tree], [.left, "h"], "close", "Close the folder, or go to the one around."),
        ActionRow(
            .runFolder, [.tree], [">"], "run",
            "Send all requests of the folder, one after the other, each with what those before it kept."),
        ActionRow(
            .newItem, [.tree], ["n", KeyStroke(.insert), .control("n")], "new",
            "Make a request, a folder or an environment here."),
        ActionRow(
            .renameItem, [.tree], ["r"], "rename", "Rename; the file follows if it is called after the old name."),
        ActionRow(.renameFile, [.tree], ["F"], "rename file", "Rename the file or directory alone."),
        ActionRow(.duplicateItem, [.tree], ["D"], "copy", "Make a copy of it, or of what is marked."),
        ActionRow(
            .moveItems, [.tree], ["m"], "move",
            "Move it, or what is marked, to another folder, here or in another open collection."),
        ActionRow(.itemUp, [.tree], ["K"], "up", "Move it up among its neighbours."),
        ActionRow(.itemDown, [.tree], ["J"], "down", "Move it down among its neighbours."),
        ActionRow(
            .markItem, [.tree], [" "], "mark", "Mark it, or not: copying, moving and deleting mean what is marked."),
        ActionRow(
            .deleteItem, [.tree], ["d", KeyStroke(.delete)], "delete",
            "Delete it, or what is marked: into the trash, for 30 days."),
        ActionRow(.undoTree, [.tree], ["u"], "undo", "Undo the last operation on the files of the tree."),
        ActionRow(.redoTree, [.tree], ["U"], "redo", "Do again what was undone."),
        ActionRow(
            .restoreItem, [.tree], ["T"], "trash", "Put back something that was deleted, also by an earlier run."),
        ActionRow(
            .filter, [.tree], ["/"], "filter", "Show only requests whose name, path, method or URL holds what is typed."
        ),
    ]

    private static let opening: [ActionRow] = [
        ActionRow(
            .openCollection, [.tree], ["o"], "open",
            "Open another collection: a recent one, a new one, a path, a URL, Scratch, the demo."),
        ActionRow(
            .closeCollection, [.tree], ["C"], "close",
            "Close the collection with the cursor; its drafts are kept for next time."),
        ActionRow(.choose, [.start, .path], [.enter], "open", "Open the choice, or the path or URL typed."),
        ActionRow(.completePath, [.path], [.tab], "complete", "Complete the directory's name."),
        ActionRow(.forgetRecent, [.start], [.control("x")], "forget", "Take a recent collection off the list."),
    ]

    private static let request: [ActionRow] = [
        ActionRow(.edit, [.request], [.enter, "i"], "edit", "Edit the field under the cursor, or choose its value."),
        ActionRow(.moveLeft, [.request], [.left, "h"], "left", "Go to the field on the left."),
        ActionRow(.moveRight, [.request], [.right, "l"], "right", "Go to the field on the right."),
        ActionRow(.toggle, [.request], [" "], "on/off", "Switch the row on or off, or choose it; change a setting."),
        ActionRow(.add, [.request], ["a"], "add", "Add a row to the table under the cursor."),
        ActionRow(.delete, [.request], ["d"], "delete", "Delete the row; undo brings it back."),
        ActionRow(.duplicateRow, [.request], ["D"], "duplicate", "Copy the row, or the example, below itself."),
        ActionRow(.moveRowUp, [.request], ["K"], "row up", "Move the row up."),
        ActionRow(.moveRowDown, [.request], ["J"], "row down", "Move the row down."),
        ActionRow(
            .protect, [.tree, .request], ["P"], "protect",
            "Protect the environment shown, or no longer: what may change something there is asked about first."),
        ActionRow(
            .fetchToken, [.request], ["t"], "get now",
            "Get an OAuth 2 token for the credentials shown, whether or not one is kept."),
        ActionRow(.copyToken, [.request], ["Y"], "copy", "Copy the OAuth 2 token to the clipboard."),
        ActionRow(
            .showToken, [.request], [.control("o")], "show", "Show the OAuth 2 token, or dots in its place again."),
        ActionRow(
            .forgetToken, [.request], [.control("x")], "forget",
            "Forget the OAuth 2 token, here and for later runs; the next send gets another."),
        ActionRow(.externalEditor, [.request], ["E"], "$EDITOR", "Edit the field, or the body, in $VISUAL or $EDITOR."),
    ]

    private static let editing: [ActionRow] = [
        ActionRow(.leaveEdit, [.edit], [.escape], "done", "Leave the field and keep the text."),
        ActionRow(
            .commit, [.edit], [.enter], "done",
            "Keep the text and leave the field, in a table to the row below; in a body: a new line."),
        ActionRow(
            .commitAndNext, [.edit], [.tab], "next field",
            "Keep the text and go to the next field, which is edited at once in a table; in a body: indent."),
        ActionRow(
            .breakLine, [.edit], [KeyStroke(.enter, .alt)], "new line",
            "Break a value into several lines where it may have them (variables, descriptions)."),
        ActionRow(.undoTyping, [.edit], [.control("_")], "undo", "Undo typing."),
        ActionRow(.redoTyping, [.edit], [.control("y")], "redo", "Redo typing."),
    ]

    private static let overlays: [ActionRow] = [
        ActionRow(.choose, [.chooser, .prompt], [.enter], "choose", "Take the choice, or the text typed."),
        ActionRow(
            .choose, [.variables], [.enter], "value", "Give the name a value for this session; no file is touched."),
        ActionRow(
            .clearValue, [.variables], [KeyStroke(.delete), .control("d")], "clear",
            "Take the session's value away again."),
        ActionRow(
            .keepValue, [.variables], [.control("s")], "keep",
            "Keep the captured value for later runs, in a private file of the environment, or no longer."),
        ActionRow(
            .goToDefinition, [.variables], [.right, .control("o")], "go there",
            "Open the form in which the variable stands, at its row."),
        ActionRow(.choose, [.sendTo], [.enter], "send", "Send to what is marked, else to the one under the cursor."),
        ActionRow(.markEnvironment, [.sendTo], [" "], "mark", "Mark the environment, or not."),
        ActionRow(.markEnvironments, [.sendTo], ["a"], "all", "Mark all of them, or none."),
        ActionRow(.moveUp, [.sendTo], [.up, "k", .control("p")], "up", "Go up."),
        ActionRow(.moveDown, [.sendTo], [.down, "j", .control("n")], "down", "Go down."),
        ActionRow(.first, [.sendTo], ["g", .home], "first", "Go to the first."),
        ActionRow(.last, [.sendTo], ["G", .end], "last", "Go to the last."),
        ActionRow(.pageUp, [.sendTo], [.pageUp], "page up", "Go up by a page."),
        ActionRow(.pageDown, [.sendTo], [.pageDown], "page down", "Go down by a page."),
        ActionRow(.dismiss, [.sendTo], [.escape], "close", "Send nothing; the marks stay."),
        ActionRow(.choose, [.cookies], [.enter], "edit", "Edit the value of the cookie."),
        ActionRow(.deleteCookie, [.cookies], [KeyStroke(.delete), .control("d")], "delete", "Delete the cookie."),
        ActionRow(.deleteCookies, [.cookies], [.control("x")], "delete all", "Delete all cookies of the environment."),
        ActionRow(
            .showCookieValues, [.cookies], [.control("o")], "values", "Show the values, or dots in their place again."),
        ActionRow(
            .switchCookies, [.cookies], [.control("t")], "on/off",
            "Send cookies of the environment and keep new ones, or neither."),
        ActionRow(.moveUp, typedLists, [.up, .control("p")], "up", "Go up."),
        ActionRow(.moveDown, typedLists, [.down, .control("n")], "down", "Go down."),
        ActionRow(.pageUp, typedLists, [.pageUp], "page up", "Go up by a page."),
        ActionRow(.pageDown, typedLists, [.pageDown], "page down", "Go down by a page."),
        ActionRow(
            .dismiss, [.chooser, .prompt, .start, .path, .variables, .cookies, .help, .report], [.escape], "close",
            "Close without choosing."),
        ActionRow(.moveUp, [.merge], [.up, "k"], "up", "Go to the field above."),
        ActionRow(.moveDown, [.merge], [.down, "j"], "down", "Go to the field below."),
        ActionRow(.pageUp, [.merge], [.pageUp], "scroll", "Show what stands above in a long text."),
        ActionRow(.pageDown, [.merge], [.pageDown], "scroll", "Show what stands below in a long text."),
        ActionRow(.takeMine, [.merge], ["m", .left, "h"], "mine", "Take what my draft says, and go on."),
        ActionRow(.takeTheirs, [.merge], ["t", .right, "l"], "theirs", "Take what their file says, and go on."),
        ActionRow(.choose, [.merge], [.enter], "merge", "Make the draft of what was taken, over their file."),
        ActionRow(.dismiss, [.merge], [.escape], "close", "Decide nothing now; the draft stays as it is."),
        ActionRow(
            .choose, [.values], [.enter], "send",
            "Take the value and go to the next name without one; send when there is none left."),
        ActionRow(.moveUp, [.values], [.up, .backTab, .control("p")], "up", "Go to the name above."),
        ActionRow(
            .moveDown, [.values], [.down, .tab, .control("n")], "down",
            "Go to the name below; below the last one, Enter sends them as they stand."),
        ActionRow(
            .dismiss, [.values], [.escape], "leave", "Send nothing, and forget what was typed."),
        ActionRow(
            .choose, [.trust], [.enter], "agree and send",
            "Agree to what is listed, once its end is on the screen, and go on: it is remembered until one of it changes."
        ),
        ActionRow(.moveUp, [.trust], [.up, "k"], "up", "Show what stands above."),
        ActionRow(.moveDown, [.trust], [.down, "j"], "down", "Show what stands below."),
        ActionRow(.pageUp, [.trust], [.pageUp], "page up", "Show the page above."),
        ActionRow(.pageDown, [.trust], [.pageDown, " "], "page down", "Show the page below."),
        ActionRow(.dismiss, [.trust], [.escape], "leave", "Agree to nothing; nothing is sent, run or read."),
        ActionRow(
            .choose, [.consent], [.enter], "hand over",
            "Take the address that was pasted: the one at which the browser ended."),
        ActionRow(
            .copyPage, [.consent], [.control("y")], "copy page", "Copy the address of the page to the clipboard."),
        ActionRow(.dismiss, [.consent], [.escape], "hide", "Hide the page and go on waiting; Esc once more cancels."),
        ActionRow(
            .forgetTrust, [.report], [.control("x")], "forget",
            "In the list of what the collection could do outside of itself: forget what was agreed to; it is asked again."
        ),
        ActionRow(
            .choose, [.report], [.enter], "go there",
            "In the review before sharing: go to the field that holds what was found."),
        ActionRow(
            .makeSecret, [.report], ["s"], "make secret",
            "In the review before sharing: make the variable that was found a secret, whose value leaves the file."),
        ActionRow(.choose, [.help], [.enter], "do it", "Do what the row says, or learn why it cannot be done now."),
        ActionRow(
            .dismiss, [.help], [.function(1), .control("g")], "close",
            "Close the help; ? does, too, with nothing typed."),
        ActionRow(.dismiss, [.report], ["q"], "close", "Close it."),
    ]
}
