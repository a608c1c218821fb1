import ExplorerKit
import Interchange
import OpenCollection
import Secrets

// What is pasted on a tab of the request pane outside of a text: it is read for that tab, and is one step of undo.

extension ExplorerState {
    /// Takes a text into the tab shown; returns nil if it says nothing that the tab is for.
    mutating func pasteIntoTab(_ text: String) -> [Effect]? {
        guard let session, let paste = TabPaste(text, on: session.tab, of: session.draft.form, surroundings) else {
            return nil
        }
        return take(paste)
    }

    /// Takes a text that is nothing else as the body; returns nil if the body is of a kind that is no text.
    mutating func pasteAsBody(_ text: String) -> [Effect]? {
        guard let session, session.tab == .body, session.isRequest,
            let paste = TabPaste(text, asBodyOf: session.draft.form)
        else { return nil }
        return take(paste)
    }

    private mutating func take(_ paste: TabPaste) -> [Effect] {
        if let reason = current.reasonNotToEdit { return say(.warning, reason) }
        var said = ""
        let effects = changeDraft { $0.change { said = paste.apply(&$0) } }
        say(.info, said)
        return effects
    }

    /// Makes rows of a text that is pasted into the name of a row that is still empty; returns nil if it says none.
    mutating func pasteRowsIntoEdit(_ text: String) -> [Effect]? {
        guard let edit, edit.editor.text.isEmpty, case .cell(let table, _, .name) = edit.field,
            [.headers, .query].contains(table) || [.form, .parts].contains(table) && PastedText(text).form != nil,
            let session,
            let paste = TabPaste(text, on: session.tab, of: session.draft.form, surroundings)
        else { return nil }
        return leaveEdit() + take(paste)
    }
}

/// Holds a text that was read for a tab.
private struct TabPaste {
    /// Changes the content, and says what was done.
    let apply: (inout FormContent) -> String

    private init(_ apply: @escaping (inout FormContent) -> String) { self.apply = apply }

    init?(_ text: String, on tab: FormTab, of content: FormContent, _ surroundings: FormSurroundings) {
        let pasted = PastedText(text)
        switch tab {
        case .headers:
            guard let (rows, leftOut) = pasted.headers else { return nil }
            self.init { Self.take(rows, leavingOut: leftOut, into: &$0.headers) }
        case .params where content.isRequest:
            guard let rows = pasted.query, !rows.isEmpty else { return nil }
            self.init { content in
                var said = ""
                content.request.definition.edit(with: surroundings.inheritedSettings) {
                    said = Self.merge(rows, "parameter", into: &$0.queryFields)
                }
                return said
            }
        case .body where content.isRequest: self.init(pasted, text, on: content.request.definition.body)
        default: return nil
        }
    }

    private init?(_ pasted: PastedText, _ text: String, on body: RequestBody) {
        switch (body.kind, pasted.body) {
        case (.graphQL, _): return nil
        case (_, .json): self.init(text, as: .json)
        case (_, .xml): self.init(text, as: .xml)
        case (.multipart, _):
            guard let rows = pasted.form else { return nil }
            self.init { Self.take(rows, into: &$0.request.definition.body.parts) }
        case (.formURLEncoded, _):
            guard let rows = pasted.form else { return nil }
            self.init { Self.merge(rows, "field", into: &$0.request.definition.body.form) }
        case (_, .form(let rows)):
            self.init { content in
                let former = content.request.definition.body.former
                content.request.definition.body.kind = .formURLEncoded
                return Self.merge(rows, "field", into: &content.request.definition.body.form) + former
            }
        case (_, .text): return nil
        }
    }

    /// Fails where the body is no text.
    init?(_ text: String, asBodyOf content: FormContent) {
        let kind = content.request.definition.body.kind
        guard kind == .none || kind.isText, !text.isEmpty else { return nil }
        let first = text.first { !$0.isWhitespace }
        let isKept =
            kind == .json && first.map("{[".contains) == true || kind == .xml && first == "<" || kind == .sparql
        self.init(text, as: isKept ? kind : .text)
    }

    /// Takes the text as the body, byte for byte.
    private init(_ text: String, as kind: RequestBody.Kind) {
        self.init { content in
            let former = content.request.definition.body.former
            content.request.definition.body.kind = kind
            content.request.definition.body.text = text
            return "Pasted as the body: \(kind.title).\(former) u takes it back."
        }
    }

    // MARK: Rows

    private static func merge(_ rows: [Field], _ noun: String, into table: inout [Field]) -> String {
        sentence(PastedText.merge(rows, into: &table), noun)
    }

    private static func take(_ rows: [Field], leavingOut names: [String], into table: inout [Field]) -> String {
        let counts = PastedText.merge(rows, into: &table) { $0.lowercased() }
        let left = names.isEmpty ? "" : " Left out, added on their own: \(names.joined(separator: ", "))."
        let secrets = rows.filter { SecretVocabulary.isSecret($0.value, under: $0.name) }.map(\.name)
        let asks =
            secrets.isEmpty
            ? "" : " \(secrets.joined(separator: ", ")): put the secret into a variable before you share."
        return sentence(counts, "header") + left + asks
    }

    /// Puts rows into the texts of a multipart body; its files stay as they are.
    private static func take(_ rows: [Field], into parts: inout [MultipartPart]) -> String {
        var texts = parts.enumerated().filter { !$1.isFile && $1.values.count == 1 }
            .map { Field($1.name, $1.values[0], isEnabled: $1.isEnabled, origin: $0) }
        let counts = PastedText.merge(rows, into: &texts)
        for text in texts {
            if let index = text.origin {
                (parts[index].values, parts[index].isEnabled) = ([text.value], text.isEnabled)
            } else {
                parts.append(MultipartPart(name: text.name, isFile: false, values: [text.value]))
            }
        }
        parts.removeAll { $0.name.isEmpty && !$0.isFile && $0.values == [""] }
        return sentence(counts, "part")
    }

    /// Says what was done: "3 headers pasted (1 of them took a new value); u takes them back."
    private static func sentence(_ counts: (updated: Int, added: Int), _ noun: String) -> String {
        let count = counts.updated + counts.added
        let nouns = count == 1 ? noun : noun + "s"
        let updated = counts.updated == 0 ? "" : " (\(counts.updated) of them took a new value)"
        return "\(count) \(nouns) pasted\(updated); u takes \(count == 1 ? "it" : "them") back."
    }
}

extension RequestBody {
    /// Names the body that a pasted one replaces; empty if there was none.
    fileprivate var former: String {
        let isEmpty =
            switch kind {
            case .none: true
            case .formURLEncoded: form.isEmpty
            case .multipart: parts.isEmpty
            case .file: files.isEmpty
            case .unsupported: false
            case .json, .text, .xml, .sparql, .graphQL: text.isEmpty
            }
        return isEmpty ? "" : " The former body (\(kind.title)) is gone from it."
    }
}

extension RequestSession {
    /// The words for what the tab shown takes; nil on tabs that take nothing.
    var wordsForPaste: String? {
        switch tab {
        case .headers: "On Headers, paste lines of Name: value, or cookies as a=b; c=d."
        case .params where isRequest: "On Params, paste a=b&c=d, lines of name: value, or a URL with a query."
        case .body where draft.form.request.definition.body.kind == .graphQL:
            "Here the query is pasted into its text: Enter opens it."
        case .body where isRequest: "On Body, paste JSON, XML or a=b&c=d; other text into a body of text."
        default: nil
        }
    }
}
