import ExplorerKit
import TextGrid

extension Action {
    static let leaveEdit = Action(
        "leaveEdit", [.edit], [.escape], "done", "Leave the field and keep the text."
    ) { $0.stepOutOfEdit() }
    static let commit: Action = .init(
        "commit", [.edit], [.enter], "done",
        "Accept the text and leave the field, in a table to the next row; in a body: new line."
    ) { $0.commitEdit($1, goesOn: .commit) }
    static let commitAndNext: Action = .init(
        "commitAndNext", [.edit], [.tab], "next field",
        "Accept the text and edit the next field; in a body: indent."
    ) { $0.commitEdit($1, goesOn: .commitAndNext) }
    static let breakLine = Action(
        "breakLine", [.edit], [KeyStroke(.enter, .alt)], "new line",
        "Insert a line break, where allowed (variables, descriptions)."
    ) { $0.breakLineInEdit() }
    static let undoTyping = Action(
        "undoTyping", [.edit], [.control("_")], "undo", "Undo typing."
    ) { $0.typeInEdit { $0.undo() } }
    static let redoTyping = Action(
        "redoTyping", [.edit], [.control("y")], "redo", "Redo typing."
    ) { $0.typeInEdit { $0.redo() } }
    static let formatText = Action(
        "formatText", [.request], ["F"], "format JSON",
        "Format the JSON text (2 spaces); templates, numbers and the order of names stay.",
        Keys([.edit], [.alt("F")], "format JSON", "Format the JSON text; a syntax error is shown with its position."),
        reasonInForm: { $0.reasonNotToFormat(in: $1) }, perform: { $0.formatText() })
    static let markText = Action(
        "markText", [.edit], [.control("@"), .alt("m")], "mark",
        "Set the mark (Ctrl-Space): moving selects from there; Shift with arrows, Home, End and the pages selects too."
    ) { $0.say($0.edit?.switchMark()) }
    static let selectWord = Action(
        "selectWord", [.edit], [.alt("w")], "select word", "Select the word at the cursor."
    ) { $0.edit?.select { $0.selectWord() } }
    static let selectLine = Action(
        "selectLine", [.edit], [.alt("l")], "select line", "Select the line; once more, the next one too."
    ) { $0.edit?.select { $0.selectLine() } }
    static let selectAll = Action(
        "selectAll", [.edit], [.alt("a")], "select all", "Select the whole text."
    ) { $0.edit?.select { $0.selectAll() } }
    static let copySelection = Action(
        "copySelection", [.edit], [.alt("c"), KeyStroke(.insert, .control)], "copy",
        "Copy the selection to the clipboard.",
        reason: \.typing.reasonWithoutSelection, perform: { $0.copySelection() })
    static let cutSelection = Action(
        "cutSelection", [.edit], [.control("x"), .alt("x")], "cut", "Cut the selection to the clipboard.",
        reason: \.typing.reasonWithoutSelection, perform: { $0.cutSelection() })
    static let pasteCopied = Action(
        "pasteCopied", [.edit], [.control("v"), .alt("v")], "paste",
        "Paste what was last cut or copied here; for the system clipboard use the terminal's paste.",
        reason: \.typing.reasonNotToPaste
    ) { $0.pasteCopied() }
    static let complete = Action(
        "complete", [.edit], [.control("n"), .alt("/")], "complete",
        "List completions: header names and values, variables after {{, files; Down does it too in a single-line field."
    ) { $0.complete() }
    static let nextCompletion = Action(
        "nextCompletion", [.completion], [.down, .control("n")], "down", "Select the next row of the list."
    ) { $0.edit?.completion?.select(by: 1) }
    static let previousCompletion = Action(
        "previousCompletion", [.completion], [.up, .control("p")], "up", "Select the previous row of the list."
    ) { $0.edit?.completion?.select(by: -1) }
    static let takeCompletion = Action(
        "takeCompletion", [.completion], [.tab, .enter], "take",
        "Accept the selected row; if none is selected, keep the typed text. Tab accepts the first after {{, and completes paths."
    ) { $0.takeCompletion($1) }
    static let closeCompletion = Action(
        "closeCompletion", [.completion], [.escape], "close", "Close the list; the text stays as typed."
    ) { $0.edit?.completion = nil }
    static let revertField = Action(
        "revertField", [.request], ["o"], "original",
        "Revert the field or the row under the cursor to the saved file; a new row is removed.",
        reason: { $0.reasonNotToRevertField() }, perform: { $0.revertField() })
    static let discardDraft = Action(
        "discardDraft", [.tree, .request], ["X"], "discard",
        "Discard the draft and revert to the saved file (undo restores it).",
        reason: { $0.current.reasonNotToDiscard }, perform: { $0.discardDraft() })
}

extension ActionTable {
    /// Texts of fields: typing, selecting, finding, completing, laying out. In a field, Alt with the key of navigation does the same.
    static let texts: [Action] = [
        .leaveEdit, .commit, .commitAndNext, .breakLine, .undoTyping, .redoTyping, .formatText, .markText, .selectWord,
        .selectLine, .selectAll, .copySelection, .cutSelection, .pasteCopied, .complete, .nextCompletion,
        .previousCompletion, .takeCompletion, .closeCompletion, .readSchema, .discardDraft, .revertField,
    ]
}
