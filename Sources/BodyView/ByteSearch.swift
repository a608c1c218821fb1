/// Searches that look at eight bytes at once; inlined in other modules too, since calls would take longer than the work. In each mask the lowest
/// marked byte is exact; higher ones may be false.
package enum ByteSearch {
    @inlinable static var ones: UInt64 { 0x0101_0101_0101_0101 }
    @inlinable package static var highBits: UInt64 { 0x8080_8080_8080_8080 }

    @inlinable @inline(__always)
    static func equal(_ word: UInt64, to byte: UInt8) -> UInt64 {
        let difference = word ^ (ones &* UInt64(byte))
        return (difference &- ones) & ~difference & highBits
    }

    /// Marks the bytes below a limit of at most 128.
    @inlinable @inline(__always)
    static func below(_ limit: UInt8, _ word: UInt64) -> UInt64 {
        (word &- ones &* UInt64(limit)) & ~word & highBits
    }

    @inlinable @inline(__always)
    package static func word(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// Returns the end of a string's plain part: a quote, a backslash or a control character, or `end`.
    @inlinable @inline(__always)
    package static func endOfPlainString(_ bytes: UnsafeRawBufferPointer, from start: Int, to end: Int) -> Int {
        var cursor = start
        while cursor + 8 <= end {
            let word = word(bytes, at: cursor)
            let mask = equal(word, to: UInt8(ascii: "\"")) | equal(word, to: UInt8(ascii: "\\")) | below(0x20, word)
            if mask != 0 { return cursor + mask.trailingZeroBitCount >> 3 }
            cursor += 8
        }
        while cursor < end {
            let byte = bytes[cursor]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
            cursor += 1
        }
        return cursor
    }

    /// Returns the first carriage return or line feed, or `end`.
    @inlinable @inline(__always)
    package static func lineBreak(_ bytes: UnsafeRawBufferPointer, from start: Int, to end: Int) -> Int {
        var cursor = start
        while cursor + 8 <= end {
            let word = word(bytes, at: cursor)
            let mask = equal(word, to: 0x0A) | equal(word, to: 0x0D)
            if mask != 0 { return cursor + mask.trailingZeroBitCount >> 3 }
            cursor += 8
        }
        while cursor < end, bytes[cursor] != 0x0A, bytes[cursor] != 0x0D { cursor += 1 }
        return cursor
    }

    /// Returns the first of three bytes, or `end`.
    @inlinable @inline(__always)
    package static func first(
        _ a: UInt8, _ b: UInt8, _ c: UInt8, _ bytes: UnsafeRawBufferPointer, from start: Int, to end: Int
    ) -> Int {
        var cursor = start
        while cursor + 8 <= end {
            let word = word(bytes, at: cursor)
            let mask = equal(word, to: a) | equal(word, to: b) | equal(word, to: c)
            if mask != 0 { return cursor + mask.trailingZeroBitCount >> 3 }
            cursor += 8
        }
        while cursor < end, bytes[cursor] != a, bytes[cursor] != b, bytes[cursor] != c { cursor += 1 }
        return cursor
    }

    /// Returns the first byte that is not JSON whitespace, or `end`.
    @inlinable @inline(__always)
    package static func endOfWhitespace(_ bytes: UnsafeRawBufferPointer, from start: Int, to end: Int) -> Int {
        var cursor = start
        while cursor < end, isWhitespace(bytes[cursor]) {
            cursor += 1
            while cursor + 8 <= end, word(bytes, at: cursor) == ones &* 0x20 { cursor += 8 }
        }
        return cursor
    }

    /// Whether a byte is whitespace by RFC 8259, section 2.
    @inlinable @inline(__always)
    package static func isWhitespace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }
}
