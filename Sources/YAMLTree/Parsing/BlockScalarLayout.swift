/// The places of the parts of a block scalar. libyaml gives its beginning, and an end after the blank lines below it.
struct BlockScalarLayout {
    /// `|` or `>` with its indicators, without the comment after it.
    let header: Range<Int>
    /// Spaces before each line; nil when there is no line with content.
    let indentation: Int?
    /// "+" or "-" or nil.
    let chomping: UInt8?
    /// The digit in the header.
    let explicitIndentation: Int?
    /// The end of the content, before the line break of its last line; the header's end when there is none.
    let end: Int

    /// - Parameter limit: libyaml's end: the beginning of the first line that does not belong to the scalar.
    init(_ source: SourceText, start: Int, limit: Int, parentIndentation: Int) {
        var position = start + 1
        var chomping: UInt8?
        var digit: Int?
        while let byte = source.byte(at: position), position < limit {
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") {
                chomping = byte
            } else if byte >= UInt8(ascii: "1"), byte <= UInt8(ascii: "9") {
                digit = Int(byte - UInt8(ascii: "0"))
            } else {
                break
            }
            position += 1
        }
        header = start..<position
        self.chomping = chomping
        explicitIndentation = digit
        let lines = Self.lines(source, from: source.nextLine(position), to: limit)
        let firstFilled = lines.first { source.skipSpaces($0.lowerBound) < $0.upperBound }
        let detected = firstFilled.map { source.skipSpaces($0.lowerBound) - $0.lowerBound }
        let indentation = digit.map { parentIndentation + $0 } ?? detected
        self.indentation = indentation
        let last = lines.last { line in
            chomping == UInt8(ascii: "+")
                || source.skipSpaces(line.lowerBound) < line.upperBound
                || indentation.map { line.count > $0 } == true
        }
        end = last?.upperBound ?? header.upperBound
    }

    private static func lines(_ source: SourceText, from start: Int, to limit: Int) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var position = start
        while position < limit {
            let end = source.lineEnd(position)
            lines.append(position..<end)
            position = max(source.afterBreak(end), position + 1)
        }
        return lines
    }
}

extension SourceText {
    func skipSpaces(_ offset: Int) -> Int {
        var position = offset
        while position < end, bytes[position] == 0x20 { position += 1 }
        return position
    }
}
