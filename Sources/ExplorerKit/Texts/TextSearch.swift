/// A search in the text of a field.
public struct TextSearch: Sendable, Hashable {
    package var input = TextEditor("", isMultiline: false)
    /// Whether the line in which it is typed is open.
    package var isTyping = true
    /// The text of the previous search: used again where nothing is typed.
    package var previous = ""
    /// The place of the cursor when the search began: Esc leads back there.
    package var origin: TextBuffer.Position
    /// The matches in order, as far as they are counted; none while the text has changed since.
    package var matches: [Range<TextBuffer.Position>] = []

    package init(origin: TextBuffer.Position) { self.origin = origin }

    /// Largest number of matches that are counted.
    package static let limit = 10_000

    private var matcher: BufferTextMatcher? { BufferTextMatcher(input.text) }

    /// Searches the text again. Capitals count where some are typed.
    package mutating func look(through buffer: TextBuffer) {
        matches = matcher?.matches(in: buffer, limit: Self.limit) ?? []
    }

    /// Returns the match at or after a position, counted or not; the first when there is none.
    package func match(from position: TextBuffer.Position, in buffer: TextBuffer) -> Range<TextBuffer.Position>? {
        matcher?.match(from: position, in: buffer)
    }

    /// Returns the match before a position; the last when there is none.
    package func match(before position: TextBuffer.Position, in buffer: TextBuffer) -> Range<TextBuffer.Position>? {
        matcher?.match(before: position, in: buffer)
    }

    /// Returns the matches in a line, as columns; none while the text has changed since.
    package func columns(ofLine line: Int, in buffer: TextBuffer) -> [Range<Int>] {
        if matches.count == Self.limit, let last = matches.last, last.lowerBound.line <= line {
            return matcher?.columns(in: buffer.lines[line]) ?? []
        }
        let start = matches.partitioningIndex { $0.lowerBound.line >= line }
        return matches[start...].prefix { $0.lowerBound.line == line }.map {
            $0.lowerBound.column..<$0.upperBound.column
        }
    }
}
