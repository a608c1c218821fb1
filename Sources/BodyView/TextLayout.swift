/// Lays out lines of text, one after the other, from the start of a line.
struct TextLayout {
    /// The body from its first byte to the last one that was indexed.
    let bytes: UnsafeRawBufferPointer
    let checkpoints: Checkpoints
    let window: Range<Int>
    /// Of the next line.
    var offset: Int
    /// 0-based.
    var line: Int

    /// Passes over a line.
    mutating func skip() { _ = layOut(in: 0..<0) }

    mutating func next() -> BodyLine { layOut(in: window) }

    private mutating func layOut(in window: Range<Int>) -> BodyLine {
        var writer = LineWriter(window: window)
        let start = offset
        let bound = min(bytes.count, start + Checkpoints.spacing + writer.bytesToFill)
        let end = ByteSearch.lineBreak(bytes, from: start, to: bound)
        writer.append(UnsafeRawBufferPointer(rebasing: bytes[start..<end]), .plain)
        move(toLineAfter: end, bound: bound)
        line += 1
        return BodyLine(number: line, depth: 0, runs: writer.runs, byteRange: start..<end, isCut: writer.isCut)
    }

    /// A line too long to read to its end is followed by a checkpoint, if by anything.
    private mutating func move(toLineAfter end: Int, bound: Int) {
        if end == bound {
            offset = checkpoints.exactly(at: line + 1)?.offset ?? bytes.count
        } else {
            let isPair = bytes[end] == 0x0D && end + 1 < bytes.count && bytes[end + 1] == 0x0A
            offset = end + (isPair ? 2 : 1)
        }
    }
}
