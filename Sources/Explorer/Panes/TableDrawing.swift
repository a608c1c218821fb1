import BodyView
import OpenCollection
import TextGrid

/// A table of separated values, its columns side by side: the names stay in view.
struct TableDrawing {
    let document: BodyDocument
    /// The first column that is shown.
    let firstColumn: Int
    let signs: Signs
    /// How wide columns are is told by so many rows; no column is wider than this.
    static let sampleRows = 100
    static let maximumColumns = 40
    private static let gap = 2

    init(_ document: BodyDocument, offset: Int, _ signs: Signs) {
        self.document = document
        self.signs = signs
        firstColumn = min(offset / Self.step, max(0, Self.columnCount(of: document) - 1))
    }

    /// What one key of scrolling sideways adds to the offset: a column, here.
    static let step = 8

    static func columnCount(of document: BodyDocument) -> Int {
        document.tableRows(0..<1, cells: 0..<0).first?.cellCount ?? 1
    }

    private struct Column {
        var width: Int
        var isNumeric: Bool
    }

    /// - Parameters:
    ///   - first: The row at the top, in whose place the names stand.
    ///   - number: Writes the number of a line.
    func draw(
        from first: Int, cursor: Int?, in rect: Rect, on grid: inout Grid,
        number: (Int, Rect, Style, inout Grid) -> Void, gutter: Int
    ) {
        let text = rect.cutLeft(min(gutter, rect.columns - 1)).1
        let cells = firstColumn..<firstColumn + text.columns / Self.gap + 1
        let columns = columns(cells)
        let count = Self.columnCount(of: document)
        let head = document.tableRows(0..<1, cells: cells)
        let rows = document.tableRows(first + 1..<first + max(1, rect.rows), cells: cells)
        for (index, row) in (head + rows).enumerated() {
            let isOdd = row.cellCount != nil && row.cellCount != count
            number(row.number, rect.line(index), isOdd ? .warning : .hexOffset, &grid)
            write(row, columns, isOdd ? count : nil, in: text.line(index), on: &grid)
            if row.number - 1 == cursor { grid.restyle(rect.line(index), .cursor) }
        }
    }

    private func write(_ row: TableRow, _ columns: [Column], _ expected: Int?, in line: Rect, on grid: inout Grid) {
        var left = line.column
        for (cell, column) in zip(row.cells, columns) {
            guard left < line.endColumn else { return }
            let shown = DisplayWidth.clipped(shown(cell), toColumns: column.width, ellipsis: signs.ellipsis)
            let isRight = column.isNumeric && (row.number == 1 || Self.isNumber(cell))
            let start = left + (isRight ? column.width - DisplayWidth.columns(of: shown) : 0)
            let style: Style = row.number == 1 ? .heading : Self.isNumber(cell) ? .jsonNumber : .plain
            grid.write(shown, at: Point(column: start, row: line.row), style, in: line)
            left += column.width + Self.gap
        }
        guard let expected, let count = row.cellCount else { return }
        grid.write("\(count) of \(expected) cells", at: Point(column: left, row: line.row), .warning, in: line)
    }

    /// Line breaks as a sign.
    private func shown(_ cell: String) -> String {
        guard cell.utf8.contains(where: { $0 < 0x20 }) else { return cell.shownInLine(limit: 256) }
        let sign: Character = signs.ellipsis == "…" ? "↵" : "|"
        return String(cell.map { $0.isNewline ? sign : $0 }).shownInLine(limit: 256)
    }

    private func columns(_ cells: Range<Int>) -> [Column] {
        let sample = document.tableRows(0..<Self.sampleRows, cells: cells)
        return (0..<(sample.map(\.cells.count).max() ?? 0)).map { place in
            let texts = sample.map { $0.cells.indices.contains(place) ? $0.cells[place] : "" }
            let width = texts.map { DisplayWidth.columns(of: shown($0)) }.max() ?? 0
            let values = texts.dropFirst().filter { !$0.isEmpty }
            return Column(
                width: min(max(1, width), Self.maximumColumns),
                isNumeric: !values.isEmpty && values.allSatisfy { Self.isNumber($0) })
        }
    }

    /// Digits, with a sign, a point and commas.
    static func isNumber(_ text: String) -> Bool {
        var hasDigit = false
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39: hasDigit = true
            case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: "%"): break
            case UInt8(ascii: "e"), UInt8(ascii: "E"): if !hasDigit { return false }
            default: return false
            }
        }
        return hasDigit
    }
}
