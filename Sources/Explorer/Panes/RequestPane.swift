import Exchanges
import ExplorerKit
import MicroClient
import OpenCollection
import TextGrid

/// The form of what is edited: for a request method and URL, what will be sent, and one tab; for all else its place, and a tab.
enum RequestPane {
    /// Returns the rows of the head: title, URL, preview, tabs; without a request title, place, tabs.
    static func headRows(_ session: RequestSession?) -> Int { session?.isRequest == false ? 3 : 4 }

    /// - Parameter note: Called with the place of everything that can be pointed at.
    static func draw(
        _ shown: ShownForm?, _ state: ExplorerState, in rect: Rect, on grid: inout Grid,
        note: @escaping (FormSpot, Rect) -> Void = { _, _ in }
    ) {
        if let subject = ItemPane.subject(of: state) { return ItemPane.draw(subject, state, in: rect, on: &grid) }
        let isFocused = state.focus == .request
        guard let shown else {
            grid.writeTitle(rect, .request, [StyledText("Request", .paneTitle)], isFocused: isFocused, state.glyphs)
            let nothing = state.current.lacksRequests ? EmptyStateTexts.nothingToShow : EmptyStateTexts.noRequest
            let words =
                state.noReadableRequest
                ?? state.withKeyNames(state.current.exists ? nothing : EmptyStateTexts.noCollection)
            grid.writeEmpty(words, in: rect.inset())
            return
        }
        let head = headRows(shown.session)
        let body = rect.cutTop(head).1
        let lines = FormLines(shown.form, editing: state.edit, columns: body.columns)
        let pane = Pane(state: state, shown: shown, lines: lines, isFocused: isFocused, note: note)
        pane.drawTitle(rect, on: &grid)
        if shown.session.isRequest {
            pane.drawURL(rect.line(1), on: &grid)
            pane.drawPreview(rect.line(2), on: &grid)
        } else {
            pane.drawPlace(rect.line(1), on: &grid)
        }
        pane.drawTabs(rect.line(head - 1), on: &grid)
        pane.drawForm(body, on: &grid)
        pane.drawDocs(body, on: &grid)
    }

    /// Returns the tabs of what is shown, as their line has them.
    static func tabs(of shown: ShownForm, _ state: ExplorerState) -> [(title: String, isSelected: Bool)] {
        let lines = FormLines(shown.form, editing: state.edit, columns: state.formColumns)
        return Pane(state: state, shown: shown, lines: lines, isFocused: false, note: { _, _ in }).tabs
    }

    /// A drawing of the pane, with what its parts need.
    struct Pane {
        let state: ExplorerState
        let shown: ShownForm
        let lines: FormLines
        let isFocused: Bool
        let note: (FormSpot, Rect) -> Void
        var session: RequestSession { shown.session }
        var path: ItemPath { shown.path }
        var form: Form { shown.form }
        var scopes: VariableScopes { shown.surroundings.preview }
        /// The request as rendered; nil for everything else.
        var rendered: RenderedRequest? { shown.surroundings.rendered }
        var glyphs: Glyphs { state.glyphs }
        var content: DraftContent { session.draft.content }

        /// Whether the cursor is on a field and nothing is being typed.
        func isAtCursor(_ field: FormField) -> Bool {
            isFocused && state.edit == nil && form.field(at: session.cursor) == field
        }
    }
}

extension RequestPane.Pane {
    func drawTitle(_ rect: Rect, on grid: inout Grid) {
        let style: Style = isFocused ? .paneTitleFocused : .paneTitle
        let trailing = [environment(else: style)] + global(style)
        // As much of it as distinguishes a protected one from another.
        let leastTrailing = min(trailing.columns, 10)
        let room = rect.columns - Self.titleColumns
        let whole = status(saysWhy: true)
        let fits = room - whole.columns - leastTrailing >= Self.leastCrumbs
        let short = fits ? whole : status(saysWhy: false)
        let left = room - short.columns
        let beside = max(left - trailing.columns - 2, min(Self.usualCrumbs, left - leastTrailing), Self.leastCrumbs)
        let title = Breadcrumbs(state.current.crumbs, columns: beside, glyphs).runs(style) + short
        grid.writeTitle(
            rect, .request, title, leastColumns: title.columns, trailing: trailing, isFocused: isFocused, glyphs)
    }

