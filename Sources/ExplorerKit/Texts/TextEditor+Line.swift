extension TextEditor {
    /// Creates an editor for a value that may have line ends, in a place that has room for one line.
    package static func forValue(_ text: String = "") -> TextEditor {
        TextEditor(text, isMultiline: false, keepsLineEnds: true)
    }

    /// The characters that a field of one line shows: all of its text, with a glyph for each line end in it.
    package var line: [Character] { text.map { $0.isLineEnd ? "\u{240A}" : $0 } }

    /// The column of the cursor in ``line``.
    package var column: Int { buffer.lines[..<buffer.cursor.line].reduce(buffer.cursor.column) { $0 + $1.count + 1 } }
}
