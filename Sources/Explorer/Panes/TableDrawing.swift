import BodyStore
import BodyView
import ExplorerKit
import OpenCollection
import TextGrid

/// A table of separated values, its columns side by side: the names stay in view.
struct TableDrawing {
    let document: BodyDocument
    /// The first column that is shown.
    let firstColumn: Int
    /// The number of columns; nil: too many to be counted.
    private let columnCount: Int?
    let glyphs: Glyphs
    /// Cells in which it finds something are marked.
    let find: FindState?
    /// The number of rows that decide how wide columns are; no column is wider than ``maximumColumns``.
    static let sampleRows = 100
    static let maximumColumns = 40
    /// The bytes of a cell that decide its width: four for each column.
    fileprivate static let sampleLength = maximumColumns * 4
    private static let gap = 2
    private let known: TableColumns?

    /// - Parameter known: The widths of columns, as far as they are measured already.
    init(_ document: BodyDocument, offset: Int, _ glyphs: Glyphs, _ find: FindState?, known: TableColumns?) {
        (self.document, self.glyphs, self.find, self.known) = (document, glyphs, find, known)
        columnCount = document.tableColumnCount
        firstColumn = Self.firstColumn(of: columnCount, offset: offset)
    }

    private static func firstColumn(of count: Int?, offset: Int) -> Int {
        min(offset / step, max(0, (count ?? .max) - 1))
    }

    /// Returns the columns of which something may be seen.
    private static func cells(from first: Int, columns: Int) -> Range<Int> { first..<first + columns / gap + 1 }

    /// Returns the columns if they have to be measured again for a table in a pane; nil: `known` is right.
    ///
    /// - Parameters:
    ///   - offset: The offset of the first shown column, as ``init(_:offset:_:_:known:)`` takes it.
    ///   - columns: The width for the text of the lines.
    ///   - rows: Those that are shown.
    static func measured(
        _ document: BodyDocument, offset: Int, columns: Int, rows shown: Range<Int>, known: TableColumns?,
        _ glyphs: Glyphs
    ) -> TableColumns? {
        let first = firstColumn(of: document.tableColumnCount, offset: offset)
        let cells = cells(from: first, columns: columns)
        let rows = min(document.lineCount, sampleRows)
        let right = known.flatMap { $0.holds(for: document, cells, rows: rows) ? $0 : nil }
        var columns = right ?? TableColumns(document, cells, rows: rows, glyphs)
        return columns.widen(by: shown, of: document, glyphs) || right == nil ? columns : nil
    }

    /// The offset that one key of scrolling sideways adds: a column, here.
    static let step = 8

    /// Returns the number of columns, or a number that is never reached where they cannot be counted.
    static func columnCount(of document: BodyDocument) -> Int {
        document.lineCount == 0 ? 1 : document.tableColumnCount ?? 1 << 20
    }

