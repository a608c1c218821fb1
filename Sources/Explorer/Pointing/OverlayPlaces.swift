import ExplorerKit
import TextGrid

/// The place of the overlay with the keys, and of its rows. Found in its drawing: whatever draws a list marks the row under the cursor in one and the
/// same style, and a form shows its text cursor.
struct OverlayPlaces {
    let drawn: Grid
    /// The box with its border.
    let box: Rect
    /// The rows of the screen with the cursor, several where its item has several lines; nil where no row is chosen.
    let cursorRows: Range<Int>?
    /// The line above a list for the text that narrows it; nil where there is none.
    private let typingRow: Int?

    /// Creates the places; nil while no overlay is shown.
    init?(_ state: ExplorerState) {
        guard let overlay = state.overlays.last else { return nil }
        var grid = Grid(size: state.size)
        overlay.draw(state, on: &grid)
        let blank = Cell()
        let rows = (0..<state.size.rows).filter { row in grid.row(row).contains { $0 != blank } }
        let columns = (0..<state.size.columns).filter { column in
            rows.contains { grid[column: column, row: $0] != blank }
        }
        guard let top = rows.first, let bottom = rows.last, let left = columns.first, let right = columns.last else {
            return nil
        }
        box = Rect(column: left, row: top, columns: right - left + 1, rows: bottom - top + 1)
        let inside = box.inset(columns: 2, rows: 1)
        let marked = (inside.row..<max(inside.row, inside.endRow)).drop { !Self.isCursor(grid, $0, inside) }
            .prefix { Self.isCursor(grid, $0, inside) }
        drawn = grid
        cursorRows = marked.isEmpty ? grid.cursor.map { $0.row..<$0.row + 1 } : marked
        typingRow = marked.isEmpty ? nil : grid.cursor?.row
    }

    /// Whether most of a row is in the cursor's style: a mark of a match is not.
    private static func isCursor(_ grid: Grid, _ row: Int, _ inside: Rect) -> Bool {
        let marked = (inside.column..<inside.endColumn).count { grid[column: $0, row: row].style == .cursor }
        return marked * 2 > inside.columns
    }

    func target(at point: Point) -> Target {
        let inside = box.inset(columns: 1, rows: 1)
        guard inside.contains(point), let cursorRows, point.row > typingRow ?? -1 else { return .overlay }
        guard !cursorRows.contains(point.row) else { return .overlayRow(0, isCursor: true) }
        let edge = point.row < cursorRows.lowerBound ? cursorRows.lowerBound : cursorRows.upperBound - 1
        return .overlayRow(point.row - edge, isCursor: false)
    }
}
