/// Counts the rows of a table of separated values, piece by piece: a line break in a quoted cell does not end its row.
///
/// - Source: RFC 4180, section 2; cells are also separated by semicolons, tabs or bars, whichever the first row uses.
struct TableScanner: Sendable {
    /// The separator of cells; nil until the first row is known.
    private(set) var delimiter: UInt8?
    /// The offset of the next piece.
    private(set) var offset = 0
    /// The number of rows that have started.
    private(set) var rows = 0
    /// The offset of the row started last.
    private(set) var rowOffset = 0
    /// The last row to read: reading stops once more rows than this have started.
    var lastRow = Int.max
    private var state = State.rowStart

    private enum State: UInt8 { case rowStart, cellStart, cell, quoted, quoteInQuoted, carriageReturn }

    /// The number of bytes in which the first row is searched for the separator of cells.
    static let headLength = 1 << 16

    init() {}

    init(resuming checkpoint: Checkpoint, delimiter: UInt8?) {
        self.delimiter = delimiter
        offset = checkpoint.offset
        rowOffset = checkpoint.offset
        rows = checkpoint.line + 1
        state = .cellStart
    }

    /// Whether these first bytes are enough to determine the separator.
    static func isEnough(_ head: UnsafeRawBufferPointer) -> Bool {
        endOfFirstRow(head) < head.count || head.count >= headLength
    }

    /// - Parameter head: The first bytes: ``headLength`` of them, or all, or at least the first row.
    mutating func begin(with head: UnsafeRawBufferPointer) {
        guard delimiter == nil else { return }
        let row = head[..<Self.endOfFirstRow(head)]
        var counts = [Int](repeating: 0, count: Self.delimiters.count)
        var isQuoted = false
        for byte in row {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if !isQuoted, let place = Self.delimiters.firstIndex(of: byte) { counts[place] += 1 }
        }
        let most = counts.max() ?? 0
        delimiter = Self.delimiters[counts.firstIndex(of: most) ?? 0]
    }

    /// The possible separators; of equally frequent ones the first is used.
    private static let delimiters = Array("\t;,|".utf8)

    private static func endOfFirstRow(_ bytes: UnsafeRawBufferPointer) -> Int {
        var isQuoted = false
        for (place, byte) in bytes.prefix(headLength).enumerated() {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if !isQuoted, byte == 0x0A || byte == 0x0D { return place }
        }
        return min(bytes.count, headLength)
    }

    mutating func scan(_ bytes: UnsafeRawBufferPointer, into checkpoints: inout Checkpoints) {
        var cursor = 0
        let base = offset
        let delimiter = delimiter ?? UInt8(ascii: ",")
        if base == 0, bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { cursor = 3 }
        while cursor < bytes.count, rows <= lastRow {
            let byte = bytes[cursor]
            switch state {
            case .carriageReturn:
                state = .rowStart
                if byte == 0x0A { cursor += 1 }
            case .rowStart:
                startRow(base + cursor, &checkpoints)
                state = .cellStart
            case .quoted:
                cursor = ByteSearch.first(
                    UInt8(ascii: "\""), UInt8(ascii: "\""), UInt8(ascii: "\""), bytes, from: cursor, to: bytes.count)
                if cursor < bytes.count { (state, cursor) = (.quoteInQuoted, cursor + 1) }
            case .cellStart where byte == UInt8(ascii: "\""), .quoteInQuoted where byte == UInt8(ascii: "\""):
                (state, cursor) = (.quoted, cursor + 1)
            default:
                cursor = ByteSearch.first(delimiter, 0x0A, 0x0D, bytes, from: cursor, to: bytes.count)
                guard cursor < bytes.count else {
                    state = .cell
                    break
                }
                state = bytes[cursor] == delimiter ? .cellStart : bytes[cursor] == 0x0D ? .carriageReturn : .rowStart
                cursor += 1
            }
        }
        offset = base + cursor
    }

    @inline(__always)
    private mutating func startRow(_ place: Int, _ checkpoints: inout Checkpoints) {
        if place >= checkpoints.nextOffset {
            checkpoints.append(Checkpoint(offset: place, line: rows, nesting: Nesting()))
        }
        rowOffset = place
        rows += 1
    }
}
