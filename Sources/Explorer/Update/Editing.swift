import ExplorerKit
import OpenCollection
import TextGrid

// Changing what is shown: by typing into a field, by choosing, by switching.

extension ExplorerState {
    /// Changes the shown draft. Every change goes through here, so that none escapes the journal.
    mutating func changeDraft(_ edit: (inout Draft) -> Void) -> [Effect] {
        shown.map { changeDraft(at: $0, edit) } ?? []
    }

    /// Changes a draft that need not be shown.
    mutating func changeDraft(at path: ItemPath, _ edit: (inout Draft) -> Void) -> [Effect] {
        guard var session = sessions[path] else { return [] }
        let before = session.draft.form
        edit(&session.draft)
        sessions[path] = session
        return session.draft.form == before ? [] : journal(path)
    }

    /// Writes typed or chosen text into the shown draft; the draft stays as it is when the text is invalid.
    mutating func write(_ text: String, into field: FormField) -> [Effect] {
        guard let input = form?.inputs[field], var content = session?.draft.form else { return [] }
        if let complaint = input.write(&content, text) { return say(.error, complaint) }
        return changeDraft { $0.change { $0 = content } }
    }

    // MARK: - Typing

    var fieldAtCursor: FormField? { session.flatMap { form?.field(at: $0.cursor) } }
    private var inputAtCursor: FormInput? { fieldAtCursor.flatMap { form?.inputs[$0] } }

    mutating func beginEditAtCursor() -> [Effect] {
        guard let field = fieldAtCursor else { return [] }
        if case .empty = field { return addRow() }
        return beginEdit(of: field)
    }

    /// Begins to edit a field. One with a few possible values opens a list or switches; others are typed into.
    mutating func beginEdit(of field: FormField) -> [Effect] {
        guard let input = form?.inputs[field], let content = session?.draft.form else { return [] }
        switch input.kind {
        case .choice(let values, let other): openChooser(for: field, input, values, acceptsOther: other)
        case .request(let words):
            let paths = collection.allItems.filter { $0.kind.requestHead != nil && $0.path != shown }.map(\.path.text)
            openChooser(for: field, input, words + paths, acceptsOther: true)
        case .toggle: return toggle(field)
        case .kept(let name): askForSecret(name)
        case .fixed(let reason): say(.warning, "\(reason).")
        case .line: beginLine(field, input.text, content)
        case .lines: begin(field, TextEditor(input.text, isMultiline: true), content)
        }
        return []
    }

    /// Begins to edit a value. One that has several lines already is typed as lines: no key turns line breaks into spaces. Above the form there is
    /// one line.
    private mutating func beginLine(_ field: FormField, _ text: String, _ content: FormContent) {
        let isAbove = form?.head.contains(field) == true
        if isAbove, text.hasLineEnd { say(.warning, "One line only: typing turns the line breaks into spaces.") }
        begin(field, TextEditor(text, isMultiline: !isAbove && text.hasLineEnd), content)
    }

    mutating func begin(_ field: FormField, _ editor: TextEditor, _ content: FormContent) {
        var editor = editor
        (editor.selects, editor.pageRows) = (true, max(1, formRows - 1))
        if case .lines(let language)? = form?.inputs[field]?.kind {
            editor.indentsByBrackets = ["json", "graphql", "js"].contains(language)
            editor.closesBrackets = language == "json"
        }
        if editor.isMultiline, let caret = session?.carets[field] { editor.place(at: caret) }
        edit = FieldEdit(field: field, editor: editor, start: content)
        session?.draft.beginGroup()
    }

    mutating func typeInEdit(_ change: (inout TextEditor) -> Void) -> [Effect] {
        guard edit?.type(change) == true else { return [] }
        let effects = applyEdit()
        return effects + followCompletion()
    }

    /// Handles a key; Down in a field of one line, where it means nothing else, lists the texts that are possible there.
    mutating func typeInEdit(_ stroke: KeyStroke) -> [Effect] {
        if stroke == .down, edit?.editor.isMultiline == false { return complete() }
        return typeInEdit { _ = $0.handle(stroke) }
    }

    /// Breaks the line of a value that may have several lines, or has them.
    mutating func breakLineInEdit() -> [Effect] {
        guard let edit, edit.editor.isMultiline || form?.inputs[edit.field]?.kind == .line(breaks: true) else {
            return say(.warning, "This value has one line.")
        }
        return typeInEdit { editor in
            editor.becomeMultiline()
            _ = editor.handle(KeyStroke(.enter))
        }
    }

    /// Writes the text typed so far into the draft; invalid text is kept in the field with its complaint.
    private mutating func applyEdit() -> [Effect] {
        guard var edit, let input = form(of: edit.start)?.inputs[edit.field] else { return [] }
        var content = edit.start
        edit.complaint = input.write(&content, edit.editor.text)
        self.edit = edit
        // Lines become rows together, or none of them do.
        if edit.complaint != nil, edit.field.textTable != nil { content = edit.start }
        guard edit.complaint == nil || edit.field.textTable != nil else { return [] }
        return changeDraft { $0.change { $0 = content } }
    }

    /// Ends every edit, as Esc does: the text stays.
    mutating func leaveEdit() -> [Effect] {
        endEdit()
        return []
    }

    /// Ends editing. The text stays as far as it is valid; else a message says why not, and the former value holds.
    mutating func endEdit() {
        guard let edit else { return }
        if let complaint = edit.complaint { sayLost(complaint, edit) }
        noteMethod(in: edit)
        session?.keepCaret(of: edit)
        session?.draft.endGroup()
        self.edit = nil
        offerRespelling(since: edit.start)
    }

