import OpenCollection
import TextGrid

// Changing the shown request: by typing into a field, by switching, by rows.

extension ExplorerState {
    /// Every change of the shown draft goes through here, so that none escapes the journal.
    mutating func changeDraft(_ edit: (inout RequestDraft) -> Void) -> [Effect] {
        guard let shown, var session = sessions[shown] else { return [] }
        let before = session.draft.content
        edit(&session.draft)
        sessions[shown] = session
        return session.draft.content == before ? [] : journal(shown)
    }

    mutating func changeHistory(_ step: (inout RequestDraft) -> Void) -> [Effect] { changeDraft(step) }

    mutating func discardDraft() -> [Effect] {
        if let shown, session?.draft.hasFile == false { return dropNew(shown) }
        if let shown, session?.disk != .same { return dropForFile(shown) }
        guard let shown, let draft = session?.draft, case .request(let file)? = collection.item(at: shown)?.kind else {
            return []
        }
        let saved = draft.saved.policies
        return changeDraft {
            $0.replace(base: file, content: DraftContent(definition: file.definition, policies: saved))
        }
    }
}

// MARK: - Typing

extension ExplorerState {
    var fieldAtCursor: RequestField? { session.flatMap { form?.field(at: $0.cursor) } }

    mutating func beginEditAtCursor() -> [Effect] {
        guard let field = fieldAtCursor else { return [] }
        return beginEdit(of: field)
    }

    /// Fields with a few possible values open a list or switch; the others are typed into.
    mutating func beginEdit(of field: RequestField) -> [Effect] {
        switch field {
        case .method, .bodyKind, .authKind, .auth(.placement), .option(.retryBackoff):
            openChooser(for: field)
        case .option(let option) where option.isSwitch:
            return changeDraft { $0.change { $0.toggle(option) } }
        case .url, .cell, .bodyText, .auth, .option:
            guard let content = session?.draft.content else { return [] }
            let editor = TextEditor(content.text(of: field), isMultiline: field == .bodyText)
            edit = FieldEdit(field: field, editor: editor, start: content)
            session?.draft.beginGroup()
        }
        return []
    }

    mutating func typeInEdit(_ change: (inout TextEditor) -> Void) -> [Effect] {
        guard var edit else { return [] }
        let before = edit.editor.text
        change(&edit.editor)
        self.edit = edit
        return edit.editor.text == before ? [] : applyEdit()
    }

    /// Writes the text typed so far into the draft; text that cannot stand there is kept in the field with its complaint.
    private mutating func applyEdit() -> [Effect] {
        guard var edit else { return [] }
        var content = edit.start
        edit.complaint = content.setText(edit.editor.text, of: edit.field)
        self.edit = edit
        guard edit.complaint == nil else { return [] }
        return changeDraft { $0.change { $0 = content } }
    }

    /// Esc and the end of every edit: the text stays.
    mutating func leaveEdit() -> [Effect] {
        guard let edit else { return [] }
        if let complaint = edit.complaint {
            status = StatusMessage(.error, "\(complaint). The former value stays.")
        }
        session?.draft.endGroup()
        self.edit = nil
        return []
    }

    /// Enter goes on to the row below, Tab to the next field, which is edited at once; in a text of many lines both insert.
    mutating func commitEdit(_ stroke: KeyStroke?, goesOn action: Action) -> [Effect] {
        guard let edit else { return [] }
        if edit.editor.isMultiline, let stroke { return typeInEdit { _ = $0.handle(stroke) } }
        if let complaint = edit.complaint {
            status = StatusMessage(.error, complaint)
            return []
        }
        let effects = leaveEdit()
        guard action == .commitAndNext else {
            if case .cell = edit.field { moveCursor(rows: 1) }
            return effects
        }
        return effects + editNextField(after: edit.field)
    }

    private mutating func editNextField(after field: RequestField) -> [Effect] {
        guard let form, let cursor = form.cursor(of: field) else { return [] }
        if cursor.column + 1 < form.fields(at: cursor.row).count {
            session?.cursor = FormCursor(row: cursor.row, column: cursor.column + 1)
        } else if cursor.row + 1 < form.focusable.count {
            session?.cursor = FormCursor(row: cursor.row + 1, column: 0)
        } else {
            return []
        }
        guard case .cell? = fieldAtCursor else { return [] }
        return beginEditAtCursor()
    }

    mutating func openExternalEditor() -> [Effect] {
        guard let content = session?.draft.content else { return [] }
        let isBody = session?.requestTab == .body && content.definition.body.kind.isWrittenAsText
        let field = isBody ? .bodyText : (fieldAtCursor ?? .url)
        let suffix = field == .bodyText ? content.definition.body.kind.fileExtension : "txt"
        return [effect(.editor, .openEditor(field, text: content.text(of: field), fileExtension: suffix))]
    }

    mutating func takeEdited(_ text: String, of field: RequestField) -> [Effect] {
        var complaint: String?
        let effects = changeDraft { $0.change { complaint = $0.setText(text, of: field) } }
        if let complaint { status = StatusMessage(.error, complaint) }
        return effects
    }
}

// MARK: - Rows

extension ExplorerState {
    /// The table that "add" and "delete" mean: the one under the cursor, else the tab's own.
    var tableAtCursor: RequestField.TableKind? {
        if case .cell(let table, _, _)? = fieldAtCursor { return table }
        switch session?.requestTab {
        case .params: return .query
        case .headers: return .headers
        case .body: return session?.draft.content.definition.body.kind == .formURLEncoded ? .form : nil
        default: return nil
        }
    }

    private var rowAtCursor: (table: RequestField.TableKind, row: Int)? {
        guard case .cell(let table, let row, _)? = fieldAtCursor else { return nil }
        return (table, row)
    }

    mutating func toggleAtCursor() -> [Effect] {
        if case .option(let option)? = fieldAtCursor, option.isSwitch {
            return changeDraft { $0.change { $0.toggle(option) } }
        }
        guard let (table, row) = rowAtCursor else { return [] }
        return changeRows(of: table) { $0[row].isEnabled.toggle() }
    }

    /// A new row opens for typing its name.
    mutating func addRow() -> [Effect] {
        guard let table = tableAtCursor == .path ? .query : tableAtCursor else { return [] }
        let row = session?.draft.content.fields(of: table).count ?? 0
        let effects = changeRows(of: table) { $0.append(Field("", "")) }
        guard let cursor = form?.cursor(of: .cell(table, row: row, .name)) else { return effects }
        session?.cursor = cursor
        return effects + beginEditAtCursor()
    }

    mutating func deleteRow() -> [Effect] {
        guard let (table, row) = rowAtCursor else { return [] }
        return changeRows(of: table) { $0.remove(at: row) }
    }

    mutating func moveRow(by step: Int) -> [Effect] {
        guard let (table, row) = rowAtCursor, let rows = session?.draft.content.fields(of: table) else { return [] }
        guard rows.indices.contains(row + step) else { return [] }
        let effects = changeRows(of: table) { $0.swapAt(row, row + step) }
        moveCursor(rows: step)
        return effects
    }

    private mutating func changeRows(
        of table: RequestField.TableKind, _ edit: (inout [Field]) -> Void
    ) -> [Effect] {
        changeDraft {
            $0.change { content in
                var rows = content.fields(of: table)
                edit(&rows)
                content.setFields(rows, of: table)
            }
        }
    }
}
