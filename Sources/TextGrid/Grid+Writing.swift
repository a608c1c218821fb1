extension Grid {
    /// Writes text in one row from `at`, clipped to `clip` and to the grid.
    ///
    /// A wide character is never cut in half: a half that would be visible becomes a space, and so does what remains of a wide one written over.
    /// Characters that a terminal must not receive are shown as ``Glyph/glyphs(of:)`` says; tabs and line ends too, so expand and split before. `at`
    /// may lie left of `clip`: the text then shows its later part.
    /// - Returns: The column after the last one written, had nothing been clipped.
    @discardableResult
    public mutating func write(_ text: String, at: Point, _ style: Style = .plain, in clip: Rect) -> Int {
        var pen = Pen(self, at, style, clip)
        if DisplayWidth.isPlainASCII(text) {
            for byte in text.utf8 { pen.put(Grid.ascii[Int(byte)], 1, &cells) }
        } else {
            for character in text { pen.put(character, &cells) }
        }
        pen.lift(&cells)
        return pen.column
    }

    /// Writes text from `at`, clipped to the grid alone.
    @discardableResult
    public mutating func write(_ text: String, at: Point, _ style: Style = .plain) -> Int {
        write(text, at: at, style, in: bounds)
    }

    /// Writes several runs after each other.
    @discardableResult
    public mutating func write(_ runs: [StyledText], at: Point, in clip: Rect) -> Int {
        runs.reduce(at.column) { write($1.text, at: Point(column: $0, row: at.row), $1.style, in: clip) }
    }

    /// Fills a rectangle, as far as it is on the grid, with one grapheme of one column.
    public mutating func fill(_ rect: Rect, with grapheme: String = " ", _ style: Style = .plain) {
        let rect = rect.intersection(bounds)
        guard !rect.isEmpty else { return }
        for row in rect.row..<rect.endRow {
            repairEdges(row: row, rect.column..<rect.endColumn)
            let start = row * size.columns
            for index in start + rect.column..<start + rect.endColumn { cells[index] = Cell(grapheme, style) }
        }
    }

    /// Gives cells another style and keeps their text (selection, dimming).
    public mutating func restyle(_ rect: Rect, _ style: Style) {
        let rect = rect.intersection(bounds)
        guard !rect.isEmpty else { return }
        for row in rect.row..<rect.endRow {
            let start = row * size.columns
            for index in start + rect.column..<start + rect.endColumn { cells[index].style = style }
        }
    }

    /// Returns all rows as text, joined by line ends. `trimmed` drops spaces at the ends of rows.
    public func text(trimmed: Bool = true) -> String {
        (0..<size.rows).map { text(row: $0, trimmed: trimmed) }.joined(separator: "\n")
    }

    /// Returns one row as text.
    public func text(row: Int, trimmed: Bool = true) -> String {
        var line = self.row(row).reduce(into: "") { $0 += $1.grapheme }
        while trimmed, line.last == " " { line.removeLast() }
        return line
    }

    /// Returns the cells of one row.
    public func row(_ row: Int) -> ArraySlice<Cell> {
        cells[row * size.columns..<(row + 1) * size.columns]
    }

    /// Replaces the halves that remain of wide glyphs by spaces when these columns are overwritten.
    mutating func repairEdges(row: Int, _ columns: Range<Int>) {
        let start = row * size.columns
        if columns.lowerBound > 0, cells[start + columns.lowerBound].grapheme.isEmpty {
            cells[start + columns.lowerBound - 1].grapheme = " "
        }
        if columns.upperBound < size.columns, cells[start + columns.upperBound].grapheme.isEmpty {
            cells[start + columns.upperBound].grapheme = " "
        }
    }

    /// One string for each ASCII code, made once.
    static let ascii: [String] = (0..<128).map { String(Unicode.Scalar(UInt8($0))) }
}
