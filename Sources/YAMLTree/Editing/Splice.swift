/// One replacement of bytes by text.
struct Splice {
    let range: Range<Int>
    let text: String

    init(range: Range<Int>, text: String) {
        self.range = range
        self.text = text
    }

    /// Creates a splice. In text with an unusual layout, `end` may turn out to lie before `start`: then nothing is replaced, and the new text is
    /// judged as any other.
    init(from start: Int, to end: Int, text: String) {
        self.init(range: start..<max(start, end), text: text)
    }
}

extension SourceText {
    /// Returns the text with all replacements made; nil when they overlap, which an unusual layout can bring about.
    func applying(_ splices: [Splice]) -> ContiguousArray<UInt8>? {
        var result = ContiguousArray<UInt8>()
        result.reserveCapacity(bytes.count + splices.reduce(0) { $0 + $1.text.utf8.count })
        var position = 0
        for splice in splices.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            guard splice.range.lowerBound >= position, splice.range.upperBound <= end else { return nil }
            result.append(contentsOf: bytes[position..<splice.range.lowerBound])
            result.append(contentsOf: splice.text.utf8)
            position = splice.range.upperBound
        }
        result.append(contentsOf: bytes[position...])
        return result
    }

    // MARK: Lines

    func isLineLeading(_ offset: Int) -> Bool {
        skipSpaces(lineStart(offset)) >= offset
    }

    /// Returns the beginning of the line above; nil on the first line.
    func previousLine(_ offset: Int) -> Int? {
        let begin = lineStart(offset)
        guard begin > start else { return nil }
        let isPair = bytes[begin - 1] == 0x0A && begin - 2 >= start && bytes[begin - 2] == 0x0D
        return lineStart(begin - (isPair ? 2 : 1))
    }

    /// Returns the end of the line above, before its break; for the first line its own beginning.
    func previousLineEnd(_ offset: Int) -> Int {
        previousLine(offset).map(lineEnd) ?? lineStart(offset)
    }

    func isBlankLine(_ offset: Int) -> Bool {
        skipSpacesAndTabs(lineStart(offset)) == lineEnd(offset)
    }

    func isCommentLine(_ offset: Int) -> Bool {
        byte(at: skipSpacesAndTabs(lineStart(offset))) == UInt8(ascii: "#")
    }

    /// Skips the blank lines below a line, from its end to the end of the last of them.
    func skipBlankLines(after offset: Int) -> Int {
        var position = offset
        while afterBreak(position) > position, afterBreak(position) < end, isBlankLine(afterBreak(position)) {
            position = lineEnd(afterBreak(position))
        }
        return position
    }
}

extension SourceText {
    /// Returns the end of the anchor and tag that begin at `offset`.
    func propertiesEnd(_ offset: Int) -> Int {
        var position = offset
        var last = offset
        while byte(at: position) == UInt8(ascii: "&") || byte(at: position) == UInt8(ascii: "!") {
            last = wordEnd(position)
            position = skipToContent(last)
        }
        return last
    }
}