    /// Returns the marks of the draft: unsaved, changed on disk, read-only.
    private func status(saysWhy: Bool) -> [StyledText] {
        var status: [StyledText] = []
        if session.draft.isDirty { status.append(StyledText(" \(glyphs.unsaved)", .unsaved)) }
        if let words = session.disk.words {
            status.append(StyledText(" \(glyphs.changed)" + (saysWhy ? " \(words)" : ""), .warning))
        }
        if session.draft.base.readOnlyReason != nil { status.append(StyledText(" read-only", .warning)) }
        return status
    }

    /// The columns of " 2 " before the title, the spaces around what is on the right, and the rule.
    private static let titleColumns = 8
    /// The columns that the breadcrumbs keep beside an environment with a long name.
    private static let usualCrumbs = 12
    /// The columns that they keep in any case.
    private static let leastCrumbs = 4

    /// Returns the workspace's environment, shown after the collection's own.
    private func global(_ style: Style) -> [StyledText] {
        guard let name = state.outside.globalEnvironment?.name else { return [] }
        return [StyledText(" + global \(name)", style)]
    }

    /// Returns the environment's name in its own colour; a protected one with a glyph.
    private func environment(else style: Style) -> StyledText {
        state.environmentName.map { state.text(ofEnvironment: $0, else: style) }
            ?? StyledText("no environment", style)
    }

    func drawURL(_ line: Rect, on grid: inout Grid) {
        let method = content.definition.method
        let start = Point(column: line.column + 1, row: line.row)
        let style: Style = isAtCursor(.method) ? .cursor : .method(method)
        let column = grid.write(method, at: start, style, in: line) + 1
        note(
            .field(.method),
            Rect(column: start.column, row: line.row, columns: column - start.column - 1, rows: line.rows))
        let room = line.from(column: column)
        note(.field(.url), room)
        if let edit = state.edit, edit.field == .url {
            note(.line(0), room)
            return drawEdited(edit, in: room, on: &grid)
        }
        let url = content.definition.url
        guard !url.isEmpty else {
            grid.write("no URL yet: i types one", isAtCursor(.url) ? .cursor : .dimmed, in: room)
            return
        }
        let runs = TemplateText(url, scopes, glyphs).runs.filter { $0.style != .dimmed }
        let end = grid.write(runs, clippedTo: room, glyphs)
        if isAtCursor(.url) {
            grid.restyle(Rect(column: column, row: line.row, columns: end - column, rows: 1), .cursor)
        }
    }

    /// Draws the URL as it will be sent, or why nothing can be sent.
    func drawPreview(_ line: Rect, on grid: inout Grid) {
        guard let rendered else { return }
        let words: StyledText
        if let problem = rendered.problems.first ?? rendered.cycles.first {
            words = StyledText(masked(problem), .failure)
        } else if let missing = rendered.missing.first {
            words = StyledText(noEnvironment ?? "\(missing.text). \(advice(missing))", .holeMissing)
        } else {
            words = StyledText(rendered.shownURL(glyphs) + generated(rendered), .dimmed)
        }
        grid.write([StyledText("\(glyphs.arrow) ", .dimmed), words], clippedTo: line.cutLeft(1).1, glyphs)
    }

    /// "No environment is selected. e selects one: production, staging"; nil where another value is missing.
    private var noEnvironment: String? {
        let names = state.current.environments(with: rendered?.missing ?? [])
        guard !names.isEmpty else { return nil }
        return state.withKeyNames("No environment is selected. {environment} selects one: ")
            + names.joined(separator: ", ")
    }

    private func generated(_ rendered: RenderedRequest) -> String {
        let isInURL = rendered.generatedNames.contains { rendered.url.contains($0) }
        return isInURL ? "  generated for each request" : ""
    }

