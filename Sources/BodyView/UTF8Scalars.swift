/// UTF-8 read scalar by scalar, without making strings.
enum UTF8Scalars {
    /// Returns the number of bytes of the scalar at a place; nil if no complete, valid one starts there.
    ///
    /// - Source: The Unicode Standard, table 3-7.
    @inline(__always)
    static func length(_ bytes: UnsafeRawBufferPointer, at offset: Int, end: Int) -> Int? {
        let first = bytes[offset]
        if first < 0x80 { return 1 }
        guard let (length, second) = rest(after: first), offset + length <= end else { return nil }
        guard second.contains(bytes[offset + 1]) else { return nil }
        for place in (offset + 2)..<max(offset + length, offset + 2) where bytes[place] & 0xC0 != 0x80 { return nil }
        return length
    }

    /// Returns the length of a sequence and the range of its second byte.
    @inline(__always)
    private static func rest(after first: UInt8) -> (length: Int, second: ClosedRange<UInt8>)? {
        switch first {
        case 0xC2...0xDF: (2, 0x80...0xBF)
        case 0xE0: (3, 0xA0...0xBF)
        case 0xED: (3, 0x80...0x9F)
        case 0xE1...0xEF: (3, 0x80...0xBF)
        case 0xF0: (4, 0x90...0xBF)
        case 0xF1...0xF3: (4, 0x80...0xBF)
        case 0xF4: (4, 0x80...0x8F)
        default: nil
        }
    }

    /// Returns the number of scalars; an invalid byte counts as one.
    static func count(_ bytes: UnsafeRawBufferPointer, in range: Range<Int>) -> Int {
        var cursor = range.lowerBound
        var count = 0
        while cursor < range.upperBound {
            if cursor + 8 <= range.upperBound, ByteSearch.word(bytes, at: cursor) & ByteSearch.highBits == 0 {
                cursor += 8
                count += 8
                continue
            }
            cursor += length(bytes, at: cursor, end: range.upperBound) ?? 1
            count += 1
        }
        return count
    }
}
