import ExplorerKit
import Interchange
import OpenCollection
import TextGrid

// A field during typing: with its selection, what is found in it and what is wrong with it.

extension RequestPane.Pane {
    /// Draws the line of a field of one line.
    func drawEdited(_ edit: FieldEdit, in room: Rect, on grid: inout Grid) {
        drawEdited(edit, line: edit.editor.buffer.cursor.line, in: room, on: &grid)
    }

    func drawEdited(
        _ edit: FieldEdit, line number: Int, _ colours: [ScriptTokens.Token] = [], in room: Rect, on grid: inout Grid
    ) {
        let text = edit.editor.buffer.characters(ofLine: number)
        let isCursorLine = edit.editor.buffer.cursor.line == number
        let start = grid.writeEditing(
            text, cursorColumn: isCursorLine ? edit.editor.buffer.cursor.column : nil, in: room, glyphs: glyphs)
        let line = ShownCharacters(text: text, start: start, room: room)
        for colour in colours { line.restyle(colour.columns, colour.kind.style, on: &grid) }
        for fault in state.faults(of: edit.field) where fault.line == number && !fault.isRemark {
            line.restyle(fault.columns(in: text.count), .fault, on: &grid)
        }
        for columns in edit.search?.columns(ofLine: number, in: edit.editor.buffer) ?? [] {
            line.restyle(columns, .match, on: &grid)
        }
        if isCursorLine, let match = edit.matchAtCursor { line.restyle(match, .matchAtHand, on: &grid) }
        grid.markSelection(of: edit.editor, line: number, from: start, in: room)
    }

    /// Marks what is wrong in a line of a text that is not being edited.
    ///
    /// - Parameter runs: The runs as they were written from the line's first column on.
    func markFault(_ fault: TextFault, _ runs: [StyledText], in room: Rect, on grid: inout Grid) {
        var columns = 0
        var left = fault.position.column
        for run in runs where left > 0 {
            // A name without a value has a sign after it that is not part of the text.
            let source = run.style == .holeMissing ? String(run.text.dropLast(glyphs.missing.count)) : run.text
            let part = String(source.prefix(left))
            left -= part.count
            columns += DisplayWidth.columns(of: left > 0 ? run.text : part)
        }
        let place = Rect(column: room.column + columns, row: room.row, columns: fault.length, rows: 1)
        grid.restyle(place.intersection(room), .fault)
    }
}

extension Grid {
    /// Marks what is selected in a line that is shown from one of its characters on.
    mutating func markSelection(of editor: TextEditor, line number: Int, from start: Int, in room: Rect) {
        guard let columns = editor.selectedColumns(ofLine: number) else { return }
        let line = ShownCharacters(text: editor.buffer.characters(ofLine: number), start: start, room: room)
        line.restyle(columns, .selection, on: &self)
    }
}

/// A line as it is on screen: from one of its characters on.
private struct ShownCharacters {
    let text: [Character]
    let start: Int
    let room: Rect

    func restyle(_ columns: Range<Int>, _ style: Style, on grid: inout Grid) {
        let (first, end) = (max(start, columns.lowerBound), max(start, columns.upperBound))
        guard first < end else { return }
        let left = room.column + width(start..<min(first, text.count))
        // After the last character there is room for one more.
        let right = left + max(1, width(min(first, text.count)..<min(end, text.count)) + max(0, end - text.count))
        let cells = Rect(column: left, row: room.row, columns: right - left, rows: 1)
        grid.restyle(cells.intersection(room), style)
    }

    private func width(_ range: Range<Int>) -> Int { text[range].reduce(0) { $0 + DisplayWidth.columns(of: $1) } }
}

extension TextFault {
    var position: TextBuffer.Position { TextBuffer.Position(line: line, column: column) }

    /// Returns the column of the character there; at the end of a line, of the place after it.
    fileprivate func columns(in count: Int) -> Range<Int> {
        let column = min(position.column, count)
        return column..<max(column + 1, min(column + length, count))
    }
}

extension FieldEdit {
    /// The match at the cursor during a search, as columns of its line.
    fileprivate var matchAtCursor: Range<Int>? {
        let cursor = editor.buffer.cursor
        return search?.columns(ofLine: cursor.line, in: editor.buffer).first { $0.lowerBound == cursor.column }
    }
}

extension TextEditor {
    /// Returns the selected columns of a line, with its end where that is selected too; nil when nothing of it is.
    fileprivate func selectedColumns(ofLine line: Int) -> Range<Int>? {
        guard let selection, (selection.lowerBound.line...selection.upperBound.line).contains(line) else { return nil }
        let start = selection.lowerBound.line == line ? selection.lowerBound.column : 0
        let end = selection.upperBound.line == line ? selection.upperBound.column : buffer.lines[line].count + 1
        return start < end ? start..<end : nil
    }
}
