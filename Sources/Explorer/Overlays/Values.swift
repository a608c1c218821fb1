import Exchanges
import ExplorerKit
import MicroClient
import OpenCollection
import TextGrid

/// The names of one send that have no value, each with a line to type one in.
public struct ValuesForm: Sendable, Hashable {
    public struct Row: Sendable, Hashable {
        public var name: String
        /// The place that needs it.
        public var location: String
        /// Whether it is a prompt of the request, asked at each send.
        public var isPrompt: Bool
        /// Whether what is typed is shown as dots.
        public var isSecret: Bool
        public var editor: TextEditor
        /// Whether Enter was pressed on it: then an empty value is meant.
        var isAnswered = false
        /// The request that captures it; nil: nobody knows one.
        var capturedBy: ItemPath?
        /// The need of a series that it is for; nil: it is about one send.
        var need: SeriesNeed?

        /// "{{name}}", or the question.
        public var title: String { (isPrompt ? PromptName.label(of: name) : nil) ?? "{{\(name)}}" }
        var isOpen: Bool { !isAnswered && editor.text.isEmpty }

        /// Hides the typed text, from the first character on that makes it look like a secret, or if its name says so.
        mutating func masksWhatLooksSecret() {
            if !isSecret { isSecret = !LiteralSecret.all(in: editor.text, named: name).isEmpty }
        }
    }

    public var rows: [Row]
    /// Index of a row; the one after the last row is "send as it is".
    public var selected = 0
    /// The question of a send that it belongs to; nil: it is about a series.
    var question: SendQuestion?
    /// The mode of a series, which says how its requests go out; nil: it is about a send.
    var seriesMode: SeriesState.Mode?

    public var isAtLast: Bool { selected == rows.count }

    /// The request that Enter sends first: what captures the selected value, as long as nobody has typed one.
    var first: ItemPath? {
        guard let question, !question.batch.hasSides, question.answers.first == nil, rows.indices.contains(selected),
            rows[selected].isOpen
        else { return nil }
        return rows[selected].capturedBy
    }

    public var title: String {
        guard let environment = question?.environment else { return what }
        return "\(what) in \(environment)"
    }

    private var what: String {
        if seriesMode == .asSent {
            return rows.count == 1 ? "A secret that was not recorded" : "Secrets that were not recorded"
        }
        if question != nil, question?.target == nil { return "Prompts of this request, for all environments" }
        guard rows.count == 1 else { return "Missing variables: \(rows.count)" }
        return rows[0].isPrompt ? "Prompt of this request" : "Missing variable: \(rows[0].title)"
    }

    /// - Parameters:
    ///   - missing: The missing variables, in the order in which they are asked for.
    ///   - last: Earlier answers to the same questions; a single send takes them for prompts only.
    init(_ missing: [MissingVariable], last: [String: String], _ question: SendQuestion) {
        var seen: Set<String> = []
        rows = missing.filter { seen.insert($0.name).inserted }.map { missing in
            var row = Row(missing, at: nil)
            if row.isPrompt || question.batch.hasSides { row.editor = .forValue(last[missing.name] ?? "") }
            return row
        }
        self.question = question
    }

    /// Creates a form for what a series needs.
    init(_ rows: [Row], of mode: SeriesState.Mode) {
        self.rows = rows
        seriesMode = mode
    }
}

extension ExplorerState {
    /// Why the selected name cannot be listed as text; nil if it can.
    fileprivate var reasonNotToSendAsText: String? {
        guard let form = overlays.last as? ValuesForm, form.question != nil, current.exists else {
            return "Only for variables of a collection's requests."
        }
        guard let row = form.rows[safe: form.selected] else { return "Select the name that is not a variable." }
        return row.isPrompt ? "It is a prompt of the request, not a variable." : nil
    }

    /// Lists the selected name as literal text, and goes on with the send: whatever else it lacks is asked for again.
    fileprivate mutating func sendAlwaysAsText() -> [Effect] {
        guard let form = overlays.popLast() as? ValuesForm, let row = form.rows[safe: form.selected],
            let question = form.question
        else { return [] }
        return effect(
            .protection, { .sendAsText(row.name, $0) },
            then: { explorer, companion in
                explorer.collection.companion = companion
                let words = "{{\(row.name)}} is now always sent as text: added to literal in microscope.yaml."
                explorer.say(.info, words)
                return explorer.send(question.batch)
            })
    }
}

