import TextGrid

/// What stands above the panes: a box in the middle.
enum OverlayDrawing {
    static func draw(_ overlay: Overlay, _ state: ExplorerState, on grid: inout Grid) {
        switch overlay {
        case .help(let help): HelpDrawing.draw(help, state, on: &grid)
        case .chooser(let chooser): drawChooser(chooser, state, on: &grid)
        case .prompt(let prompt): drawPrompt(prompt, state, on: &grid)
        case .report(let report): drawReport(report, state, on: &grid)
        case .sendTo(let list): SendToPane.draw(list, state, on: &grid)
        case .variables(let variables):
            let inside = box("Variables", columns: 110, rows: state.size.rows - 4, state, on: &grid)
            VariablesPane.draw(variables, state, in: inside, on: &grid)
        case .cookies(let list):
            let inside = box(
                CookiesPane.title(state), columns: 110, rows: state.size.rows - 4, state, on: &grid)
            CookiesPane.draw(list, state, in: inside, on: &grid)
        case .merge(let merge): MergeDrawing.draw(merge, state, on: &grid)
        case .values(let form): QuestionDrawing.draw(form, state, on: &grid)
        case .consent(let consent): QuestionDrawing.draw(consent, state, on: &grid)
        case .trust(let question): TrustDrawing.draw(question, state, on: &grid)
        case .find(let input): FindDrawing.drawInput(input, state, on: &grid)
        case .difference(let view): DifferencePane.draw(view, state, on: &grid)
        case .example(let preview): ExamplePane.draw(preview, state, on: &grid)
        case .latency(let view): LatencyPane.draw(view, state, on: &grid)
        case .share(let share): SharePane.draw(share, state, on: &grid)
        case .draft(let view): DraftPane.draw(view, state, on: &grid)
        case .history(let history): HistoryPane.draw(history, state, on: &grid)
        case .replayForm(let form): SeriesForms.draw(form, state, on: &grid)
        case .repeatForm(let form): SeriesForms.draw(form, state, on: &grid)
        case .series(let view): SeriesPane.draw(view, state, on: &grid)
        case .finder(let finder): FinderPane.draw(finder, state, on: &grid)
        case .palette(let palette): PalettePane.draw(palette, state, on: &grid)
        case .jump(let jump): JumpDrawing.draw(jump, on: &grid)
        case .activities(let list): ActivitiesPane.draw(list, state, on: &grid)
        }
    }

    /// Clears a box in the middle of the screen and gives what is inside its border.
    static func box(
        _ title: String, columns: Int, rows: Int, _ state: ExplorerState, on grid: inout Grid
    ) -> Rect {
        if state.isPlain { return PlainDrawing.box(title, state, on: &grid) }
        let columns = min(columns + 4, state.size.columns - 2)
        let rows = min(rows + 2, state.size.rows - 2)
        let rect = Rect(
            column: (state.size.columns - columns) / 2, row: (state.size.rows - rows) / 2, columns: columns, rows: rows)
        grid.fill(rect, .overlay)
        grid.fill(rect.line(0), with: state.signs.rule, .ruleFocused)
        grid.fill(rect.line(rows - 1), with: state.signs.rule, .ruleFocused)
        for row in 1..<max(1, rows - 1) {
            for column in [rect.column, rect.endColumn - 1] {
                grid.write(state.signs.separator, at: Point(column: column, row: rect.row + row), .ruleFocused)
            }
        }
        let clipped = DisplayWidth.clipped(title, toColumns: columns - 6, ellipsis: state.signs.ellipsis)
        grid.write(" \(clipped) ", at: Point(column: rect.column + 2, row: rect.row), .paneTitleFocused, in: rect)
        return rect.inset(columns: 2, rows: 1)
    }

