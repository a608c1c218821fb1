/// The steps that turn a list in a file into another one: first rows move, then new ones are inserted, then others are removed.
///
/// So the list is never empty on the way, and each index means the list after the step before it.
struct RowPlan: Hashable {
    struct Move: Hashable {
        var from: Int
        /// The index after the move.
        var to: Int
    }

    struct Insertion: Hashable {
        var at: Int
        /// The index among the new rows.
        var row: Int
    }

    private(set) var moves: [Move] = []
    private(set) var insertions: [Insertion] = []
    /// The indexes to remove, from the last to the first.
    private(set) var removals: [Int] = []

    private enum Row: Hashable {
        case kept(Int)
        case added(Int)
    }

    /// - Parameters:
    ///   - count: The number of items in the file.
    ///   - origins: The item that each new row comes from, or nil; none twice, all below `count`.
    ///   - removed: items that go. Items that are neither an origin nor removed stay after the one before them.
    init(count: Int, origins: [Int?], removed: Set<Int>) {
        var wanted = origins.enumerated().map { $0.element.map(Row.kept) ?? .added($0.offset) }
        let kept = Set(origins.compactMap { $0 })
        for item in 0..<count where !kept.contains(item) {
            let before = item == 0 ? nil : wanted.firstIndex(of: .kept(item - 1))
            wanted.insert(.kept(item), at: before.map { $0 + 1 } ?? 0)
        }
        moves = Self.moves(count, to: wanted.compactMap { if case .kept(let item) = $0 { item } else { nil } })
        for (index, row) in wanted.enumerated() {
            switch row {
            case .added(let row): insertions.append(Insertion(at: index, row: row))
            case .kept(let item): if removed.contains(item) { removals.insert(index, at: 0) }
            }
        }
    }

    /// Returns as few moves as possible: what is in ascending order already stays, each of the rest goes after its neighbour.
    private static func moves(_ count: Int, to wanted: [Int]) -> [Move] {
        let staying = Set(longestAscent(wanted))
        guard staying.count < count else { return [] }
        var current = Array(0..<count)
        var moves: [Move] = []
        for (index, item) in wanted.enumerated() where !staying.contains(item) {
            guard let from = current.firstIndex(of: item) else { continue }
            current.remove(at: from)
            let before = index == 0 ? nil : current.firstIndex(of: wanted[index - 1])
            let to = before.map { $0 + 1 } ?? 0
            current.insert(item, at: to)
            if from != to { moves.append(Move(from: from, to: to)) }
        }
        return moves
    }

    /// A longest ascending subsequence.
    private static func longestAscent(_ numbers: [Int]) -> [Int] {
        // For each length, the index of the smallest number that ends such a subsequence.
        var ends: [Int] = []
        var previous: [Int?] = []
        for (index, number) in numbers.enumerated() {
            let length = ends.partitioningIndex { numbers[$0] >= number }
            previous.append(length > 0 ? ends[length - 1] : nil)
            if length == ends.count { ends.append(index) } else { ends[length] = index }
        }
        var ascent: [Int] = []
        var index = ends.last
        while let current = index {
            ascent.append(numbers[current])
            index = previous[current]
        }
        return ascent.reversed()
    }
}

extension Array {
    /// The first index whose element satisfies `isBehind`, when all that satisfy it come last.
    fileprivate func partitioningIndex(_ isBehind: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
