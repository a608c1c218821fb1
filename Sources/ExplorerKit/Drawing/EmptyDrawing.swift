import TextGrid

extension Grid {
    /// Words in the place of what is not there, broken at the pane's edge.
    package mutating func writeEmpty(_ words: String, in rect: Rect) {
        guard !rect.isEmpty else { return }
        for (index, line) in Wrapping.lines(words, columns: max(1, rect.columns)).prefix(rect.rows).enumerated() {
            write(line, .dimmed, in: rect.line(index))
        }
    }
}
