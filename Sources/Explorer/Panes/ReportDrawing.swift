import TextGrid

/// Lines to read, in a box.
enum ReportDrawing {
    static func draw(_ report: ReportState, _ state: ExplorerState, on grid: inout Grid) {
        let inside = OverlayDrawing.box(report.title, columns: 92, rows: state.size.rows, state, on: &grid)
        let rows = brokenRows(report, columns: inside.columns)
        let first = min(report.scroll, max(0, rows.count - inside.rows))
        for (index, row) in rows.dropFirst(first).prefix(inside.rows).enumerated() {
            grid.write([row.text], at: inside.line(index).origin, in: inside)
            if row.line == report.cursor { grid.restyle(inside.line(index), .cursor) }
            report.finding.mark(row.text.text, first + index, in: inside.line(index), on: &grid)
        }
    }

    /// The lines, broken where the room ends, with the index of the line that each is a part of.
    private static func brokenRows(_ report: ReportState, columns: Int) -> [(line: Int, text: StyledText)] {
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

    /// The lines as the screen shows them.
    static func lines(of report: ReportState, _ state: ExplorerState) -> [String] {
        rows(of: report, state).map(\.text.text)
    }

    static func rows(of report: ReportState, _ state: ExplorerState) -> [(line: Int, text: StyledText)] {
        brokenRows(report, columns: room(state).columns)
    }

    /// What is inside the border of a report.
    static func room(_ state: ExplorerState) -> Size {
        Size(columns: min(92, state.size.columns - 6), rows: max(1, state.size.rows - 4))
    }

    /// What begins with the sign of a warning is one.
    private static func style(of line: String) -> Style { line.hasPrefix("  !") ? .warning : .plain }
}
