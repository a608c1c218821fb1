/// Counts the lines of a text piece by piece: LF, CRLF and CR end a line; a break at the very end does not start one.
struct TextScanner: Sendable {
    /// The offset of the next piece.
    private(set) var offset: Int
    /// The number of lines that have started.
    private(set) var lines = 0
    /// The number of the first line in checkpoints.
    private let firstLine: Int
    private var isInLine = false
    private var followsCarriageReturn = false

    init(from offset: Int = 0, firstLine: Int = 0) {
        self.offset = offset
        self.firstLine = firstLine
    }

    mutating func scan(_ bytes: UnsafeRawBufferPointer, into checkpoints: inout Checkpoints) {
        var cursor = 0
        while cursor < bytes.count {
            if followsCarriageReturn, bytes[cursor] == 0x0A { cursor += 1 }
            followsCarriageReturn = false
            guard cursor < bytes.count else { break }
            if !isInLine { startLine(offset + cursor, &checkpoints) }
            cursor = ByteSearch.lineBreak(bytes, from: cursor, to: bytes.count)
            guard cursor < bytes.count else { break }
            followsCarriageReturn = bytes[cursor] == 0x0D
            isInLine = false
            cursor += 1
        }
        offset += bytes.count
    }

    @inline(__always)
    private mutating func startLine(_ place: Int, _ checkpoints: inout Checkpoints) {
        if place >= checkpoints.nextOffset {
            checkpoints.append(Checkpoint(offset: place, line: firstLine + lines, nesting: Nesting()))
        }
        lines += 1
        isInLine = true
    }
}
