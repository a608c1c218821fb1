/// The lines that two texts have in common, by their fingerprints, and in the same order.
///
/// Common lines at the start and at the end are matched first; then lines that occur once in each text, in the longest common order
/// ("patience"), and the lines around them; at last, a longest common subsequence of the rest if that is small.
package struct LineMatching {
    /// The products of line counts up to which each line is compared with each: at once if that is cheap, and the limit if nothing else works.
    private static let smallTable = 1 << 14
    private static let largestTable = 1 << 18
    /// The number of old lines among which the next match is looked for if there are too many for a table.
    private static let reach = 1024

    private let old: [UInt64]
    private let new: [UInt64]
    /// The old line that each new line matches, both counted from 0; -1 if there is none at its place.
    package private(set) var partners: [Int32]
    /// The new lines before which old lines have no match.
    private(set) var removedBefore: Set<Int> = []

    func isMatched(_ line: Int) -> Bool { partners[line] >= 0 }

    /// Matches the lines; nil if cancelled.
    package init?(old: [UInt64], new: [UInt64], _ isCancelled: () -> Bool) {
        (self.old, self.new) = (old, new)
        partners = Array(repeating: -1, count: new.count)
        var gaps = [Gap(old: old.indices, new: new.indices, depth: 0)]
        while let gap = gaps.popLast() {
            if isCancelled() { return nil }
            gaps += match(gap)
        }
    }

    /// Returns the unmatched lines of both texts between the same matches; only gaps in which both have lines.
    func gaps(ofOld count: Int) -> [(old: Range<Int>, new: Range<Int>)] {
        var gaps: [(old: Range<Int>, new: Range<Int>)] = []
        var start = (old: 0, new: 0)
        for (line, partner) in (partners + [Int32(truncatingIfNeeded: count)]).enumerated() where partner >= 0 {
            let gap = (old: start.old..<max(start.old, Int(partner)), new: start.new..<line)
            if !gap.old.isEmpty, !gap.new.isEmpty { gaps.append(gap) }
            start = (Int(partner) + 1, line + 1)
        }
        return gaps
    }

    private struct Gap {
        var old: Range<Int>
        var new: Range<Int>
        /// The number of divisions, limited because some texts could be divided endlessly.
        var depth: Int
    }

    private static let maximumDepth = 64

    /// Matches some lines, and returns the gaps between them, to be matched in turn.
    private mutating func match(_ whole: Gap) -> [Gap] {
        let gap = trimmed(whole)
        guard !gap.new.isEmpty else {
            if !gap.old.isEmpty { removedBefore.insert(gap.new.lowerBound) }
            return []
        }
        guard !gap.old.isEmpty else { return [] }
        if gap.old.count * gap.new.count <= Self.smallTable {
            matchByTable(gap)
            return []
        }
        let anchors = gap.depth < Self.maximumDepth ? anchors(in: gap) : []
        if !anchors.isEmpty { return between(anchors, in: gap) }
        if gap.old.count * gap.new.count <= Self.largestTable { matchByTable(gap) } else { matchNext(gap) }
        return []
    }

    /// Returns the gap without the common lines at its start and its end.
    private mutating func trimmed(_ gap: Gap) -> Gap {
        var (low, high) = ((gap.old.lowerBound, gap.new.lowerBound), (gap.old.upperBound, gap.new.upperBound))
        while low.0 < high.0, low.1 < high.1, old[low.0] == new[low.1] {
            partners[low.1] = Int32(truncatingIfNeeded: low.0)
            low = (low.0 + 1, low.1 + 1)
        }
        while low.0 < high.0, low.1 < high.1, old[high.0 - 1] == new[high.1 - 1] {
            partners[high.1 - 1] = Int32(truncatingIfNeeded: high.0 - 1)
            high = (high.0 - 1, high.1 - 1)
        }
        return Gap(old: low.0..<high.0, new: low.1..<high.1, depth: gap.depth)
    }

    private func between(_ anchors: [(old: Int, new: Int)], in gap: Gap) -> [Gap] {
        var gaps: [Gap] = []
        var start = (gap.old.lowerBound, gap.new.lowerBound)
        for anchor in anchors {
            // The anchor itself begins the next gap, or ends this one: trimming matches it.
            gaps.append(
                Gap(old: start.0..<anchor.old + 1, new: start.1..<anchor.new + 1, depth: gap.depth + 1))
            start = (anchor.old + 1, anchor.new + 1)
        }
        gaps.append(
            Gap(old: start.0..<gap.old.upperBound, new: start.1..<gap.new.upperBound, depth: gap.depth + 1))
        return gaps
    }

    // MARK: - Lines that each has once

    /// Returns the lines that occur once in each text, in the longest common order.
    private func anchors(in gap: Gap) -> [(old: Int, new: Int)] {
        var table = PrintTable(capacity: gap.old.count)
        for index in gap.old { table.note(old: index, old[index]) }
        for index in gap.new { table.note(new: index, new[index]) }
        return Self.longestIncreasing(table.pairs.sorted { $0.new < $1.new })
    }

    /// Returns the longest increasing subsequence, by patience sorting.
    private static func longestIncreasing(_ pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
        /// The pair on top of each pile; and the previous pair of each pair.
        var tops: [Int] = []
        var previous = Array(repeating: -1, count: pairs.count)
        for index in pairs.indices {
            var (low, high) = (0, tops.count)
            while low < high {
                let middle = (low + high) / 2
                if pairs[tops[middle]].old < pairs[index].old { low = middle + 1 } else { high = middle }
            }
            previous[index] = low > 0 ? tops[low - 1] : -1
            if low == tops.count { tops.append(index) } else { tops[low] = index }
        }
        var chain: [(old: Int, new: Int)] = []
        var index = tops.last ?? -1
        while index >= 0 {
            chain.append(pairs[index])
            index = previous[index]
        }
        return chain.reversed()
    }

    // MARK: - What is left

    /// Matches a longest common subsequence.
    private mutating func matchByTable(_ gap: Gap) {
        let (rows, columns) = (gap.old.count, gap.new.count)
        var lengths = Array(repeating: Int32(0), count: (rows + 1) * (columns + 1))
        for row in (0..<rows).reversed() {
            for column in (0..<columns).reversed() {
                let isSame = old[gap.old.lowerBound + row] == new[gap.new.lowerBound + column]
                let (below, right) = ((row + 1) * (columns + 1) + column, row * (columns + 1) + column + 1)
                lengths[row * (columns + 1) + column] =
                    isSame ? lengths[below + 1] + 1 : max(lengths[below], lengths[right])
            }
        }
        var (row, column) = (0, 0)
        while row < rows, column < columns {
            let place = gap.new.lowerBound + column
            if old[gap.old.lowerBound + row] == new[place] {
                partners[place] = Int32(truncatingIfNeeded: gap.old.lowerBound + row)
                (row, column) = (row + 1, column + 1)
            } else if lengths[(row + 1) * (columns + 1) + column] >= lengths[row * (columns + 1) + column + 1] {
                removedBefore.insert(place)
                row += 1
            } else {
                column += 1
            }
        }
        if row < rows { removedBefore.insert(gap.new.lowerBound + column) }
    }

    /// Matches each line with the next equal one, unless that is too far away: for gaps too large for a table.
    private mutating func matchNext(_ gap: Gap) {
        var places: [UInt64: [Int]] = [:]
        for index in gap.old { places[old[index], default: []].append(index) }
        var cursor = gap.old.lowerBound
        for index in gap.new {
            guard let place = Self.first(in: places[new[index]] ?? [], from: cursor), place - cursor < Self.reach else {
                continue
            }
            partners[index] = Int32(truncatingIfNeeded: place)
            if place > cursor { removedBefore.insert(index) }
            cursor = place + 1
        }
        if cursor < gap.old.upperBound { removedBefore.insert(gap.new.upperBound) }
    }

    private static func first(in places: [Int], from start: Int) -> Int? {
        var (low, high) = (0, places.count)
        while low < high {
            let middle = (low + high) / 2
            if places[middle] < start { low = middle + 1 } else { high = middle }
        }
        return low < places.count ? places[low] : nil
    }
}

