import Quoting
import YAMLTree

/// A row of a list in a file.
protocol SavedRow: Hashable {
    /// The index of the item in the file that it comes from.
    var origin: Int? { get set }
    /// The text that a row that has lost its origin is known by.
    var identity: String { get }
    /// The whole row, for a file that does not have it yet.
    var written: YAMLValue { get }
    /// Writes what differs from `old`, which is at `path`.
    func save(over old: Self, at path: YAMLPath, in writing: inout FileWriting) throws(FileProblem)
}

extension FileWriting {
    /// Makes the list at `path`, which says `old`, say `new`: rows that stay keep their lines and comments.
    ///
    /// A list without rows is removed, with the mappings that it leaves empty.
    mutating func save<Row: SavedRow>(_ path: YAMLPath, _ old: [Row], _ new: [Row]) throws(FileProblem) {
        guard differ(new, old) else { return }
        guard !new.isEmpty else { return try remove(path, pruning: true) }
        guard let items = node(at: path)?.items, !items.isEmpty else {
            return try set(path, .sequence(new.map(\.written)))
        }
        let former = Dictionary(old.compactMap { row in row.origin.map { ($0, row) } }) { first, _ in first }
        let rows = Self.matched(new, to: former)
        for row in rows {
            guard let origin = row.origin, let old = former[origin] else { continue }
            let place = path.appending(index: origin)
            try keeping(place) { (writing) throws(FileProblem) in try row.save(over: old, at: place, in: &writing) }
        }
        let removed = Set(former.keys).subtracting(rows.compactMap(\.origin))
        try follow(RowPlan(count: items.count, origins: rows.map(\.origin), removed: removed), path, rows)
    }

    private mutating func follow<Row: SavedRow>(
        _ plan: RowPlan, _ path: YAMLPath, _ rows: [Row]
    ) throws(FileProblem) {
        for move in plan.moves { try apply(.moveItem(inSequence: path, from: move.from, to: move.to)) }
        for insertion in plan.insertions {
            try apply(.insertItem(inSequence: path, at: insertion.at, rows[insertion.row].written))
        }
        for index in plan.removals { try apply(.removeItem(path.appending(index: index))) }
    }

    /// The rows with origins that hold: each of an item that was read, none twice. A row without one takes that of a
    /// row with the same identity that is gone, since whoever puts a row back where it was changed nothing.
    private static func matched<Row: SavedRow>(_ rows: [Row], to former: [Int: Row]) -> [Row] {
        var free = Set(former.keys)
        var rows = rows
        for index in rows.indices {
            let isHeld = rows[index].origin.map { free.remove($0) != nil } ?? false
            if !isHeld { rows[index].origin = nil }
        }
        guard !free.isEmpty else { return rows }
        var lost = Dictionary(grouping: free.sorted().reversed()) { former[$0]?.identity ?? "" }
        for index in rows.indices where rows[index].origin == nil {
            rows[index].origin = lost[rows[index].identity]?.popLast()
        }
        return rows
    }

    /// Makes a list of texts say others.
    mutating func saveTexts(_ path: YAMLPath, _ old: [String], _ new: [String]) throws(FileProblem) {
        if differ(new, old) { try save(path, old.map { .string($0) }, new.map { .string($0) }) }
    }

    /// Makes a list of plain values say others.
    mutating func save(_ path: YAMLPath, _ old: [YAMLValue], _ new: [YAMLValue]) throws(FileProblem) {
        let rows = old.enumerated().map { PlainRow(value: $0.element, origin: $0.offset) }
        try save(path, rows, PlainRow.rows(new, from: old))
    }
}

/// An item that is not a mapping: a tag, a method.
private struct PlainRow: SavedRow {
    var value: YAMLValue
    var origin: Int?

    var identity: String { "\(value)" }
    var written: YAMLValue { value }

    func save(over old: PlainRow, at path: YAMLPath, in writing: inout FileWriting) throws(FileProblem) {
        if differ(value, old.value) { try writing.apply(.setScalar(path, to: value)) }
    }

    /// Returns rows in which values that are in both lists in the same order keep their items.
    static func rows(_ new: [YAMLValue], from old: [YAMLValue]) -> [PlainRow] {
        let difference = new.difference(from: old)
        var removed = Set<Int>()
        var inserted = Set<Int>()
        for case .remove(let offset, _, _) in difference { removed.insert(offset) }
        for case .insert(let offset, _, _) in difference { inserted.insert(offset) }
        var kept = old.indices.filter { !removed.contains($0) }[...]
        return new.enumerated().map { index, value in
            PlainRow(value: value, origin: inserted.contains(index) ? nil : kept.popFirst())
        }
    }
}
