import TextGrid

/// The places of tabs in a line. If not all fit, those around the chosen one.
package struct TabStrip {
    package struct Place: Hashable {
        /// The index among all tabs.
        package var index: Int
        package var rect: Rect
    }

    package let places: [Place]
    /// Whether there are more on the left.
    package let hasEarlier: Bool
    /// Whether there are more on the right.
    package let hasLater: Bool
    /// The column after the last one.
    package let end: Int

    /// - Parameters:
    ///   - widths: The widths of the tabs, in columns.
    ///   - chosen: The index of the one that has to be visible.
    package init(_ widths: [Int], chosen: Int, in rect: Rect) {
        let room = rect.inset(columns: 1, rows: 0)
        let shown = Self.fitting(widths, chosen, room.columns)
        hasEarlier = shown.lowerBound > 0
        hasLater = shown.upperBound < widths.count
        var column = room.column + (hasEarlier ? 1 : 0)
        var places: [Place] = []
        for index in shown {
            let columns = min(widths[index], max(0, room.endColumn - column))
            places.append(
                Place(index: index, rect: Rect(column: column, row: rect.row, columns: columns, rows: rect.rows)))
            column += columns
        }
        self.places = places
        end = column
    }

    /// Returns the tab at a place.
    package func index(at point: Point) -> Int? { places.first { $0.rect.contains(point) }?.index }

    /// Returns the widest run of tabs around the chosen one that fits, as far to the left as it can be.
    private static func fitting(_ widths: [Int], _ chosen: Int, _ columns: Int) -> Range<Int> {
        guard widths.reduce(0, +) > columns, !widths.isEmpty else { return 0..<widths.count }
        for start in 0...chosen {
            var end = start
            var used = start > 0 ? 1 : 0
            while end < widths.count, used + widths[end] + (end < widths.count - 1 ? 2 : 0) <= columns {
                used += widths[end]
                end += 1
            }
            if end > chosen { return start..<end }
        }
        return chosen..<(chosen + 1)
    }
}
