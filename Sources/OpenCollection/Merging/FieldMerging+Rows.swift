import Quoting
import YAMLTree

/// A row of a table that is merged on its own.
protocol MergedRow: SavedRow {
    /// Returns its name for the user.
    ///
    /// - Parameter kind: The title of the rows of its table: "Header".
    func title(_ kind: String) -> String
    /// The content of the row as one text.
    var mergeText: String { get }
    /// Merges its fields one by one; the origin is that of theirs.
    ///
    /// - Parameter name: The name for the user.
    static func merged(_ versions: Versions<Self>, _ name: String, _ merging: inout FieldMerging) -> Self
}

extension MergedRow {
    func title(_ kind: String) -> String { "\(kind) \(identity)" }

    fileprivate var wholeText: String { "\(identity) \(written)" }
}

extension FieldMerging {
    /// A table: rows that either side added are in, rows that either side took out are gone, and the order is theirs unless
    /// only mine is another than before.
    mutating func rows<Row: MergedRow>(_ kind: String, _ versions: Versions<[Row]>) -> [Row] {
        let written = versions.map { $0.map(\.written) }
        if written.mine == written.base || written.mine == written.theirs { return versions.theirs }
        if areOriginsShared, !differ(versions.theirs, versions.base) { return versions.mine }
        let matching = RowMatching(versions, areOriginsShared: areOriginsShared)
        let rows = matching.all.map { merged($0.rows(of: versions), kind) }
        let survivors = rows.indices.filter { rows[$0] != nil }
        return order(survivors, matching, versions, kind).compactMap { rows[$0] }
    }

    /// A table of which one row counts.
    mutating func selectableRows<Row: SelectableRow>(_ kind: String, _ versions: Versions<[Row]>) -> [Row] {
        var rows = rows(kind, versions)
        let selected = versions.map { $0.filter(\.isSelected).map(\.identity) }
        guard selected.agreed == nil else { return rows }
        let titles = value("\(kind), the selected one", selected)
        for index in rows.indices { rows[index].isSelected = titles.contains(rows[index].identity) }
        return rows
    }

    /// Merges a row; nil if it is gone.
    private mutating func merged<Row: MergedRow>(_ versions: Versions<Row?>, _ kind: String) -> Row? {
        if let all: Versions<Row> = versions.unwrapped() { return Row.merged(all, all.base.title(kind), &self) }
        if let agreed = versions.map({ $0?.written }).agreedSide {
            return agreed == .mine ? versions.mine.map { matched($0, to: versions.theirs) } : versions.theirs
        }
        let name = (versions.base ?? versions.mine ?? versions.theirs)?.title(kind) ?? kind
        let side = side(name, versions.map { $0?.mergeText })
        return side == .mine ? versions.mine.map { matched($0, to: versions.theirs) } : versions.theirs
    }

    /// Returns my row as an edit of the one in their file; without a row there it is new.
    private func matched<Row: MergedRow>(_ row: Row, to theirs: Row?) -> Row {
        var row = row
        row.origin = theirs?.origin
        return row
    }

    // MARK: - Order

    private mutating func order<Row: MergedRow>(
        _ survivors: [Int], _ matching: RowMatching, _ versions: Versions<[Row]>, _ kind: String
    ) -> [Int] {
        let kept = Set(survivors)
        let common = Set(survivors.filter { matching.all[$0].isInAll })
        let orders = Versions(
            base: matching.order(\.base), mine: matching.order(\.mine), theirs: matching.order(\.theirs)
        ).map { $0.filter(kept.contains) }
        let moved = orders.map { $0.filter(common.contains) }
        let text = { (row: Int) in matching.all[row].rows(of: versions) }
        let titles = moved.map { order in order.map { text($0).theirs?.identity ?? "" } }
        let isMineMoved = moved.mine != moved.base
        let side =
            isMineMoved && moved.theirs != moved.base && moved.mine != moved.theirs
            ? side("\(kind)s, their order", titles.map(\.mergeText)) : isMineMoved ? .mine : .theirs
        let (leading, other) = side == .mine ? (orders.mine, orders.theirs) : (orders.theirs, orders.mine)
        return Self.interleaved(leading, other) { left, right in
            let texts = [left, right].map { $0.map { (text($0).mine ?? text($0).theirs)?.wholeText ?? "" } }
            return texts[0].lexicographicallyPrecedes(texts[1])
        }
    }

    /// Returns one order with what only the other has put in, after its neighbour there. Where both have something at one place, neither comes first
    /// by right: the text decides, so that the result is the same from both sides.
    private static func interleaved(
        _ leading: [Int], _ other: [Int], precedes: ([Int], [Int]) -> Bool
    ) -> [Int] {
        let (known, shared) = (Set(leading), Set(other))
        var result = leading
        var anchor: Int?
        var rest = other[...]
        while !rest.isEmpty {
            let block = Array(rest.prefix { !known.contains($0) })
            let start = anchor.flatMap { result.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
            let run = Array(result[start...].prefix { !shared.contains($0) })
            result.insert(contentsOf: block, at: precedes(run, block) ? start + run.count : start)
            rest = rest.dropFirst(block.count)
            anchor = rest.popFirst() ?? anchor
        }
        return result
    }
}

/// A row of which at most one of its table counts.
protocol SelectableRow: MergedRow {
    var isSelected: Bool { get set }
}
