/// Collects the runs of one line within the requested columns.
struct LineWriter {
    /// The columns, in scalars of the line, indentation included.
    let window: Range<Int>
    private(set) var column = 0
    private(set) var runs: [BodyRun] = []
    private(set) var isCut = false
    /// The places of those runs that are bytes of the body.
    private(set) var byteRuns: [BodyByteRun] = []
    /// Places before the window, if they are requested.
    private(set) var marks: [LineRuler.Mark] = []
    private let makesMarks: Bool
    private static let escapesLookedAt = 4096

    init(window: Range<Int>) {
        self.window = window
        makesMarks = window.lowerBound >= LineRuler.endColumn
    }

    var isFull: Bool { column >= window.upperBound }

    /// The most bytes that have to be read to fill the window: four for each scalar.
    var bytesToFill: Int { isFull ? 0 : (window.upperBound - column) * 4 }

    mutating func indent(by width: Int) {
        let visible = (column..<(column + width)).clamped(to: window)
        if !visible.isEmpty { runs.append(BodyRun(String(repeating: " ", count: visible.count), .plain)) }
        if column + width > window.upperBound { isCut = true }
        column += width
    }

    /// Appends short ASCII text that is not from the body.
    mutating func append(_ text: StaticString, _ token: BodyToken) {
        append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount), token)
    }

    mutating func markCut() { isCut = true }

    /// Skips the part that a ruler has measured.
    mutating func jump(to mark: LineRuler.Mark) { column = mark.column }

    /// Appends bytes of the body; those that are not UTF-8 become runs of their own.
    ///
    /// - Parameters:
    ///   - place: The offset of the first byte in the body; nil if they are not part of it.
    ///   - tokenStart: The offset of the token that they belong to.
    mutating func append(
        _ bytes: UnsafeRawBufferPointer, _ token: BodyToken, at place: Int? = nil, in tokenStart: Int = 0
    ) {
        var cursor =
            makesMarks ? measure(bytes, at: place ?? 0, in: tokenStart) : skipToWindow(bytes, from: 0, to: bytes.count)
        var start = cursor
        let (first, firstColumn) = (cursor, column)
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
        if let place, cursor > first {
            byteRuns.append(BodyByteRun(column: firstColumn, byteRange: place + first..<place + cursor))
        }
        if cursor < bytes.count { isCut = true }
    }

    /// Skips all of it, and notes a mark at intervals; never within an escape.
    private mutating func measure(_ bytes: UnsafeRawBufferPointer, at place: Int, in tokenStart: Int) -> Int {
        var cursor = 0
        while cursor < bytes.count {
            cursor = skipToWindow(bytes, from: cursor, to: min(cursor + LineRuler.spacing, bytes.count))
            let escapes = bytes[..<cursor].suffix(Self.escapesLookedAt).reversed().prefix { $0 == UInt8(ascii: "\\") }
            if cursor < bytes.count, escapes.count % 2 == 0, escapes.count < Self.escapesLookedAt {
                marks.append(LineRuler.Mark(byte: place + cursor, column: column, tokenStart: tokenStart))
            }
        }
        return cursor
    }

    /// Skips the part to the left of the window; eight ASCII bytes at once.
    private mutating func skipToWindow(_ bytes: UnsafeRawBufferPointer, from start: Int, to end: Int) -> Int {
        var cursor = start
        while cursor < end, column < window.lowerBound {
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
