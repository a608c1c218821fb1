import ExplorerKit
import TextGrid

extension Action {
    static let leaveEdit = Action(
        "leaveEdit", Keys([.edit], [.escape], "done", "Leave the field and keep the text.")
    ) { $0.stepOutOfEdit() }
    static let commit: Action = .init(
        "commit",
        Keys(
            [.edit], [.enter], "done",
            "Keep the text and leave the field, in a table to the row below; in a body: a new line.")
    ) { $0.commitEdit($1, goesOn: .commit) }
    static let commitAndNext: Action = .init(
        "commitAndNext",
        Keys(
            [.edit], [.tab], "next field",
            "Keep the text and go to the next field, which is edited at once in a table; in a body: indent.")
    ) { $0.commitEdit($1, goesOn: .commitAndNext) }
    static let breakLine = Action(
        "breakLine",
        Keys(
            [.edit], [KeyStroke(.enter, .alt)], "new line",
            "Break a value into several lines where it may have them (variables, descriptions).")
    ) { $0.breakLineInEdit() }
    static let undoTyping = Action(
        "undoTyping", Keys([.edit], [.control("_")], "undo", "Undo typing.")
    ) { $0.typeInEdit { $0.undo() } }
    static let redoTyping = Action(
        "redoTyping", Keys([.edit], [.control("y")], "redo", "Redo typing.")
    ) { $0.typeInEdit { $0.redo() } }
}

extension ActionTable {
    static let editing: [ActionRow] =
        rows(of: .leaveEdit, .commit, .commitAndNext, .breakLine, .undoTyping, .redoTyping)
}
