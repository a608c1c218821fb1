import BodyView
import OpenCollection
import TextGrid

/// A table of separated values, its columns side by side: the names stay in view.
struct TableDrawing {
    let document: BodyDocument
    /// The first column that is shown.
    let firstColumn: Int
    /// Nil: too many to be counted.
    private let columnCount: Int?
    let signs: Signs
    /// Cells in which it finds something are marked.
    let find: FindState?
    /// How wide columns are is told by so many rows; no column is wider than this.
    static let sampleRows = 100
    static let maximumColumns = 40
    /// Bytes of a cell that tell its width: four for each column.
    private static let sampleLength = maximumColumns * 4
    private static let gap = 2

    init(_ document: BodyDocument, offset: Int, _ signs: Signs, _ find: FindState?) {
        self.document = document
        self.signs = signs
        self.find = find
        columnCount = document.tableColumnCount
        firstColumn = min(offset / Self.step, max(0, (columnCount ?? .max) - 1))
    }

    /// What one key of scrolling sideways adds to the offset: a column, here.
    static let step = 8

    /// So many that no one comes to the last where they cannot be counted.
    static func columnCount(of document: BodyDocument) -> Int {
        document.lineCount == 0 ? 1 : document.tableColumnCount ?? 1 << 20
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
        let head = document.tableRows(0..<1, cells: cells)
        let rows = document.tableRows(first + 1..<first + max(1, rect.rows), cells: cells)
        for (index, row) in (head + rows).enumerated() {
            let isOdd = columnCount != nil && row.cellCount != nil && row.cellCount != columnCount
            number(row.number, rect.line(index), isOdd ? .warning : .hexOffset, &grid)
            write(row, columns, isOdd ? columnCount : nil, in: text.line(index), on: &grid)
            if row.number - 1 == cursor { grid.restyle(rect.line(index), .cursor) }
            mark(row, columns, in: text.line(index), on: &grid)
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

    /// The whole cell, whose quotes and line breaks are not shown as they are.
    private func mark(_ row: TableRow, _ columns: [Column], in line: Rect, on grid: inout Grid) {
        guard let find else { return }
        var left = line.column
        for (range, column) in zip(row.cellRanges, columns) {
            guard left < line.endColumn else { return }
            let matches = find.matches(in: range)
            if !range.isEmpty, !matches.isEmpty {
                let isAtHand = find.found.map { matches.contains($0.byteRange) } ?? false
                let width = min(column.width, line.endColumn - left)
                let cells = Rect(column: left, row: line.row, columns: width, rows: 1)
                grid.restyle(cells, isAtHand ? .matchAtHand : .match)
            }
            left += column.width + Self.gap
        }
    }

    /// Line breaks as a sign.
    private func shown(_ cell: String) -> String {
        guard cell.utf8.contains(where: { $0 < 0x20 }) else { return cell.shownInLine(limit: 256) }
        let sign: Character = signs.ellipsis == "…" ? "↵" : "|"
        return String(cell.map { $0.isNewline ? sign : $0 }).shownInLine(limit: 256)
    }

    private func columns(_ cells: Range<Int>) -> [Column] {
        let sample = document.tableRows(
            0..<Self.sampleRows, cells: cells, length: Self.sampleLength, countedLength: 0)
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
