import TextGrid

/// Text of which some letters were looked for.
package enum Highlighting {
    /// Returns the runs of a text, cut to its room, with the found letters marked.
    ///
    /// - Parameters:
    ///   - places: The places of the letters, in bytes from the text's start.
    package static func runs(
        _ text: String, _ places: Set<Int>, _ style: Style, columns: Int, _ glyphs: Glyphs
    ) -> [StyledText] {
        let shown = glyphs.clipped(text, to: columns)
        guard !places.isEmpty else { return [StyledText(shown, style)] }
        let whole = shown == text ? shown.utf8.count : shown.utf8.count - glyphs.ellipsis.utf8.count
        var place = 0
        let isFound = shown.map { character in
            let start = place
            place += character.utf8.count
            return place <= whole && (start..<place).contains { places.contains($0) }
        }
        return runs(zip(shown, isFound), style)
    }

    /// Returns runs of characters, of which each says whether it was found.
    package static func runs(_ characters: some Sequence<(Character, Bool)>, _ style: Style) -> [StyledText] {
        var runs: [StyledText] = []
        for (character, isFound) in characters {
            let style = isFound ? .match : style
            if runs.last?.style == style {
                runs[runs.count - 1].text.append(character)
            } else {
                runs.append(StyledText(String(character), style))
            }
        }
        return runs
    }

    /// Styles the cursor's line; the letters found in it stay marked.
    package static func restyleCursor(_ line: Rect, on grid: inout Grid) {
        for column in line.column..<line.endColumn {
            let style = grid[column: column, row: line.row].style
            guard style != .match, style != .matchAtHand else { continue }
            grid.restyle(Rect(column: column, row: line.row, columns: 1, rows: 1), .cursor)
        }
    }
}
