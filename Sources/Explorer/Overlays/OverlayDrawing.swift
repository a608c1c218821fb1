import ExplorerKit
import TextGrid

/// The box in the middle of the screen that overlays are in.
enum OverlayDrawing {
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
}
