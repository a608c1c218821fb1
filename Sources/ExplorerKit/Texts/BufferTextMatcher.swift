/// A text that is looked for in lines, scalar by scalar in their bytes: a line may be a megabyte, and is looked through at each key. What is found
/// begins and ends where a character does.
package struct BufferTextMatcher {
    /// Small letters where capitals do not count.
    private let scalars: [UInt32]
    private let ignoresCase: Bool

    /// Creates a matcher; nil for an empty text.
    package init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        let ignoresCase = !text.contains(where: \.isUppercase)
        scalars = text.unicodeScalars.map { ignoresCase ? SmallLetters.folded($0.value) : $0.value }
        self.ignoresCase = ignoresCase
    }

    package func matches(in buffer: TextBuffer, limit: Int) -> [Range<TextBuffer.Position>] {
        var found: [Range<TextBuffer.Position>] = []
        for (number, line) in buffer.lines.enumerated() {
            for columns in columns(in: line, limit: limit - found.count) {
                found.append(Self.match(columns, ofLine: number))
            }
            if found.count == limit { return found }
        }
        return found
    }

    /// Returns the match at or after a position; the first of all when there is none.
    package func match(from position: TextBuffer.Position, in buffer: TextBuffer) -> Range<TextBuffer.Position>? {
        let count = buffer.lines.count
        for step in 0...count {
            let line = (position.line + step) % count
            let first = columns(in: buffer.lines[line]).first { step > 0 || $0.lowerBound >= position.column }
            if let first { return Self.match(first, ofLine: line) }
        }
        return nil
    }

    /// Returns the match before a position; the last of all when there is none.
    package func match(before position: TextBuffer.Position, in buffer: TextBuffer) -> Range<TextBuffer.Position>? {
        let count = buffer.lines.count
        for step in 0...count {
            let line = (position.line % count + count - step) % count
            let last = columns(in: buffer.lines[line]).last { step > 0 || $0.lowerBound < position.column }
            if let last { return Self.match(last, ofLine: line) }
        }
        return nil
    }

    private static func match(_ columns: Range<Int>, ofLine line: Int) -> Range<TextBuffer.Position> {
        TextBuffer.Position(
            line: line, column: columns.lowerBound)..<TextBuffer.Position(line: line, column: columns.upperBound)
    }

    /// Returns the matches in a line, as columns; none overlaps another.
    package func columns(in line: String, limit: Int = .max) -> [Range<Int>] {
        var counted = CountedColumns(line)
        var found: [Range<Int>] = []
        for place in places(in: line) {
            guard let start = counted.column(atByte: place.lowerBound),
                let end = counted.column(atByte: place.upperBound)
            else { continue }
            found.append(start..<end)
            if found.count == limit { break }
        }
        return found
    }

    /// Returns the places in a line, in bytes.
    private func places(in line: String) -> [Range<Int>] {
        var line = line
        return line.withUTF8 { bytes in
            var found: [Range<Int>] = []
            var place = 0
            while place < bytes.count {
                if let end = end(from: place, in: bytes) {
                    found.append(place..<end)
                    place = end
                } else {
                    place += Self.scalar(at: place, in: bytes).length
                }
            }
            return found
        }
    }

    /// Returns the end of a match that begins at a place; nil if none does.
    private func end(from place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var place = place
        for wanted in scalars {
            guard place < bytes.count else { return nil }
            let (value, length) = Self.scalar(at: place, in: bytes)
            guard (ignoresCase ? SmallLetters.folded(value) : value) == wanted else { return nil }
            place += length
        }
        return place
    }

    /// - Parameter bytes: The bytes of a string, so that they are valid UTF-8.
    private static func scalar(at place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> (value: UInt32, length: Int) {
        let first = UInt32(bytes[place])
        func rest(_ offset: Int) -> UInt32 { UInt32(bytes[place + offset] & 0x3F) }
        switch first {
        case ..<0x80: return (first, 1)
        case ..<0xE0: return ((first & 0x1F) << 6 | rest(1), 2)
        case ..<0xF0: return ((first & 0x0F) << 12 | rest(1) << 6 | rest(2), 3)
        default: return ((first & 0x07) << 18 | rest(1) << 12 | rest(2) << 6 | rest(3), 4)
        }
    }
}

/// Counts the characters of a line up to places, each further on than the one before.
private struct CountedColumns {
    private let line: String
    private var index: String.Index
    private var byte = 0
    private var column = 0

    init(_ line: String) {
        self.line = line
        index = line.startIndex
    }

    /// Returns the column of a byte; nil within a character.
    mutating func column(atByte place: Int) -> Int? {
        while byte < place { advance() }
        return byte == place ? column : nil
    }

    private mutating func advance() {
        let bytes = line.utf8
        var next = bytes.index(after: index)
        // Between two bytes of ASCII one character ends; CR LF, which is one, is in no line.
        if bytes[index] >= 0x80 || next < bytes.endIndex && bytes[next] >= 0x80 { next = line.index(after: index) }
        byte += bytes.distance(from: index, to: next)
        index = next
        column += 1
    }
}

/// Small letters for capitals, one scalar for one: enough to find a text by.
private enum SmallLetters {
    static func folded(_ scalar: UInt32) -> UInt32 {
        if scalar < table.count { return table[Int(scalar)] }
        return hasNoCase(scalar) ? scalar : small(scalar)
    }

    /// The small letters of Latin, Greek, Cyrillic and Armenian: most of what has capitals.
    private static let table = (0..<0x590).map { small(UInt32($0)) }

    /// Whether a scalar is of most scripts of East Asia, of private use, or a picture.
    private static func hasNoCase(_ scalar: UInt32) -> Bool {
        (0x2E00..<0xA640).contains(scalar) || (0xAC00..<0xFF00).contains(scalar) || scalar >= 0x1F000
    }

    private static func small(_ scalar: UInt32) -> UInt32 {
        guard let letters = Unicode.Scalar(scalar)?.properties.lowercaseMapping.unicodeScalars, letters.count == 1
        else { return scalar }
        return letters.first?.value ?? scalar
    }
}
