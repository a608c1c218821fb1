/// Collects the runs of one line within the columns that were asked for.
struct LineWriter {
    /// In scalars of the line, indentation included.
    let window: Range<Int>
    private(set) var column = 0
    private(set) var runs: [BodyRun] = []
    private(set) var isCut = false

    init(window: Range<Int>) { self.window = window }

    var isFull: Bool { column >= window.upperBound }

    /// How many bytes, at most, still have to be looked at to fill the window: four for each scalar.
    var bytesToFill: Int { isFull ? 0 : (window.upperBound - column) * 4 }

    mutating func indent(by width: Int) {
        let visible = (column..<(column + width)).clamped(to: window)
        if !visible.isEmpty { runs.append(BodyRun(String(repeating: " ", count: visible.count), .plain)) }
        if column + width > window.upperBound { isCut = true }
        column += width
    }

    /// Short ASCII of our own.
    mutating func append(_ text: StaticString, _ token: BodyToken) {
        append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount), token)
    }

    mutating func markCut() { isCut = true }

    /// Bytes of the body; those that are not UTF-8 become runs of their own.
    mutating func append(_ bytes: UnsafeRawBufferPointer, _ token: BodyToken) {
        var cursor = skipToWindow(bytes)
        var start = cursor
        while cursor < bytes.count, !isFull {
            if let length = UTF8Scalars.length(bytes, at: cursor, end: bytes.count) {
                cursor += length
            } else {
                flush(bytes, start..<cursor, token)
                runs.append(BodyRun("\u{FFFD}", .invalid))
                cursor += 1
                start = cursor
            }
            column += 1
        }
        flush(bytes, start..<cursor, token)
        if cursor < bytes.count { isCut = true }
    }

    /// Passes over what lies to the left of the window; eight ASCII bytes at once.
    private mutating func skipToWindow(_ bytes: UnsafeRawBufferPointer) -> Int {
        var cursor = 0
        while cursor < bytes.count, column < window.lowerBound {
            if cursor + 8 <= bytes.count, column + 8 <= window.lowerBound,
                ByteSearch.word(bytes, at: cursor) & ByteSearch.highBits == 0
            {
                cursor += 8
                column += 8
                continue
            }
            cursor += UTF8Scalars.length(bytes, at: cursor, end: bytes.count) ?? 1
            column += 1
        }
        return cursor
    }

    private mutating func flush(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, _ token: BodyToken) {
        guard !range.isEmpty else { return }
        runs.append(BodyRun(String(decoding: bytes[range], as: UTF8.self), token))
    }
}
