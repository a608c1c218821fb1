import TextGrid

extension ActionTable {
    /// Texts of fields: selecting, finding, completing, laying out. In a field, Alt with the key of navigation does the same.
    static let texts: [ActionRow] = [
        ActionRow(
            .formatText, [.request], ["F"], "format",
            "Lay the JSON text out: two blanks per level; templates, numbers and the order of names stay."),
        ActionRow(
            .formatText, [.edit], [.alt("F")], "format",
            "Lay the JSON text out; what is no JSON is told with its place."),
        ActionRow(
            .externalEditor, [.edit], [.alt("e"), .alt("E")], "$EDITOR", "Edit the field in $VISUAL or $EDITOR."),
        ActionRow(
            .findText, [.edit], [.control("f")], "find", "Find in the text, as you type; Enter stays at the match."),
        ActionRow(
            .nextInText, [.edit], [.alt("n"), .function(3)], "next match",
            "Go to the next match of what was looked for."
        ),
        ActionRow(
            .previousInText, [.edit], [.alt("N"), KeyStroke(.function(3), .shift)], "previous match",
            "Go to the previous match."),
        ActionRow(.nextInText, [.textFind], [.down, .control("n")], "next", "Go to the next match."),
        ActionRow(.previousInText, [.textFind], [.up, .control("p")], "previous", "Go to the previous match."),
        ActionRow(
            .choose, [.textFind], [.enter], "stay here", "Stay at the match; Alt-n and Alt-Shift-N go on from it."),
        ActionRow(.dismiss, [.textFind], [.escape], "back", "Go back to where you were."),
        ActionRow(
            .markText, [.edit], [.control("@"), .alt("m")], "mark",
            "Set the mark (Ctrl-Space): moving selects from there; Shift with arrows, Home, End and the pages selects too."
        ),
        ActionRow(.selectWord, [.edit], [.alt("w")], "select word", "Select the word at the cursor."),
        ActionRow(.selectLine, [.edit], [.alt("l")], "select line", "Select the line; once more, the next one too."),
        ActionRow(.selectAll, [.edit], [.alt("a")], "select all", "Select the whole text."),
        ActionRow(
            .copySelection, [.edit], [.alt("c"), KeyStroke(.insert, .control)], "copy",
            "Copy what is selected to the clipboard."),
        ActionRow(
            .cutSelection, [.edit], [.control("x"), .alt("x")], "cut",
            "Cut what is selected, to the clipboard."),
        ActionRow(
            .pasteCopied, [.edit], [.control("v"), .alt("v")], "paste",
            "Paste what was cut or copied here last; the terminal's own paste brings what others copied."),
        ActionRow(
            .complete, [.edit], [.control("n"), .alt("/")], "complete",
            "List what may stand here: names and values of headers, variables after {{, files; Down does it in a field of one line."
        ),
        ActionRow(.nextCompletion, [.completion], [.down, .control("n")], "down", "Choose the next row of the list."),
        ActionRow(
            .previousCompletion, [.completion], [.up, .control("p")], "up", "Choose the row above in the list."),
        ActionRow(
            .takeCompletion, [.completion], [.tab, .enter], "take",
            "Take the chosen row; where none is chosen, go on with what is typed. Tab takes the first behind {{, and completes paths."
        ),
        ActionRow(
            .closeCompletion, [.completion], [.escape], "close", "Close the list; the text stays as it was typed."),
    ]

    /// A draft beside its file.
    static let drafts: [ActionRow] = [
        ActionRow(
            .compareDraft, [.tree, .request], ["="], "draft / file",
            "Show line by line what saving would change in the file."),
        ActionRow(
            .revertField, [.request], ["o"], "original",
            "Put the field or the row under the cursor back as the file has it; a row that is new goes."),
        ActionRow(.save, [.draft], ["w", .control("s")], "save", "Write the file as it is shown."),
        ActionRow(.discardDraft, [.draft], ["X"], "discard", "Go back to what the file holds (undo brings it back)."),
        ActionRow(.nextHunk, [.draft], ["n"], "next", "Go to the next lines that differ."),
        ActionRow(.previousHunk, [.draft], ["N"], "previous", "Go to the lines before that differ."),
        ActionRow(.moveUp, [.draft], [.up, "k", .control("p")], "up", "Go up."),
        ActionRow(.moveDown, [.draft], [.down, "j", .control("n")], "down", "Go down."),
        ActionRow(.first, [.draft], ["g", .home], "first", "Go to the beginning."),
        ActionRow(.last, [.draft], ["G", .end], "last", "Go to the end."),
        ActionRow(.pageUp, [.draft], [.pageUp], "page up", "Go up by a page."),
        ActionRow(.pageDown, [.draft], [.pageDown], "page down", "Go down by a page."),
        ActionRow(.dismiss, [.draft], [.escape, "q", "="], "close", "Close it; the draft stays."),
    ]
}
