import ExplorerKit
import MicroClient
import TextGrid

/// The additions of plain mode to a screen that is drawn.
enum PlainDrawing {
    /// Draws the last line: what has happened last. It stays.
    static func drawAnnouncement(_ state: ExplorerState, in rect: Rect, on grid: inout Grid) {
        guard !rect.isEmpty else { return }
        grid.fill(rect, .plain)
        let text = state.display.announced.text.shownInLine(limit: 500)
        let shown = state.glyphs.clipped(text, to: rect.columns)
        grid.write(shown, .plain, in: rect)
    }

    /// Replaces the dots of masked texts by asterisks, since plain mode is ASCII. A single dot is part of the text.
    static func maskInASCII(on grid: inout Grid) {
        let dot = String(Redaction.mask.prefix(1))
        for row in 0..<grid.size.rows {
            let dots = (0..<grid.size.columns).filter { grid[column: $0, row: row].grapheme == dot }
            for column in dots where dots.contains(column - 1) || dots.contains(column + 1) {
                grid[column: column, row: row].grapheme = "*"
            }
        }
    }

    /// Puts the terminal's cursor on the row or field that has ours: a screen reader reads what is there. During typing it is at the text, until the
    /// cursor moves in the list that is narrowed by it.
    static func placeCursor(_ state: ExplorerState, on grid: inout Grid) {
        guard grid.cursor == nil || state.display.announced.isOnRow else { return }
        grid.cursor = cursorCell(on: grid) ?? grid.cursor ?? Point(column: 0, row: 0)
    }

    /// Returns the first cell of what has our cursor; nil: nothing is chosen.
    static func cursorCell(on grid: Grid) -> Point? {
        for row in 0..<grid.size.rows {
            if let column = cursorColumn(in: row, of: grid) { return Point(column: column, row: row) }
        }
        return nil
    }

    private static func cursorColumn(in row: Int, of grid: Grid) -> Int? {
        (0..<grid.size.columns).first { grid[column: $0, row: row].style == .cursor }
    }

    /// Returns the text of the row with our cursor, in one line even if it has several; empty if there is none.
    static func chosenText(on grid: Grid) -> String {
        guard let first = cursorCell(on: grid) else { return "" }
        let rows = (first.row..<grid.size.rows).prefix { cursorColumn(in: $0, of: grid) != nil }
        return rows.flatMap { grid.text(row: $0).split(separator: " ") }.joined(separator: " ")
    }

    /// Draws a box of everything above the footer, without a border; the first line is for the title.
    static func box(_ title: String, _ state: ExplorerState, on grid: inout Grid) -> Rect {
        let rect = Rect(state.size).cutBottom(1).1
        grid.fill(rect, .overlay)
        grid.write(title, at: rect.origin, .paneTitleFocused, in: rect.line(0))
        return rect.cutTop(1).1
    }
}
