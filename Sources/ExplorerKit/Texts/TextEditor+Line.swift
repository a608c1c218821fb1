extension TextEditor {
    /// For a value that may have line ends, in a place that has room for one line.
    package static func forValue(_ text: String = "") -> TextEditor {
        TextEditor(text, isMultiline: false, keepsLineEnds: true)
    }

    /// What a field of one line shows: all of its text, with a sign for each line end in it.
    package var line: [Character] { text.map { $0.isLineEnd ? "\u{240A}" : $0 } }

    /// Where the cursor stands in ``line``.
    package var column: Int { buffer.lines[..<buffer.cursor.line].reduce(buffer.cursor.column) { $0 + $1.count + 1 } }
}