    private func advice(_ missing: MissingVariable) -> String {
        if missing.reason != .prompt, state.current.login(for: content, at: path) != nil { return "s logs in first." }
        let scripts = ScriptPlan(content.definition, at: path, of: state.collection)
        if missing.reason != .prompt, scripts?.maySetBeforeRequest(missing.name) == true {
            return "A script may set it."
        }
        guard missing.reason == .secretWithoutValue else { return "s asks for it." }
        let source = state.outside.sourceToAsk(for: missing.name, of: state.environmentName, in: state.collection)
        return source == nil ? "s asks for it." : "s fetches it."
    }

    /// Returns a text with its secrets replaced by dots.
    func masked(_ text: String) -> String { rendered?.masked(text, glyphs) ?? text }

    /// Draws which file is edited, or what will make it.
    func drawPlace(_ line: Rect, on grid: inout Grid) {
        let words =
            session.draft.hasFile
            ? facts
            : session.disk == .gone
                ? ["the file is gone: w recreates it, X discards"]
                : ["no \(path.editedFile) yet: the first save creates it"]
        grid.write([StyledText(words.joined(separator: ", "), .dimmed)], clippedTo: line.cutLeft(1).1, glyphs)
    }

    private var facts: [String] {
        let collection = state.collection
        switch session.draft.form {
        case .request: return []
        case .collection: return [state.current.path, Wording.count(collection.items.count, "item")]
        case .folder:
            guard case .folder(_, let children)? = collection.item(at: path)?.kind else {
                return [path.editedFile.text]
            }
            return [path.editedFile.text, Wording.count(children.count, "item")]
        case .environment(let environment):
            let protection = state.current.wordsForProtection(of: environment.name).map { "\(glyphs.protected) \($0)" }
            let isKept = collection.companion.environments[environment.name]?.keepsHistory ?? true
            // The name of the file is in the title, too: it may be cut.
            return ["\(protection ?? "not protected") (P)", "\(isKept ? "in the history" : "not in the history") (L)"]
                + (environment.extends.map { ["extends \($0)"] } ?? []) + [path.text]
        }
    }

    func drawTabs(_ line: Rect, on grid: inout Grid) {
        grid.writeTabs(tabs, in: line, isFocused: isFocused, glyphs: glyphs)
    }

    var tabs: [(title: String, isSelected: Bool)] {
        session.draft.form.tabs.map { (title: title(of: $0), isSelected: $0 == session.tab) }
    }

    /// Returns a tab's name with how much is in it.
    func title(of tab: FormTab) -> String {
        let content = session.draft.form
        func counted(_ count: Int) -> String { count == 0 ? tab.rawValue : "\(tab.rawValue) \(count)" }
        switch tab {
        case .params: return counted(countOfParameters)
        case .headers: return counted(content.headers.filter(\.isEnabled).count)
        case .body:
            let kind = content.request.definition.body.kind
            return kind == .none ? tab.rawValue : "\(tab.rawValue) \(kind.shortTitle)"
        case .auth: return content.auth == .none ? tab.rawValue : "\(tab.rawValue) \(content.auth.title)"
        case .variables:
            return counted((content.variables.filter(\.isEnabled).count) + content.allActions.filter(\.isEnabled).count)
        case .assertions: return counted(content.allAssertions.filter(\.isEnabled).count)
        case .scripts: return counted(content.scripts.count)
        case .examples: return counted(content.request.definition.examples.count)
        case .certificates: return counted(content.info.certificates.filter(\.isEnabled).count)
        case .docs: return session.draft.base.notes.isEmpty ? tab.rawValue : "\(tab.rawValue) \(glyphs.clientError)"
        case .info, .options, .proxy, .settings: return tab.rawValue
        }
    }

    private var countOfParameters: Int {
        let definition = content.definition
        return (definition.pathRows + definition.queryRows.map(\.field)).filter(\.isEnabled).count
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

extension DiskStatus {
    fileprivate var words: String? {
        switch self {
        case .same: nil
        case .changed: "changed on disk"
        case .gone: "deleted on disk"
        case .broken: "broken on disk"
        }
    }
}
