/// The bytes of a text, its lines and its places.
struct SourceText: Sendable {
    let bytes: ContiguousArray<UInt8>
    /// The offset of the text: 3 when it begins with a byte order mark, else 0.
    let start: Int

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    init(_ text: String) {
        self.init(bytes: ContiguousArray(text.utf8))
    }

    init(bytes: ContiguousArray<UInt8>) {
        self.bytes = bytes
        start = bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
    }

    var end: Int { bytes.count }

    static func isBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
    static func isSpaceOrTab(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// Returns the byte at `offset`; nil at the end.
    func byte(at offset: Int) -> UInt8? {
        offset >= 0 && offset < bytes.count ? bytes[offset] : nil
    }

    // MARK: Lines

    /// Returns the offset at which the line that holds `offset` begins.
    func lineStart(_ offset: Int) -> Int {
        var position = offset
        while position > start, !Self.isBreak(bytes[position - 1]) { position -= 1 }
        return position
    }

    /// Returns the offset at which the line that holds `offset` ends, before its line break.
    func lineEnd(_ offset: Int) -> Int {
        var position = offset
        while position < end, !Self.isBreak(bytes[position]) { position += 1 }
        return position
    }

    /// Returns the offset at which the next line begins, for an offset before a line break or at the end.
    func afterBreak(_ offset: Int) -> Int {
        guard offset < end, Self.isBreak(bytes[offset]) else { return offset }
        let isPair = bytes[offset] == 0x0D && byte(at: offset + 1) == 0x0A
        return offset + (isPair ? 2 : 1)
    }

    func nextLine(_ offset: Int) -> Int { afterBreak(lineEnd(offset)) }

    /// Returns the first offset from `offset` on that holds no space and no tab.
    func skipSpacesAndTabs(_ offset: Int) -> Int {
        var position = offset
        while position < end, Self.isSpaceOrTab(bytes[position]) { position += 1 }
        return position
    }

    /// Returns the first offset after `offset` that is a space, a tab, a line break or the end.
    func wordEnd(_ offset: Int) -> Int {
        var position = offset + 1
        while position < end, !Self.isSpaceOrTab(bytes[position]), !Self.isBreak(bytes[position]) { position += 1 }
        return min(position, end)
    }

    /// Returns the first offset from `offset` on that is no space, tab, line break or comment.
    func skipToContent(_ offset: Int) -> Int {
        var position = offset
        while position < end {
            if bytes[position] == UInt8(ascii: "#") {
                position = lineEnd(position)
            } else if Self.isSpaceOrTab(bytes[position]) || Self.isBreak(bytes[position]) {
                position += 1
            } else {
                break
            }
        }
        return position
    }

    /// The line break that this text uses: the first one in it, or LF.
    var lineBreak: String {
        let first = lineEnd(start)
        return first < end ? String(decoding: bytes[first..<afterBreak(first)], as: UTF8.self) : "\n"
    }

    func string(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    // MARK: Places

    func place(at offset: Int) -> SourcePlace {
        let offset = min(max(offset, start), end)
        var line = 1
        var position = lineEnd(start)
        var begin = start
        while position < offset, afterBreak(position) <= offset {
            begin = afterBreak(position)
            line += 1
            position = lineEnd(begin)
        }
        return SourcePlace(line: line, column: 1 + scalarCount(begin..<offset), offsetInBytes: offset)
    }

    /// Returns the place of `offset`, counted on from an earlier place.
    func place(at offset: Int, from earlier: SourcePlace) -> SourcePlace {
        var place = earlier
        while place.offsetInBytes < offset {
            let next = afterBreak(place.offsetInBytes)
            if next > place.offsetInBytes {
                place = SourcePlace(line: place.line + 1, column: 1, offsetInBytes: next)
            } else {
                place.column += Self.beginsScalar(bytes[place.offsetInBytes]) ? 1 : 0
                place.offsetInBytes += 1
            }
        }
        return place
    }

    static func beginsScalar(_ byte: UInt8) -> Bool { byte & 0xC0 != 0x80 }

    private func scalarCount(_ range: Range<Int>) -> Int {
        bytes[range].reduce(0) { $0 + (Self.beginsScalar($1) ? 1 : 0) }
    }

    func error(_ message: String, at offset: Int) -> YAMLSyntaxError {
        let place = place(at: offset)
        let line = lineStart(place.offsetInBytes)..<lineEnd(place.offsetInBytes)
        return YAMLSyntaxError(message: message, place: place, sourceLine: string(line))
    }
}
