import TextGrid

/// Which part of a line is seen while one types in it: scrolled sideways so that the cursor is in view.
struct EditedLine {
    /// The first grapheme that is seen.
    let start: Int
    /// Column of the cursor from the first one that is seen; nil where it is on another line.
    let cursor: Int?
    private let line: [Character]

    /// - Parameters:
    ///   - cursorColumn: the grapheme before which the cursor stands; nil: it is on another line.
    ///   - columns: that there is room for.
    init(_ line: [Character], cursorColumn: Int?, columns: Int) {
        self.line = line
        guard let cursorColumn else {
            (start, cursor) = (0, nil)
            return
        }
        let before = line.prefix(cursorColumn)
        var (first, width) = (0, before.reduce(0) { $0 + DisplayWidth.columns(of: $1) })
        while width >= columns, first < before.count {
            width -= DisplayWidth.columns(of: line[first])
            first += 1
        }
        (start, cursor) = (first, width)
    }

    /// The grapheme that is seen so many columns behind the first one; behind the last one where there is none.
    func grapheme(atColumn column: Int) -> Int {
        var used = 0
        for index in start..<max(start, line.count) {
            used += DisplayWidth.columns(of: line[index])
            if used > column { return index }
        }
        return line.count
    }
}
