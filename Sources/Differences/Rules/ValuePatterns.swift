/// Dates as in ISO 8601 and RFC 3339.
enum DatePattern {
    /// Returns the number of bytes of the date that begins at a place; nil if there is none.
    static func length(_ bytes: UnsafeRawBufferPointer, at start: Int) -> Int? {
        guard let day = fit("0000-00-00", bytes, start), isMonthAndDay(bytes, start) else { return nil }
        var end = day
        guard end < bytes.count, [UInt8(ascii: "T"), UInt8(ascii: "t"), 0x20].contains(bytes[end]),
            let minutes = fit("00:00", bytes, end + 1)
        else { return end - start }
        end = minutes
        if let seconds = fit(":00", bytes, end) {
            end = seconds
            if end + 1 < bytes.count, bytes[end] == UInt8(ascii: ".") || bytes[end] == UInt8(ascii: ","),
                isDigit(bytes[end + 1])
            {
                end += 1
                while end < bytes.count, isDigit(bytes[end]) { end += 1 }
            }
        }
        return zone(bytes, end) - start
    }

    private static func isMonthAndDay(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Bool {
        func number(_ place: Int) -> Int { Int(bytes[place] & 15) * 10 + Int(bytes[place + 1] & 15) }
        return (1...12).contains(number(start + 5)) && (1...31).contains(number(start + 8))
    }

    private static func zone(_ bytes: UnsafeRawBufferPointer, _ end: Int) -> Int {
        guard end < bytes.count else { return end }
        if bytes[end] | 0x20 == UInt8(ascii: "z") { return end + 1 }
        guard bytes[end] == UInt8(ascii: "+") || bytes[end] == UInt8(ascii: "-") else { return end }
        return fit("00:00", bytes, end + 1) ?? fit("0000", bytes, end + 1) ?? fit("00", bytes, end + 1) ?? end
    }

    /// Returns the place after text of this shape, in which a 0 is any digit; nil if it does not fit.
    private static func fit(_ shape: StaticString, _ bytes: UnsafeRawBufferPointer, _ start: Int) -> Int? {
        guard start + shape.utf8CodeUnitCount <= bytes.count else { return nil }
        for index in 0..<shape.utf8CodeUnitCount {
            let wanted = shape.utf8Start[index]
            let byte = bytes[start + index]
            guard wanted == UInt8(ascii: "0") ? isDigit(byte) : byte == wanted else { return nil }
        }
        return start + shape.utf8CodeUnitCount
    }

    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}

enum UUIDShape {
    /// - Source: RFC 9562, section 4.
    static func isUUID(_ bytes: UnsafeRawBufferPointer, at start: Int) -> Bool {
        guard start + 36 <= bytes.count else { return false }
        return (0..<36).allSatisfy { index in
            let byte = bytes[start + index]
            if [8, 13, 18, 23].contains(index) { return byte == UInt8(ascii: "-") }
            return DatePattern.isDigit(byte) || (byte | 0x20) &- 0x61 < 6
        }
    }
}

enum NumberPattern {
    /// Whether it is a number of JSON (RFC 8259, section 6), or one with leading zeros.
    static func isNumber(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var cursor = 0
        func digits() -> Bool {
            let start = cursor
            while cursor < bytes.count, DatePattern.isDigit(bytes[cursor]) { cursor += 1 }
            return cursor > start
        }
        func take(_ wanted: [UInt8]) -> Bool {
            guard cursor < bytes.count, wanted.contains(bytes[cursor]) else { return false }
            cursor += 1
            return true
        }
        _ = take([UInt8(ascii: "-")])
        guard digits() else { return false }
        if take([UInt8(ascii: ".")]), !digits() { return false }
        if take([UInt8(ascii: "e"), UInt8(ascii: "E")]) {
            _ = take([UInt8(ascii: "+"), UInt8(ascii: "-")])
            guard digits() else { return false }
        }
        return cursor == bytes.count
    }
}
