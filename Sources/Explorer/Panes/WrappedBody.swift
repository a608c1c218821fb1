import BodyView
import ExplorerKit
import TextGrid

/// A row of a body whose long lines are broken: the row that the line would have, and the first column of it that the row shows.
struct WrappedRow: Sendable, Hashable, Comparable {
    /// The 0-based row of the line, folds counted.
    var row: Int
    /// The column of the row's start in the line, in scalars; 0: the line's first row.
    var column = 0

    static func < (one: WrappedRow, other: WrappedRow) -> Bool { (one.row, one.column) < (other.row, other.column) }
}

/// The rows of a body when its long lines are broken where the pane ends.
///
/// A line is broken again at fixed columns, so that a row is found without reading the line from its start: that costs what the screen shows,
/// however long the line is. Only who goes to the end of a line has it measured.
struct WrappedBody {
    var document: BodyDocument
    let folding: Folding
    /// Columns of the screen for the text of a row.
    let room: Int
    let ellipsis: String

    init(_ document: BodyDocument, _ folding: Folding, room: Int, ellipsis: String) {
        (self.document, self.folding, self.room, self.ellipsis) = (document, folding, max(1, room), ellipsis)
    }

    /// A piece is broken as if it began a line.
    private var pieceColumns: Int { room * 32 }
    private var rowCount: Int { folding.rowCount(ofLines: document.lineCount) }

    /// Returns the part of a line in some columns.
    func line(_ row: Int, _ columns: Range<Int>) -> BodyLine? {
        document.lines(ofRows: row..<row + 1, folding: folding, columns: columns, ellipsis: ellipsis).first
    }

    /// Returns where the rows of a piece begin, and whether the line goes on after it.
    private func rows(ofPiece start: Int, in row: Int) -> (starts: [Int], goesOn: Bool) {
        guard let line = line(row, start..<start + pieceColumns) else { return ([start], false) }
        let (starts, end) = Self.starts(in: line.text, from: start, room: room)
        return (starts, line.isCut && end - start >= pieceColumns)
    }

    /// Returns where the rows of a text begin, whose first column is `start`, and the column after it.
    private static func starts(in text: String, from start: Int, room: Int) -> (starts: [Int], end: Int) {
        let bytes = text.utf8
        // Nearly all text of one long line; asking each character for its width takes milliseconds for a page.
        if bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) {
            return (Array(stride(from: start, to: start + max(1, bytes.count), by: room)), start + bytes.count)
        }
        var starts = [start]
        var (column, used) = (start, 0)
        for character in text {
            let width = DisplayWidth.columns(of: character)
            if used + width > room, used > 0 {
                starts.append(column)
                used = 0
            }
            used += width
            column += character.unicodeScalars.count
        }
        return (starts, column)
    }

    private func piece(of column: Int) -> Int { column / pieceColumns * pieceColumns }

    /// Returns the row that shows a column of a line.
    func row(showing column: Int, of row: Int) -> WrappedRow {
        let starts = rows(ofPiece: piece(of: column), in: row).starts
        return WrappedRow(row: row, column: starts.last { $0 <= column } ?? 0)
    }

    /// Returns as many rows as `count`, from `first` on; fewer at the end of the body.
    func rows(from first: WrappedRow, count: Int) -> [WrappedRow] {
        var rows: [WrappedRow] = []
        var (row, start) = (first.row, piece(of: first.column))
        while rows.count < count, row < rowCount {
            let (starts, goesOn) = self.rows(ofPiece: start, in: row)
            let new = starts.map { WrappedRow(row: row, column: $0) }.filter { $0 >= first }
            rows += new.prefix(count - rows.count)
            (row, start) = goesOn ? (row, start + pieceColumns) : (row + 1, 0)
        }
        return rows
    }

    /// Returns rows from one on, with what they show.
    func lines(from first: WrappedRow, count: Int) -> [(row: WrappedRow, line: BodyLine)] {
        let rows = rows(from: first, count: count + 1)
        return rows.prefix(count).enumerated().compactMap { index, row in
            let next = index + 1 < rows.count && rows[index + 1].row == row.row ? rows[index + 1].column : nil
            return line(row.row, row.column..<(next ?? row.column + pieceColumns)).map { (row, $0) }
        }
    }

    /// Returns as many rows as `count` before `last`, in order; fewer at the beginning of the body.
    func rows(before last: WrappedRow, count: Int) -> [WrappedRow] {
        var rows: [WrappedRow] = []
        var (row, start) = (last.row, piece(of: last.column))
        while rows.count < count {
            let found = self.rows(ofPiece: start, in: row).starts.map { WrappedRow(row: row, column: $0) }
            rows = found.filter { $0 < last } + rows
            if start > 0 {
                start -= pieceColumns
            } else {
                guard row > 0 else { break }
                row -= 1
                start = lastPiece(of: row)
            }
        }
        return rows.suffix(count)
    }

    /// The row of the last line.
    var lastRow: Int { max(0, rowCount - 1) }

    /// The last row of the body.
    var last: WrappedRow {
        let row = lastRow
        let start = lastPiece(of: row)
        return WrappedRow(row: row, column: rows(ofPiece: start, in: row).starts.last ?? 0)
    }

    /// Returns where the last piece of a line begins: at once where that is the first one, else the line is measured.
    private func lastPiece(of row: Int) -> Int {
        guard let line = line(row, 0..<pieceColumns), line.isCut else { return 0 }
        let columns = document.columnCount(ofLine: folding.line(ofRow: row))
        return piece(of: max(0, columns - 1))
    }
}
