/// Lays out rows of bytes as hexadecimal digits and characters; each row is independent of the others.
///
/// `00000010  48 65 6c 6c 6f 2c 20 77  6f 72 6c 64 0a 00 ff 7f  Hello, world....`: 76 columns for 16 bytes, 43 for 8.
struct HexLayout {
    let bytesPerRow: Int

    /// Creates a layout with 16 bytes in a row if there are enough columns, else 8.
    init(columns: Int) { bytesPerRow = columns >= 76 ? 16 : 8 }

    func lineCount(of byteCount: Int) -> Int { (byteCount + bytesPerRow - 1) / bytesPerRow }

    func byteRange(ofLine line: Int, count: Int) -> Range<Int> {
        let start = line * bytesPerRow
        return start..<min(start + bytesPerRow, count)
    }

    func line(_ line: Int, bytes: UnsafeRawBufferPointer, range: Range<Int>, window: Range<Int>) -> BodyLine {
        var writer = LineWriter(window: window)
        append(Self.digits(of: range.lowerBound, count: range.lowerBound >> 32 == 0 ? 8 : 16), .offset, to: &writer)
        append(Array("  ".utf8), .plain, to: &writer)
        append(pairs(of: bytes), .hexByte, to: &writer)
        append(Array("  ".utf8), .plain, to: &writer)
        append(bytes.map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: ".") }, .ascii, to: &writer)
        return BodyLine(number: line + 1, depth: 0, runs: writer.runs, byteRange: range, isCut: writer.isCut)
    }

    private func append(_ text: [UInt8], _ token: BodyToken, to writer: inout LineWriter) {
        text.withUnsafeBytes { writer.append($0, token) }
    }

    /// Returns the digits of every byte with spaces between them, a wider one in the middle of sixteen; padded to the full width.
    private func pairs(of bytes: UnsafeRawBufferPointer) -> [UInt8] {
        var text: [UInt8] = []
        for place in 0..<bytesPerRow {
            if place > 0 { text.append(0x20) }
            if place == 8 { text.append(0x20) }
            text += place < bytes.count ? Self.digits(of: Int(bytes[place]), count: 2) : [0x20, 0x20]
        }
        return text
    }

    private static func digits(of number: Int, count: Int) -> [UInt8] {
        let alphabet = Array("0123456789abcdef".utf8)
        return (0..<count).map { alphabet[(number >> (4 * (count - 1 - $0))) & 15] }
    }
}
