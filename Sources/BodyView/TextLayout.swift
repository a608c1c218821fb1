/// Lays out lines of text, one after the other, from the start of a line.
struct TextLayout {
    /// The body from its first byte to the last indexed one.
    let bytes: UnsafeRawBufferPointer
    let checkpoints: Checkpoints
    let window: Range<Int>
    /// The offset of the next line.
    var offset: Int
    /// The next line, 0-based.
    var line: Int
    var rulers = LineRulers()

    /// Skips a line.
    mutating func skip() { _ = layOut(in: 0..<0) }

    mutating func next() -> BodyLine { layOut(in: window) }

    private mutating func layOut(in window: Range<Int>) -> BodyLine {
        var writer = LineWriter(window: window)
        let start = offset
        let mark = rulers.mark(before: window, ofLine: line, in: start)
        if let mark { writer.jump(to: mark) }
        let first = mark?.byte ?? start
        let bound = min(bytes.count, first + Checkpoints.spacing + writer.bytesToFill)
        let end = ByteSearch.lineBreak(bytes, from: first, to: bound)
        writer.append(UnsafeRawBufferPointer(rebasing: bytes[first..<end]), .plain, at: first, in: start)
        move(toLineAfter: end, bound: bound)
        line += 1
        return BodyLine(number: line, depth: 0, writer, byteRange: start..<end)
    }

    /// Moves to the next line. A line too long to be read to its end is followed by a checkpoint, if by anything.
    private mutating func move(toLineAfter end: Int, bound: Int) {
        if end == bound {
            offset = checkpoints.exactly(at: line + 1)?.offset ?? bytes.count
        } else {
            let isPair = bytes[end] == 0x0D && end + 1 < bytes.count && bytes[end + 1] == 0x0A
            offset = end + (isPair ? 2 : 1)
        }
    }
}
