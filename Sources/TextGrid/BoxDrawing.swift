/// Light lines that join where they meet. A character of a line is the set of its arms.
enum BoxDrawing {
    static let up = 1
    static let right = 2
    static let down = 4
    static let left = 8

    /// The character with the arms of its index.
    static let characters = ["", "╵", "╶", "└", "╷", "│", "┌", "├", "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼"]

    static func arms(of grapheme: String) -> Int { characters.firstIndex(of: grapheme) ?? 0 }

    static func asciiForm(_ arms: Int) -> String {
        if arms & ~(up | down) == 0 { return "|" }
        if arms & ~(left | right) == 0 { return "-" }
        return "+"
    }
}

extension Grid {
    /// Draws the border of a rectangle with light lines; where it meets lines already there, they join.
    public mutating func drawBox(_ rect: Rect, _ style: Style = .plain) {
        guard rect.columns > 1, rect.rows > 1 else { return }
        let (lastColumn, lastRow) = (rect.endColumn - 1, rect.endRow - 1)
        for column in rect.column...lastColumn {
            let arms = (column > rect.column ? BoxDrawing.left : 0) | (column < lastColumn ? BoxDrawing.right : 0)
            join(arms, Point(column: column, row: rect.row), style)
            join(arms, Point(column: column, row: lastRow), style)
        }
        for row in rect.row...lastRow {
            let arms = (row > rect.row ? BoxDrawing.up : 0) | (row < lastRow ? BoxDrawing.down : 0)
            join(arms, Point(column: rect.column, row: row), style)
            join(arms, Point(column: lastColumn, row: row), style)
        }
    }

    /// Draws a horizontal line from `at` to the right; its ends join lines they touch.
    public mutating func drawHorizontalLine(at: Point, columns: Int, _ style: Style = .plain) {
        for column in at.column..<at.column + max(0, columns) {
            let isInner = column > at.column && column < at.column + columns - 1
            let arms = endArms(
                BoxDrawing.left | BoxDrawing.right, isInner, column == at.column, Point(column: column, row: at.row))
            join(arms, Point(column: column, row: at.row), style)
        }
    }

    /// Draws a vertical line from `at` downwards; its ends join lines they touch.
    public mutating func drawVerticalLine(at: Point, rows: Int, _ style: Style = .plain) {
        for row in at.row..<at.row + max(0, rows) {
            let isInner = row > at.row && row < at.row + rows - 1
            let arms = endArms(
                BoxDrawing.up | BoxDrawing.down, isInner, row == at.row, Point(column: at.column, row: row))
            join(arms, Point(column: at.column, row: row), style)
        }
    }

    /// At an end that stands on another line, only the inward arm: a tee, not a crossing.
    private func endArms(_ arms: Int, _ isInner: Bool, _ isFirst: Bool, _ point: Point) -> Int {
        guard !isInner, bounds.contains(point),
            BoxDrawing.arms(of: self[column: point.column, row: point.row].grapheme) != 0
        else { return arms }
        let inward = isFirst ? BoxDrawing.right | BoxDrawing.down : BoxDrawing.left | BoxDrawing.up
        return arms & inward
    }

    private mutating func join(_ arms: Int, _ point: Point, _ style: Style) {
        guard bounds.contains(point) else { return }
        let before = BoxDrawing.arms(of: self[column: point.column, row: point.row].grapheme)
        mendEdges(row: point.row, point.column..<point.column + 1)
        self[column: point.column, row: point.row] = Cell(BoxDrawing.characters[before | arms], style)
    }
}
