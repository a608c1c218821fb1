import OpenCollection
import TextGrid

/// The actions that were found, each with its keys; below, the whole sentence of the one with the cursor, and why it can do nothing now.
enum PalettePane {
    static func draw(_ palette: PaletteState, _ state: ExplorerState, on grid: inout Grid) {
        let inside = OverlayDrawing.box("Actions", columns: columns, rows: state.size.rows - 4, state, on: &grid)
        let below = ListDrawing.drawFilter(palette.filter, state.signs, in: inside, on: &grid)
        let (facts, list) = below.cutBottom(factRows)
        if palette.matches.isEmpty { grid.writeEmpty(state.said(EmptyWords.noChoice), in: list) }
        let labels = min(16, ListDrawing.widest(palette.options.map(\.label)))
        ListDrawing.drawRows(
            palette.matches.count, cursor: palette.selected, keepsMatches: true, in: list, on: &grid
        ) { draw(palette, palette.matches[$0], labels: labels, state, in: $1, on: &$2) }
        if let option = palette.shown { draw(option, state, in: facts, on: &grid) }
    }

    private static let columns = 110
    /// Lines for what is said of the one with the cursor.
    private static let factRows = 3

    /// Rows that are listed at once.
    static func rows(_ state: ExplorerState) -> Int { max(1, state.size.rows - 5 - factRows) }

    private static func draw(
        _ palette: PaletteState, _ index: Int, labels: Int, _ state: ExplorerState, in line: Rect, on grid: inout Grid
    ) {
        let option = palette.options[index]
        let places = palette.places(in: index)
        let isDone = option.reason == nil
        let refusal = isDone || !state.isPlain ? nil : "(not now) "
        let keys = [refusal, option.pane.map { "\($0.title): " }, option.keys].compactMap { $0 }.joined()
        let keyColumns = min(DisplayWidth.columns(of: keys), line.columns / 3)
        let label = Highlighting.runs(
            option.label, places.label, isDone ? .plain : .dimmed, columns: labels, state.signs)
        grid.write(label, at: line.origin, in: line)
        let start = line.column + labels + 2
        let sentence = Rect(
            column: start, row: line.row, columns: line.endColumn - start - keyColumns - 2, rows: 1)
        let help = Highlighting.runs(option.help, places.help, .dimmed, columns: sentence.columns, state.signs)
        grid.write(help, at: sentence.origin, in: sentence)
        let clipped = DisplayWidth.clipped(keys, toColumns: keyColumns, ellipsis: state.signs.ellipsis)
        let at = Point(column: line.endColumn - DisplayWidth.columns(of: clipped), row: line.row)
        grid.write(clipped, at: at, isDone ? .key : .dimmed, in: line)
    }

    private static func draw(
        _ option: PaletteState.Option, _ state: ExplorerState, in rect: Rect, on grid: inout Grid
    ) {
        let help = Wrapping.lines(option.help, columns: rect.columns).map { StyledText($0, .plain) }
        let reason = Wrapping.lines(option.reason ?? "", columns: rect.columns).map { StyledText($0, .warning) }
        let lines = (option.reason == nil ? [] : reason) + help
        for (index, line) in lines.prefix(rect.rows - 1).enumerated() {
            grid.write([line], at: rect.line(index + 1).origin, in: rect)
        }
        grid.fill(rect.line(0), with: state.signs.rule, .rule)
    }
}

extension Pane {
    var title: String {
        switch self {
        case .tree: "Collection"
        case .request: "Request"
        case .response: "Response"
        case .log: "Log"
        case .held: "Held answer"
        }
    }
}