/// The places of fingerprints, which are well mixed already: a dictionary would mix them again, which took most of the time.
private struct PrintTable {
    private struct Slot {
        var print: UInt64
        /// The old line; -1 if there is none, -2 if there are several.
        var old: Int32 = -1
        var new: Int32 = -1
        var isFree: Bool { old == -1 }
    }

    private var slots: [Slot]
    private let mask: Int

    /// - Parameter capacity: The most old lines.
    init(capacity: Int) {
        var size = 16
        while size < capacity * 2 { size *= 2 }
        slots = Array(repeating: Slot(print: 0), count: size)
        mask = size - 1
    }

    private func slot(of print: UInt64) -> Int {
        var index = Int(truncatingIfNeeded: print) & mask
        while !slots[index].isFree, slots[index].print != print { index = (index + 1) & mask }
        return index
    }

    mutating func note(old line: Int, _ print: UInt64) {
        let index = slot(of: print)
        let isNew = slots[index].isFree
        slots[index].print = print
        slots[index].old = isNew ? Int32(truncatingIfNeeded: line) : -2
    }

    mutating func note(new line: Int, _ print: UInt64) {
        let index = slot(of: print)
        guard !slots[index].isFree else { return }
        slots[index].new = slots[index].new == -1 ? Int32(truncatingIfNeeded: line) : -2
    }

    /// The lines that occur once in each text.
    var pairs: [(old: Int, new: Int)] {
        slots.compactMap { $0.old >= 0 && $0.new >= 0 ? (old: Int($0.old), new: Int($0.new)) : nil }
    }
}
