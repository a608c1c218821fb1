/// A place in a grid: 0-based columns from the left and rows from the top.
public struct Point: Sendable, Hashable {
    public var column: Int
    public var row: Int

    public init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }
}

/// Columns and rows of a grid or a screen.
public struct Size: Sendable, Hashable {
    public var columns: Int
    public var rows: Int

    public init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }
}

/// A part of a grid. Never negative in size: a cut too deep leaves an empty rectangle.
public struct Rect: Sendable, Hashable {
    public var column: Int
    public var row: Int
    public var columns: Int
    public var rows: Int

    public init(column: Int, row: Int, columns: Int, rows: Int) {
        self.column = column
        self.row = row
        self.columns = max(0, columns)
        self.rows = max(0, rows)
    }

    public init(_ size: Size) { self.init(column: 0, row: 0, columns: size.columns, rows: size.rows) }

    public var size: Size { Size(columns: columns, rows: rows) }
    public var endColumn: Int { column + columns }
    public var endRow: Int { row + rows }
    public var isEmpty: Bool { columns == 0 || rows == 0 }
    public var origin: Point { Point(column: column, row: row) }

    public func contains(_ point: Point) -> Bool {
        (column..<endColumn).contains(point.column) && (row..<endRow).contains(point.row)
    }

    /// Cuts `count` rows off the top; both parts, the cut one first.
    public func cutTop(_ count: Int) -> (Rect, Rect) {
        let cut = min(max(0, count), rows)
        return (
            Rect(column: column, row: row, columns: columns, rows: cut),
            Rect(column: column, row: row + cut, columns: columns, rows: rows - cut)
        )
    }

    /// Cuts `count` rows off the bottom; the cut part first, what remains second.
    public func cutBottom(_ count: Int) -> (Rect, Rect) {
        let (rest, cut) = cutTop(rows - min(max(0, count), rows))
        return (cut, rest)
    }

    /// Cuts `count` columns off the left; both parts, the cut one first.
    public func cutLeft(_ count: Int) -> (Rect, Rect) {
        let cut = min(max(0, count), columns)
        return (
            Rect(column: column, row: row, columns: cut, rows: rows),
            Rect(column: column + cut, row: row, columns: columns - cut, rows: rows)
        )
    }

    /// Returns the rectangle without a border of one cell on each side.
    public func inset(columns: Int = 1, rows: Int = 1) -> Rect {
        Rect(
            column: column + columns, row: row + rows, columns: self.columns - 2 * columns, rows: self.rows - 2 * rows)
    }

    /// Returns the row `index` rows below the top, one row high; empty outside.
    public func line(_ index: Int) -> Rect {
        guard (0..<rows).contains(index) else { return Rect(column: column, row: row, columns: columns, rows: 0) }
        return Rect(column: column, row: row + index, columns: columns, rows: 1)
    }
}

extension Rect {
    /// Returns the part that both cover; empty where they do not meet.
    public func intersection(_ other: Rect) -> Rect {
        let column = max(self.column, other.column)
        let row = max(self.row, other.row)
        return Rect(
            column: column, row: row, columns: min(endColumn, other.endColumn) - column,
            rows: min(endRow, other.endRow) - row)
    }

    /// Cuts `count` columns off the right; the cut part first, what remains second.
    public func cutRight(_ count: Int) -> (Rect, Rect) {
        let (rest, cut) = cutLeft(columns - min(max(0, count), columns))
        return (cut, rest)
    }
}