extension Action {
    static let sendAsText = Action(
        "sendAsText", [.values], [.control("t")], "always as text",
        "Always send the placeholder as text: it is not a variable. Saved in microscope.yaml.",
        reason: \.reasonNotToSendAsText
    ) { $0.sendAlwaysAsText() }
}

extension ActionContext {
    static let values: ActionContext = .init(
        "values", "Missing variables", .form, .asksOfCollection,
        enter: ("send", "Accept the value and go to the next missing variable; send after the last one."),
        escape: ("leave", "Send nothing, and discard the typed values."))
}

extension ValuesForm: TypedOverlay {
    static let context: ActionContext = .values
    static let actions: [Action] = [.sendAsText]

    var questionID: QuestionID? { seriesMode != nil ? .series : question?.batch.hasSides == true ? .batch : nil }

    mutating func moveCursor(_ action: Action, in explorer: ExplorerState) {
        selected = ExplorerState.moved(selected, action, page: 10, last: rows.count)
    }

    func didChoose(in explorer: inout ExplorerState) -> [Effect] { explorer.answer(self) }
    func didDismiss(in explorer: inout ExplorerState) -> [Effect] {
        question.map { explorer.leaveOut($0, "no value was given") } ?? []
    }

    /// The text of the selected row; below the rows nothing is typed.
    var editor: TextEditor {
        get { rows[safe: selected]?.editor ?? .forValue() }
        set { if !isAtLast { rows[selected].editor = newValue } }
    }
    mutating func followEdit(from old: TextEditor, in explorer: ExplorerState) {
        if !isAtLast { rows[selected].masksWhatLooksSecret() }
    }

    /// The next row without a value, from the selected one on and around; nil: there is none.
    var next: Int? {
        let after = rows.indices.filter { $0 > selected } + rows.indices.filter { $0 < selected }
        return after.first { rows[$0].isOpen }
    }

    // MARK: - Drawing

    func draw(_ state: ExplorerState, on grid: inout Grid) {
        let inside = OverlayDrawing.box(title, columns: 92, rows: self.rows.count + 2, state, on: &grid)
        let (list, last) = inside.cutTop(max(0, inside.rows - 1))
        let (head, rows) = list.cutTop(min(1, list.rows))
        grid.write(explanation(), .dimmed, in: head)
        let titles = ListDrawing.widest(self.rows.lazy.map { $0.title.shownInLine() })
        let width = min(titles, inside.columns * 2 / 5)
        let cursor = min(selected, self.rows.count - 1)
        ListDrawing.drawRows(self.rows.count, cursor: cursor, style: nil, in: rows, on: &grid) {
            draw(self.rows[$0], width, isSelected: $0 == selected, state, in: $1, on: &$2)
        }
        let (way, what) =
            seriesMode == .asSent
            ? ("Go on without", "  items with missing values are skipped")
            : ("Send anyway", "  with the placeholders left in")
        grid.write(way, isAtLast ? .cursor : .plain, in: last)
        grid.write(what, at: Point(column: last.column + 13, row: last.row), .dimmed, in: last)
    }

    private func explanation() -> String {
        if let first { return "Enter sends \(first.withoutSuffix.shownInLine()) first; or type a value." }
        if seriesMode != nil { return "Asked once for the series; each value is used in its place only." }
        if let environment = question?.environment {
            return "Used for this send to \(environment) only. Esc skips \(environment)."
        }
        if self.rows.allSatisfy(\.isPrompt) { return "Asked for each send; the values are not stored." }
        return self.rows.contains(where: \.isPrompt)
            ? "Variables are used until you quit, prompts for one send. Not saved."
            : "Used until you quit, not saved."
    }

    private func draw(
        _ row: ValuesForm.Row, _ width: Int, isSelected: Bool, _ state: ExplorerState, in line: Rect,
        on grid: inout Grid
    ) {
        let title = state.glyphs.clipped(row.title.shownInLine(), to: width)
        grid.write(title, .label, in: line)
        let rest = line.cutLeft(width + 1).1
        let origin = row.capturedBy.map { "captured by \($0.withoutSuffix)" } ?? row.location
        let place = state.glyphs.clipped(origin.shownInLine(), to: rest.columns / 2)
        let columns = max(0, rest.columns - 3 - DisplayWidth.columns(of: place))
        let field = rest.cutLeft(columns + 2).0
        grid.write(place, at: Point(column: field.endColumn + 1, row: rest.row), .dimmed, in: rest)
        ListDrawing.drawField(
            row.editor, isSecret: row.isSecret, hasCursor: isSelected, state.glyphs, in: field, on: &grid)
    }
}
