import ExplorerKit
import OpenCollection
import TextGrid

/// A list to choose one from, narrowed by typing. Each option says what choosing it does.
public struct Chooser: Sendable {
    /// Changes the state as a choice means it.
    ///
    /// - Returns: The effects of the choice.
    typealias Command = @Sendable (inout ExplorerState) -> [Effect]

    public struct Option: Sendable {
        public var title: String
        /// Dimmed, after the title.
        public var detail: String
        /// Why it cannot be chosen now; nil when it can.
        public var disabledReason: String?
        var command: Command
        /// Takes it off the list; nil where it stays.
        var removal: Command?
        /// Changes the settings that the screen is drawn with while the cursor is on it.
        var preview: (@Sendable (inout Settings) -> Void)?

        init(
            _ title: String, detail: String = "", disabledReason: String? = nil,
            _ command: @escaping Command = { _ in [] }
        ) {
            (self.title, self.detail, self.disabledReason) = (title, detail, disabledReason)
            self.command = command
        }
    }

    public var title: String
    public var options: [Option]
    /// The list of rows, by their index in ``options``.
    var list: ListState<Int>
    let questionID: QuestionID?
    /// The handler of typed text that is no option (a custom method); nil: such text is refused.
    var other: (@Sendable (String, inout ExplorerState) -> [Effect])?
    /// The hint that says what Enter does with such text.
    public var otherHint = "Enter accepts the typed text."
    /// The command for leaving without a choice.
    var leave: Command?
    /// Why the last choice came to nothing; until the next key.
    public var complaint: String?

    init(_ title: String, about questionID: QuestionID? = nil, options: [Option], selected: Int = 0) {
        (self.title, self.questionID, self.options) = (title, questionID, options)
        list = ListState(on: selected, at: selected)
    }

    /// Indexes of the options that hold the typed text.
    public var matches: [Int] { list.narrowed(Array(options.indices)) { [options[$0].title, options[$0].detail] } }

    /// Index in ``matches``.
    public var selected: Int { list.index(in: matches) }

    var option: Option? { matches[safe: selected].map { options[$0] } }
}

extension ExplorerState {
    /// Lists options to choose from. Before something that cannot be undone, or only with effort, the first is not to do it.
    ///
    /// - Returns: No effects, for callers that do nothing else.
    @discardableResult
    mutating func ask(_ title: String, about id: QuestionID? = nil, _ options: Chooser.Option...) -> [Effect] {
        present(Chooser(title, about: id, options: options))
    }

    @discardableResult
    mutating func ask(
        _ title: String, options: [Chooser.Option], selected: Int = 0
    ) -> [Effect] {
        present(Chooser(title, options: options, selected: selected))
    }
}

extension ActionContext {
    static let chooser: ActionContext = .init(
        "chooser", "Choosing", .typedList, .closes, enter: ("choose", "Accept the selected row."), way: .palette)
}

extension Chooser: NarrowedList {
    static let context: ActionContext = .chooser

    func title(in explorer: ExplorerState) -> String { title }
    var isAboutCollection: Bool { questionID?.isAboutCollection ?? true }
    func footer(in explorer: ExplorerState) -> [Action] { [.choose, .dismiss] }
    func ids(in explorer: ExplorerState) -> [Int] { matches }
    mutating func narrow(in explorer: ExplorerState) { complaint = nil }
    func actionOfClick(hasCursor: Bool) -> Action? { .choose }

    func choose(in explorer: inout ExplorerState) -> [Effect] {
        let typed = list.filter.text.trimmingSpaces
        if option == nil, other == nil || typed.isEmpty {
            return explorer.say(.warning, "No matches for \"\(typed)\". Backspace widens the list, Esc closes it.")
        }
        explorer.overlays.removeLast()
        guard let option else { return other?(typed, &explorer) ?? [] }
        if let reason = option.disabledReason { return explorer.say(.warning, reason) }
        return option.command(&explorer)
    }

    func didDismiss(in explorer: inout ExplorerState) -> [Effect] { leave?(&explorer) ?? [] }

