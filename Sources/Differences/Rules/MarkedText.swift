/// Text with markers such as `{{token}}` in the place of secrets.
enum MarkedText {
    /// The longest name of a marker, in bytes.
    private static let longestName = 200

    /// Whether a text equals the other one, with anything in the place of the first one's markers; false without a marker.
    static func fits(_ marked: UnsafeRawBufferPointer, _ text: UnsafeRawBufferPointer) -> Bool {
        let markers = markers(in: marked)
        guard let first = markers.first, let last = markers.last else { return false }
        let head = marked[..<first.lowerBound]
        let tail = marked[last.upperBound...]
        guard text.count >= head.count + tail.count, text.starts(with: head),
            text[(text.count - tail.count)...].elementsEqual(tail)
        else { return false }
        var cursor = head.count
        let end = text.count - tail.count
        for (one, next) in zip(markers, markers.dropFirst()) {
            let between = marked[one.upperBound..<next.lowerBound]
            guard let found = place(of: between, in: text, cursor..<end) else { return false }
            cursor = found + between.count
        }
        return true
    }

    /// Whether a text is nothing but a marker.
    static func isMarker(_ text: UnsafeRawBufferPointer) -> Bool { markers(in: text) == [0..<text.count] }

    static func markers(in bytes: UnsafeRawBufferPointer) -> [Range<Int>] {
        var markers: [Range<Int>] = []
        var cursor = 0
        while cursor + 4 < bytes.count {
            guard bytes[cursor] == UInt8(ascii: "{"), bytes[cursor + 1] == UInt8(ascii: "{"),
                let end = endOfName(bytes, from: cursor + 2)
            else {
                cursor += 1
                continue
            }
            markers.append(cursor..<end + 2)
            cursor = end + 2
        }
        return markers
    }

    /// Returns the start of the braces after a name; nil if it is not a name.
    private static func endOfName(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        var cursor = start
        while cursor < bytes.count, cursor - start <= longestName {
            switch bytes[cursor] {
            case UInt8(ascii: "}"):
                let isEnd = cursor > start && cursor + 1 < bytes.count && bytes[cursor + 1] == UInt8(ascii: "}")
                return isEnd ? cursor : nil
            case UInt8(ascii: "{"), UInt8(ascii: "\""), 0..<0x20: return nil
            default: cursor += 1
            }
        }
        return nil
    }

    private static func place(
        of part: Slice<UnsafeRawBufferPointer>, in text: UnsafeRawBufferPointer, _ range: Range<Int>
    ) -> Int? {
        guard !part.isEmpty else { return range.lowerBound }
        let part = Array(part)
        let borders = borders(of: part)
        var matched = 0
        for cursor in range {
            while matched > 0, text[cursor] != part[matched] { matched = borders[matched - 1] }
            if text[cursor] == part[matched] { matched += 1 }
            if matched == part.count { return cursor + 1 - matched }
        }
        return nil
    }

    /// Returns, for each prefix of a text, the length of its longest border: so that no byte is read twice, however the text repeats itself.
    ///
    /// - Source: Knuth, Morris, Pratt, "Fast Pattern Matching in Strings", 1977.
    private static func borders(of part: [UInt8]) -> [Int] {
        var borders = [0]
        var length = 0
        for byte in part.dropFirst() {
            while length > 0, byte != part[length] { length = borders[length - 1] }
            if byte == part[length] { length += 1 }
            borders.append(length)
        }
        return borders
    }
}
