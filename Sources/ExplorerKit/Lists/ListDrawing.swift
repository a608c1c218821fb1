import TextGrid

/// Lists, as all of them look: a line that narrows, rows around the cursor, columns below each other.
package enum ListDrawing {
    /// The line in which one types what narrows a list.
    ///
    /// - Returns: what is below it.
    package static func drawFilter(
        _ filter: TextEditor, sign: String = "> ", _ signs: Signs, in rect: Rect, on grid: inout Grid
    ) -> Rect {
        let (line, below) = rect.cutTop(1)
        drawLine(filter.line, cursorColumn: filter.column, sign: sign, signs, in: line, on: &grid)
        return below
    }

    /// A line in which one types.
    package static func drawLine(
        _ text: [Character], cursorColumn: Int, sign: String = "> ", _ signs: Signs, in line: Rect,
        on grid: inout Grid
    ) {
        grid.write(sign, .key, in: line)
        grid.writeEditing(text, cursorColumn: cursorColumn, in: line.cutLeft(2).1, signs: signs)
    }

    /// A field of a form, or of a question: a line in which one types while it has the cursor.
    ///
    /// - Returns: the first character that is shown.
    @discardableResult
    package static func drawField(
        _ editor: TextEditor, isSecret: Bool = false, hasCursor: Bool = true, _ signs: Signs, in line: Rect,
        on grid: inout Grid
    ) -> Int {
        let text = isSecret ? editor.line.map { _ in Character("*") } : editor.line
        let field = line.cutLeft(2).1
        grid.write("> ", hasCursor ? .key : .dimmed, in: line)
        if hasCursor { return grid.writeEditing(text, cursorColumn: editor.column, in: field, signs: signs) }
        grid.write(String(text), in: field)
        return 0
    }

    /// The rows that have room, the one with the cursor among them and marked.
    ///
    /// - Parameters:
    ///   - keepsMatches: whether marks of found letters stay visible under the cursor.
    ///   - draw: gets the row's index and its line.
    package static func drawRows(
        _ count: Int, cursor: Int?, style: Style = .cursor, keepsMatches: Bool = false, in rect: Rect,
        on grid: inout Grid,
        _ draw: (Int, Rect, inout Grid) -> Void
    ) {
        let first = ListDrawing.scroll(0, showing: cursor ?? 0, rows: rect.rows, of: count)
        for (offset, index) in (first..<count).prefix(rect.rows).enumerated() {
            let line = rect.line(offset)
            draw(index, line, &grid)
            guard index == cursor else { continue }
            if keepsMatches { Highlighting.restyleCursor(line, on: &grid) } else { grid.restyle(line, style) }
        }
    }

    package typealias Cell = (text: String, style: Style)

    /// Rows as a table, the one with the cursor in view: each column is as wide as its widest text, within its limit.
    ///
    /// - Parameter limits: of the columns, from left to right.
    package static func drawTable(
        _ rows: [[Cell]], _ limits: [ColumnLimit], cursor: Int?, _ signs: Signs,
        in rect: Rect, on grid: inout Grid
    ) {
        let needed = limits.indices.map { column in widest(rows.lazy.map { $0[column].text }) }
        let widths = ColumnLimit.widths(limits, widest: needed, in: rect.columns)
        drawRows(rows.count, cursor: cursor, in: rect, on: &grid) { row, line, grid in
            var column = line.column
            for (cell, width) in zip(rows[row], widths) {
                let place = Rect(column: column, row: line.row, columns: width, rows: 1)
                grid.write(signs.clipped(cell.text, to: width), cell.style, in: place)
                column += width + ColumnLimit.gap
            }
        }
    }

    /// Columns of the widest of some texts; 0 of none.
    package static func widest(_ texts: some Sequence<String>) -> Int {
        texts.lazy.map { DisplayWidth.columns(of: $0) }.max() ?? 0
    }

    /// The first row to show, moved as little as possible so that a row is in view.
    package static func scroll(_ first: Int, showing row: Int, rows: Int, of count: Int) -> Int {
        guard rows > 0 else { return min(first, max(0, count - 1)) }
        let shown = row < first ? row : row >= first + rows ? row - rows + 1 : first
        return min(max(0, shown), max(0, count - rows))
    }
}
