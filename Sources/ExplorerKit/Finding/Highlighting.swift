import TextGrid

/// Text of which some letters were looked for.
package enum Highlighting {
    /// Runs of a text, cut to its room, the letters that were found marked.
    ///
    /// - Parameters:
    ///   - places: Of the letters, in bytes from the text's start.
    package static func runs(
        _ text: String, _ places: Set<Int>, _ style: Style, columns: Int, _ signs: Signs
    ) -> [StyledText] {
        let shown = signs.clipped(text, to: columns)
        guard !places.isEmpty else { return [StyledText(shown, style)] }
        let whole = shown == text ? shown.utf8.count : shown.utf8.count - signs.ellipsis.utf8.count
        var runs: [StyledText] = []
        var place = 0
        for character in shown {
            let end = place + character.utf8.count
            let isFound = end <= whole && (place..<end).contains { places.contains($0) }
            append(character, isFound ? .match : style, to: &runs)
            place = end
        }
        return runs
    }

    private static func append(_ character: Character, _ style: Style, to runs: inout [StyledText]) {
        if runs.last?.style == style {
            runs[runs.count - 1].text.append(character)
        } else {
            runs.append(StyledText(String(character), style))
        }
    }

    /// The cursor's line; what was found in it stays marked.
    package static func restyleCursor(_ line: Rect, on grid: inout Grid) {
        for column in line.column..<line.endColumn {
            let style = grid[column: column, row: line.row].style
            guard style != .match, style != .matchAtHand else { continue }
            grid.restyle(Rect(column: column, row: line.row, columns: 1, rows: 1), .cursor)
        }
    }
}