    /// - Parameters:
    ///   - first: The row at the top, in whose place the names are.
    ///   - number: Writes the number of a line.
    func draw(
        from first: Int, cursor: Int?, in rect: Rect, on grid: inout Grid,
        number: (Int, Rect, Style, inout Grid) -> Void, gutter: Int
    ) {
        let text = rect.cutLeft(min(gutter, rect.columns - 1)).1
        let cells = Self.cells(from: firstColumn, columns: text.columns)
        let sampled = min(document.lineCount, Self.sampleRows)
        let isKnown = known?.holds(for: document, cells, rows: sampled) == true
        let columns = (isKnown ? known : nil)?.columns ?? TableColumns(document, cells, rows: sampled, glyphs).columns
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

    private func write(
        _ row: TableRow, _ columns: [TableColumns.Column], _ expected: Int?, in line: Rect, on grid: inout Grid
    ) {
        var left = line.column
        for (cell, column) in zip(row.cells, columns) {
            guard left < line.endColumn else { return }
            let shown = glyphs.clipped(Self.shown(cell, glyphs), to: column.width)
            let isRight = column.isNumeric && (row.number == 1 || Self.isNumber(cell))
            let start = left + (isRight ? column.width - DisplayWidth.columns(of: shown) : 0)
            let style: Style = row.number == 1 ? .heading : Self.isNumber(cell) ? .jsonNumber : .plain
            grid.write(shown, at: Point(column: start, row: line.row), style, in: line)
            left += column.width + Self.gap
        }
        guard let expected, let count = row.cellCount else { return }
        grid.write("\(count) of \(expected) cells", at: Point(column: left, row: line.row), .warning, in: line)
    }

    /// Marks whole cells with a match, since quotes and line breaks are not shown as they are.
    private func mark(_ row: TableRow, _ columns: [TableColumns.Column], in line: Rect, on grid: inout Grid) {
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

    /// Returns a cell's text, with a sign for line breaks.
    fileprivate static func shown(_ cell: String, _ glyphs: Glyphs) -> String {
        guard cell.utf8.contains(where: { $0 < 0x20 }) else { return cell.shownInLine(limit: 256) }
        let sign: Character = glyphs.ellipsis == "…" ? "↵" : "|"
        return String(cell.map { $0.isNewline ? sign : $0 }).shownInLine(limit: 256)
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

/// The widths of a table's columns, decided by its first rows.
struct TableColumns: Sendable {
    struct Column: Sendable {
        var width: Int
        var isNumeric: Bool
    }

    private(set) var columns: [Column]
    /// Rows that have room in them.
    private var looked: Range<Int>
    private let store: BodyStore
    /// The kind of the body, since another separator may be chosen.
    private let kind: BodyKind
    private let cells: Range<Int>
    private let rows: Int

    init(_ document: BodyDocument, _ cells: Range<Int>, rows: Int, _ glyphs: Glyphs) {
        (store, kind, self.cells, self.rows) = (document.store, document.kind, cells, rows)
        looked = 0..<rows
        let sample = document.tableRows(0..<rows, cells: cells, length: TableDrawing.sampleLength, countedLength: 0)
        columns = (0..<(sample.map(\.cells.count).max() ?? 0)).map { place in
            let texts = sample.map { $0.cells.indices.contains(place) ? $0.cells[place] : "" }
            let width = ListDrawing.widest(texts.lazy.map { TableDrawing.shown($0, glyphs) })
            let values = texts.dropFirst().filter { !$0.isEmpty }
            return Column(
                width: min(max(1, width), TableDrawing.maximumColumns),
                isNumeric: !values.isEmpty && values.allSatisfy { TableDrawing.isNumber($0) })
        }
    }

    /// Makes room for rows that come into view, and takes none away: columns do not go to and fro.
    ///
    /// - Returns: whether other rows than before were looked at.
    mutating func widen(by shown: Range<Int>, of document: BodyDocument, _ glyphs: Glyphs) -> Bool {
        let shown = shown.clamped(to: 0..<document.lineCount)
        guard !shown.isEmpty, shown.lowerBound < looked.lowerBound || shown.upperBound > looked.upperBound else {
            return false
        }
        for row in document.tableRows(shown, cells: cells, length: TableDrawing.sampleLength, countedLength: 0) {
            for (place, cell) in row.cells.enumerated() where columns.indices.contains(place) {
                let width = min(DisplayWidth.columns(of: TableDrawing.shown(cell, glyphs)), TableDrawing.maximumColumns)
                columns[place].width = max(columns[place].width, width)
            }
        }
        let isNear = shown.lowerBound <= looked.upperBound && looked.lowerBound <= shown.upperBound
        looked =
            isNear
            ? min(looked.lowerBound, shown.lowerBound)..<max(looked.upperBound, shown.upperBound) : shown
        return true
    }

    /// Whether these are the columns of a document's first rows, as many as `rows`.
    func holds(for document: BodyDocument, _ cells: Range<Int>, rows: Int) -> Bool {
        document.store === store && document.kind == kind && self.cells == cells && self.rows == rows
    }
}
