import ExplorerKit
import TextGrid

extension Action {
    static let toggle = Action(
        "toggle", Keys([.request], [" "], "on/off", "Switch the row on or off, or choose it; change a setting."),
        reasonInForm: { $1?.isAtSwitch == true ? $0.current.reasonNotToEdit : ExplorerState.noRow },
        perform: { $0.toggleAtCursor() })
    static let add = Action(
        "add", Keys([.request], ["a"], "add", "Add a row to the table under the cursor."),
        reasonInForm: { $1?.tableToAddTo == nil ? ExplorerState.noTable : $0.current.reasonNotToEdit },
        perform: { $0.addRow() }
    )
    static let delete = Action(
        "delete", Keys([.request], ["d"], "delete", "Delete the row; undo brings it back."),
        reasonInForm: { $1?.rowAtCursor?.editing.remove == nil ? ExplorerState.noRow : $0.current.reasonNotToEdit },
        perform: { $0.deleteRow() })
    static let duplicateRow = Action(
        "duplicateRow", Keys([.request], ["D"], "duplicate", "Copy the row, or the example, below itself."),
        reasonInForm: { $1?.rowAtCursor?.editing.duplicate == nil ? ExplorerState.noRow : $0.current.reasonNotToEdit },
        perform: { $0.duplicateRow() })
    static let moveRowUp = Action(
        "moveRowUp", Keys([.request], ["K"], "row up", "Move the row up."),
        reasonInForm: { $0.current.reasonNotToMoveRow(by: -1, in: $1) }, perform: { $0.moveRow(by: -1) })
    static let moveRowDown = Action(
        "moveRowDown", Keys([.request], ["J"], "row down", "Move the row down."),
        reasonInForm: { $0.current.reasonNotToMoveRow(by: 1, in: $1) }, perform: { $0.moveRow(by: 1) })
    static let protect = Action(
        "protect",
        Keys(
            [.tree, .request], ["P"], "protect",
            "Protect the environment shown, or no longer: what may change something there is asked about first."),
        reason: \.reasonWithoutEnvironment
    ) { $0.protectShown() }
    static let fetchToken = Action(
        "fetchToken",
        Keys(
            [.request], ["t"], "get now", "Get an OAuth 2 token for the credentials shown, whether or not one is kept."),
        reason: \.reasonNotToFetchToken
    ) { $0.fetchToken() }
    static let copyToken = Action(
        "copyToken", Keys([.request], ["Y"], "copy", "Copy the OAuth 2 token to the clipboard."),
        reason: \.reasonWithoutToken
    ) { $0.copyToken() }
    static let showToken = Action(
        "showToken", Keys([.request], [.control("o")], "show", "Show the OAuth 2 token, or dots in its place again."),
        reason: \.reasonWithoutToken
    ) { $0.current.showToken() }
    static let forgetToken = Action(
        "forgetToken",
        Keys(
            [.request], [.control("x")], "forget",
            "Forget the OAuth 2 token, here and for later runs; the next send gets another."),
        reason: \.reasonNotToForgetToken
    ) { $0.forgetToken() }
    static let externalEditor = Action(
        "externalEditor", Keys([.request], ["E"], "$EDITOR", "Edit the field, or the body, in $VISUAL or $EDITOR."),
        reason: \.reasonNotToEditShown
    ) { $0.openExternalEditor() }
}

extension ActionTable {
    static let request: [ActionRow] =
        [
            ActionRow(
                .edit, [.request], [.enter, "i"], "edit", "Edit the field under the cursor, or choose its value."),
            ActionRow(.moveLeft, [.request], [.left, "h"], "left", "Go to the field on the left."),
            ActionRow(.moveRight, [.request], [.right, "l"], "right", "Go to the field on the right."),
        ]
        + rows(
            of: .toggle, .add, .delete, .duplicateRow, .moveRowUp, .moveRowDown, .protect, .fetchToken, .copyToken,
            .showToken, .forgetToken, .externalEditor)
}
