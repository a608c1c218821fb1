import BodyStore

extension BodyDocument {
    /// Returns the line, 0-based, that a byte belongs to: spaces that no line shows belong to the line before them. nil if no line is known.
    public func line(ofByte offset: Int) -> Int? {
        guard lineCount > 0, offset < index.scannedBytes else { return nil }
        if kind.isBytes { return offset / index.hex.bytesPerRow }
        let start = index.checkpoints.last(atOrBeforeOffset: offset)?.line ?? 0
        // The line of a fault and those after it begin after the last structured line.
        var first = start
        while first < lineCount {
            let some = lines(first..<first + Self.linesAtOnce, columns: 0..<0)
            if let last = some.last(where: { $0.byteRange.lowerBound <= offset }), last.number < first + some.count {
                return last.number - 1
            }
            if some.first.map({ $0.byteRange.lowerBound > offset }) ?? true { return max(0, first - 1) }
            first += some.count
        }
        return lineCount - 1
    }

    private static let linesAtOnce = 256

    /// Returns the columns of a line, in scalars, that show bytes of the body; in hexadecimal rows, those of the digits. nil if none does.
    ///
    /// - Parameter line: The line as it was laid out, from this body.
    public func columns(ofBytes range: Range<Int>, in line: BodyLine) -> Range<Int>? {
        if kind.isBytes { return hexColumns(ofBytes: range, in: line) }
        let from = line.byteRuns.partitioningIndex { $0.byteRange.upperBound > range.lowerBound }
        let behind = line.byteRuns.partitioningIndex { $0.byteRange.lowerBound >= range.upperBound }
        guard from < behind else { return nil }
        let (first, last) = (line.byteRuns[from], line.byteRuns[behind - 1])
        let start = column(ofByte: max(range.lowerBound, first.byteRange.lowerBound), in: first)
        let end = column(ofByte: min(range.upperBound, last.byteRange.upperBound), in: last)
        return start < end ? start..<end : nil
    }

    private func column(ofByte offset: Int, in byteRun: BodyByteRun) -> Int {
        store.withBytes(in: byteRun.byteRange) { bytes in
            byteRun.column + UTF8Scalars.count(bytes, in: 0..<min(offset - byteRun.byteRange.lowerBound, bytes.count))
        }
    }

    private func hexColumns(ofBytes range: Range<Int>, in line: BodyLine) -> Range<Int>? {
        let bytes = range.clamped(to: line.byteRange)
        guard !bytes.isEmpty, range.overlaps(line.byteRange) else { return nil }
        let first = index.hex.column(
            ofByte: bytes.lowerBound - line.byteRange.lowerBound, at: line.byteRange.lowerBound)
        let last = index.hex.column(
            ofByte: bytes.upperBound - 1 - line.byteRange.lowerBound, at: line.byteRange.lowerBound)
        return first..<last + 2
    }

    /// Returns the column of a line, 0-based, at which a byte is shown; the start of the line if it is not shown.
    ///
    /// Takes microseconds if the line is short or has a ruler, else time in proportion to the line's length.
    public func column(ofByte offset: Int, inLine line: Int) -> Int {
        guard let start = lines(line..<line + 1, columns: 0..<0).first else { return 0 }
        let mark = rulers[line]?.mark(atOrBeforeByte: offset)
        let first = mark?.column ?? 0
        let distance = offset - (mark?.byte ?? start.byteRange.lowerBound)
        // Indentation, and a space after a colon, are columns without bytes.
        let window = first..<first + max(0, distance) + start.depth * 2 + 16 + (kind.isBytes ? 80 : 0)
        guard let shown = lines(line..<line + 1, columns: window).first else { return 0 }
        return columns(ofBytes: offset..<offset + 1, in: shown)?.lowerBound ?? 0
    }
}

extension Array {
    /// Returns the first place from which on a condition holds for all; it holds for none before.
    func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension HexLayout {
    /// Returns the column of a byte's digits.
    ///
    /// - Parameter offset: The offset of the row.
    func column(ofByte byte: Int, at offset: Int) -> Int {
        (offset >> 32 == 0 ? 8 : 16) + 2 + byte * 3 + (byte >= 8 ? 1 : 0)
    }
}
