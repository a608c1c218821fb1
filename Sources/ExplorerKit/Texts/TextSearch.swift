/// What is looked for in the text of a field.
public struct TextSearch: Sendable, Hashable {
    package var input = TextEditor("", isMultiline: false)
    /// Whether the line in which it is typed is open.
    package var isTyping = true
    /// What was looked for before: the same again where nothing is typed.
    package var previous = ""
    /// Where the cursor stood when it began: Esc leads back there.
    package var origin: TextBuffer.Position
    /// In order, as far as they are counted; none while the text has changed since.
    package var matches: [Range<TextBuffer.Position>] = []

    package init(origin: TextBuffer.Position) { self.origin = origin }

    /// More are not counted.
    package static let limit = 10_000

    private var needle: TextNeedle? { TextNeedle(input.text) }

    /// Looks through the text anew. Capitals count where some are typed.
    package mutating func look(through buffer: TextBuffer) {
        matches = needle?.matches(in: buffer, limit: Self.limit) ?? []
    }

    /// The match at or after a position, counted or not; the first when there is none.
    package func match(from position: TextBuffer.Position, in buffer: TextBuffer) -> Range<TextBuffer.Position>? {
        needle?.match(from: position, in: buffer)
    }

    /// The one before a position; the last when there is none.
    package func match(before position: TextBuffer.Position, in buffer: TextBuffer) -> Range<TextBuffer.Position>? {
        needle?.match(before: position, in: buffer)
    }

    /// Those of a line, as columns; none while the text has changed since.
    package func columns(ofLine line: Int, in buffer: TextBuffer) -> [Range<Int>] {
        if matches.count == Self.limit, let last = matches.last, last.lowerBound.line <= line {
            return needle?.columns(in: buffer.lines[line]) ?? []
        }
        let start = matches.partitioningIndex { $0.lowerBound.line >= line }
        return matches[start...].prefix { $0.lowerBound.line == line }.map {
            $0.lowerBound.column..<$0.upperBound.column
        }
    }
}
