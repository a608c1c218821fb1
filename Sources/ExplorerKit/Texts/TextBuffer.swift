/// Text in lines with a cursor, as graphemes: what every field and the body are edited in. Pure; knows no keys.
///
/// There is always at least one line. Columns count graphemes, not cells.
public struct TextBuffer: Sendable, Hashable {
    /// A place in the text: 0-based line, and 0-based grapheme before which the cursor is (up to the line's count).
    public struct Position: Sendable, Hashable, Comparable {
        public var line: Int
        public var column: Int

        public init(line: Int, column: Int) {
            self.line = line
            self.column = column
        }

        public static func < (left: Position, right: Position) -> Bool {
            (left.line, left.column) < (right.line, right.column)
        }
    }

    /// The end of a line. Other line ends of Unicode (U+2028, U+2029, U+0085, VT, FF) end none: they may be in a string of JSON.
    package enum LineEnd: Sendable, Hashable {
        case lf, crLF, cr
    }

    /// The lines as strings, of which a long text has thousands: only the line at hand is taken apart into graphemes.
    public private(set) var lines: [String]
    /// The end of each line but the last: a line that is not edited stays as it was, byte for byte.
    private(set) var ends: [LineEnd]
    public private(set) var cursor: Position
    /// Column that up and down try to keep.
    private var wantedColumn: Int?

    /// Creates a text with the cursor at its end.
    public init(_ text: String = "") {
        (lines, ends) = Self.split(text)
        cursor = Position(line: lines.count - 1, column: lines[lines.count - 1].count)
    }

    /// The lines with the ends that they have.
    public var text: String {
        let usual = ends.first ?? .lf
        // Nearly always; joining is quicker, and done for each key.
        if ends.allSatisfy({ $0 == usual }) { return lines.joined(separator: usual.text) }
        return zip(lines, ends).reduce(into: "") { $0 += $1.0 + $1.1.text } + (lines.last ?? "")
    }

    package func characters(ofLine line: Int) -> [Character] { Array(lines[line]) }

    /// Returns whether both texts are the same, wherever the cursors are.
    package func hasSameText(as other: TextBuffer) -> Bool { lines == other.lines && ends == other.ends }

    /// Splits a text by its bytes, since it may have a megabyte.
    private static func split(_ text: String) -> (lines: [String], ends: [LineEnd]) {
        var text = text
        return text.withUTF8 { bytes in
            var (lines, ends): ([String], [LineEnd]) = ([], [])
            var start = 0
            while let (place, end) = LineEnd.first(in: bytes, from: start) {
                lines.append(String(decoding: bytes[start..<place], as: UTF8.self))
                ends.append(end)
                start = place + end.text.utf8.count
            }
            lines.append(String(decoding: bytes[start...], as: UTF8.self))
            return (lines, ends)
        }
    }
}

extension TextBuffer.LineEnd {
    package var text: String {
        switch self {
        case .lf: "\n"
        case .crLF: "\r\n"
        case .cr: "\r"
        }
    }

    fileprivate static func first(
        in bytes: UnsafeBufferPointer<UInt8>, from start: Int
    ) -> (place: Int, end: TextBuffer.LineEnd)? {
        guard let place = bytes[start...].firstIndex(where: \.isLineEnd) else { return nil }
        guard bytes[place] == UInt8(ascii: "\r") else { return (place, .lf) }
        let isPair = place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: "\n")
        return (place, isPair ? .crLF : .cr)
    }
}

extension UInt8 {
    /// LF or CR.
    fileprivate var isLineEnd: Bool { self == 0x0A || self == 0x0D }
}

extension String {
    /// Whether it has several lines where one types in it.
    package var hasLineEnd: Bool { utf8.contains(where: \.isLineEnd) }
}

extension Character {
    /// Whether it ends a line of a ``TextBuffer``.
    package var isLineEnd: Bool { self == "\n" || self == "\r\n" || self == "\r" }
}

// MARK: - Changing

extension TextBuffer {
    /// Inserts text at the cursor, which is after it then. New lines end as the one does that they are put into.
    public mutating func insert(_ text: String) {
        var (pieces, newEnds) = Self.split(text)
        if let end = endOfNewLines { newEnds = newEnds.map { _ in end } }
        let line = characters(ofLine: cursor.line)
        let tail = String(line[cursor.column...])
        pieces[0] = String(line[..<cursor.column]) + pieces[0]
        let last = pieces.count - 1
        pieces[last] += tail
        lines.replaceSubrange(cursor.line...cursor.line, with: pieces)
        ends.insert(contentsOf: newEnds, at: cursor.line)
        // What was typed may join with what is beside it: an accent with its letter.
        setCursor(Position(line: cursor.line + last, column: max(0, pieces[last].count - tail.count)))
    }

