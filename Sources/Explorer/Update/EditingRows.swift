import OpenCollection

// Rows of tables: added, taken out, moved, copied, switched.

extension ShownForm {
    private var recordAtCursor: FormRow.Record? { form.row(at: session.cursor)?.record }

    /// The table that "add" means: the one under the cursor, else the tab's own.
    var tableToAddTo: FormTable? {
        if let table = recordAtCursor?.table, form.tables[table]?.add != nil { return table }
        return form.mainTable
    }

    /// The row of a table under the cursor, with what can be done to it.
    var rowAtCursor: (index: Int, table: FormTable, editing: FormTableEditing)? {
        guard let record = recordAtCursor, let editing = form.tables[record.table] else { return nil }
        if case .empty? = fieldAtCursor { return nil }
        return (record.index, record.table, editing)
    }

    /// Whether the row, or a setting, under the cursor can be switched on and off.
    var isAtSwitch: Bool {
        if let field = fieldAtCursor, form.inputs[field]?.isSwitch == true { return true }
        return rowAtCursor?.editing.toggle != nil
    }
}

extension ExplorerState {
    var rowAtCursor: (index: Int, table: FormTable, editing: FormTableEditing)? { shownForm?.rowAtCursor }

    mutating func toggleAtCursor() -> [Effect] {
        guard let field = fieldAtCursor, let input = form?.inputs[field] else { return [] }
        if input.isSwitch { return toggle(field) }
        guard let row = rowAtCursor, let toggle = row.editing.toggle else { return [] }
        return changeDraft { $0.change { toggle(&$0, row.index) } }
    }

    /// Says the opposite of what holds now.
    mutating func toggle(_ field: FormField) -> [Effect] {
        guard let input = form?.inputs[field] else { return [] }
        if input.kind == .toggle { return toggleSecrecy(field, input) }
        return write(shownText(of: field) == "on" ? "off" : "on", into: field)
    }

    private func shownText(of field: FormField) -> String? {
        form?.rows.lazy.compactMap { row in
            if case .setting(_, let cell, _) = row.kind, cell.field == field { cell.text } else { nil }
        }.first
    }

    /// Adds a row, and opens it for typing its name.
    mutating func addRow() -> [Effect] {
        guard let table = shownForm?.tableToAddTo, let editing = form?.tables[table], let add = editing.add else {
            return []
        }
        var row = 0
        let effects = changeDraft { $0.change { row = add(&$0) } }
        let field = FormField.cell(table, row: row, editing.firstColumn)
        guard let cursor = form?.cursor(of: field) else { return effects }
        session?.cursor = cursor
        return effects + beginEditAtCursor()
    }

    mutating func deleteRow() -> [Effect] {
        guard let row = rowAtCursor, let remove = row.editing.remove else { return [] }
        return changeDraft { $0.change { remove(&$0, row.index) } }
    }

    mutating func duplicateRow() -> [Effect] {
        guard let row = rowAtCursor, let duplicate = row.editing.duplicate else { return [] }
        let effects = changeDraft { $0.change { duplicate(&$0, row.index) } }
        moveCursor(to: row.index + 1, of: row.table)
        return effects
    }

    mutating func moveRow(by step: Int) -> [Effect] {
        guard let row = rowAtCursor, let swap = row.editing.swap else { return [] }
        guard (0..<row.editing.count).contains(row.index + step) else { return [] }
        let effects = changeDraft { $0.change { swap(&$0, row.index, row.index + step) } }
        moveCursor(to: row.index + step, of: row.table)
        return effects
    }

    /// Moves the cursor along with its record, in the same column.
    private mutating func moveCursor(to row: Int, of table: FormTable) {
        guard case .cell(_, _, let column)? = fieldAtCursor,
            let cursor = form?.cursor(of: .cell(table, row: row, column))
        else { return }
        session?.cursor = cursor
    }

    /// Asks once about a row with `&` when it was typed: it has no spelling in the URL while `encodeUrl` is on.
    mutating func offerRespelling(since start: FormContent) {
        guard let form = session?.draft.form, form.isRequest else { return }
        let inherited = surroundings.inheritedSettings
        let before = start.request.definition.filled(from: inherited).unspellableQueryRows.map(\.field)
        let now = form.request.definition.filled(from: inherited).unspellableQueryRows.map(\.field)
        guard let new = now.first(where: { !before.contains($0) }) else { return }
        ask(
            "\(new.name) cannot stand in the URL while Encode URL is on", about: .respelling,
            .init("Switch Encode URL off", detail: "the query is spelled anew, the same is sent") {
                $0.switchEncodingOff()
            }, .init("Leave it", detail: "Bruno will not send this row; Microscope does"))
    }

    private mutating func switchEncodingOff() -> [Effect] {
        let inherited = surroundings.inheritedSettings
        return changeDraft {
            $0.change { content in
                content.request.definition = content.request.definition.respelled(encoding: false, inherited)
            }
        }
    }
}

extension QuestionID {
    static let respelling = QuestionID(name: "respelling")
}

extension FormInput {
    /// Whether Space switches it: one of two, or on and off.
    var isSwitch: Bool {
        switch kind {
        case .toggle: true
        case .choice(let values, _): values.starts(with: ["on", "off"])
        case .request, .line, .lines, .kept, .fixed: false
        }
    }
}
