import ExplorerKit
import OpenCollection

// A table is edited as a text, a row on each line; what is typed becomes rows at once.

extension FormField {
    /// The table that is edited as a text in this field.
    var textTable: FormTable? { if case .tableText(let table) = self { table } else { nil } }
}

extension ShownForm {
    /// The table under the cursor, else the tab's own; nil if neither can be written as a text.
    fileprivate var tableToEditAsText: FormTable? {
        [form.row(at: session.cursor)?.record?.table, form.mainTable].compactMap { $0 }
            .first { form.tables[$0]?.text != nil }
    }

    fileprivate var hasTable: Bool { !form.tables.isEmpty }
}

extension ExplorerState {
    mutating func editAsText() -> [Effect] {
        guard let shown = shownForm, let table = shown.tableToEditAsText else { return [] }
        let content = shown.session.draft.form
        let field = FormField.tableText(table)
        let form = Form(content, tab: shown.session.tab, shown.surroundings, textTable: table)
        guard let input = form.inputs[field] else { return [] }
        session?.formScroll = 0
        begin(field, TextEditor(input.text, isMultiline: true), content)
        if let cursor = form.cursor(of: field) { session?.cursor = cursor }
        return []
    }

    /// Leaves the text for Esc; lines that cannot be read are not lost without a question.
    mutating func leaveTableText() -> [Effect] {
        guard let edit, let table = edit.field.textTable else { return leaveEdit() }
        guard let complaint = edit.complaint else {
            let effects = leaveEdit()
            goToFirstRow(of: table)
            return effects
        }
        ask(
            complaint, .init("Go on editing", detail: "nothing of the text is lost"),
            .init("Leave it", detail: "the rows stay as they were") {
                let effects = $0.leaveEdit()
                $0.goToFirstRow(of: table)
                return effects
            })
        return []
    }

    private mutating func goToFirstRow(of table: FormTable) {
        guard let form, let editing = form.tables[table],
            let cursor = form.cursor(of: .cell(table, row: 0, editing.firstColumn)) ?? form.cursor(of: .empty(table))
        else { return }
        session?.cursor = cursor
    }
}

extension CollectionState {
    func reasonNotToEditAsText(in shown: ShownForm?) -> String? {
        guard shown?.hasTable == true else { return Self.noTable }
        guard shown?.tableToEditAsText != nil else {
            return "The rows of this table say more than a line can: Enter edits one."
        }
        return reasonNotToEdit
    }
}
