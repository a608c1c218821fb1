import OpenCollection
import TextGrid

/// The request that is shown: method and URL, what will be sent, and one tab of its form.
enum RequestPane {
    /// Title, URL, preview, tabs.
    static let headRows = 4

    static func draw(_ state: ExplorerState, in rect: Rect, on grid: inout Grid) {
        if let subject = ItemPane.subject(of: state) { return ItemPane.draw(subject, state, in: rect, on: &grid) }
        let isFocused = state.focus == .request
        guard let session = state.session, let path = state.shown, let form = state.form else {
            grid.writeTitle(rect, .request, [StyledText("Request", .paneTitle)], isFocused: isFocused, state.signs)
            let words = "Choose a request in the tree (1), Enter edits it, s sends it."
            grid.write(words, at: rect.inset().origin, .dimmed, in: rect)
            return
        }
        let pane = Pane(state: state, session: session, path: path, form: form, isFocused: isFocused)
        pane.drawTitle(rect, on: &grid)
        pane.drawURL(rect.line(1), on: &grid)
        pane.drawPreview(rect.line(2), on: &grid)
        pane.drawTabs(rect.line(3), on: &grid)
        let body = rect.cutTop(headRows).1
        pane.drawForm(body, on: &grid)
        pane.drawDocs(body, on: &grid)
    }

    /// One drawing of the pane, with what its parts need.
    struct Pane {
        let state: ExplorerState
        let session: RequestSession
        let path: ItemPath
        let form: RequestForm
        let isFocused: Bool
        let scopes: VariableScopes
        let rendered: RenderedRequest
        var signs: Signs { state.signs }
        var content: DraftContent { session.draft.content }

        init(state: ExplorerState, session: RequestSession, path: ItemPath, form: RequestForm, isFocused: Bool) {
            self.state = state
            self.session = session
            self.path = path
            self.form = form
            self.isFocused = isFocused
            scopes = state.scopes(for: session.draft.content, at: path)
            rendered = state.rendered(session.draft.content, at: path)
        }

        /// Whether the cursor stands on a field and nothing is being typed.
        func isAtCursor(_ field: RequestField) -> Bool {
            isFocused && state.edit == nil && form.field(at: session.cursor) == field
        }
    }
}

extension RequestPane.Pane {
    func drawTitle(_ rect: Rect, on grid: inout Grid) {
        let style: Style = isFocused ? .paneTitleFocused : .paneTitle
        let name = state.collection.item(at: path)?.name ?? path.baseName
        var title = [StyledText(name, style)]
        if session.draft.isDirty { title.append(StyledText(" \(signs.unsaved)", .unsaved)) }
        if let words = session.disk.words { title.append(StyledText(" \(signs.changed) \(words)", .warning)) }
        if session.draft.base.readOnlyReason != nil { title.append(StyledText(" read-only", .warning)) }
        let environment = state.environmentName ?? "no environment"
        grid.writeTitle(
            rect, .request, title, trailing: [StyledText(environment, style)], isFocused: isFocused, signs)
    }

    func drawURL(_ line: Rect, on grid: inout Grid) {
        let method = content.definition.method
        let start = Point(column: line.column + 1, row: line.row)
        let style: Style = isAtCursor(.method) ? .cursor : .method(method)
        let column = grid.write(method, at: start, style, in: line) + 1
        let room = Rect(column: column, row: line.row, columns: line.endColumn - column, rows: 1)
        if let edit = state.edit, edit.field == .url {
            return grid.writeEditing(edit.editor.line, cursorColumn: edit.editor.column, in: room, signs: signs)
        }
        let url = content.definition.url
        guard !url.isEmpty else {
            grid.write("no URL yet: i types one", at: room.origin, isAtCursor(.url) ? .cursor : .dimmed, in: room)
            return
        }
        let runs = TemplateText(url, scopes, signs).runs.filter { $0.style != .dimmed }
        let end = grid.write(runs, at: room.origin, in: room)
        if isAtCursor(.url) {
            grid.restyle(
                Rect(column: column, row: line.row, columns: min(end, room.endColumn) - column, rows: 1), .cursor)
        }
    }

    /// The URL as it will be sent, or why nothing can be sent.
    func drawPreview(_ line: Rect, on grid: inout Grid) {
        let start = Point(column: line.column + 1, row: line.row)
        let arrow = StyledText("\(signs.arrow) ", .dimmed)
        if let problem = rendered.problems.first ?? rendered.cycles.first {
            grid.write([arrow, StyledText(problem, .failure)], at: start, in: line)
        } else if let missing = rendered.missing.first {
            grid.write([arrow, StyledText("\(missing.text). s asks for it.", .holeMissing)], at: start, in: line)
        } else {
            grid.write([arrow, StyledText(masked(rendered.url), .dimmed)], at: start, in: line)
        }
    }

    /// Secrets in what is shown become dots.
    func masked(_ text: String) -> String {
        rendered.secretValues.reduce(text) { text, secret in
            secret.value.isEmpty ? text : text.replacing(secret.value, with: signs.secret)
        }
    }

    func drawTabs(_ line: Rect, on grid: inout Grid) {
        let tabs = RequestTab.allCases.map { (title: title(of: $0), isSelected: $0 == session.requestTab) }
        grid.writeTabs(tabs, in: line, isFocused: isFocused)
    }

    /// A tab's name with how much is in it.
    private func title(of tab: RequestTab) -> String {
        func counted(_ count: Int) -> String { count == 0 ? tab.rawValue : "\(tab.rawValue) \(count)" }
        switch tab {
        case .params: return counted((content.fields(of: .path) + content.fields(of: .query)).filter(\.isEnabled).count)
        case .headers: return counted(content.definition.headers.filter(\.isEnabled).count)
        case .body:
            let kind = content.definition.body.kind
            return kind == .none ? tab.rawValue : "\(tab.rawValue) \(kind.shortTitle)"
        case .auth:
            return content.definition.auth == .none ? tab.rawValue : "\(tab.rawValue) \(content.definition.auth.title)"
        case .options: return tab.rawValue
        case .docs: return session.draft.base.notes.isEmpty ? tab.rawValue : "\(tab.rawValue) \(signs.clientError)"
        }
    }
}

extension RequestBody.Kind {
    fileprivate var shortTitle: String {
        switch self {
        case .formURLEncoded: "form"
        case .multipart: "multipart"
        default: title
        }
    }
}

extension TextEditor {
    /// The line of the cursor.
    var line: [Character] { buffer.lines[buffer.cursor.line] }
    var column: Int { buffer.cursor.column }
}

extension DiskStanding {
    fileprivate var words: String? {
        switch self {
        case .same: nil
        case .changed: "changed on disk"
        case .gone: "gone from disk"
        case .broken: "broken on disk"
        }
    }
}
