/// Functions for strings of JSON as bytes.
enum JSONStrings {
    /// Returns the place after the closing quote of the string that begins here; nil if it is not in the bytes.
    static func end(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        var cursor = start + 1
        while cursor < bytes.count {
            cursor = ByteSearch.endOfPlainString(bytes, from: cursor, to: bytes.count)
            guard cursor < bytes.count else { return nil }
            if bytes[cursor] == UInt8(ascii: "\"") { return cursor + 1 }
            cursor += 2
        }
        return nil
    }
}
