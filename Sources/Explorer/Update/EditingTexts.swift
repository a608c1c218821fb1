import ExplorerKit

// Selecting, copying and finding in the text of a field.

extension ExplorerState {
    /// Esc: ends the selection, then leaves the field.
    mutating func stepOutOfEdit() -> [Effect] {
        guard edit?.editor.selection != nil || edit?.editor.isMarking == true else { return leaveTableText() }
        edit?.editor.dropSelection()
        return []
    }

    // MARK: - Copying

    /// Copies the selection to the clipboard, and for a paste here.
    mutating func copySelection() -> [Effect] {
        guard let text = edit?.editor.selectedText else { return [] }
        typing.copiedText = text
        edit?.editor.dropSelection()
        return copy(Clip(text, name: "what was selected", isSecret: isSecretEdited))
    }

    mutating func cutSelection() -> [Effect] {
        guard let text = edit?.editor.selectedText else { return [] }
        typing.copiedText = text
        let effects = copy(Clip(text, name: "what was cut", isSecret: isSecretEdited))
        return effects + typeInEdit { $0.deleteSelection() }
    }

    /// Pastes what was cut or copied here last. The terminal pastes what other programs copied.
    mutating func pasteCopied() -> [Effect] {
        guard let copiedText = typing.copiedText else { return [] }
        return pasteAsText(copiedText)
    }

    /// Whether the field is one whose literals are shown as dots.
    private var isSecretEdited: Bool {
        guard let field = edit?.field, let form else { return false }
        return form.rows.contains { row in
            switch row.kind {
            case .setting(_, let cell, _): cell.field == field && cell.look == .secret
            case .record(_, let cells, _): cells.contains { $0.field == field && $0.look == .secret }
            default: false
            }
        }
    }

    // MARK: - Finding

    /// Handles the keys of the line; nil for what they do everywhere.
    mutating func performInTextFind(_ action: Action) -> [Effect]? {
        switch action {
        case .choose:
            edit?.search?.isTyping = false
            if let search = edit?.search, search.input.text.isEmpty {
                edit?.search?.input = TextEditor(search.previous, isMultiline: false)
                if !search.previous.isEmpty { say(edit?.goToMatch(isForward: true)) }
            }
        case .dismiss:
            if let origin = edit?.search?.origin { edit?.editor.place(at: origin) }
            edit?.search = nil
        default: return nil
        }
        return []
    }
}

extension FieldEdit {
    /// - Returns: Whether there is another text then.
    mutating func type(_ change: (inout TextEditor) -> Void) -> Bool {
        let before = editor.buffer
        change(&editor)
        guard editor.buffer.hasSameText(as: before) else {
            search?.matches = []
            return true
        }
        completion = nil
        return false
    }

    /// Changes the selection, and no text.
    mutating func select(_ change: (inout TextEditor) -> Void) {
        completion = nil
        change(&editor)
    }

    mutating func switchMark() -> StatusMessage? {
        select { $0.switchMark() }
        guard editor.isMarking else { return nil }
        return StatusMessage(.info, "The mark is set: moving selects, Alt-c copies, Ctrl-X cuts, Esc lets go.")
    }

    mutating func openFind() {
        var search = TextSearch(origin: editor.buffer.cursor)
        // A selection in one line is what to look for.
        let selected = editor.selectedText.flatMap { $0.hasLineEnd ? nil : $0 }
        search.input = TextEditor(selected ?? "", isMultiline: false)
        search.previous = self.search?.input.text ?? ""
        search.look(through: editor.buffer)
        (self.search, completion) = (search, nil)
    }

    /// Changes the text to look for; each key leads to the next match from where the search began.
    mutating func typeInFind(_ change: (inout TextEditor) -> Void) {
        guard var search else { return }
        change(&search.input)
        search.look(through: editor.buffer)
        editor.place(at: search.match(from: search.origin, in: editor.buffer)?.lowerBound ?? search.origin)
        self.search = search
    }

    /// Goes to the next match, or to the one before.
    mutating func goToMatch(isForward: Bool) -> StatusMessage? {
        guard var search else { return nil }
        let buffer = editor.buffer
        search.look(through: buffer)
        let cursor = buffer.cursor
        let after = TextBuffer.Position(line: cursor.line, column: cursor.column + 1)
        guard let match = isForward ? search.match(from: after, in: buffer) : search.match(before: cursor, in: buffer)
        else { return StatusMessage(.warning, "No match.") }
        editor.place(at: match.lowerBound)
        (self.search, completion) = (search, nil)
        return nil
    }

    /// Puts the cursor elsewhere by no motion of its own: the proposals for its old place are gone.
    mutating func place(at position: TextBuffer.Position) {
        completion = nil
        editor.place(at: position)
    }
}