    private static func drawChooser(_ chooser: Chooser, _ state: ExplorerState, on grid: inout Grid) {
        let matches = chooser.matches
        let widths = chooser.options.map {
            DisplayWidth.columns(of: $0.title) + DisplayWidth.columns(of: $0.detail) + 3
        }
        let columns = max(
            widths.max() ?? 0, DisplayWidth.columns(of: chooser.title) + 2, Self.columns(of: chooser.complaint),
            30,
            chooser.acceptsOther ? DisplayWidth.columns(of: chooser.otherHint) : 0,
            matches.isEmpty ? DisplayWidth.columns(of: EmptyWords.noChoice) : 0)
        let complaint = lines(of: chooser.complaint, columns: columns, state)
        // A title that is too wide for the line goes on below it: a question is read whole before it is agreed to.
        let titleColumns = min(columns, state.size.columns - 6) - 2
        let title = Wrapping.lines(chooser.title, columns: titleColumns).flatMap { $0.pieces(ofColumns: titleColumns) }
        let rows = chooser.options.count + complaint.count + max(1, title.count)
        let whole = box(title.first ?? "", columns: columns, rows: rows, state, on: &grid)
        let inside = write(title.dropFirst().map { $0 }, .paneTitleFocused, in: whole, on: &grid)
        let (filterLine, below) = inside.cutTop(1)
        let list = write(complaint, .warning, in: below, on: &grid)
        grid.write("> ", at: filterLine.origin, .key, in: filterLine)
        let field = filterLine.cutLeft(2).1
        grid.writeEditing(chooser.filter.line, cursorColumn: chooser.filter.column, in: field, signs: state.signs)
        if matches.isEmpty {
            grid.writeEmpty(chooser.acceptsOther ? chooser.otherHint : EmptyWords.noChoice, in: list)
        }
        let first = ExplorerState.scroll(0, showing: chooser.selected, rows: list.rows, of: matches.count)
        for (index, match) in matches.dropFirst(first).prefix(list.rows).enumerated() {
            let option = chooser.options[match]
            let line = list.line(index)
            let isOn = option.disabledReason == nil
            let title = state.isPlain && !isOn ? "\(option.title) (not now)" : option.title
            let end = grid.write(title, at: line.origin, isOn ? .plain : .dimmed, in: line)
            grid.write(
                option.detail,
                at: Point(
                    column: max(end + 2, line.endColumn - DisplayWidth.columns(of: option.detail)), row: line.row),
                .dimmed, in: line)
            if first + index == chooser.selected { grid.restyle(line, .cursor) }
        }
    }

    private static func drawPrompt(_ prompt: Prompt, _ state: ExplorerState, on grid: inout Grid) {
        let columns = max(
            50, DisplayWidth.columns(of: prompt.detail), DisplayWidth.columns(of: prompt.title),
            Self.columns(of: prompt.complaint))
        let detail = lines(of: prompt.detail, columns: columns, state)
        let complaint = lines(of: prompt.complaint, columns: columns, state)
        let rows = detail.count + 1 + complaint.count
        let inside = box(prompt.title, columns: columns, rows: rows, state, on: &grid)
        // The field is seen however much is said above it.
        let (top, rest) = inside.cutTop(min(detail.count, max(0, inside.rows - 1)))
        _ = write(detail, .dimmed, in: top, on: &grid)
        let line = rest.line(0)
        grid.write("> ", at: line.origin, .key, in: line)
        let field = line.cutLeft(2).1
        let text = prompt.isSecret ? prompt.editor.line.map { _ in Character("*") } : prompt.editor.line
        grid.writeEditing(text, cursorColumn: prompt.editor.column, in: field, signs: state.signs)
        _ = write(complaint, .warning, in: rest.cutTop(1).1, on: &grid)
    }

    /// Paths need room; a line that is too long is hard to read.
    private static func columns(of complaint: String?) -> Int {
        min(92, complaint.map { DisplayWidth.columns(of: $0) } ?? 0)
    }

    /// What is asked, or why the last choice or answer came to nothing, as broad as the box may be.
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

    private static func drawReport(_ report: ReportState, _ state: ExplorerState, on grid: inout Grid) {
        let inside = box(report.title, columns: 92, rows: state.size.rows, state, on: &grid)
        let rows = reportRows(report, columns: inside.columns)
        let first = min(report.scroll, max(0, rows.count - inside.rows))
        for (index, row) in rows.dropFirst(first).prefix(inside.rows).enumerated() {
            grid.write([row.text], at: inside.line(index).origin, in: inside)
            if row.line == report.cursor { grid.restyle(inside.line(index), .cursor) }
            report.finding.mark(row.text.text, first + index, in: inside.line(index), on: &grid)
        }
    }

    /// The lines, broken where the room ends, with the index of the line that each is a part of.
    private static func reportRows(_ report: ReportState, columns: Int) -> [(line: Int, text: StyledText)] {
        report.lines.enumerated().flatMap { index, line in
            broken(line, of: report, columns: columns).map { (index, $0) }
        }
    }

    private static func broken(_ line: String, of report: ReportState, columns: Int) -> [StyledText] {
        guard !report.isVerbatim else {
            return Wrapping.pieces(of: line, columns: columns).map { StyledText($0, .plain) }
        }
        let lines =
            report.isTrust ? Wrapping.whole(line, columns: columns, indent: 6) : Wrapping.lines(line, columns: columns)
        return lines.map { StyledText($0, Self.style(of: line)) }
    }

    /// As they stand on the screen.
    static func lines(of report: ReportState, _ state: ExplorerState) -> [String] {
        rows(of: report, state).map(\.text.text)
    }

    static func rows(of report: ReportState, _ state: ExplorerState) -> [(line: Int, text: StyledText)] {
        reportRows(report, columns: reportRoom(state).columns)
    }

    /// What is inside the border of a report.
    static func reportRoom(_ state: ExplorerState) -> Size {
        Size(columns: min(92, state.size.columns - 6), rows: max(1, state.size.rows - 4))
    }

    /// What begins with the sign of a warning is one.
    private static func style(of line: String) -> Style { line.hasPrefix("  !") ? .warning : .plain }
}
