/// A row of a table of separated values.
public struct TableRow: Sendable, Hashable {
    /// The number of the row, 1-based; the first row has the names of the columns.
    public var number: Int
    /// The requested cells, their quotes undone; fewer if the row has no more.
    public var cells: [String]
    /// The places of these cells in the body, quotes included.
    public var cellRanges: [Range<Int>]
    /// The number of cells of the row; nil if it is too long to be counted, or the count was not requested.
    public var cellCount: Int?
    public var byteRange: Range<Int>
}

/// Returns rows, one after the other, from the start of one.
struct TableLayout {
    /// The body from its first byte to the last indexed one.
    let bytes: UnsafeRawBufferPointer
    let checkpoints: Checkpoints
    private let delimiter: UInt8
    /// A scanner that has started the next row.
    private var scanner: TableScanner
    /// The most bytes of a row that are read for the requested cells.
    static let maximumRowLength = 1 << 20

    init(bytes: UnsafeRawBufferPointer, checkpoints: Checkpoints, start: Checkpoint, like scanner: TableScanner) {
        self.bytes = bytes
        self.checkpoints = checkpoints
        delimiter = scanner.delimiter ?? UInt8(ascii: ",")
        self.scanner = TableScanner(resuming: start, delimiter: delimiter)
    }

    /// The next row, 0-based.
    var line: Int { scanner.rows - 1 }

    /// Skips a row; returns its bytes, without the line break.
    @discardableResult
    mutating func skip(columns: Int = 0) -> Range<Int> {
        let (start, number) = (scanner.rowOffset, line)
        let bound = min(bytes.count, start + Checkpoints.spacing + columns * 4)
        scanner.lastRow = number + 1
        var none = Checkpoints.closed
        if bound > scanner.offset {
            scanner.scan(UnsafeRawBufferPointer(rebasing: bytes[scanner.offset..<bound]), into: &none)
        }
        if line == number, bound < bytes.count, let next = checkpoints.exactly(at: number + 1) {
            scanner = TableScanner(resuming: next, delimiter: delimiter)
        }
        let end = line == number ? bytes.count : scanner.rowOffset
        return start..<withoutBreak(start, end)
    }

    private func withoutBreak(_ start: Int, _ end: Int) -> Int {
        var end = end
        if end > start, bytes[end - 1] == 0x0A { end -= 1 }
        if end > start, bytes[end - 1] == 0x0D { end -= 1 }
        return end
    }

    /// Returns the row as it was sent.
    mutating func next(_ window: Range<Int>) -> BodyLine {
        let number = line + 1
        let range = skip(columns: window.upperBound)
        var writer = LineWriter(window: window)
        let part = UnsafeRawBufferPointer(rebasing: bytes[range.prefix(writer.bytesToFill + 4)])
        writer.append(part, .plain, at: range.lowerBound, in: range.lowerBound)
        if range.count > writer.bytesToFill + 4, writer.isFull { writer.markCut() }
        return BodyLine(number: number, depth: 0, writer, byteRange: range)
    }

    /// - Parameters:
    ///   - cells: The requested cells, 0-based.
    ///   - length: The bytes of each cell that are read.
    ///   - countedLength: The most bytes of a row whose cells are counted.
    mutating func nextRow(_ cells: Range<Int>, length: Int, countedLength: Int) -> TableRow {
        let number = line + 1
        let range = skip()
        let row = range.prefix(Self.maximumRowLength)
        let isCounted = range.count <= min(countedLength, Self.maximumRowLength)
        var texts: [String] = []
        var ranges: [Range<Int>] = []
        var cursor = row.lowerBound
        var count = 0
        while cursor <= row.upperBound, isCounted || count < cells.upperBound {
            let end = endOfCell(cursor, row.upperBound)
            if cells.contains(count) {
                texts.append(text(cursor..<end, length))
                ranges.append(cursor..<end)
            }
            count += 1
            cursor = end + 1
        }
        return TableRow(
            number: number, cells: texts, cellRanges: ranges, cellCount: isCounted ? count : nil, byteRange: range)
    }

    private func endOfCell(_ start: Int, _ end: Int) -> Int {
        let quote = UInt8(ascii: "\"")
        var cursor = start
        if cursor < end, bytes[cursor] == quote {
            cursor += 1
            while cursor < end {
                cursor = ByteSearch.first(quote, quote, quote, bytes, from: cursor, to: end) + 1
                guard cursor < end, bytes[cursor] == quote else { break }
                cursor += 1
            }
        }
        return ByteSearch.first(delimiter, delimiter, delimiter, bytes, from: min(cursor, end), to: end)
    }

    /// Returns the text of a cell; doubled quotes become single ones.
    private func text(_ range: Range<Int>, _ length: Int) -> String {
        let quote = UInt8(ascii: "\"")
        let part = range.prefix(length)
        guard let first = part.first, bytes[first] == quote else {
            return String(decoding: bytes[part], as: UTF8.self)
        }
        var text: [UInt8] = []
        var isQuoted = true
        var place = first + 1
        while place < part.upperBound {
            let isQuote = bytes[place] == quote
            if isQuote, isQuoted, place + 1 < range.upperBound, bytes[place + 1] == quote {
                place += 1
            } else if isQuote, isQuoted {
                isQuoted = false
                place += 1
                continue
            }
            text.append(bytes[place])
            place += 1
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension Range<Int> {
    /// Returns the first `count` places at most.
    fileprivate func prefix(_ count: Int) -> Range<Int> {
        lowerBound..<Swift.min(upperBound, lowerBound + Swift.max(0, count))
    }
}

extension BodyDocument {
    /// Returns cells of a table's rows; empty if the body is not a table.
    ///
    /// - Parameters:
    ///   - rows: The rows, 0-based; clamped to those that are known.
    ///   - cells: The cells, 0-based.
    ///   - length: The bytes of each cell that are read. Default: 256.
    ///   - countedLength: The most bytes of a row whose cells are counted; in longer rows, nothing is read after the last requested
    ///     cell. Default: 16 KiB.
    public func tableRows(
        _ rows: Range<Int>, cells: Range<Int>, length: Int = 256, countedLength: Int = 1 << 14
    ) -> [TableRow] {
        let rows = rows.clamped(to: 0..<lineCount)
        guard kind == .table, !rows.isEmpty, let start = index.checkpoints.last(atOrBefore: rows.lowerBound) else {
            return []
        }
        return store.withBytes(in: 0..<index.scannedBytes) { bytes in
            var layout = TableLayout(
                bytes: bytes, checkpoints: index.checkpoints, start: start, like: index.table)
            while layout.line < rows.lowerBound { layout.skip() }
            return rows.map { _ in layout.nextRow(cells, length: length, countedLength: countedLength) }
        }
    }

    /// The number of cells of the first row, which names the columns; nil if this is not a table, or the row is too long to be counted.
    public var tableColumnCount: Int? { tableRows(0..<1, cells: 0..<0, countedLength: .max).first?.cellCount }
}

extension BodyIndex {
    func tableLines(_ range: Range<Int>, _ columns: Range<Int>, _ bytes: UnsafeRawBufferPointer) -> [BodyLine] {
        guard let start = checkpoints.last(atOrBefore: range.lowerBound) else { return [] }
        var layout = TableLayout(bytes: bytes, checkpoints: checkpoints, start: start, like: table)
        while layout.line < range.lowerBound { layout.skip() }
        return range.map { _ in layout.next(columns) }
    }
}