    /// Says that the text is not taken over; the lines of a table are many, so they can be pasted again.
    private mutating func sayLost(_ complaint: String, _ edit: FieldEdit) {
        guard edit.field.textTable != nil else { return say(.error, "\(complaint). The old value stays.") }
        typing.copiedText = edit.editor.text
        say(.error, "\(complaint). The old rows stay; Ctrl-V in the text of the table pastes what was typed.")
    }

    /// Says that a method typed before the URL is no longer seen in its field.
    private mutating func noteMethod(in edit: FieldEdit) {
        guard edit.field == .url, edit.editor.canUndo, let line = RequestLine(edit.editor.text) else { return }
        say(.info, "\(line.method) was typed before the URL: it is the method now.")
    }

    /// Ends an edit. Enter goes on to the row below, Tab to the next field, which is edited at once; in a text of many lines both insert.
    mutating func commitEdit(_ stroke: KeyStroke?, goesOn action: Action) -> [Effect] {
        guard let edit else { return [] }
        if edit.editor.isMultiline, let stroke { return typeInEdit { _ = $0.handle(stroke) } }
        if let complaint = edit.complaint { return say(.error, complaint) }
        let effects = leaveEdit()
        guard action == .commitAndNext else {
            if case .cell = edit.field { moveCursor(rows: 1) }
            return effects
        }
        return effects + editNextField(after: edit.field)
    }

    private mutating func editNextField(after field: FormField) -> [Effect] {
        guard let form, let cursor = form.cursor(of: field), overlays.isEmpty else { return [] }
        if cursor.column + 1 < form.fields(at: cursor.row).count {
            session?.cursor = FormCursor(row: cursor.row, column: cursor.column + 1)
        } else if cursor.row + 1 < form.focusable.count {
            session?.cursor = FormCursor(row: cursor.row + 1, column: 0)
        } else {
            return []
        }
        guard case .cell? = fieldAtCursor, case .line? = inputAtCursor?.kind else { return [] }
        return beginEditAtCursor()
    }

    /// Goes to the body from any place and edits its text; where it has none, the cursor goes to its table.
    mutating func editBody() -> [Effect] {
        let left = edit == nil ? [] : leaveEdit()
        guard overlays.isEmpty else { return left }
        display.focusPane(.request)
        session?.showTab(.body)
        guard let shown = shownForm else { return left }
        guard let text = shown.textOfTab else {
            session?.cursor = shown.form.clamped(FormCursor(row: 1, column: 0))
            return left
        }
        session?.cursor = shown.form.cursor(of: text) ?? shown.session.cursor
        return left + beginEdit(of: text)
    }

    // MARK: Elsewhere

    /// Opens the field that is being edited, else the field under the cursor, else the text of the tab.
    mutating func openExternalEditor() -> [Effect] {
        let edited = edit?.field
        let left = edit == nil ? [] : leaveEdit()
        guard let form, let field = edited ?? fieldForEditor, let input = form.inputs[field] else { return left }
        return left + openExternalEditor(field, input)
    }

    /// Fields that are chosen, and the line above the form, leave the text of a tab its key.
    private var fieldForEditor: FormField? {
        if let field = fieldAtCursor, session.map({ $0.cursor.row >= 0 }) == true {
            switch form?.inputs[field]?.kind {
            case .line, .lines, .kept: return field
            default: break
            }
        }
        return shownForm?.textOfTab ?? fieldAtCursor ?? form?.head.last
    }

    private mutating func openExternalEditor(_ field: FormField, _ input: FormInput) -> [Effect] {
        switch input.kind {
        case .lines(let suffix): return openEditor(on: input.text, of: field, suffix)
        case .line: return openEditor(on: input.text, of: field, "txt")
        case .choice, .request, .toggle, .kept, .fixed: return beginEdit(of: field)
        }
    }

    private mutating func openEditor(on text: String, of field: FormField, _ suffix: String) -> [Effect] {
        effect(.editor, { .openEditor(text: text, fileExtension: suffix, $0) }, then: { $0.takeEdited($1, of: field) })
    }

    /// Takes the text of the external editor. If it is invalid, it is kept in the field, to be fixed there.
    mutating func takeEdited(_ text: String, of field: FormField) -> [Effect] {
        guard let input = form?.inputs[field], var content = session?.draft.form else { return [] }
        var text = text
        if text.hasLineEnd, !keepsLines(field, input) {
            let isURL = field == .url
            text = isURL ? text.joiningLines : text.split(whereSeparator: \.isLineEnd).joined(separator: " ")
            say(.warning, "This value has one line: the line breaks \(isURL ? "are gone" : "became spaces").")
        }
        guard let complaint = input.write(&content, text) else { return write(text, into: field) }
        if let start = session?.draft.form { begin(field, TextEditor(text, isMultiline: text.hasLineEnd), start) }
        edit?.complaint = complaint
        return say(.error, complaint)
    }

    /// Whether a field can have line breaks that come from elsewhere: it may have them, or had some.
    private func keepsLines(_ field: FormField, _ input: FormInput) -> Bool {
        guard case .line(breaks: false) = input.kind else { return true }
        return input.text.hasLineEnd && form?.head.contains(field) != true
    }
}

extension RequestSession {
    /// Keeps the cursor's position in a text, to go on there later.
    fileprivate mutating func keepCaret(of edit: FieldEdit) {
        guard edit.editor.isMultiline else { return }
        let caret = edit.editor.buffer.cursor
        carets[edit.field] = caret == TextBuffer.Position(line: 0, column: 0) ? nil : caret
    }
}
