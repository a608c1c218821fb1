/// The file's counterpart of a row of the draft.
package enum RowOriginal<Row: Equatable> {
    case row(Row)
    /// The row is new since the file was written.
    case none
    /// It may be one of several of the file's, or none of them.
    case unclear

    /// Finds the counterpart: rows that the file had from the start by their origin, those saved since by their content, or by their name: by
    /// their order they may be others.
    ///
    /// - Parameters:
    ///   - index: The index of the row among `rows`, all of the draft.
    ///   - saved: all rows of the file.
    ///   - name: Returns the name by which the user distinguishes rows.
    package init(of index: Int, in rows: [Row], saved: [Row], by origin: KeyPath<Row, Int?>, name: (Row) -> String) {
        let row = rows[index]
        let same = saved.filter { $0[keyPath: origin] == row[keyPath: origin] }
        guard row[keyPath: origin] == nil else {
            self = same.first.map(Self.row) ?? .none
            return
        }
        guard same.count(where: { $0 == row }) <= rows[..<index].count(where: { $0 == row }) else {
            self = .row(row)
            return
        }
        let others = rows.indices.filter { $0 != index && rows[$0][keyPath: origin] == nil }.map { rows[$0] }
        let free = same.filter { !others.contains($0) }
        let named = free.filter { name($0) == name(row) }
        let hasRival = others.contains { name($0) == name(row) && !same.contains($0) }
        if named.count == 1, !hasRival {
            self = .row(named[0])
        } else {
            // Unless every row of the file is known to be another one, it may be one of them by another name.
            let areOthers = free.allSatisfy { old in others.contains { name($0) == name(old) } }
            self = named.isEmpty && areOthers ? .none : .unclear
        }
    }
}
