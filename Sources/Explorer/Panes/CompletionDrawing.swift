import ExplorerKit
import TextGrid

/// The list of what the text before the cursor may go on as: below it where there is room, else above.
enum CompletionDrawing {
    private static let mostRows = 8
    private static let gap = 2

    /// The place of the list.
    struct Place {
        let rect: Rect
        /// Index of the row at the top.
        let first: Int
        fileprivate let columns: Columns
    }

    /// Returns the place of the list; nil where there is no room.
    ///
    /// - Parameter cursor: The place of the text cursor on the screen.
    static func place(of completion: Completion, at cursor: Point, _ state: ExplorerState) -> Place? {
        let rows = completion.rows
        let screen = Rect(state.size).cutBottom(1).1
        let (below, above) = (screen.endRow - cursor.row - 1, cursor.row - screen.row)
        let height = min(rows.count, mostRows, max(below, above))
        guard height > 0 else { return nil }
        let isBelow = below >= min(rows.count, mostRows) || below >= above
        let first = ListDrawing.scroll(0, showing: completion.selected ?? 0, rows: height, of: rows.count)
        let columns = Columns(rows[first..<first + height], state.glyphs, screen.columns)
        // What is typed is aligned with what it may become.
        let start = cursor.column - DisplayWidth.columns(of: completion.place.typed) - 1
        let rect = Rect(
            column: max(0, min(start, screen.columns - columns.all)),
            row: isBelow ? cursor.row + 1 : cursor.row - height, columns: min(columns.all, screen.columns), rows: height
        )
        return Place(rect: rect, first: first, columns: columns)
    }

    static func draw(_ completion: Completion, _ state: ExplorerState, on grid: inout Grid) {
        guard let cursor = grid.cursor, let place = place(of: completion, at: cursor, state) else { return }
        ListDrawing.drawRows(completion.rows.count, cursor: completion.selected, in: place.rect, on: &grid) {
            draw(completion.rows[$0], place.columns, state.glyphs, in: $1, on: &$2)
        }
    }

    /// The width of each part.
    fileprivate struct Columns {
        let text, value, detail: Int

        init(_ rows: ArraySlice<Completion.Row>, _ glyphs: Glyphs, _ room: Int) {
            func widest(_ text: (Completion.Row) -> String) -> Int { ListDrawing.widest(rows.map(text)) }
            text = min(widest(\.text), max(12, room / 2))
            value = min(widest { CompletionDrawing.value($0, glyphs) }, max(0, min(36, room - text - 24)))
            detail = min(widest(\.detail), max(0, room - text - value - 4 - 2 * CompletionDrawing.gap))
        }

        /// The width of all, with the lines at both sides, and a space beside each.
        var all: Int { [text, value, detail].filter { $0 > 0 }.reduce(0) { $0 + $1 + CompletionDrawing.gap } + 2 }
    }

    private static func value(_ row: Completion.Row, _ glyphs: Glyphs) -> String {
        switch row.value {
        case .none: ""
        case .text(let text): text
        case .hidden: glyphs.secret
        }
    }

    private static func draw(
        _ row: Completion.Row, _ columns: Columns, _ glyphs: Glyphs, in line: Rect, on grid: inout Grid
    ) {
        grid.fill(line, .overlay)
        for column in [line.column, line.endColumn - 1] {
            grid.write(glyphs.separator, at: Point(column: column, row: line.row), .ruleFocused)
        }
        let cells = [
            (StyledText(row.text, .label), columns.text), (StyledText(value(row, glyphs)), columns.value),
            (StyledText(row.detail, .dimmed), columns.detail),
        ].filter { $0.1 > 0 }
        let room = line.inset(columns: 1, rows: 0).cutLeft(1).1
        ListDrawing.write(cells.map(\.0), cells.map(\.1), glyphs, in: room, on: &grid)
    }
}