    // MARK: - Drawing

    func draw(_ state: ExplorerState, on grid: inout Grid) {
        let widths = options.map {
            DisplayWidth.columns(of: $0.title) + DisplayWidth.columns(of: $0.detail) + 3
        }
        let columns = max(
            widths.max() ?? 0, DisplayWidth.columns(of: title) + 2, OverlayDrawing.columns(of: complaint),
            30,
            other != nil ? DisplayWidth.columns(of: otherHint) : 0,
            matches.isEmpty ? DisplayWidth.columns(of: EmptyStateTexts.noChoice) : 0)
        let complaintLines = OverlayDrawing.lines(of: complaint, columns: columns, state)
        // A title that is too wide for the line goes on below it: a question is read whole before it is agreed to.
        let titleColumns = min(columns, state.size.columns - 6) - 2
        let titleLines = Wrapping.lines(title, columns: titleColumns)
        let rows = options.count + complaintLines.count + max(1, titleLines.count)
        let whole = OverlayDrawing.box(titleLines.first ?? "", columns: columns, rows: rows, state, on: &grid)
        let inside = OverlayDrawing.write(titleLines.dropFirst().map { $0 }, .paneTitleFocused, in: whole, on: &grid)
        let below = ListDrawing.drawFilter(list.filter, state.glyphs, in: inside, on: &grid)
        let rest = OverlayDrawing.write(complaintLines, .warning, in: below, on: &grid)
        if matches.isEmpty {
            grid.writeEmpty(other != nil ? otherHint : EmptyStateTexts.noChoice, in: rest)
        }
        ListDrawing.drawRows(matches.count, cursor: selected, in: rest, on: &grid) {
            draw(options[matches[$0]], state, in: $1, on: &$2)
        }
    }

    private func draw(_ option: Option, _ state: ExplorerState, in line: Rect, on grid: inout Grid) {
        let isOn = option.disabledReason == nil
        let title = state.isPlain && !isOn ? "\(option.title) (not now)" : option.title
        let end = grid.write(title, isOn ? .plain : .dimmed, in: line)
        let column = max(end + 2, line.endColumn - DisplayWidth.columns(of: option.detail))
        grid.write(option.detail, at: Point(column: column, row: line.row), .dimmed, in: line)
    }
}

// Text in the box of a question.

extension OverlayDrawing {
    /// Paths need room; a line that is too long is hard to read.
    static func columns(of complaint: String?) -> Int {
        min(92, complaint.map { DisplayWidth.columns(of: $0) } ?? 0)
    }

    /// Returns the question, or why the last choice failed, wrapped to the greatest width of the box.
    static func lines(of text: String?, columns: Int, _ state: ExplorerState) -> [String] {
        guard let text else { return [] }
        let room = max(1, min(columns, state.size.columns - 6))
        // Text that fits keeps its spaces.
        return DisplayWidth.columns(of: text) > room ? Wrapping.lines(text, columns: room) : [text]
    }

    /// Draws a question with a line to type in: what is above it gives way where there is little room.
    ///
    /// - Returns: The line to type in.
    static func drawQuestion(
        _ title: String, columns: Int, _ lines: [StyledText], _ complaint: [String], _ state: ExplorerState,
        on grid: inout Grid
    ) -> Rect {
        let rows = lines.count + 1 + complaint.count
        let inside = box(title, columns: columns, rows: rows, state, on: &grid)
        let (top, rest) = inside.cutTop(min(lines.count, max(0, inside.rows - 1 - complaint.count)))
        grid.write(lines: lines.map { [$0] }, in: top)
        _ = write(complaint, .warning, in: rest.cutTop(1).1, on: &grid)
        return rest.line(0)
    }

    /// - Returns: The space below the lines.
    static func write(_ lines: [String], _ style: Style, in rect: Rect, on grid: inout Grid) -> Rect {
        let (top, rest) = rect.cutTop(min(lines.count, rect.rows))
        for (index, line) in lines.prefix(top.rows).enumerated() {
            grid.write(line, style, in: top.line(index))
        }
        return rest
    }
}
