/// A bracketed paste on its way: large ones come in thousands of pieces, so each byte is looked at once.
struct PasteBuffer: Sendable {
    private var bytes: [UInt8] = []
    private static let end: [UInt8] = Array("\u{1B}[201~".utf8)

    /// Takes bytes up to the end of the paste; what follows it stays in `rest`.
    /// - Returns: the whole text with line ends as LF, or nil while more is to come.
    mutating func add(_ rest: inout ArraySlice<UInt8>) -> String? {
        // The mark may have begun in the piece before.
        let seam = max(0, bytes.count - PasteBuffer.end.count + 1)
        let added = rest
        bytes += added
        guard let mark = firstEnd(from: seam) else {
            rest = []
            return nil
        }
        let behind = bytes.count - mark - PasteBuffer.end.count
        rest = added.suffix(behind)
        return PasteBuffer.text(bytes[..<mark])
    }

    private func firstEnd(from start: Int) -> Int? {
        var position = start
        while let escape = bytes[position...].firstIndex(of: 0x1B) {
            if bytes[escape...].starts(with: PasteBuffer.end) { return escape }
            position = escape + 1
        }
        return nil
    }

    /// Terminals send line ends as CR; some leave CR LF as it was.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var last: UInt8 = 0
        for byte in bytes {
            if byte != 0x0A || last != 0x0D { result.append(byte == 0x0D ? 0x0A : byte) }
            last = byte
        }
        return String(decoding: result, as: UTF8.self)
    }
}
