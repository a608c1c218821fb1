import TextGrid

/// A list to choose from, and a question with a line for its answer.
enum ChoiceDrawing {
    static func draw(_ chooser: Chooser, _ state: ExplorerState, on grid: inout Grid) {
        let matches = chooser.matches
        let widths = chooser.options.map {
            DisplayWidth.columns(of: $0.title) + DisplayWidth.columns(of: $0.detail) + 3
        }
        let columns = max(
            widths.max() ?? 0, DisplayWidth.columns(of: chooser.title) + 2, Self.columns(of: chooser.complaint),
            30,
            chooser.other != nil ? DisplayWidth.columns(of: chooser.otherHint) : 0,
            matches.isEmpty ? DisplayWidth.columns(of: EmptyWords.noChoice) : 0)
        let complaint = lines(of: chooser.complaint, columns: columns, state)
        // A title that is too wide for the line goes on below it: a question is read whole before it is agreed to.
        let titleColumns = min(columns, state.size.columns - 6) - 2
        let title = Wrapping.lines(chooser.title, columns: titleColumns).flatMap { $0.pieces(ofColumns: titleColumns) }
        let rows = chooser.options.count + complaint.count + max(1, title.count)
        let whole = OverlayDrawing.box(title.first ?? "", columns: columns, rows: rows, state, on: &grid)
        let inside = write(title.dropFirst().map { $0 }, .paneTitleFocused, in: whole, on: &grid)
        let below = ListDrawing.drawFilter(chooser.filter, state.signs, in: inside, on: &grid)
        let list = write(complaint, .warning, in: below, on: &grid)
        if matches.isEmpty {
            grid.writeEmpty(chooser.other != nil ? chooser.otherHint : EmptyWords.noChoice, in: list)
        }
        ListDrawing.drawRows(matches.count, cursor: chooser.selected, in: list, on: &grid) {
            draw(chooser.options[matches[$0]], state, in: $1, on: &$2)
        }
    }

    private static func draw(_ option: Chooser.Option, _ state: ExplorerState, in line: Rect, on grid: inout Grid) {
        let isOn = option.disabledReason == nil
        let title = state.isPlain && !isOn ? "\(option.title) (not now)" : option.title
        let end = grid.write(title, at: line.origin, isOn ? .plain : .dimmed, in: line)
        let column = max(end + 2, line.endColumn - DisplayWidth.columns(of: option.detail))
        grid.write(option.detail, at: Point(column: column, row: line.row), .dimmed, in: line)
    }

    static func draw(_ prompt: Prompt, _ state: ExplorerState, on grid: inout Grid) {
        let columns = max(
            50, DisplayWidth.columns(of: prompt.detail), DisplayWidth.columns(of: prompt.title),
            Self.columns(of: prompt.complaint))
        let detail = lines(of: prompt.detail, columns: columns, state)
        let complaint = lines(of: prompt.complaint, columns: columns, state)
        let rows = detail.count + 1 + complaint.count
        let inside = OverlayDrawing.box(prompt.title, columns: columns, rows: rows, state, on: &grid)
        // The field is seen however much is said above it.
        let (top, rest) = inside.cutTop(min(detail.count, max(0, inside.rows - 1)))
        _ = write(detail, .dimmed, in: top, on: &grid)
        let text = prompt.isSecret ? prompt.editor.line.map { _ in Character("*") } : prompt.editor.line
        ListDrawing.drawLine(
            text, cursorColumn: prompt.editor.column, state.signs, in: rest.line(0), on: &grid)
        _ = write(complaint, .warning, in: rest.cutTop(1).1, on: &grid)
    }

    /// Paths need room; a line that is too long is hard to read.
    private static func columns(of complaint: String?) -> Int {
        min(92, complaint.map { DisplayWidth.columns(of: $0) } ?? 0)
    }

    /// The question, or why the last choice or answer came to nothing, as broad as the box may be.
    private static func lines(of text: String?, columns: Int, _ state: ExplorerState) -> [String] {
        guard let text else { return [] }
        let room = max(1, min(columns, state.size.columns - 6))
        // What fits keeps its blanks.
        return DisplayWidth.columns(of: text) > room ? Wrapping.lines(text, columns: room) : [text]
    }

    /// - Returns: what is below the lines.
    private static func write(_ lines: [String], _ style: Style, in rect: Rect, on grid: inout Grid) -> Rect {
        let (top, rest) = rect.cutTop(min(lines.count, rect.rows))
        for (index, line) in lines.prefix(top.rows).enumerated() {
            grid.write(line, at: top.line(index).origin, style, in: top)
        }
        return rest
    }
}
