import ExplorerKit
import TextGrid

extension Action {
    static let open = Action(
        "open", [.tree], [.enter], "open", "Edit the request or the environment; open or close the folder."
    ) { $0.openTreeRow() }
    static let edit = Action(
        "edit", [.tree], ["i"], "edit",
        "Edit the request, folder, environment or collection under the cursor.",
        Keys([.request], [.enter, "i"], "edit", "Edit the field under the cursor, or choose its value."),
        reason: { $0.focus == .tree ? nil : $0.current.reasonNotToEditShown },
        perform: { $0.focus == .tree ? $0.editTreeRow() : $0.beginEditAtCursor() })
    static let editFile = Action(
        "editFile", [.tree], ["E"], "$EDITOR",
        "Edit the file itself in $VISUAL or $EDITOR, even if it is invalid.",
        reason: \.reasonNotToEditFile
    ) { $0.editFile() }
    static let runFolder = Action(
        "runFolder", [.tree], [">"], "run",
        "Run the folder: send its requests in order, each with the variables captured before.",
        reason: \.current.reasonNotToRun
    ) { $0.openRun() }
    static let newItem = Action(
        "newItem", [.tree], ["n", KeyStroke(.insert), .control("n")], "new",
        "Create a request, a folder or an environment here.",
        reason: { $0.current.reasonNotToMake }, perform: { $0.openNewItem() })
    static let renameItem = Action(
        "renameItem", [.tree], ["r"], "rename", "Rename; the file is renamed too if it has the old name.",
        reason: \.current.reasonNotToRename
    ) { $0.openRename() }
    static let renameFile = Action(
        "renameFile", [.tree], ["F"], "rename file", "Rename only the file or directory.",
        reason: \.current.reasonNotToRename
    ) { $0.openRenameFile() }
    static let duplicateItem = Action(
        "duplicateItem", [.tree], ["D"], "copy", "Duplicate it, or the marked items.",
        reason: \.current.reasonNotToCopyOrDelete
    ) { $0.duplicateItems() }
    static let moveItems = Action(
        "moveItems", [.tree], ["m"], "move",
        "Move it, or the marked items, to another folder or open collection.",
        reason: \.current.reasonNotToMove
    ) { $0.openMove() }
    static let itemUp = Action(
        "itemUp", [.tree], ["K"], "up", "Move it up.",
        reason: \.reasonNotToShift
    ) { $0.shiftItem(by: -1) }
    static let itemDown = Action(
        "itemDown", [.tree], ["J"], "down", "Move it down.",
        reason: \.reasonNotToShift
    ) { $0.shiftItem(by: 1) }
    static let markItem = Action(
        "markItem", [.tree], [" "], "mark", "Mark or unmark it: copy, move and delete apply to marked items.",
        reason: { $0.current.reasonNotToMark }, perform: { $0.markItem() })
    static let deleteItem = Action(
        "deleteItem", [.tree], ["d", KeyStroke(.delete)], "delete",
        "Move it, or the marked items, to the trash for 30 days.",
        reason: \.current.reasonNotToCopyOrDelete
    ) { $0.deleteItems() }
    static let undoTree = Action(
        "undoTree", [.tree], ["u"], "undo", "Undo the last file operation of the tree.",
        reason: \.collections.reasonNotToUndoTree
    ) { $0.undoTree() }
    static let redoTree = Action(
        "redoTree", [.tree], ["U"], "redo", "Redo the undone file operation.",
        reason: { $0.current.reasonNotToRedoTree }, perform: { $0.redoTree() })
    static let restoreItem = Action(
        "restoreItem", [.tree], ["T"], "trash", "Restore an item from the trash.",
        reason: { $0.current.reasonNotToMake },
        perform: { $0.effect(.trash, Effect.Order.listTrash, note: { $0.show($1) }) })
    static let filter = Action(
        "filter", [.tree], ["/"], "filter", "Filter requests by name, path, method or URL."
    ) { $0.openTreeFilter() }
    static let editBody = Action(
        "editBody", [.tree, .request], ["p"], "body",
        "Write the body of the request, its payload, from any tab; { or [ at its start makes it JSON.",
        Keys([.edit], [.alt("p")], "body", "Keep the text, and go on in the body of the request."),
        reason: { $0.reasonWithoutRequest ?? $0.current.reasonNotToEdit }, perform: { $0.editBody() })
    static let editAsText = Action(
        "editAsText", [.request], ["T"], "as text",
        "Edit the table as text, a row on each line; Esc takes the lines over as rows.",
        reasonInForm: { $0.current.reasonNotToEditAsText(in: $1) }, perform: { $0.editAsText() })
    static let toggle = Action(
        "toggle", [.request], [" "], "on/off", "Enable or disable the row, or select it; change a setting.",
        reasonInForm: { $1?.isAtSwitch == true ? $0.current.reasonNotToEdit : CollectionState.noRow },
        perform: { $0.toggleAtCursor() })
    static let add = Action(
        "add", [.request], ["a"], "add", "Add a row to the table under the cursor.",
        reasonInForm: { $1?.tableToAddTo == nil ? CollectionState.noTable : $0.current.reasonNotToEdit },
        perform: { $0.addRow() }
    )
    static let delete = Action(
        "delete", [.request], ["d"], "delete", "Delete the row; undo brings it back.",
        reasonInForm: { $1?.rowAtCursor?.editing.remove == nil ? CollectionState.noRow : $0.current.reasonNotToEdit },
        perform: { $0.deleteRow() })
    static let duplicateRow = Action(
        "duplicateRow", [.request], ["D"], "duplicate", "Copy the row, or the example, below itself.",
        reasonInForm: {
            $1?.rowAtCursor?.editing.duplicate == nil ? CollectionState.noRow : $0.current.reasonNotToEdit
        },
        perform: { $0.duplicateRow() })
    static let moveRowUp = Action(
        "moveRowUp", [.request], ["K"], "row up", "Move the row up.",
        reasonInForm: { $0.current.reasonNotToMoveRow(by: -1, in: $1) }, perform: { $0.moveRow(by: -1) })
    static let moveRowDown = Action(
        "moveRowDown", [.request], ["J"], "row down", "Move the row down.",
        reasonInForm: { $0.current.reasonNotToMoveRow(by: 1, in: $1) }, perform: { $0.moveRow(by: 1) })
    static let protect = Action(
        "protect", [.tree, .request], ["P"], "protect",
        "Protect or unprotect the shown environment: confirm requests that may change data there.",
        reason: \.current.reasonWithoutEnvironment
    ) { $0.protectShown() }
    static let fetchToken = Action(
        "fetchToken", [.request], ["t"], "get now",
        "Get a new OAuth 2 token for the shown credentials.",
        reason: \.reasonNotToFetchToken
    ) { $0.fetchToken() }
    static let copyToken = Action(
        "copyToken", [.request], ["Y"], "copy", "Copy the OAuth 2 token to the clipboard.",
        reason: \.reasonWithoutToken
    ) { $0.copyToken() }
    static let showToken = Action(
        "showToken", [.request], [.control("o")], "show", "Show or mask the OAuth 2 token.",
        reason: \.reasonWithoutToken
    ) { $0.current.credentials.showsTokens.toggle() }
    static let forgetToken = Action(
        "forgetToken", [.request], [.control("x")], "forget",
        "Delete the OAuth 2 token, also the stored one; the next send gets a new one.",
        reason: \.reasonNotToForgetToken
    ) { $0.forgetToken() }
    static let externalEditor = Action(
        "externalEditor", [.request], ["E"], "$EDITOR", "Edit the field, or the body, in $VISUAL or $EDITOR.",
        Keys([.edit], [.alt("e"), .alt("E")], "$EDITOR", "Edit the field in $VISUAL or $EDITOR."),
        reason: \.current.reasonNotToEditShown
    ) { $0.openExternalEditor() }
}

extension ActionTable {
    static let items: [Action] = [
        .open, .edit, .editFile, .moveLeft, .moveRight, .runFolder, .newItem, .renameItem, .renameFile, .duplicateItem,
        .moveItems, .itemUp, .itemDown, .markItem, .deleteItem, .undoTree, .redoTree, .restoreItem, .filter, .editBody,
        .toggle, .add, .editAsText, .delete, .duplicateRow, .moveRowUp, .moveRowDown, .protect, .fetchToken, .copyToken,
        .showToken,
        .forgetToken, .externalEditor,
    ]
}
