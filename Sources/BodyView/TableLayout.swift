/// A row of a table of separated values.
public struct TableRow: Sendable, Hashable {
    /// 1-based; the first one has the names of the columns.
    public var number: Int
    /// Those that were asked for, their quotes undone; fewer where the row has no more.
    public var cells: [String]
    /// How many the row has; nil: it is too long to be counted.
    public var cellCount: Int?
    public var byteRange: Range<Int>
}

/// Hands out rows, one after the other, from the start of one.
struct TableLayout {
    /// The body from its first byte to the last one that was indexed.
    let bytes: UnsafeRawBufferPointer
    let checkpoints: Checkpoints
    private let delimiter: UInt8
    /// Has started the next row.
    private var scanner: TableScanner
    /// Rows are looked at so far, at most.
    static let maximumRowLength = 1 << 20

    init(bytes: UnsafeRawBufferPointer, checkpoints: Checkpoints, start: Checkpoint, like scanner: TableScanner) {
        self.bytes = bytes
        self.checkpoints = checkpoints
        delimiter = scanner.delimiter ?? UInt8(ascii: ",")
        self.scanner = TableScanner(resuming: start, delimiter: delimiter)
    }

    /// The next one, 0-based.
    var line: Int { scanner.rows - 1 }

    /// Passes over a row; its bytes, without the line break.
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

    /// The row as it was sent.
    mutating func next(_ window: Range<Int>) -> BodyLine {
        let number = line + 1
        let range = skip(columns: window.upperBound)
        var writer = LineWriter(window: window)
        writer.append(UnsafeRawBufferPointer(rebasing: bytes[range.prefix(writer.bytesToFill + 4)]), .plain)
        if range.count > writer.bytesToFill + 4, writer.isFull { writer.markCut() }
        return BodyLine(number: number, depth: 0, runs: writer.runs, byteRange: range, isCut: writer.isCut)
    }

    /// - Parameters:
    ///   - cells: Which of them, 0-based.
    ///   - length: Bytes of each that are read.
    mutating func nextRow(_ cells: Range<Int>, length: Int) -> TableRow {
        let number = line + 1
        let range = skip()
        let row = range.prefix(Self.maximumRowLength)
        var texts: [String] = []
        var cursor = row.lowerBound
        var count = 0
        while cursor <= row.upperBound {
            let end = endOfCell(cursor, row.upperBound)
            if cells.contains(count) { texts.append(text(cursor..<end, length)) }
            count += 1
            cursor = end + 1
        }
        return TableRow(
            number: number, cells: texts, cellCount: row.count < range.count ? nil : count, byteRange: range)
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

    /// Doubled quotes are one.
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
    /// So many at most, from the start.
    fileprivate func prefix(_ count: Int) -> Range<Int> {
        lowerBound..<Swift.min(upperBound, lowerBound + Swift.max(0, count))
    }
}

extension BodyDocument {
    /// Cells of a table's rows; empty for what is no table.
    ///
    /// - Parameters:
    ///   - rows: 0-based; clamped to those that are known.
    ///   - cells: 0-based.
    ///   - length: Bytes of each cell that are read. Default: 256.
    public func tableRows(_ rows: Range<Int>, cells: Range<Int>, length: Int = 256) -> [TableRow] {
        let rows = rows.clamped(to: 0..<lineCount)
        guard kind == .table, !rows.isEmpty, let start = index.checkpoints.last(atOrBefore: rows.lowerBound) else {
            return []
        }
        return store.withBytes(in: 0..<index.scannedBytes) { bytes in
            var layout = TableLayout(
                bytes: bytes, checkpoints: index.checkpoints, start: start, like: index.table)
            while layout.line < rows.lowerBound { layout.skip() }
            return rows.map { _ in layout.nextRow(cells, length: length) }
        }
    }
}

extension BodyIndex {
    func tableLines(_ range: Range<Int>, _ columns: Range<Int>, _ bytes: UnsafeRawBufferPointer) -> [BodyLine] {
        guard let start = checkpoints.last(atOrBefore: range.lowerBound) else { return [] }
        var layout = TableLayout(bytes: bytes, checkpoints: checkpoints, start: start, like: table)
        while layout.line < range.lowerBound { layout.skip() }
        return range.map { _ in layout.next(columns) }
    }
}
