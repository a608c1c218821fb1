import TextGrid

// A part of the text that is selected: from the mark, or from where Shift was held first, up to the cursor.

extension TextEditor {
    /// The selection, from its first position up to, and without, its last; nil when nothing is selected.
    public var selection: Range<TextBuffer.Position>? {
        guard let anchor, anchor != buffer.cursor else { return nil }
        return min(anchor, buffer.cursor)..<max(anchor, buffer.cursor)
    }

    /// The selected text; nil when nothing is selected.
    public var selectedText: String? { selection.map { buffer.text(in: $0) } }

    /// Moves the cursor. Shift extends the selection, and so does every motion once the mark is set; else a motion drops it, and a step to the side
    /// leads to its end.
    package mutating func move(_ motion: TextBuffer.Motion, extending: Bool) {
        guard selects else { return buffer.move(motion) }
        guard !extending, !isMarking else {
            anchor = anchor ?? buffer.cursor
            return buffer.move(motion)
        }
        let selected = selection
        dropSelection()
        switch (motion, selected) {
        case (.left, let selected?): buffer.place(at: selected.lowerBound)
        case (.right, let selected?): buffer.place(at: selected.upperBound)
        default: buffer.move(motion)
        }
    }

    /// Switches marking on or off: while it is on, motions select.
    package mutating func switchMark() {
        let wasMarking = isMarking
        dropSelection()
        guard !wasMarking else { return }
        (anchor, isMarking) = (buffer.cursor, true)
    }

    package mutating func dropSelection() { (anchor, isMarking) = (nil, false) }

    package mutating func selectAll() {
        let end = TextBuffer.Position(line: buffer.lines.count - 1, column: buffer.lines[buffer.lines.count - 1].count)
        select(TextBuffer.Position(line: 0, column: 0)..<end)
    }

    /// Selects the word at the cursor, or the one that ends there.
    package mutating func selectWord() { select(buffer.wordRange(at: buffer.cursor)) }

    /// Selects the line with its end; once more, the next one too.
    package mutating func selectLine() {
        let first = selection?.lowerBound.line ?? buffer.cursor.line
        let last = selection?.upperBound.line ?? buffer.cursor.line
        select(TextBuffer.Position(line: first, column: 0)..<buffer.lineStart(after: last))
    }

    /// Selects from one place up to another, which gets the cursor; both are brought into the text.
    package mutating func select(from start: TextBuffer.Position, to end: TextBuffer.Position) {
        place(at: start)
        let start = buffer.cursor
        place(at: end)
        anchor = start
    }

    private mutating func select(_ range: Range<TextBuffer.Position>) {
        select(from: range.lowerBound, to: range.upperBound)
    }

    // MARK: - Changing

    /// Deletes the selection in one step of undo.
    package mutating func deleteSelection() {
        guard let selection else { return }
        edit { $0.delete(from: selection.lowerBound, to: selection.upperBound) }
    }

    /// Removes the selection within another step of undo.
    package mutating func removeSelected() {
        if let selection { buffer.delete(from: selection.lowerBound, to: selection.upperBound) }
        dropSelection()
    }

    /// Puts a text in the place of a part; one step of undo.
    package mutating func replace(_ range: Range<TextBuffer.Position>, with text: String) {
        edit {
            $0.delete(from: range.lowerBound, to: range.upperBound)
            $0.insert(text)
        }
    }

    /// Puts another text in the place of all; one step of undo.
    ///
    /// - Parameter cursor: The place of the cursor afterwards.
    package mutating func replaceAll(with text: String, cursor: TextBuffer.Position) {
        edit {
            $0 = TextBuffer(text)
            $0.place(at: cursor)
        }
    }
}

extension TextBuffer {
    /// Returns the lines of a range with the ends that they have.
    package func text(in range: Range<Position>) -> String {
        let (start, end) = (range.lowerBound, range.upperBound)
        guard start.line < end.line else {
            return String(lines[start.line].dropFirst(start.column).prefix(end.column - start.column))
        }
        var text = String(lines[start.line].dropFirst(start.column)) + ends[start.line].text
        for line in (start.line + 1)..<end.line {
            text += lines[line]
            text += ends[line].text
        }
        return text + lines[end.line].prefix(end.column)
    }

    /// Returns the word at a position or before it; where there is none, the one grapheme there.
    package func wordRange(at position: Position) -> Range<Position> {
        let line = characters(ofLine: position.line)
        var (start, end) = (position.column, position.column)
        while start > 0, line[start - 1].isPartOfWord { start -= 1 }
        while end < line.count, line[end].isPartOfWord { end += 1 }
        if start == end { end = min(line.count, end + 1) }
        return Position(line: position.line, column: start)..<Position(line: position.line, column: end)
    }

    /// Returns the place at which the next line begins; of the last one its end.
    package func lineStart(after line: Int) -> Position {
        line + 1 < lines.count
            ? Position(line: line + 1, column: 0)
            : Position(line: lines.count - 1, column: lines[lines.count - 1].count)
    }
}

extension KeyStroke {
    /// The key without Shift where that selects: with the keys that move the cursor.
    package var withoutExtending: (stroke: KeyStroke, extends: Bool) {
        switch key {
        case .left, .right, .up, .down, .home, .end, .pageUp, .pageDown:
            (KeyStroke(key, modifiers.subtracting(.shift)), modifiers.contains(.shift))
        default: (self, false)
        }
    }
}
