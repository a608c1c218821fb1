/// A list as whoever works in it left it: the row with the cursor, and the text that narrows it.
///
/// The cursor is on a row by its id, so it stays there when others come and go. Where that row is gone, it is on the one in its place.
package struct ListState<ID: Hashable & Sendable>: Sendable, Hashable {
    package var filter: TextEditor
    /// The id of the row with the cursor; nil until it was moved: it is on the first row then.
    package private(set) var cursor: ID?
    private var place: Int

    /// - Parameter place: the index of the row with the cursor.
    package init(filter: String = "", on cursor: ID? = nil, at place: Int = 0) {
        self.filter = TextEditor(filter, isMultiline: false)
        (self.cursor, self.place) = (cursor, place)
    }

    /// Returns the index of the row with the cursor; 0 where there is no row.
    package func index(in ids: some RandomAccessCollection<ID>) -> Int {
        let nearest = max(0, min(place, ids.count - 1))
        guard let cursor, !ids.isEmpty, ids[ids.index(ids.startIndex, offsetBy: nearest)] != cursor else {
            return nearest
        }
        return ids.firstIndex(of: cursor).map { ids.distance(from: ids.startIndex, to: $0) } ?? nearest
    }

    /// Returns the row with the cursor.
    package func row<Row: Identifiable<ID>>(of rows: [Row]) -> Row? { rows[safe: index(in: rows.lazy.map(\.id))] }

    /// Moves the cursor.
    package mutating func stand(on index: Int, of ids: some RandomAccessCollection<ID>) {
        place = max(0, min(index, ids.count - 1))
        cursor = ids.isEmpty ? nil : ids[ids.index(ids.startIndex, offsetBy: place)]
    }

    /// Moves it to the first row, whichever that is.
    package mutating func restart() { (cursor, place) = (nil, 0) }

    /// Returns rows of which one of the texts holds what is typed, in capitals or not.
    package func narrowed<Row>(_ rows: [Row], by texts: (Row) -> [String]) -> [Row] {
        let typed = filter.text.trimmingSpaces
        guard !typed.isEmpty else { return rows }
        let matcher = TextMatcher(typed)
        return rows.filter { texts($0).contains(where: matcher.isIn) }
    }
}
