import ExplorerKit
import Interchange
import OpenCollection

// Texts that are checked during typing, and laid out on demand. Both read the whole text, which may be a megabyte: an effect does it, and
// no key waits for it.

extension ExplorerState {
    /// The text that is on screen and can be checked: a body of JSON or XML, the variables of a GraphQL query, the script at hand.
    private var textToCheck: CheckedText? {
        guard let shown, let session else { return nil }
        if session.tab == .scripts { return scriptToCheck(session, at: shown) }
        guard session.isRequest, session.tab == .body else { return nil }
        let body = session.draft.form.request.definition.body
        func text(_ field: FormField, _ language: CheckedLanguage, _ text: String) -> CheckedText {
            CheckedText(collection: current.path, path: shown, field: field, language: language, text: text)
        }
        return switch body.kind {
        case .json: text(.bodyText, .json, body.text)
        case .xml: text(.bodyText, .xml, body.text)
        case .graphQL:
            if let schema = typing.schema.schema, (edit?.field ?? fieldAtCursor) != .value("body.variables") {
                text(.bodyText, .graphQL(schema), body.text)
            } else {
                text(.value("body.variables"), .json, body.graphQLVariables ?? "")
            }
        default: nil
        }
    }

    /// Returns the script that is being edited, or that is under the cursor.
    private func scriptToCheck(_ session: RequestSession, at path: ItemPath) -> CheckedText? {
        guard case .cell(.scripts, let row, _)? = edit?.field ?? fieldAtCursor,
            let script = session.draft.form.scripts[safe: row]
        else { return nil }
        return CheckedText(
            collection: current.path, path: path, field: .script(row), language: .javaScript, text: script.code)
    }

    /// Orders a check of the text on screen when it has changed; called after each event.
    mutating func orderTextCheck() -> [Effect] {
        guard let text = textToCheck else {
            if typing.checking.checked != nil { typing.checking = TextChecking() }
            return []
        }
        guard text != typing.checking.checked else { return [] }
        if !text.isOfSamePlace(as: typing.checking.checked) { typing.checking.faults = [] }
        typing.checking.checked = text
        return effect(.textCheck, { .checkText(text, $0) }, note: { $0.typing.checking.take($1, of: text) })
    }

    /// Returns what is wrong with a text that the form shows, as far as is known.
    func faults(of field: FormField) -> [TextFault] {
        guard let checked = typing.checking.checked, checked.field == field, checked.path == shown,
            checked.collection == current.path
        else { return [] }
        return typing.checking.faults
    }

    /// What the last line says of a text: what is wrong where one types, else the first fault, else the first remark.
    func fault(of field: FormField) -> TextFault? {
        let faults = faults(of: field)
        let line = edit.flatMap { $0.field == field ? $0.editor.buffer.cursor.line : nil }
        return faults.first { $0.line == line } ?? faults.first { !$0.isRemark } ?? faults.first
    }

    // MARK: - Laying out

    func reasonNotToFormat(in shown: ShownForm?) -> String? {
        if let reason = current.reasonNotToEdit { return reason }
        guard let shown, let field = typing.fieldToFormat(in: shown), let input = shown.form.inputs[field] else {
            return edit == nil
                ? "No multi-line text here: [ and ] show the body."
                : "Not a multi-line text: Esc leaves it, then F formats the body."
        }
        if field.textTable != nil { return "Only JSON is formatted; this is a table." }
        guard case .lines(let suffix) = input.kind else { return nil }
        switch suffix {
        case "xml": return "Only JSON is formatted; this is XML."
        case "graphql": return "Only JSON is formatted; this is a GraphQL query: its variables are JSON."
        case "js": return "Only JSON is formatted; this is JavaScript."
        case "md": return "Only JSON is formatted; this is Markdown."
        default: return nil
        }
    }

    mutating func formatText() -> [Effect] {
        guard let shown = shownForm, let field = typing.fieldToFormat(in: shown), let input = shown.form.inputs[field]
        else {
            return []
        }
        let order = TextFormatting(path: shown.path, field: field, text: input.text)
        return effect(.textFormat, { .formatText(order, $0) }, then: { $0.takeFormatted($1, of: order) })
    }

    /// Takes a text that was laid out; what was typed meanwhile is not overwritten.
    mutating func takeFormatted(_ result: Result<String, TextFault>, of order: TextFormatting) -> [Effect] {
        guard !isInBackground, order.path == shown, form?.inputs[order.field]?.text == order.text else {
            return say(.warning, "Something else was shown or typed meanwhile: the text stays as it is.")
        }
        switch result {
        case .failure(let fault):
            if edit?.field == order.field { edit?.place(at: fault.position) }
            return say(.warning, "Not formatted, invalid JSON: \(fault.words)")
        case .success(order.text):
            return say(.info, "It is already formatted.")
        case .success(let text):
            let isEdited = edit?.field == order.field
            // The next key in another field would put the text back as it was.
            let left = isEdited ? [] : leaveEdit()
            say(.info, withKeyNames("Formatted; {\(isEdited ? "undoTyping" : "undo")} undoes it."))
            return left + (isEdited ? putLaidOut(text) : write(text, into: order.field))
        }
    }

    private mutating func putLaidOut(_ text: String) -> [Effect] {
        typeInEdit { editor in
            editor.becomeMultiline()
            let cursor = editor.buffer.position(of: editor.buffer.cursor, in: TextBuffer(text))
            editor.replaceAll(with: text, cursor: cursor)
        }
    }
}

extension TypingState {
    /// Returns the field that is being edited, and no other meanwhile: each key puts back all others as they were when the field was entered. Else
    /// the field under the cursor, else the text of the tab.
    fileprivate func fieldToFormat(in shown: ShownForm) -> FormField? {
        let fields = edit.map { [$0.field] } ?? [shown.fieldAtCursor, shown.textOfTab].compactMap(\.self)
        return fields.first { field in
            switch shown.form.inputs[field]?.kind {
            case .lines, .line(breaks: true): true
            default: false
            }
        }
    }
}
