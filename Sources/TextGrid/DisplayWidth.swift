/// Measures the columns that text takes on a ``Grid``, by a table of our own: the C library's may be older than the text.
public enum DisplayWidth {
    /// The place of text within a wider space.
    public enum Alignment: Sendable { case left, right, centre }

    /// Returns the columns of a text as ``Grid/write(_:at:_:in:)`` shows it.
    public static func columns(of text: String) -> Int {
        if isPlainASCII(text) { return text.utf8.count }
        return text.reduce(0) { $0 + columns(of: $1) }
    }

    /// Returns the columns of a character: 1 or 2 nearly always, more for those that ``Glyph/glyphs(of:)`` spells out.
    public static func columns(of character: Character) -> Int {
        if let ascii = character.asciiValue, (0x20..<0x7F).contains(ascii), character != "\r\n" { return 1 }
        return Glyph.glyphs(of: character).reduce(0) { $0 + $1.columns }
    }

    /// Returns the text if it fits, else as much from its start as fits together with `ellipsis`.
    ///
    /// Where not even the ellipsis fits, as much of the text as does. Never longer than `columns`; may be one shorter
    /// before a wide character.
    public static func clipped(_ text: String, toColumns columns: Int, ellipsis: String = "…") -> String {
        guard self.columns(of: text) > columns else { return text }
        let mark = self.columns(of: ellipsis) <= columns ? ellipsis : ""
        return prefix(of: text, columns: columns - self.columns(of: mark)) + mark
    }

    /// Returns the text clipped, or padded with spaces, to exactly `columns` columns.
    public static func padded(
        _ text: String, toColumns columns: Int, _ alignment: Alignment = .left, ellipsis: String = "…"
    ) -> String {
        let shown = clipped(text, toColumns: columns, ellipsis: ellipsis)
        let missing = max(0, columns - self.columns(of: shown))
        switch alignment {
        case .left: return shown + spaces(missing)
        case .right: return spaces(missing) + shown
        case .centre: return spaces(missing / 2) + shown + spaces(missing - missing / 2)
        }
    }

    /// Returns the longest part from the start that takes at most `columns` columns.
    public static func prefix(of text: String, columns: Int) -> String {
        if isPlainASCII(text) { return String(text.prefix(max(0, columns))) }
        var used = 0
        let end = text.firstIndex { character in
            used += self.columns(of: character)
            return used > columns
        }
        return String(text[..<(end ?? text.endIndex)])
    }

    static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }

    /// Whether a text is printable ASCII only: one byte is one character is one column.
    static func isPlainASCII(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }
}