    /// The last line ends as the one before it would; nil where there is none.
    private var endOfNewLines: LineEnd? { ends[safe: cursor.line] ?? ends.last }

    /// Removes the grapheme before the cursor; at a line's start joins it to the one before.
    public mutating func deleteBackward() {
        guard let previous = position(before: cursor) else { return }
        delete(from: previous, to: cursor)
    }

    /// Removes the grapheme under the cursor; at a line's end joins the next one.
    public mutating func deleteForward() {
        guard let next = position(after: cursor) else { return }
        delete(from: cursor, to: next)
    }

    public mutating func deleteWordBackward() { delete(from: wordStart(before: cursor), to: cursor) }
    public mutating func deleteWordForward() { delete(from: cursor, to: wordEnd(after: cursor)) }

    /// Removes what lies between the cursor and where a motion leads.
    package mutating func delete(to motion: Motion) {
        let start = cursor
        move(motion)
        delete(from: min(start, cursor), to: max(start, cursor))
    }

    package mutating func delete(from start: Position, to end: Position) {
        let head = lines[start.line].prefix(start.column)
        lines.replaceSubrange(start.line...end.line, with: [String(head + lines[end.line].dropFirst(end.column))])
        ends.removeSubrange(start.line..<end.line)
        setCursor(start)
    }
}

// MARK: - Moving

extension TextBuffer {
    public enum Motion: Sendable, Hashable {
        case left, right, up, down, wordLeft, wordRight, lineStart, lineEnd, textStart, textEnd
        case pageUp(Int)
        case pageDown(Int)
    }

    public mutating func move(_ motion: Motion) {
        switch motion {
        case .left: setCursor(position(before: cursor) ?? cursor)
        case .right: setCursor(position(after: cursor) ?? cursor)
        case .up: moveVertically(-1)
        case .down: moveVertically(1)
        case .pageUp(let rows): moveVertically(-rows)
        case .pageDown(let rows): moveVertically(rows)
        case .wordLeft: setCursor(wordStart(before: cursor))
        case .wordRight: setCursor(wordEnd(after: cursor))
        case .lineStart: setCursor(Position(line: cursor.line, column: 0))
        case .lineEnd: setCursor(Position(line: cursor.line, column: lines[cursor.line].count))
        case .textStart: setCursor(Position(line: 0, column: 0))
        case .textEnd: setCursor(Position(line: lines.count - 1, column: lines[lines.count - 1].count))
        }
    }

    /// Puts the cursor at the nearest position that exists.
    public mutating func place(at position: Position) {
        let line = min(max(0, position.line), lines.count - 1)
        setCursor(Position(line: line, column: min(max(0, position.column), lines[line].count)))
    }

    private mutating func setCursor(_ position: Position) {
        cursor = position
        wantedColumn = nil
    }

    private mutating func moveVertically(_ rows: Int) {
        let column = wantedColumn ?? cursor.column
        let line = min(max(0, cursor.line + rows), lines.count - 1)
        cursor = Position(line: line, column: min(column, lines[line].count))
        wantedColumn = column
    }

    private func position(before position: Position) -> Position? {
        if position.column > 0 { return Position(line: position.line, column: position.column - 1) }
        guard position.line > 0 else { return nil }
        return Position(line: position.line - 1, column: lines[position.line - 1].count)
    }

    private func position(after position: Position) -> Position? {
        if position.column < lines[position.line].count {
            return Position(line: position.line, column: position.column + 1)
        }
        return position.line + 1 < lines.count ? Position(line: position.line + 1, column: 0) : nil
    }

    private func wordStart(before position: Position) -> Position {
        guard position.column > 0 else { return self.position(before: position) ?? position }
        let line = characters(ofLine: position.line)
        var column = position.column
        while column > 0, !line[column - 1].isPartOfWord { column -= 1 }
        while column > 0, line[column - 1].isPartOfWord { column -= 1 }
        return Position(line: position.line, column: column)
    }

    private func wordEnd(after position: Position) -> Position {
        let line = characters(ofLine: position.line)
        guard position.column < line.count else { return self.position(after: position) ?? position }
        var column = position.column
        while column < line.count, !line[column].isPartOfWord { column += 1 }
        while column < line.count, line[column].isPartOfWord { column += 1 }
        return Position(line: position.line, column: column)
    }
}

extension Character {
    package var isPartOfWord: Bool { isLetter || isNumber || self == "_" }
}
