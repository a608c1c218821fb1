import TextGrid

/// Lists, as all of them look: a line that narrows, rows around the cursor, columns below each other.
package enum ListDrawing {
    /// Draws the line for the text that narrows a list.
    ///
    /// - Returns: The room below it.
    package static func drawFilter(
        _ filter: TextEditor, sign: String = "> ", _ glyphs: Glyphs, in rect: Rect, on grid: inout Grid
    ) -> Rect {
        let (line, below) = rect.cutTop(1)
        drawLine(filter.line, cursorColumn: filter.column, sign: sign, glyphs, in: line, on: &grid)
        return below
    }

    /// Draws a line for typing.
    package static func drawLine(
        _ text: [Character], cursorColumn: Int, sign: String = "> ", _ glyphs: Glyphs, in line: Rect,
        on grid: inout Grid
    ) {
        let field = line.from(column: grid.write(sign, .key, in: line))
        grid.writeEditing(text, cursorColumn: cursorColumn, in: field, glyphs: glyphs)
    }

    /// Draws a field of a form, or of a question: a line for typing while it has the cursor.
    ///
    /// - Returns: the first character that is shown.
    @discardableResult
    package static func drawField(
        _ editor: TextEditor, isSecret: Bool = false, hasCursor: Bool = true, _ glyphs: Glyphs, in line: Rect,
        on grid: inout Grid
    ) -> Int {
        let text = isSecret ? editor.line.map { _ in Character("*") } : editor.line
        let field = line.cutLeft(2).1
        grid.write("> ", hasCursor ? .key : .dimmed, in: line)
        if hasCursor { return grid.writeEditing(text, cursorColumn: editor.column, in: field, glyphs: glyphs) }
        grid.write(String(text), in: field)
        return 0
    }

    /// Draws the rows that have room, the one with the cursor among them and marked.
    ///
    /// - Parameters:
    ///   - style: The style of the cursor; nil: it is not marked.
    ///   - first: the first row that was in view before.
    ///   - keepsMatches: Whether marks of found letters stay visible under the cursor.
    ///   - draw: gets the row's index and its line.
    package static func drawRows(
        _ count: Int, cursor: Int?, style: Style? = .cursor, from first: Int = 0, keepsMatches: Bool = false,
        in rect: Rect, on grid: inout Grid, _ draw: (Int, Rect, inout Grid) -> Void
    ) {
        let first = ListDrawing.scroll(first, showing: cursor ?? 0, rows: rect.rows, of: count)
        for (offset, index) in (first..<count).prefix(rect.rows).enumerated() {
            let line = rect.line(offset)
            draw(index, line, &grid)
            guard index == cursor, let style else { continue }
            if keepsMatches { Highlighting.restyleCursor(line, on: &grid) } else { grid.restyle(line, style) }
        }
    }

    /// Draws rows as a table, the one with the cursor in view: each column is as wide as its widest text, within its limit. In a row of fewer cells,
    /// the last one has the rest of the line.
    ///
    /// - Parameters:
    ///   - limits: The limits of the columns, from left to right.
    ///   - indent: columns before the first.
    package static func drawTable(
        _ rows: [[StyledText]], _ limits: [ColumnLimit], cursor: Int?, style: Style = .cursor, indent: Int = 0,
        _ glyphs: Glyphs, in rect: Rect, on grid: inout Grid
    ) {
        let needed = limits.indices.map { column in
            widest(rows.lazy.filter { $0.count == limits.count || column < $0.count - 1 }.map { $0[column].text })
        }
        let widths = ColumnLimit.widths(limits, widest: needed, in: rect.columns - indent)
        drawRows(rows.count, cursor: cursor, style: style, in: rect, on: &grid) {
            let line = $1.cutLeft(indent).1
            let isShort = rows[$0].count < widths.count
            write(
                rows[$0], isShort ? widths.prefix(rows[$0].count - 1) + [line.columns] : widths, glyphs, in: line,
                on: &$2)
        }
    }

    /// Writes the cells of a row, each as wide as its column, as far as the line goes.
    package static func write(
        _ cells: [StyledText], _ widths: [Int], _ glyphs: Glyphs, in line: Rect, on grid: inout Grid
    ) {
        var rest = line
        for (cell, width) in zip(cells, widths) {
            let (place, others) = rest.cutLeft(width)
            grid.write(glyphs.clipped(cell.text, to: place.columns), cell.style, in: place)
            rest = others.cutLeft(ColumnLimit.gap).1
        }
    }

    /// Returns the columns of the widest of some texts; 0 of none.
    package static func widest(_ texts: some Sequence<String>) -> Int {
        texts.lazy.map { DisplayWidth.columns(of: $0) }.max() ?? 0
    }

    /// Returns the first row to show, moved as little as possible so that a row is in view.
    package static func scroll(_ first: Int, showing row: Int, rows: Int, of count: Int) -> Int {
        guard rows > 0 else { return min(first, max(0, count - 1)) }
        let shown = row < first ? row : row >= first + rows ? row - rows + 1 : first
        return min(max(0, shown), max(0, count - rows))
    }
}
