import TextGrid

/// The visible part of a line that is edited: scrolled sideways so that the cursor is in view, and text on both sides of it.
///
/// It is scrolled by half the place at a time, so that most keys move the cursor alone.
package struct EditedLine {
    /// The first grapheme that is visible.
    package let start: Int
    /// Column of the cursor from the first one that is seen; nil where it is on another line.
    package let cursor: Int?
    private let line: [Character]

    /// - Parameters:
    ///   - cursorColumn: The grapheme before which the cursor is; nil: it is on another line.
    ///   - columns: The columns that there is room for.
    package init(_ line: [Character], cursorColumn: Int?, columns: Int) {
        self.line = line
        guard let cursorColumn else {
            (start, cursor) = (0, nil)
            return
        }
        let count = min(cursorColumn, line.count)
        let before = EditedLine.columns(of: line[..<count])
        // What is further away than the place is wide changes nothing.
        let end = before + EditedLine.columns(of: line[count...], limit: columns)
        let first = EditedLine.firstColumn(cursor: before, end: end, columns: columns)
        var (index, column) = (0, 0)
        while index < count, column < first {
            let next = column + DisplayWidth.columns(of: line[index])
            // A wide one in which the place would begin is seen whole, where that leaves the cursor inside.
            if next > first, before - column < columns { break }
            (index, column) = (index + 1, next)
        }
        (start, cursor) = (index, before - column)
    }

    /// Returns the column in which the place begins: as far right as leaves the cursor out of its first quarter, and half of it filled.
    private static func firstColumn(cursor: Int, end: Int, columns: Int) -> Int {
        guard end >= columns else { return 0 }
        let step = max(1, columns / 2)
        let byCursor = (cursor - step / 2) / step
        let byEnd = (end - (columns - step)) / step
        return max(0, min(byCursor, byEnd)) * step
    }

    /// - Parameter limit: The number up to which columns are counted.
    private static func columns(of characters: ArraySlice<Character>, limit: Int = .max) -> Int {
        var columns = 0
        for character in characters {
            guard columns < limit else { break }
            columns += DisplayWidth.columns(of: character)
        }
        return columns
    }

    /// Returns the visible grapheme `column` columns after the first one; the one after the last if there is none.
    package func grapheme(atColumn column: Int) -> Int {
        var used = 0
        for index in start..<max(start, line.count) {
            used += DisplayWidth.columns(of: line[index])
            if used > column { return index }
        }
        return line.count
    }
}
