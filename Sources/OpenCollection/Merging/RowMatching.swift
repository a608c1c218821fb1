/// The ties between rows of three tables that are the same one.
struct RowMatching {
    /// A row, by its index in each table; nil: it is not there.
    struct RowMatch: Hashable {
        var base: Int?
        var mine: Int?
        var theirs: Int?

        var isInAll: Bool { base != nil && mine != nil && theirs != nil }

        func rows<Row>(of versions: Versions<[Row]>) -> Versions<Row?> {
            Versions<Row?>(
                base: base.map { versions.base[$0] }, mine: mine.map { versions.mine[$0] },
                theirs: theirs.map { versions.theirs[$0] })
        }
    }

    private(set) var all: [RowMatch]

    /// My rows know by their origins which ones of the file they were; theirs were read from another text, and are known by
    /// their names.
    init<Row: SavedRow>(_ versions: Versions<[Row]>, areOriginsShared: Bool) {
        all = versions.base.indices.map { RowMatch(base: $0) }
        let known = areOriginsShared ? Self.byOrigin(versions.mine, versions.base) : [:]
        let mine = Self.pairs(versions.mine, versions.base, matched: known)
        let theirs = Self.pairs(versions.theirs, versions.base)
        for (row, base) in mine { all[base].mine = row }
        for (row, base) in theirs { all[base].theirs = row }
        let newMine = versions.mine.indices.filter { mine[$0] == nil }
        let newTheirs = versions.theirs.indices.filter { theirs[$0] == nil }
        let both = Self.pairs(newMine.map { versions.mine[$0] }, newTheirs.map { versions.theirs[$0] })
        all += newMine.enumerated().map { number, row in RowMatch(mine: row, theirs: both[number].map { newTheirs[$0] })
        }
        let paired = Set(both.values.map { newTheirs[$0] })
        all += newTheirs.filter { !paired.contains($0) }.map { RowMatch(theirs: $0) }
    }

    /// The rows of one table in its order.
    func order(_ table: KeyPath<RowMatch, Int?>) -> [Int] {
        all.indices.filter { all[$0][keyPath: table] != nil }.sorted {
            (all[$0][keyPath: table] ?? 0) < (all[$1][keyPath: table] ?? 0)
        }
    }

    private static func byOrigin<Row: SavedRow>(_ rows: [Row], _ base: [Row]) -> [Int: Int] {
        var free = Dictionary(base.indices.compactMap { index in base[index].origin.map { ($0, index) } }) { first, _ in
            first
        }
        return rows.indices.reduce(into: [:]) { pairs, row in
            pairs[row] = rows[row].origin.flatMap { free.removeValue(forKey: $0) }
        }
    }

    /// Pairs each row with one of the other table: first those with the same content, then those of the same name, each in their order.
    private static func pairs<Row: SavedRow>(
        _ rows: [Row], _ others: [Row], matched: [Int: Int] = [:]
    ) -> [Int: Int] {
        var pairs = matched
        pair(rows.map(\.written), others.map(\.written), &pairs)
        pair(rows.map(\.identity), others.map(\.identity), &pairs)
        return pairs
    }

    private static func pair<Key: Hashable>(_ rows: [Key], _ others: [Key], _ pairs: inout [Int: Int]) {
        let taken = Set(pairs.values)
        let free = others.indices.filter { !taken.contains($0) }
        var waiting = Dictionary(grouping: free.reversed()) { others[$0] }
        for row in rows.indices where pairs[row] == nil { pairs[row] = waiting[rows[row]]?.popLast() }
    }
}
